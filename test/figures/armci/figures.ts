/** The figures of ARMCI on Blue Gene/Q: each with what we run for it. */
import { getSpan } from '../../../runtime/machines/analytic.ts';
import { Paths } from '../../../runtime/machines/paths.ts';
import { mapped } from '../../../runtime/machines/placement.ts';
import { machineFor } from '../../../runtime/machines/presets.ts';
import { MICROSECOND } from '../../../runtime/machines/time.ts';
import type { Figure, Line, Point, Run } from '../figure.ts';
import { at, largest, numbersIn, pointsNamed, reaches, smallest } from '../points.ts';
import * as published from './published.ts';

const program = (name: string) => `test/figures/armci/${name}.c`;
const bytes = { name: 'message', unit: 'B', scale: 'log' } as const;
const processes = { name: 'processes', scale: 'log' } as const;

/** Two processes on two nodes. */
const TRANSFERS: Run = {
  program: program('transfers'),
  machine: 'bgq,ranks=1',
  ranks: 2,
  quick: { arguments: ['4096'] },
};
const STRIDED: Run = { program: program('strided'), machine: 'bgq,ranks=1', ranks: 2, quick: { arguments: ['4096'] } };
const BY_RANK: Run = { program: program('by-rank'), machine: 'bgq', ranks: 2048, isLong: true, quick: { ranks: 64 } };

const lineOf = (run: Run, name: string, ours: string): Line => ({
  ...{ name: ours, from: [run] },
  points: ([output]) => pointsNamed(name, output!),
});
const derived = (name: string, ours: string, of: (x: number, y: number) => number): Line => ({
  ...{ name: ours, from: [TRANSFERS] },
  points: ([output]) => pointsNamed(name, output!).map(({ x, y }) => ({ x, y: of(x, y) })),
});

const OWN_CODE = "the program's and ARMCI's own instructions are counted on top of what the preset was made with";

const latency: Figure = {
  ...{ name: 'armci-latency', document: 'armci', place: 'Figure 4', title: 'Latency of get and put by size' },
  ...{ x: bytes, y: { name: 'latency', unit: 'us', scale: 'log' } },
  lines: [lineOf(TRANSFERS, 'get-latency', 'get'), lineOf(TRANSFERS, 'put-latency', 'put')],
  comparisons: [
    { published: published.GET, ours: (of) => at(of('get'), 16), why: OWN_CODE },
    {
      published: published.PUT,
      ours: (of) => at(of('put'), 16),
      by: 'complete at the target: ARMCI_Wait here waits for that',
    },
  ],
  shapes: [
    {
      says: 'a drop at 256 B, from where transfers are aligned',
      holds: (of) => at(of('get'), 256) < at(of('get'), 128),
    },
  ],
};

const bandwidth: Figure = {
  ...{ name: 'armci-bandwidth', document: 'armci', place: 'Figure 5', title: 'Bandwidth of get and put by size' },
  ...{ x: bytes, y: { name: 'bandwidth', unit: 'MB/s', scale: 'linear' } },
  lines: [lineOf(TRANSFERS, 'get-bandwidth', 'get'), lineOf(TRANSFERS, 'put-bandwidth', 'put')],
  comparisons: [{ published: published.PEAK, ours: (of) => largest(of('put')) }],
  shapes: [
    {
      says: "a get's round trip is visible up to 8 KB",
      holds: (of) => at(of('get'), 1024) < at(of('put'), 1024) && at(of('get'), 65_536) > 0.97 * at(of('put'), 65_536),
      why: 'so many gets are under way that their round trips overlap',
    },
  ],
};

const perByte: Figure = {
  ...{ name: 'armci-per-byte', document: 'armci', place: 'Figure 6', title: 'Time of a byte by size' },
  ...{ x: bytes, y: { name: 'time of a byte', unit: 'ns', scale: 'log' } },
  lines: [
    derived('put-bandwidth', 'put', (_, rate) => 1000 / rate),
    derived('get-bandwidth', 'get', (_, rate) => 1000 / rate),
  ],
  comparisons: [{ published: published.PER_BYTE, ours: (of) => at(of('put'), 4096) }],
};

const efficiency: Figure = {
  ...{
    name: 'armci-efficiency',
    document: 'armci',
    place: 'Figure 7',
    title: 'Efficiency: bandwidth of the peak of 1.8 GB/s',
  },
  ...{ x: bytes, y: { name: 'efficiency', scale: 'linear' } },
  lines: [derived('put-bandwidth', 'put', (_, rate) => rate / published.LINK_PEAK)],
  comparisons: [
    { published: published.HALF, ours: (of) => at(of('put'), 2048) * published.LINK_PEAK },
    { published: published.EFFICIENCY, ours: (of) => at(of('put'), 16_384) },
  ],
  shapes: [
    {
      says: 'efficiency is above 90 % beyond 16 KB',
      holds: (of) => of('put').every(({ x, y }) => x <= 16_384 || y > 0.9),
      tells: (of) => `from ${Math.round(reaches(of('put'), 0.9) / 1024)} KiB on`,
    },
  ],
};

