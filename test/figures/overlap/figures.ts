/** The figures of NAS FT by overlap on five clusters: each with what we run for it. */
import type { Figure, Line, Ours, Point, Run } from '../figure.ts';
import { at, numbersIn, pointsNamed } from '../points.ts';
import { CLASS_C, CLASS_D, gainBound } from './gain.ts';
import { CLUSTERS, GAINS } from './published.ts';

const bytes = { name: 'message', unit: 'B', scale: 'log' } as const;
const bandwidthAxis = { name: 'bandwidth', unit: 'MB/s', scale: 'linear' } as const;

/** Two ranks on two nodes. */
const pair = (program: string, machine: string): Run => ({
  ...{ program: `test/figures/overlap/${program}`, machine: `${machine},ranks=1`, ranks: 2 },
  quick: { arguments: ['4096'] },
});
const oneSided = (machine: string) => pair('onesided.upc', machine);
const twoSided = (machine: string) => pair('twosided.c', machine);
const lineOf = (run: Run, name: string, ours: string): Line => ({
  ...{ name: ours, from: [run] },
  points: ([output]) => pointsNamed(name, output!),
});

const SMALL = [8, 16, 32, 64, 128, 256, 512, 1024];
const shorter = (of: Ours, one: string, other: string): boolean =>
  SMALL.every((size) => at(of(one), size) < at(of(other), size));

const latency: Figure = {
  ...{
    name: 'overlap-latency',
    document: 'overlap',
    place: 'Figure 2',
    title: 'Round trips of GASNet and MPI on Elan4',
  },
  ...{ x: bytes, y: { name: 'round trip', unit: 'us', scale: 'log' } },
  lines: [
    lineOf(oneSided('elan4-itanium2'), 'put-latency', 'put'),
    lineOf(oneSided('elan4-itanium2'), 'get-latency', 'get'),
    lineOf(twoSided('elan4-itanium2'), 'blocking', 'MPI, blocking'),
    lineOf(twoSided('elan4-itanium2'), 'non-blocking', 'MPI, non-blocking'),
  ],
  shapes: [
    {
      says: 'puts up to 1 KB are shorter than a message and its answer',
      holds: (of) => shorter(of, 'put', 'MPI, blocking') && shorter(of, 'put', 'MPI, non-blocking'),
    },
    {
      says: 'gets up to 1 KB are shorter than a message and its answer',
      holds: (of) => shorter(of, 'get', 'MPI, blocking') && shorter(of, 'get', 'MPI, non-blocking'),
      why: "MPI's part of a message (message.overhead, message.match of the preset) is not charged to programs",
    },
  ],
};

const infiniband: Figure = {
  ...{
    name: 'overlap-infiniband',
    document: 'overlap',
    place: 'Figure 3',
    title: 'Flood bandwidth of GASNet and MPI on InfiniBand',
  },
  ...{ x: bytes, y: bandwidthAxis },
  lines: [
    lineOf(oneSided('ib-vapi-opteron'), 'bandwidth', 'GASNet put'),
    lineOf(twoSided('ib-vapi-opteron'), 'bandwidth', 'MPI'),
  ],
  shapes: [
    {
      says: 'GASNet is ahead from 1 KB to 100 KB',
      holds: (of) => of('GASNet put').every(({ x, y }) => x < 1024 || x > 102_400 || y >= at(of('MPI'), x)),
    },
    {
      says: 'bandwidth of MPI drops beyond 256 KB',
      holds: (of) => at(of('MPI'), 2 ** 19) < 0.95 * at(of('MPI'), 2 ** 18),
      why: 'the runtime does not tell the model how much is registered at once (nic.pinned, nic.thrashing of the preset)',
    },
  ],
};

/** By number of the cluster. */
function bars(name: string, run: (machine: string) => Run, size: number): Line {
  const points = (outputs: readonly string[]) =>
    outputs.map((output, k) => ({ x: k + 1, y: at(pointsNamed('bandwidth', output), size) }));
  return { name, from: CLUSTERS.map(([machine]) => run(machine)), points };
}

const clusterAxis = { name: 'cluster', scale: 'linear', names: CLUSTERS.map(([name]) => name) } as const;

const clusters: Figure = {
  ...{
    name: 'overlap-bandwidth',
    document: 'overlap',
    place: 'Figure 4',
    title: 'Flood bandwidth at 4 KB and 512 KB on five clusters',
  },
  ...{ x: clusterAxis, y: bandwidthAxis },
  lines: [
    bars('GASNet, 4 KB', oneSided, 4096),
    bars('MPI, 4 KB', twoSided, 4096),
    bars('GASNet, 512 KB', oneSided, 2 ** 19),
    bars('MPI, 512 KB', twoSided, 2 ** 19),
  ],
  shapes: [
    {
      says: 'at 4 KB GASNet is ahead on every cluster',
      holds: (of) => of('GASNet, 4 KB').every(({ y }, k) => y > of('MPI, 4 KB')[k]!.y),
    },
    {
      says: 'at 512 KB both are alike where no registration is too large',
      holds: (of) =>
        of('GASNet, 512 KB').every(({ x, y }, k) => isInfiniband(x) || Math.abs(of('MPI, 512 KB')[k]!.y / y - 1) < 0.1),
    },
  ],
};
const isInfiniband = (number: number): boolean => CLUSTERS[number - 1]![0].startsWith('ib');

// ---------------------------------------------------------------- FT

const METHODS = ['EXCHANGE', 'SLABS', 'PENCILS'] as const;
const SMALL_RANKS = 16;

/** A program by a method on a cluster. */
type FtRun = (program: string, method: string, machine: string) => Run;

