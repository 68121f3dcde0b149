/**
 * Counts the machine instructions of operations.upc under valgrind's callgrind, which simulates the processor: the counts
 * are exact, and what else the machine does cannot disturb them.
 *
 * rank.ts marks where it does an operation n, 2n and 3n times; callgrind writes what it counted at each mark. One operation
 * is (count of 2n - count of n) / n. That of 3n and 2n must be the same; else V8 did something in between, and the smaller
 * one counts.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { CompiledCode } from './profile.js';
import { REHEARSALS, TIMES } from './times.js';

const CALLGRIND = [
  '-q',
  '--tool=callgrind',
  '--smc-check=all-non-file',
  '--dump-instr=yes',
  '--compress-pos=no',
  '--compress-strings=no',
  '--dump-before=uv_os_getppid',
];
/** One thread, no time, no chance: every run is the same. */
const NODE = ['--single-threaded', '--predictable', '--perf-prof'];
/** Dumps of an operation: up to its first mark, then n, a gap, 2n, a gap, 3n. */
const DUMPS = 6;

export function hasValgrind() {
  return spawnSync('valgrind', ['--version']).error === undefined;
}

/**
 * Runs the script in `directory`. Gives, by number of the operation, { instructions, steady, places }: exact counts for
 * one, and a list of [place, instructions] where they were; a place is { name, line, column }.
 */
export async function count(script, directory, variables) {
  mkdirSync(directory);
  const words = [...CALLGRIND, `--callgrind-out-file=${directory}/counts`, process.execPath, ...NODE, script];
  const env = { ...process.env, ...variables };
  await promisify(execFile)('valgrind', words, { cwd: directory, env, maxBuffer: 2 ** 26 });
  return readCounts(directory);
}

/** Reads the counts that a run has left in the directory. */
export function readCounts(directory) {
  const code = new CompiledCode(`${directory}/${readdirSync(directory).find((name) => /^jit-.*\.dump$/.test(name))}`);
  return TIMES.map((n, operation) => {
    const start = (REHEARSALS * TIMES.length + operation) * DUMPS;
    const dump = (factor) => readDump(`${directory}/counts.${start + 2 * factor}`);
    const [once, twice, thrice] = [dump(1), dump(2), dump(3)];
    const [first, second] = [twice.total - once.total, thrice.total - twice.total];
    // A difference is V8's own: it compiles, or collects garbage.
    const places = first <= second ? placesOf(code, once, twice, n) : placesOf(code, twice, thrice, n);
    return { instructions: Math.min(first, second) / n, steady: first === second, places };
  });
}

function placesOf(code, once, twice, n) {
  const places = [];
  for (const [address, count] of twice.counts) {
    const instructions = (count - (once.counts.get(address) ?? 0)) / n;
    if (instructions === 0) continue;
    const callers = typeof address === 'string' ? callersOf(code, once, twice, address) : [];
    if (callers.length === 0) places.push([code.at(address) ?? { name: String(address) }, instructions]);
    for (const [caller, share] of callers) places.push([caller, instructions * share]);
  }
  return places;
}

/** Compiled code from where a function of node is called, with its share of the calls: what V8 has no code of its own for. */
function callersOf(code, once, twice, name) {
  const calls = [...(twice.calls.get(name) ?? [])].map(([address, count]) => [
    code.at(address),
    count - (once.calls.get(name)?.get(address) ?? 0),
  ]);
  const known = calls.filter(([place, count]) => place !== undefined && count > 0);
  const all = known.reduce((sum, [, count]) => sum + count, 0);
  return known.map(([place, count]) => [place, count / all]);
}

/** Instructions by address, or by function where they are of a file: node itself; calls of those, by address. */
function readDump(file) {
  const dump = { total: 0, counts: new Map(), calls: new Map() };
  let object = '???';
  let name = '';
  let callee = '';
  let calls = -1;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, key, value] = /^([^= ]*)[= ]?(.*)$/.exec(line);
    if (key === 'ob') object = value;
    else if (key === 'fn') name = value;
    else if (key === 'cfn') callee = value;
    else if (key === 'calls') calls = Number.parseInt(value, 10);
    else if (key === 'summary:') dump.total = Number(value);
    else if (key.startsWith('0x')) {
      // The line behind a call tells what the callee took, which is counted there.
      if (calls >= 0) add(dump.calls.get(callee) ?? newMap(dump.calls, callee), Number(key), calls);
      else add(dump.counts, object === '???' ? Number(key) : name, Number(value.split(' ')[1]));
      calls = -1;
    }
  }
  return dump;
}

function newMap(maps, key) {
  const map = new Map();
  maps.set(key, map);
  return map;
}

function add(map, key, count) {
  map.set(key, (map.get(key) ?? 0) + count);
}
