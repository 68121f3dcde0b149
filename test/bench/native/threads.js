/** Two threads: NAS FT against C with pthreads, shared accesses, GUPS against pthreads and OpenSHMEM. */
import { join } from 'node:path';
import { here, hasGcc, hasShmem, inTurn, median, ours, progress, root, shmem, theirs } from './measure.js';
import { absent, atLeast, atMost } from './report.js';

const ROUNDS = 3;
const KINDS = [
  { kind: 'static THREADS', flags: ['-T=2'] },
  { kind: 'dynamic THREADS', flags: [] },
];

/** Class A; the time is the one that NPB counts, which the program tells. */
export function measureFt() {
  progress('ft');
  const sample = ours('pgasc', join(root, 'samples/applications/ft/ft.upc'), ['-O3', '-DCLASS=A'], 2);
  const peers = [{ run: () => `time ${/Time in seconds = +(\S+)/.exec(sample.run())[1]}` }];
  if (hasGcc) peers.push(theirs('gcc', join(here, 'ft.c'), ['-O3', '-pthread', '-DCLASS=A']));
  const [first, second] = inTurn(peers, ROUNDS).map(({ times }) => median(times));
  const what = `NAS FT class A, 2 threads, pgasc -O3: ${first.toFixed(2)} s`;
  if (second === undefined) return absent(what, 'no gcc');
  atMost(`${what}, C with pthreads ${second.toFixed(2)}`, first / second, 1.2, 'times');
}

/** Loops of puts and gets of 4 and 8 bytes to the other thread. */
export function measureAccesses() {
  for (const { kind, flags } of KINDS) {
    progress(`access, ${kind}`);
    const [{ lines }] = inTurn([ours('pgasc', join(here, 'access.upc'), ['-O2', ...flags], 2)], 1);
    for (const [name, time] of lines.map((line) => line.split(' ')))
      atMost(`shared ${name.slice(0, 3)} of ${name.slice(3)} bytes, ${kind}`, Number(time), 2, 'ns');
  }
}

/** Most nanoseconds of one at a time, and most times a memcpy of as many bytes. */
const MOST = { lock: 7, 'strict-read': 8, 'strict-write': 8 };
const MOST_COPIES = 1.1;

/** Locks that nobody else wants, strict accesses and short copies to the other thread. */
export function measurePrimitives() {
  progress('locks, strict accesses, short copies');
  const [{ lines }] = inTurn([ours('pgasc', join(here, 'primitives.upc'), ['-O2'], 2)], 1);
  const times = new Map(lines.map((line) => line.split(' ')).map(([name, time]) => [name, Number(time)]));
  for (const [name, most] of Object.entries(MOST)) atMost(name, times.get(name), most, 'ns');
  for (const name of ['memput8', 'memget8', 'memput64', 'memget64']) {
    const plain = times.get(name.replace(/put|get/, 'cpy'));
    atMost(`upc_${name}: ${times.get(name)} ns, memcpy ${plain}`, times.get(name) / plain, MOST_COPIES, 'times');
  }
}

/** Nanoseconds of an update of one thread while the other does the same. */
export function measureGups() {
  progress('gups of two threads');
  const kinds = [...KINDS, ...KINDS.map(({ kind, flags }) => ({ kind: `by pointer, ${kind}`, flags: [...flags, '-DPOINTER'] }))];
  const mine = kinds.map(({ kind, flags }) => ours(kind, join(here, 'gups.upc'), ['-O2', ...flags], 2));
  const pthreads = hasGcc ? [theirs('pthreads', join(here, 'gups-pthreads.c'), ['-O2', '-pthread'])] : [];
  const elements = hasShmem ? [shmem('OpenSHMEM', join(here, 'gups-shmem.c'), ['-O2'], 2)] : [];
  const peers = [...mine, ...pthreads, ...elements];
  const measured = inTurn(peers, ROUNDS);
  const timeOf = (name) => measured.find((_, i) => peers[i].name === name)?.times;
  for (const { kind } of kinds) {
    const what = `GUPS, 2 threads, ${kind}: ${median(timeOf(kind)).toFixed(1)} ns`;
    against(what, 'C with pthreads', median(timeOf(kind)), timeOf('pthreads'), 'no gcc', (ours, theirs, text) => atMost(text, ours / theirs, 1.15, 'times'));
    against(what, 'OpenSHMEM', median(timeOf(kind)), timeOf('OpenSHMEM'), 'no oshcc', (ours, theirs, text) => atLeast(`${text}: rate`, theirs / ours, 5, 'times'));
  }
}

function against(what, peer, time, peerTimes, why, judge) {
  if (peerTimes === undefined) return absent(`${what}, ${peer}`, why);
  if (peerTimes.length === 0) return absent(`${what}, ${peer}`, 'it did not run');
  const theirTime = median(peerTimes);
  judge(time, theirTime, `${what}, ${peer} ${theirTime.toFixed(1)}`);
}