/** Distance of a rank's node by ABCDET on the torus of 2 x 2 x 4 x 4 x 2 from the first one. */
function hopsTo(rank: number): number {
  let left = Math.floor(rank / 16);
  return TORUS.toReversed().reduce((hops, length) => {
    const at = left % length;
    left = Math.floor(left / length);
    return hops + Math.min(at, length - at);
  }, 0);
}

const ALL = 'closed form, 2048 processes';
const TORUS = [2, 2, 4, 4, 2];
/** On 128 nodes, empty, by ABCDET. */
function allLatencies(): Point[] {
  const paths = new Paths(
    machineFor('bgq', () => undefined),
    128,
  );
  const placement = mapped(2048, 16, 'ABCDET', TORUS);
  const far = Array.from({ length: 2048 - 16 }, (_, k) => k + 16);
  return far.map((x) => ({ x, y: getSpan(paths, 0, placement.nodeOf(x), 16) / MICROSECOND }));
}
const by = 'closed form on an empty machine, 2048 processes';

const byRank: Figure = {
  ...{ name: 'armci-by-rank', document: 'armci', place: 'Figure 8', title: "Latency of process 0's get by process" },
  note: "The document's 2048 processes on 128 nodes, as a program and in closed form.",
  ...{ x: { name: 'process', scale: 'linear' }, y: { name: 'latency of 16 B', unit: 'us', scale: 'linear' } },
  lines: [
    { name: ALL, from: 'closed form', points: allLatencies },
    {
      ...{ name: 'get', from: [BY_RANK] },
      points: ([output]) => pointsNamed('get-latency', output!).filter(({ x }) => x >= 16),
    },
  ],
  comparisons: [
    { published: published.LONGEST, ours: (of) => largest(of(ALL)), by },
    { published: published.RANGE, ours: (of) => largest(of(ALL)) - smallest(of(ALL)), by },
  ],
  shapes: [
    {
      says: 'latency oscillates with the distance of ABCDET, 80 ns a hop there and back, on the run as well',
      holds: (of) => of('get').every(({ x, y }) => Math.abs(y - smallest(of('get')) - 0.08 * (hopsTo(x) - 1)) < 0.002),
    },
  ],
};

const strided: Figure = {
  ...{ name: 'armci-strided', document: 'armci', place: 'Figure 9', title: 'Strided get and put of 1 MiB by chunk' },
  ...{ x: { ...bytes, name: 'chunk' }, y: { name: 'bandwidth', unit: 'MB/s', scale: 'linear' } },
  lines: [lineOf(STRIDED, 'get', 'get'), lineOf(STRIDED, 'put', 'put')],
  shapes: [
    {
      says: 'T = o m / l0 + m G (equation 9) within 15 %, with o of 1.12 us',
      holds: (of) => of('put').every(({ x, y }) => Math.abs(y * (1.12 / x + 1 / 1775) - 1) < 0.15),
    },
  ],
};

const accumulate: Figure = {
  ...{ name: 'armci-accumulate', document: 'armci', place: 'Figure 11', title: 'Accumulate of 1 MiB by chunk' },
  ...{ x: { ...bytes, name: 'chunk' }, y: { name: 'bandwidth', unit: 'MB/s', scale: 'linear' } },
  lines: [
    lineOf(STRIDED, 'target-driven', 'target-driven'),
    lineOf(STRIDED, 'source-driven', 'source-driven (get, add, put)'),
  ],
  shapes: [
    {
      says: 'the target-driven protocol is ahead at every chunk',
      holds: (of) => {
        const source = of('source-driven (get, add, put)');
        return of('target-driven').every(({ y }, k) => y > source[k]!.y);
      },
    },
  ],
};

const AMO_PROCESSES = [32, 64, 128];
const THREAD = 'bgq,atomics=thread';
/** PAMI_Rmw at the counter's process, which itself or its thread serves: the handlers of messages run in the process's own calls alone. */
const environment = { PGAS_PAMI_ATOMICS: 'rmw' };

function counterLine(name: string, machine: string, block: number): Line {
  const from = AMO_PROCESSES.map((ranks): Run => {
    const given = ['5', ...(block > 0 ? [String(block)] : [])];
    return { program: program('counter'), machine, ranks, environment, arguments: given, quick: { ranks: ranks / 16 } };
  });
  return { name, from, points: (outputs) => outputs.flatMap((output) => pointsNamed('latency', output)) };
}