/** Class W, with its data. */
const small: FtRun = (program, method, machine) => ({
  ...{
    program: `samples/applications/ft/${program}`,
    flags: ['-DCLASS=W', `-DMETHOD=${method}`],
    machine,
    ranks: SMALL_RANKS,
  },
  quick: { ranks: 4 },
});

/** What the document ran, 2 of the 25 iterations, with phantom arrays. */
const whole: FtRun = (program, method, machine) => ({
  ...{
    program: `samples/applications/ft/${program}`,
    flags: ['-DCLASS=D', '-DSTEPS=2', `-DMETHOD=${method}`],
    machine,
  },
  ...{ ranks: 256, job: ['--phantom'] },
});

/** Rates, by number of the cluster. */
const ftLine = (name: string, run: FtRun, program: string, method: string): Line => ({
  ...{ name, from: CLUSTERS.map(([machine]) => run(program, method, machine)) },
  points: (outputs) =>
    outputs.map((output, k) => ({ x: k + 1, y: numbersIn(/Mop\/s\/thread += +([\d.]+)/, output)[0]! })),
});
const ratios = (of: Ours, slow: string, fast: string): number[] => of(slow).map(({ y }, k) => of(fast)[k]!.y / y);
const [EXCHANGE, SLABS, PENCILS] = METHODS.map((method) => `UPC ${method.toLowerCase()}`) as [string, string, string];
const [MPI_EXCHANGE, MPI_SLABS] = ['MPI exchange', 'MPI slabs'];
const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

const ftFigure = (name: string, run: FtRun, title: string, note: string): Figure => ({
  ...{ name, document: 'overlap', place: 'Figures 7 to 10', title, note },
  ...{ x: clusterAxis, y: { name: 'rate of a process', unit: 'Mflop/s', scale: 'linear' } },
  lines: [
    ftLine(EXCHANGE, run, 'ft.upc', 'EXCHANGE'),
    ftLine(SLABS, run, 'ft.upc', 'SLABS'),
    ftLine(PENCILS, run, 'ft.upc', 'PENCILS'),
    ftLine(MPI_EXCHANGE, run, 'ft-mpi.c', 'EXCHANGE'),
    ftLine(MPI_SLABS, run, 'ft-mpi.c', 'SLABS'),
  ],
  shapes: [
    {
      says: 'overlap is ahead of the exchange everywhere (about 1.8 times in class D)',
      holds: (of) =>
        ratios(of, EXCHANGE, PENCILS).every((each) => each > 1) &&
        ratios(of, EXCHANGE, SLABS).every((each) => each > 1),
      tells: (of) => `${range(ratios(of, EXCHANGE, PENCILS))} times`,
    },
    {
      says: 'pencils are ahead of slabs everywhere, by at most 10 %',
      holds: (of) => ratios(of, SLABS, PENCILS).every((each) => each > 1 && each <= 1.1),
      tells: (of) => `${range(ratios(of, SLABS, PENCILS))} times`,
    },
    {
      says: 'the best of MPI is slabs on every cluster',
      holds: (of) => ratios(of, MPI_EXCHANGE, MPI_SLABS).every((each) => each > 1),
      tells: (of) => `${range(ratios(of, MPI_EXCHANGE, MPI_SLABS))} times`,
    },
    {
      says: 'the best of UPC is ahead of the best of MPI by 15 % on average (8 to 22 expected)',
      holds: (of) => mean(ratios(of, MPI_SLABS, PENCILS)) >= 1.08 && mean(ratios(of, MPI_SLABS, PENCILS)) <= 1.22,
      tells: (of) => `${((mean(ratios(of, MPI_SLABS, PENCILS)) - 1) * 100).toFixed(0)} %`,
    },
  ],
  missing: [{ what: 'MPI by pencils', why: "no program here; the document's crashed on InfiniBand" }],
});

const transform = ftFigure(
  'overlap-ft-small',
  small,
  'NAS FT, class W, by five methods on five clusters',
  `${SMALL_RANKS} ranks, with real data; the document has class D on 256.`,
);
const transformWhole = ftFigure(
  'overlap-ft',
  whole,
  'NAS FT, class D, by five methods on five clusters',
  '256 ranks, 2 of the 25 iterations, phantom arrays: results are not verified.',
);
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

const BOUND = 'bound by compute and transfer';
const BOUNDS = [
  ['elan3-alpha', CLASS_D, GAINS.elan3],
  ['elan4-itanium2', CLASS_D, GAINS.elan4],
  ['ib-vapi-opteron', CLASS_D, GAINS.infiniband],
  ['gm-xeon', CLASS_C, GAINS.myrinet],
] as const;

const bound: Figure = {
  ...{
    name: 'overlap-bound',
    document: 'overlap',
    place: 'Figure 7',
    title: 'What overlap gains at most, class D (Myrinet: C)',
  },
  note: "Closed form: (compute + transfer) / max of both, beside averages of the document's text.",
  machines: BOUNDS.map(([name]) => name),
  ...{
    x: { name: 'cluster', scale: 'linear', names: BOUNDS.map(([name]) => name) },
    y: { name: 'gain', unit: 'times', scale: 'linear' },
  },
  lines: [
    {
      ...{ name: BOUND, from: 'closed form' },
      points: () => BOUNDS.map(([name, size], k) => ({ x: k + 1, y: gainBound(name, size) })),
    },
  ],
  printed: [
    { name: 'printed (averages)', points: BOUNDS.map(([, , { value }], k): Point => ({ x: k + 1, y: value })) },
  ],
  comparisons: BOUNDS.map(([, , published], k) => ({
    published,
    ours: (of) => at(of(BOUND), k + 1),
    by: 'closed form',
  })),
};

export const OVERLAP: readonly Figure[] = [latency, infiniband, clusters, bound, transform, transformWhole];
