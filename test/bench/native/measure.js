/**
 * Compiles and runs what `npm run bench:native` compares: pgasc's programs, gcc's and OpenSHMEM's.
 *
 * A program prints lines of a word, a name and a number: "time 0.0123" for each repetition, and others. Peers run in turn,
 * several runs of each, so that a machine's noise falls on all; the median is of all repetitions of all runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const root = join(here, '../../..');
const pgascCommand = join(root, 'bin/pgasc');

export const scratch = mkdtempSync(join(tmpdir(), 'pgasc-native-'));
export const inScratch = (name) => join(scratch, name);

const exists = (command) => spawnSync(command, ['--version']).error === undefined;
export const hasGcc = exists('gcc');
export const hasShmem = exists('oshcc') && exists('oshrun');

export function progress(text) {
  process.stderr.write(`  ${text}\n`);
}

/** Standard output of a command; an error with what it wrote, where it fails. */
export function output(command, words) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8', cwd: scratch });
  if (error || status !== 0) throw new Error(`${command} ${words.join(' ')}: ${error ?? `exit status ${status}`}\n${stdout}${stderr}`);
  return stdout;
}

let compiled = 0;

/** A peer: { name, run }, where run gives the program's output. */
export function ours(name, source, flags, threads) {
  const program = inScratch(`program${compiled++}.js`);
  output(process.execPath, [pgascCommand, ...flags, source, '-o', program]);
  return { name, program, run: () => output(process.execPath, [program, '-n', String(threads)]) };
}

export function theirs(name, source, flags) {
  const program = inScratch(`program${compiled++}`);
  output('gcc', [...flags, source, '-o', program, '-lm']);
  return { name, run: () => output(program, []) };
}

/** Open MPI's programs may crash in shmem_finalize, when all has been printed: the status does not count. */
export function shmem(name, source, flags, elements) {
  const program = inScratch(`program${compiled++}`);
  output('oshcc', [...flags, source, '-o', program]);
  const words = ['--allow-run-as-root', '--oversubscribe', '-np', String(elements), program];
  return { name, run: () => spawnSync('oshrun', words, { encoding: 'utf8', cwd: scratch }).stdout };
}

/** Runs all in turn; gives of each { times, lines }: the numbers after "time", and the last round's other lines. */
export function inTurn(peers, rounds) {
  const measured = peers.map(() => ({ times: [], lines: [] }));
  for (let round = 0; round < rounds; round++) peers.forEach((peer, i) => add(measured[i], peer.run()));
  return measured;
}

function add(measured, text) {
  const lines = text.trim().split('\n');
  const times = lines.filter((line) => line.startsWith('time '));
  measured.times.push(...times.map((line) => Number(line.split(' ')[1])));
  measured.lines = lines.filter((line) => !line.startsWith('time '));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Wall time of a process in seconds, of each of several that run in turn: medians. */
export function processTimes(commands, rounds) {
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round++)
    commands.forEach((words, i) => {
      const start = performance.now();
      output(process.execPath, words);
      times[i].push((performance.now() - start) / 1000);
    });
  return times.map(median);
}

export function compileWords(source, flags, program) {
  return [pgascCommand, ...flags, source, '-o', inScratch(program)];
}
