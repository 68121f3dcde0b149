/**
 * `npm run bench:native`: how near programs that pgasc -O compiles to WebAssembly come to C, each figure beside its target.
 *
 *     npm run bench:native -- [--write] [--only=NAME] [FILE.svg]
 *
 * NAME is one of the kernels, or ft, access, primitives (locks, strict accesses, short copies), threads (GUPS of two threads),
 * functions (of the C library), compile, start, size; without it, all. The kernels' ratios are also drawn (bench-native.svg).
 * Without gcc or oshcc, the rows that need it say so. --write keeps all rows that have a target (record.js).
 */
import { rmSync, writeFileSync } from 'node:fs';
import { measureCompiling, measureSize, measureStart } from './native/compiling.js';
import { measureFunctions } from './native/functions.js';
import { KERNELS, measureKernels, printKernels } from './native/kernels.js';
import { scratch } from './native/measure.js';
import { plot } from './native/plot.js';
import { COLUMNS, cellsOfRows, failed, summary } from './native/report.js';
import { chosen as about, recorder, words } from './record.js';
import { measureAccesses, measureFt, measureGups, measurePrimitives } from './native/threads.js';

const keep = recorder('programs', 'bench:native', '`-O2` and `-O3` as told');
const OTHERS = { ft: measureFt, access: measureAccesses, primitives: measurePrimitives, threads: measureGups, functions: measureFunctions, compile: measureCompiling, start: measureStart, size: measureSize };
const NAMES = [...KERNELS.map(({ name }) => name), ...Object.keys(OTHERS)];

function chosen(words) {
  const only = words.filter((word) => word.startsWith('--only=')).map((word) => word.slice('--only='.length));
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return only.length > 0 ? only : NAMES;
  console.error(`bench:native: there is no '${unknown}'; there are ${NAMES.join(', ')}`);
  process.exit(2);
}

function draw(results, file) {
  if (results.length === 0 || results[0].levels[0].ratio === undefined) return;
  writeFileSync(file, plot(results));
  console.log(`plot: ${file}\n`);
}

function main(words) {
  const names = chosen(words);
  const results = measureKernels(names);
  if (results.length > 0) printKernels(results);
  draw(results, words.find((word) => !word.startsWith('--')) ?? 'bench-native.svg');
  for (const [name, measure] of Object.entries(OTHERS).filter(([name]) => names.includes(name))) {
    try {
      measure();
    } catch (error) {
      failed(name, error.message);
    }
  }
  keep(`Programs beside C${about}`, COLUMNS, cellsOfRows());
  return summary();
}

try {
  if (!main(words)) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
