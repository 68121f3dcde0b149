/**
 * `npm run bench:instructions`: machine instructions of compiled code for one operation, from the call in the program to
 * the entry point of the fabric, as Luo and others count them (Early Evaluation of Scalable Fabric Interface for PGAS
 * Programming Models, PGAS 2014, section 7 and figure 4); their figures stand beside ours.
 *
 * Takes the operations of instructions/operations.upc on each network, over a fabric that returns at once. The loop's own
 * instructions are taken off, and those inside the fabric. Prints tables and writes a plot (the argument, or instructions.svg).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { link } from './instructions/build.js';
import { count, hasValgrind } from './instructions/counting.js';
import { FABRIC, PARTS, partOf } from './instructions/parts.js';
import { plot } from './instructions/plot.js';
import { printBreakdown, printFigures, printTargets } from './instructions/report.js';

const CONFIGURATIONS = [
  { name: 'sfi direct', network: 'sfi', variables: { PGAS_SFI_MODE: 'direct' } },
  { name: 'sfi table', network: 'sfi', variables: { PGAS_SFI_MODE: 'table' } },
  { name: 'verbs', network: 'verbs', variables: {} },
  { name: 'pami', network: 'pami', variables: {} },
  { name: 'sfi direct, -O2', network: 'sfi', variables: { PGAS_SFI_MODE: 'direct' }, flags: ['-O2'] },
];
/** By their numbers in operations.upc. */
const [NOTHING, WRITE, FENCE, SHORT, PUT, GET, PUT_NBI, PUT_NBI_WAIT, WAIT_ALONE] = Array(9).keys();

/** { total, fabric, path, parts } of one operation; `path` is what the paper counts. */
export function costs(counted, placeIn) {
  const sums = counted.map(({ places }) => sumByPart(places, placeIn));
  const without = (operation, others) => combine(sums[operation], others.map((other) => sums[other]));
  return {
    write: without(WRITE, [NOTHING]),
    fence: without(FENCE, [NOTHING]),
    short: without(SHORT, [NOTHING]),
    put: without(PUT, [NOTHING]),
    get: without(GET, [NOTHING]),
    putNbi: without(PUT_NBI, [NOTHING]),
    wait: without(PUT_NBI_WAIT, [PUT_NBI]),
    waitAlone: without(WAIT_ALONE, [NOTHING]),
  };
}

function sumByPart(places, placeIn) {
  const sums = new Map();
  for (const [{ name, line, column }, instructions] of places) {
    const part = partOf(line === undefined ? { file: name, text: '' } : placeIn(line, column - 1));
    sums.set(part, (sums.get(part) ?? 0) + instructions);
  }
  return sums;
}

function combine(sums, others) {
  const parts = [...PARTS, FABRIC].map((part) => {
    const taken = others.reduce((sum, other) => sum + (other.get(part) ?? 0), 0);
    return [part, (sums.get(part) ?? 0) - taken];
  });
  const fabric = parts.pop()[1];
  const path = parts.reduce((sum, [, instructions]) => sum + instructions, 0);
  return { path, fabric, parts: Object.fromEntries(parts) };
}

async function measure(scratch, { name, network, variables, flags }) {
  const script = join(scratch, `${network}${flags ?? ''}.js`);
  const placeIn = await link(network, script, flags);
  const counted = await count(script, join(scratch, name.replaceAll(/\W+/g, '-')), { ...variables, PGAS_PROVIDER: 'null' });
  counted.forEach(({ steady }, operation) => {
    if (!steady) console.log(`${name}: operation ${operation} is not steady: its figures include what V8 did meanwhile`);
  });
  return { name, costs: costs(counted, placeIn) };
}

async function main() {
  if (!hasValgrind()) return console.log('bench:instructions needs valgrind (a Debian package: apt install valgrind); it is not here');
  const scratch = mkdtempSync(join(tmpdir(), 'pgasc-instructions-'));
  try {
    const results = [];
    for (const configuration of CONFIGURATIONS) {
      console.log(`counting: ${configuration.name}`);
      results.push(await measure(scratch, configuration));
    }
    printFigures(results);
    printBreakdown(results);
    printTargets(results);
    const file = process.argv[2] ?? 'instructions.svg';
    writeFileSync(file, plot(results));
    console.log(`\nplot: ${file}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
