/** The benchmarks of OpenSHMEM on Power 775: each with what we run for it. */
import { putOneWay } from '../../../runtime/machines/analytic.ts';
import { type Collective, collectiveSpan, HardwareCollectives } from '../../../runtime/machines/collectives.ts';
import { Paths } from '../../../runtime/machines/paths.ts';
import { block } from '../../../runtime/machines/placement.ts';
import { machineFor } from '../../../runtime/machines/presets.ts';
import { MICROSECOND, SECOND } from '../../../runtime/machines/time.ts';
import { foldedExchange } from '../../support/folded-exchange.ts';
import type { Figure, Line, Point, Run } from '../figure.ts';
import { at, average, largest, pointsNamed, smallest } from '../points.ts';
import * as published from './published.ts';

const program = (name: string) => `test/figures/openshmem/${name}.c`;
const CLOSED = 'model, 47,296 tasks';
const ranks = { name: 'tasks', scale: 'log' } as const;
const time = { name: 'time', unit: 'us', scale: 'linear' } as const;

const TASKS = [32, 64, 128];
const collectivesAt = (count: number): Run => ({
  ...{ program: program('collectives'), machine: 'p775', ranks: count, arguments: ['10'] },
  quick: { ranks: count / 16, arguments: ['2', '1024'] },
});
const COLLECTIVES = TASKS.map(collectivesAt);
const named = (name: string) => (outputs: readonly string[]) => outputs.flatMap((output) => pointsNamed(name, output));

/** The machine of the document, empty. */
const whole = () =>
  new Paths(
    machineFor('p775', () => undefined),
    published.OCTANTS,
  );
const pairLatencies = (): Point[] => {
  const paths = whole();
  let state = 775;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % published.OCTANTS;
  return Array.from({ length: 8192 }, (_, x) => ({ x, y: putOneWay(paths, random(), random(), 8) / MICROSECOND }));
};
const closed = (points: () => readonly Point[]): Line => ({ name: CLOSED, from: 'closed form', points });
const by = 'closed form on an empty machine, 47,296 tasks';

/** Of all tasks, by BSR and CAU. */
function byHardware(kind: Collective['kind'], bytes: number): number {
  const hardware = new HardwareCollectives(whole(), block(published.TASKS, 32));
  return collectiveSpan(hardware, { kind, bytes }) / MICROSECOND;
}
const hardware = 'by the devices (BSR on the octant, CAU between octants), in closed form';

const barrier: Figure = {
  ...{ name: 'openshmem-barrier', document: 'openshmem', place: 'barrier', title: 'Barrier of all tasks' },
  note: `A program on up to ${TASKS.at(-1)} tasks; the model's devices at 47,296, the mean of any number of barriers, as all are alike.`,
  machines: ['p775'],
  hasDevices: true,
  ...{ x: ranks, y: time },
  lines: [
    { name: 'shmem_barrier_all', from: COLLECTIVES, points: named('barrier') },
    closed(() => [{ x: published.TASKS, y: byHardware('barrier', 0) }]),
  ],
  printed: [{ name: 'printed', points: [{ x: published.TASKS, y: published.BARRIER.value }] }],
  comparisons: [{ published: published.BARRIER, ours: (of) => of(CLOSED)[0]!.y, by: hardware }],
  shapes: [
    { says: 'time grows with the logarithm of the tasks', holds: (of) => isLogarithmic(of('shmem_barrier_all')) },
  ],
};

/** Doubling adds about the same: no step adds more than three times the average one. */
function isLogarithmic(points: readonly Point[]): boolean {
  const steps = points.slice(1).map(({ y }, k) => y - points[k]!.y);
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return mean > 0 && steps.every((step) => step < 3 * mean);
}

const reduce: Figure = {
  ...{ name: 'openshmem-reduce', document: 'openshmem', place: 'reduce', title: 'Reduction of a 64-bit sum' },
  note: `A program on up to ${TASKS.at(-1)} tasks, and the model at 47,296. What a reduction takes beside its tree was chosen by the printed number, so of few tasks it says nothing.`,
  machines: ['p775'],
  hasDevices: true,
  ...{ x: ranks, y: time },
  lines: [
    { name: 'shmem_long_sum_reduce', from: COLLECTIVES, points: named('reduce') },
    closed(() => [{ x: published.TASKS, y: byHardware('allreduce', 8) }]),
  ],
  printed: [{ name: 'printed', points: [{ x: published.TASKS, y: published.REDUCE.value }] }],
  comparisons: [{ published: published.REDUCE, ours: (of) => of(CLOSED)[0]!.y, by: hardware }],
};

/** Of 47,296 tasks, what the units carry. */
const CARRIED = published.BROADCASTS.filter(({ x }) => x <= 64);
const FEW = `program, ${TASKS.at(-1)} tasks`;
const broadcast: Figure = {
  ...{ name: 'openshmem-broadcast', document: 'openshmem', place: 'bcast', title: 'Broadcast by size' },
  note: `A program on ${TASKS.at(-1)} tasks, of which the shape is judged; the model at 47,296 up to 64 B, what the units carry at once. Larger ones the document's machine sends otherwise, in a way that it does not tell.`,
  machines: ['p775'],
  hasDevices: true,
  ...{ x: { name: 'size', unit: 'B', scale: 'log' }, y: { ...time, scale: 'log' } },
  lines: [
    { name: FEW, from: [COLLECTIVES.at(-1)!], points: named('broadcast') },
    closed(() => CARRIED.map(({ x }) => ({ x, y: byHardware('broadcast', x) }))),
  ],
  printed: [{ name: 'printed, 47,296 tasks', points: published.BROADCASTS }],
  comparisons: CARRIED.map(({ x, y }) => ({
    published: {
      ...{ name: `broadcast of ${x} B`, kind: 'held out', value: y, unit: 'us', error: 0.08 },
      ...(x === 8 && { why: 'the first size that the document ran: a cold start of 80 ms in 1000 broadcasts' }),
    },
    ours: (of) => at(of(CLOSED), x),
    by: hardware,
  })),
  shapes: [
    {
      says: 'from 32 KB on time grows linearly with size',
      holds: (of) => {
        const points = of(FEW);
        const perByte = (at(points, 65_536) - at(points, 32_768)) / 32_768;
        return Math.abs((at(points, 100_000) - at(points, 65_536)) / (100_000 - 65_536) / perByte - 1) < 0.3;
      },
    },
  ],
};

