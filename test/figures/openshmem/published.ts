/** Benner and Jea: OpenSHMEM over PAMI on Power 775, 47,296 tasks on 1478 octants: what its benchmarks print. */
import type { Point, Published } from '../figure.ts';

export const TASKS = 47_296;
export const OCTANTS = 1478;
export const EXCHANGED = 21_504;

const noise = 'operating system noise and contention, which an empty machine has not';
const early = 'the first rounds are slower than the one that is the input; nothing in the model is';

export const AVERAGE: Published = { name: 'pingpong, average', kind: 'input', value: 2.373, unit: 'us', error: 0.01 };
export const FIRST: Published = {
  name: 'pingpong, first iteration of a pair',
  kind: 'input',
  value: 16.03,
  unit: 'us',
  error: 0.1,
};
export const SHORTEST: Published = {
  name: 'pingpong, shortest',
  kind: 'held out',
  value: 2.064,
  unit: 'us',
  error: 0.15,
};
export const LONGEST: Published = {
  name: 'pingpong, longest',
  kind: 'held out',
  value: 3.844,
  unit: 'us',
  error: 0.15,
  why: noise,
};
/** MiB/s of a task in the four rounds. */
export const ROUNDS: readonly Published[] = [
  { name: 'all2all round 1', kind: 'held out', value: 570.786, unit: 'MiB/s a task', error: 0.03, why: early },
  { name: 'all2all round 2', kind: 'held out', value: 570.553, unit: 'MiB/s a task', error: 0.03, why: early },
  { name: 'all2all round 3', kind: 'held out', value: 595.988, unit: 'MiB/s a task', error: 0.03 },
  { name: 'all2all round 4', kind: 'input', value: 599.195, unit: 'MiB/s a task', error: 0.01 },
];
/** By the CAU's tree, fan-out 2 up and down: a factor of 2 either way. */
export const BARRIER: Published = {
  name: 'barrier of 47,296 tasks',
  kind: 'held out',
  value: 48.7,
  unit: 'us',
  error: 0.5,
};
export const REDUCE: Published = {
  name: 'reduction of 47,296 tasks',
  kind: 'input',
  value: 231.2,
  unit: 'us',
  error: 0.05,
};
/** Microseconds of a broadcast to 47,296 tasks, by size. */
export const BROADCASTS: readonly Point[] = [
  [8, 283.6],
  [16, 221.6],
  [32, 220.0],
  [64, 208.3],
  [128, 198.5],
  [256, 202.4],
  [512, 197.5],
  [1024, 204.5],
  [2048, 237.1],
  [4096, 264.5],
  [8192, 317.5],
  [16_384, 433.4],
  [32_768, 474.1],
  [65_536, 712.4],
  [100_000, 982.6],
].map(([x, y]) => ({ x: x!, y: y! }));
/** The pairs of which the document prints all: iterations, microseconds of one. */
export const PAIRS: readonly { readonly name: string; readonly points: readonly Point[] }[] = [
  { name: '29024 to 32520', times: [16.09, 3.04, 2.861, 2.503, 2.444] },
  { name: '9083 to 38337', times: [15.97, 2.98, 2.623, 2.444, 2.347] },
].map(({ name, times }) => ({ name, points: times.map((y, k) => ({ x: 2 ** k, y })) }));
