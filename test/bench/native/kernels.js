/**
 * Thirteen kernels of one thread, each one source in C: pgasc -O2 and -O3 (WebAssembly) against gcc at the same level, and pgasc
 * without -O (TypeScript) beside them. All results must agree to the last bit, where `libm` is not set.
 */
import { join } from 'node:path';
import { here, hasGcc, inTurn, median, ours, progress, theirs } from './measure.js';
import { absent, atMost, failed } from './report.js';

export const KERNELS = [
  { name: 'stream' },
  { name: 'stencil' },
  { name: 'jacobi' },
  { name: 'matmul' },
  { name: 'rows' },
  { name: 'fft' },
  { name: 'nbody' },
  { name: 'spmv' },
  { name: 'sort' },
  { name: 'gups' },
  { name: 'strings' },
  { name: 'mandelbrot' },
  { name: 'scf', libm: true }, // exp, erf and pow: C libraries differ in the last place
];
/** `mean` of all kernels, `each` of one: times of gcc. */
export const LEVELS = [
  { level: '-O2', mean: 0.9, each: 1.2 },
  { level: '-O3', mean: 1.1, each: 1.2 },
];
const ROUNDS = 3;
const RELATIVE_ERROR = 1e-12;

/** { name, levels: [{ level, ours, theirs, ratio }], typescript: { time, ratio } }, times in seconds. */
export function measureKernel({ name, libm }) {
  progress(name);
  const source = join(here, 'kernels', `${name}.c`);
  const peers = LEVELS.flatMap(({ level }) => [
    ours(`pgasc ${level}`, source, [level], 1),
    ...(hasGcc ? [theirs(`gcc ${level}`, source, [level])] : []),
  ]);
  const [typescript] = inTurn([ours('pgasc', source, [], 1)], 1);
  const measured = inTurn(peers, ROUNDS);
  measured.forEach((one, i) => compare(typescript.lines, one.lines, peers[i].name, libm && peers[i].name.startsWith('gcc')));
  return { name, ...figures(peers, measured, median(typescript.times)) };
}

function figures(peers, measured, typescriptTime) {
  const timeOf = (peer) => {
    const at = peers.findIndex(({ name }) => name === peer);
    return at < 0 ? undefined : median(measured[at].times);
  };
  const levels = LEVELS.map(({ level }) => pair(timeOf(`pgasc ${level}`), timeOf(`gcc ${level}`), level));
  return { levels, typescript: pair(typescriptTime, timeOf('gcc -O2')) };
}

function pair(ours, theirs, level) {
  return { level, ours, theirs, ratio: theirs === undefined ? undefined : ours / theirs };
}

/** Results are lines "result NAME VALUE". */
function compare(expected, lines, peer, roughly) {
  expected.forEach((line, i) => {
    const [a, b] = [line, lines[i] ?? ''].map((text) => Number(text.split(' ')[2]));
    const alike = line === lines[i] || (roughly && Math.abs(a - b) <= RELATIVE_ERROR * Math.abs(a));
    if (!alike) throw new Error(`${peer}: ${lines[i]}, pgasc without -O: ${line}`);
  });
}

export function measureKernels(names) {
  const results = [];
  for (const kernel of KERNELS.filter(({ name }) => names.includes(name))) {
    try {
      results.push(measureKernel(kernel));
    } catch (error) {
      failed(kernel.name, error.message);
    }
  }
  return results;
}

export function printKernels(results) {
  if (!hasGcc) console.log('gcc is not here: its columns are empty');
  console.log(`\n${'kernel'.padEnd(12)}${LEVELS.map(({ level }) => head(`gcc ${level}`, `pgasc ${level}`)).join('')}${head('pgasc', '')}`);
  for (const { name, levels, typescript } of results) {
    const cells = levels.map(({ ours, theirs, ratio }) => cell(theirs) + cell(ours) + times(ratio));
    console.log(`${name.padEnd(12)}${cells.join('')}${cell(typescript.ours)}${times(typescript.ratio)}`);
  }
  const means = [...LEVELS.keys()].map((i) => ' '.repeat(26) + times(mean(results.map(({ levels }) => levels[i].ratio))));
  const whole = mean(results.map(({ typescript }) => typescript.ratio));
  console.log(`${'mean'.padEnd(12)}${means.join('')}${' '.repeat(13)}${times(whole)}\n`);
  LEVELS.forEach((target, i) => verdicts(target, results, i));
}

const head = (...names) => `${names.filter(Boolean).map((name) => name.padStart(13)).join('')}${'ratio'.padStart(9)}`;
const cell = (time) => (time === undefined ? '-' : `${(1000 * time).toFixed(1)} ms`).padStart(13);
const times = (ratio) => (ratio === undefined ? '-' : ratio.toFixed(2)).padStart(9);

/** Geometric mean; undefined, where one is. */
export function mean(ratios) {
  if (ratios.length === 0 || ratios.includes(undefined)) return undefined;
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

function verdicts({ level, mean: most, each }, results, i) {
  const kernels = results.length === 1 ? results[0].name : `${results.length} kernels`;
  const what = `${kernels}, pgasc ${level} against gcc ${level}`;
  const all = mean(results.map(({ levels }) => levels[i].ratio));
  if (all === undefined) return absent(what, 'no gcc');
  atMost(`${what}: geometric mean`, all, most, 'times');
  if (each === undefined) return;
  const slowest = results.reduce((one, other) => (other.levels[i].ratio > one.levels[i].ratio ? other : one));
  atMost(`${what}: the slowest (${slowest.name})`, slowest.levels[i].ratio, each, 'times');
}