const counter: Figure = {
  ...{ name: 'armci-counter', document: 'armci', place: 'Figure 10', title: 'Fetch-and-add on a counter of process 0' },
  note: `Up to ${AMO_PROCESSES.at(-1)} processes of the 4096; the document prints no numbers.`,
  ...{ x: processes, y: { name: 'latency', unit: 'us', scale: 'log' } },
  lines: [
    counterLine('default', 'bgq', 0),
    counterLine('asynchronous thread', THREAD, 0),
    counterLine('default, 300 us computed', 'bgq', 300),
    counterLine('asynchronous thread, 300 us computed', THREAD, 300),
  ],
  shapes: [
    {
      says: 'latency grows linearly with the processes',
      holds: (of) => isLinear(of('default')) && isLinear(of('asynchronous thread')),
      tells: (of) => `${(slope(of('default')) * 1000).toFixed(0)} ns a process`,
    },
    {
      says: 'default and asynchronous thread are alike while process 0 does not compute',
      holds: (of) => of('default').every(({ y }, k) => Math.abs(of('asynchronous thread')[k]!.y / y - 1) < 0.25),
    },
    {
      says: 'computation at process 0 delays the default, not the thread',
      holds: (of) =>
        of('default, 300 us computed').every(({ y }, k) => y > 2 * of('asynchronous thread, 300 us computed')[k]!.y) &&
        of('asynchronous thread, 300 us computed').every(({ y }, k) => y < 1.25 * of('asynchronous thread')[k]!.y),
    },
  ],
};

const slope = (points: readonly { x: number; y: number }[]): number => {
  const [first, last] = [points[0]!, points.at(-1)!];
  return (last.y - first.y) / (last.x - first.x);
};
/** Off the line between the ends by at most 5 % of the largest. */
const isLinear = (points: readonly { x: number; y: number }[]): boolean =>
  points.every(({ x, y }) => Math.abs(points[0]!.y + slope(points) * (x - points[0]!.x) - y) < 0.05 * points.at(-1)!.y);

const LU_PROCESSES = [8, 16, 32];
const LU_ORDER = 512;
const luRuns = LU_PROCESSES.map(
  (ranks): Run => ({
    ...{ program: 'samples/ga/lu.c', machine: 'bgq', ranks, arguments: [String(LU_ORDER), '32'] },
    quick: { ranks: ranks / 16, arguments: ['128', '16'] },
  }),
);

const lu: Figure = {
  ...{ name: 'armci-lu', document: 'armci', place: 'Figure 12', title: 'LU over Global Arrays, strong scaling' },
  note: `Order ${LU_ORDER} on ${LU_PROCESSES.join(', ')} processes, not 32,768 on 512 to 4096.`,
  ...{ x: processes, y: { name: 'time', unit: 's', scale: 'log' } },
  lines: [
    { name: 'time', from: luRuns, points: (outputs) => luPoints(outputs, 0) },
    { name: 'communication and waiting', from: luRuns, points: (outputs) => luPoints(outputs, 1) },
  ],
  shapes: [
    { says: 'time falls with processes, by less than their number', holds: (of) => falls(of('time')) },
    {
      says: 'the share of communication grows',
      holds: (of) => grows(of('time').map(({ x, y }, k) => ({ x, y: of('communication and waiting')[k]!.y / y }))),
    },
  ],
  missing: [
    {
      what: '135 s at 512 processes, 70 s at 2048',
      why: 'order 32,768 is 8 GiB and 2.3e13 flops, computed in one process here',
    },
  ],
};

const luPoints = (outputs: readonly string[], which: number) =>
  outputs.map((output) => {
    const [rows, columns] = numbersIn(/processes (\d+) x (\d+)/, output);
    return {
      x: rows! * columns!,
      y: numbersIn(/time ([\d.]+) s, of it communication and waiting ([\d.]+) s/, output)[which]!,
    };
  });
const falls = (points: readonly { y: number }[]): boolean =>
  points.every(({ y }, k) => k === 0 || y < points[k - 1]!.y);
const grows = (points: readonly { y: number }[]): boolean =>
  points.every(({ y }, k) => k === 0 || y > points[k - 1]!.y);

/** Of 512 KiB for each of 4,096 processes, beside phantoms, what ARMCI has in transit does not fit in the heap's usual part. */
const roomFor = (ranks: number, words: readonly string[]) => (ranks > 1024 ? words : []);

/** Processes, and cells of a side. */
interface Lattice {
  readonly processes: readonly number[];
  readonly side: number;
  readonly isLong: boolean;
}