const EXCHANGE: Run = {
  program: program('exchange'),
  machine: 'p775,cold=0us',
  ranks: 128,
  quick: { ranks: 64, arguments: ['1024'] },
};
/** By events: one an octant and round. */
const mebibytes = (): number =>
  (published.EXCHANGED * published.TASKS) / 2 ** 20 / (foldedExchange(whole(), 32, published.EXCHANGED) / SECOND);
const byEvents =
  'one event an octant and round: the 1024 messages of two octants are one bundle, octants send to a shuffled list; any round is like another';

const exchange: Figure = {
  ...{
    name: 'openshmem-all2all',
    document: 'openshmem',
    place: 'all2all',
    title: 'All tasks put 21,504 bytes to each other',
  },
  note: `The model has 47,296 tasks, folded by symmetry (test/support/folded-exchange.ts). The program has ${EXCHANGE.ranks}, of which an octant's own 32 share its memory.`,
  machines: ['p775'],
  ...{ x: { name: 'round', scale: 'linear' }, y: { name: 'of a task', unit: 'MiB/s', scale: 'linear' } },
  lines: [
    { name: `${EXCHANGE.ranks} tasks`, from: [EXCHANGE], points: named('exchange') },
    {
      ...closed(() => {
        const y = mebibytes();
        return [1, 2, 3, 4].map((x) => ({ x, y }));
      }),
      isSlow: true,
    },
  ],
  printed: [
    { name: 'printed, 47,296 tasks', points: published.ROUNDS.map(({ value }, k) => ({ x: k + 1, y: value })) },
  ],
  comparisons: published.ROUNDS.map((round) => ({ published: round, ours: (of) => of(CLOSED)[0]!.y, by: byEvents })),
};

/** One task an octant: so many octants, and routes, as tasks. */
const PINGPONG: Run = {
  ...{ program: program('pingpong'), machine: 'p775,ranks=1', ranks: 128, arguments: ['50'] },
  quick: { ranks: 8, arguments: ['10'] },
};
const meansOf = (points: readonly Point[]): Point[] =>
  [1, 2, 4, 8, 16].map((x) => ({ x, y: average(points.filter((point) => point.x === x)) }));

const pingpong: Figure = {
  ...{
    name: 'openshmem-pingpong',
    document: 'openshmem',
    place: 'pingpong',
    title: 'Pingpong of random pairs by iterations',
  },
  note: `Run: ${PINGPONG.arguments![0]} pairs of ${PINGPONG.ranks} octants with a task each, not 8192 pairs of 1478 octants.`,
  ...{ x: { name: 'iterations', scale: 'log' }, y: { name: 'time of an iteration', unit: 'us', scale: 'linear' } },
  lines: [
    { name: 'mean of all pairs', from: [PINGPONG], points: ([output]) => meansOf(pointsNamed('iterations', output!)) },
  ],
  printed: published.PAIRS,
  comparisons: [
    {
      published: published.FIRST,
      ours: (of) => at(of('mean of all pairs'), 1),
      by: 'the mean of all pairs of the run',
    },
  ],
  shapes: [
    {
      says: 'after the first iteration a pair takes some 2 to 3 us',
      holds: (of) =>
        of('mean of all pairs')
          .slice(1)
          .every(({ y }) => y > 2 && y < 3.1),
    },
  ],
};

const latencies: Figure = {
  ...{
    name: 'openshmem-pingpong-pairs',
    document: 'openshmem',
    place: 'pingpong',
    title: 'Pingpong of 16 iterations, pair by pair',
  },
  machines: ['p775'],
  ...{
    x: { name: 'pair, by its time', scale: 'linear' },
    y: { name: 'time of an iteration', unit: 'us', scale: 'linear' },
  },
  lines: [
    {
      name: `${PINGPONG.ranks} octants`,
      from: [PINGPONG],
      points: ([output]) => sorted(pointsNamed('sixteen', output!)),
    },
    closed(() => sorted(pairLatencies()).filter((_, k) => k % 64 === 0)),
  ],
  comparisons: [
    { published: published.AVERAGE, ours: () => average(pairLatencies()), by },
    { published: published.SHORTEST, ours: () => smallest(pairLatencies()), by },
    { published: published.LONGEST, ours: () => largest(pairLatencies()), by },
  ],
};

/** By time, spread over 0 .. 1. */
const sorted = (points: readonly Point[]): Point[] =>
  points
    .map(({ y }) => y)
    .sort((a, b) => a - b)
    .map((y, k) => ({ x: k / points.length, y }));

export const OPENSHMEM: readonly Figure[] = [barrier, broadcast, reduce, exchange, pingpong, latencies];
