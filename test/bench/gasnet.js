/**
 * `npm run bench:gasnet`: latency and flood rate of GASNet's operations between two threads on every network
 * (gasnet.upc). The figures of smp stand beside their targets: what GASNet-EX reaches in C on such a machine.
 *
 * Wants an idle machine with two cores: with fewer, waiting threads take each other's time. An argument chooses networks:
 * npm run bench:gasnet -- smp sfi; --write keeps the table (record.js).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosen, recorder, words } from './record.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const pgasc = join(here, '../../bin/pgasc');
const NETWORKS = ['smp', 'sfi', 'verbs', 'pami'];
/** Operations without a size; the others are transfers, whose rate is told as well. */
const UNSIZED = new Set(['am_round_trip', 'am_flood', 'fetch_add', 'barrier']);

/** Nanoseconds at most, under smp. */
const TARGETS = [
  { operation: 'put', size: 8, most: 5 },
  { operation: 'get', size: 8, most: 5 },
  { operation: 'put_nbi_flood', size: 8, most: 15 },
  { operation: 'am_round_trip', size: 0, most: 300 },
  { operation: 'barrier', size: 0, most: 180 },
];

/** Nanoseconds by `operation size`, in the order of the program. */
function measure(network, scratch) {
  const program = join(scratch, `${network}.js`);
  execFileSync(process.execPath, [pgasc, `-network=${network}`, join(here, 'gasnet.upc'), '-o', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const text = execFileSync(process.execPath, [program, '-n', '2'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = text.trim().split('\n').map((line) => line.split(' '));
  return new Map(lines.map(([operation, size, time]) => [`${operation} ${size}`, Number(time)]));
}

function printTable(results) {
  const [{ figures }] = results;
  console.log(`${''.padEnd(16)}${'bytes'.padStart(9)}${results.map(({ network }) => network.padStart(26)).join('')}`);
  const rows = [...figures.keys()].sort().map((key) => {
    const [operation, size] = key.split(' ');
    return [operation, size, ...results.map((one) => cell(one.figures.get(key), UNSIZED.has(operation) ? 0 : Number(size)))];
  });
  for (const [operation, size, ...cells] of rows) console.log(`${operation.padEnd(16)}${size.padStart(9)}${cells.map((text) => text.padStart(26)).join('')}`);
  keep(`GASNet between two threads${chosen}`, ['', 'bytes', ...results.map(({ network }) => network)], rows);
}

function cell(nanoseconds, size) {
  const time = `${nanoseconds.toFixed(nanoseconds < 100 ? 1 : 0)} ns`;
  return size < 512 ? time : `${time} ${(size / nanoseconds).toFixed(2)} GB/s`;
}

function printTargets(figures) {
  console.log('');
  for (const { operation, size, most } of TARGETS) {
    const time = figures.get(`${operation} ${size}`);
    const what = `smp: ${operation}${size === 0 ? '' : ` of ${size} bytes`}`;
    console.log(`${what.padEnd(40)} ${time.toFixed(1).padStart(9)} ns  at most ${most} ns`.padEnd(76) + (time <= most ? 'met' : 'MISSED'));
  }
}

const keep = recorder('networks', 'bench:gasnet', 'without `-O`');
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-gasnet-'));
try {
  const networks = words.length > 0 ? words : NETWORKS;
  const results = networks.map((network) => ({ network, figures: measure(network, scratch) }));
  printTable(results);
  const smp = results.find(({ network }) => network === 'smp');
  if (smp !== undefined) printTargets(smp.figures);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