function latticeFigure(name: string, { processes: counts, side, isLong }: Lattice, note: string): Figure {
  const runs = counts.map(
    (ranks): Run => ({
      ...{ program: program('lattice'), machine: 'bgq', ranks, arguments: [String(side), String(side)] },
      ...(isLong && { job: ['--phantom', ...roomFor(ranks, ['--heap=232K', '--stack=14K'])], isLong }),
      quick: { ranks: Math.max(1, Math.min(4, ranks / 16)), arguments: ['32', '32'] },
    }),
  );
  return {
    ...{ name, document: 'armci', place: 'Figure 13', title: 'Lattice Boltzmann over Global Arrays, strong scaling' },
    note: `${side} x ${side} cells (D2Q9), 50 steps; the document does not print its sizes. ${note}`,
    ...{ x: processes, y: { name: 'time', unit: 's', scale: 'log' } },
    lines: [
      { name: 'computation', from: runs, points: (outputs) => latticePoints(outputs, 0) },
      { name: 'ghost cells', from: runs, points: (outputs) => latticePoints(outputs, 1) },
    ],
    shapes: [
      {
        says: 'computation falls as 1/p',
        holds: (of) => {
          const [{ x: first, y: most }] = of('computation') as [Point];
          return of('computation').every(({ x, y }) => Math.abs((x * y) / (first * most) - 1) < 0.2);
        },
      },
      {
        says: 'the time of ghost cells flattens: the last step gains less than a third',
        holds: (of) => of('ghost cells').at(-1)!.y > 0.67 * of('ghost cells').at(-2)!.y,
        ...(!isLong && {
          why: 'the boundary of a piece of 256 x 256 cells is halved from 64 to 256 processes, which takes a third off; 2,048 x 2,048 cells flatten',
        }),
      },
    ],
  };
}

const lattice = latticeFigure(
  'armci-lattice',
  { processes: [16, 64, 256], side: 256, isLong: false },
  'With its data; checked.',
);
const latticeWhole = latticeFigure(
  'armci-lattice-4096',
  { processes: [256, 1024, 4096], side: 2048, isLong: true },
  'Phantom cells, kernels run once for each size: results are not verified.',
);

const latticePoints = (outputs: readonly string[], which: number) =>
  outputs.map((output) => {
    const [count, ...times] = numbersIn(/processes (\d+); computation ([\d.]+) ms, ghosts ([\d.]+) ms/, output);
    return { x: count!, y: times[which]! / 1000 };
  });

/** Processes, and tasks of all of them. */
interface Tasks {
  readonly processes: readonly number[];
  readonly tasks: number;
  readonly isLong: boolean;
  /** Of the thread's gain, where it is missed. */
  readonly why?: string;
}

function scfFigure(name: string, { processes: counts, tasks, isLong, why }: Tasks): Figure {
  const line = (title: string, machine: string): Line => ({
    name: title,
    from: counts.map(
      (ranks): Run => ({
        ...{
          program: program('scf'),
          machine,
          ranks,
          environment,
          arguments: [String(tasks)],
          job: ['--phantom', ...roomFor(ranks, ['--heap=256K'])],
          isLong,
        },
        quick: { ranks: Math.max(2, ranks / 64), arguments: ['100'] },
      }),
    ),
    points: (outputs) => outputs.flatMap((output) => pointsNamed('time', output)),
  });
  return {
    ...{ name, document: 'armci', place: 'Figure 14' },
    title: `The loop of SCF (figure 15), ${tasks.toLocaleString('en')} tasks, with and without the asynchronous thread`,
    note: `Tasks of 100 to 900 us, charged and not computed (their distribution is not printed), on ${counts.join(', ')} processes.`,
    ...{ x: processes, y: { name: 'time', unit: 'us', scale: 'log' } },
    lines: [line('default', 'bgq'), line('asynchronous thread', THREAD)],
    shapes: [
      {
        says: 'the asynchronous thread takes up to 30 % off (15 to 40 expected)',
        holds: (of) => gain(of) > 0.15 && gain(of) < 0.4,
        tells: (of) => `${(100 * gain(of)).toFixed(0)} % at most`,
        ...(why !== undefined && { why }),
      },
    ],
  };
}

const scf = scfFigure('armci-scf', { processes: [32, 64, 128], tasks: 2560, isLong: false });
const scfWhole = scfFigure('armci-scf-4096', {
  ...{ processes: [1024, 2048, 4096], tasks: 100_000, isLong: true },
  why: 'the counter at process 0 is full at each of these sizes, whoever serves it: 100,000 additions take 1.09 us each, while tasks of 0.5 ms on average would take 12 ms on 4,096 processes',
});

const gain = (of: (line: string) => readonly { y: number }[]): number =>
  Math.max(...of('default').map(({ y }, k) => 1 - of('asynchronous thread')[k]!.y / y));

export const ARMCI: readonly Figure[] = [
  ...[latency, bandwidth, perByte, efficiency, byRank, strided, counter, accumulate, lu],
  ...[lattice, latticeWhole, scf, scfWhole],
];
