/**
 * The models beside published figures, in closed form and on empty machines.
 *
 * `input`: a preset's parameters were chosen by it, so that it is met says nothing of the model. `held out`: nothing was
 * chosen by it; the error that was expected before it was computed stands in the row. `missed`: outside that error, for the
 * reason given. A row that misses must go on missing, or become another row.
 */
import { describe, expect, test } from 'vitest';
import {
  exchangeInNodes,
  floodBandwidth,
  floodSpan,
  getSpan,
  halfBandwidthSize,
  messageSpan,
  putComplete,
  putLocal,
  putOneWay,
  stridedSpan,
} from '../../runtime/machines/analytic.ts';
import { type Collective, collectiveSpan, HardwareCollectives } from '../../runtime/machines/collectives.ts';
import { computeSpan } from '../../runtime/machines/compute.ts';
import type { Direct } from '../../runtime/machines/fabrics/direct.ts';
import { Paths } from '../../runtime/machines/paths.ts';
import { block, mapped } from '../../runtime/machines/placement.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { MICROSECOND, NANOSECOND, SECOND } from '../../runtime/machines/time.ts';
import { generator } from './random.ts';

const machine = (asked: string) => machineFor(asked, () => undefined);
const paths = (asked: string, nodes: number) => new Paths(machine(asked), nodes);
const us = (span: number) => span / MICROSECOND;

interface Figure {
  readonly name: string;
  readonly kind: 'input' | 'held out' | 'missed';
  readonly published: number;
  readonly ours: () => number;
  /** Relative. */
  readonly error: number;
  readonly why?: string;
}

function compare(figures: readonly Figure[]): void {
  test.each(figures)('$kind: $name, $published within $error', ({ kind, published, ours, error }) => {
    const off = Math.abs(ours() / published - 1);
    if (kind === 'missed') expect(off).toBeGreaterThan(error);
    else expect(off).toBeLessThanOrEqual(error);
  });
}

describe('Blue Gene/Q, ARMCI (Vishnu et al.): 2048 ranks on 128 nodes', () => {
  const bgq = paths('bgq', 128);
  const adjacent = 1;
  const placement = mapped(2048, 16, 'ABCDET', [2, 2, 4, 4, 2]);
  const nodeOf = (rank: number) => placement.nodeOf(rank);
  const latencies = Array.from({ length: 2048 - 16 }, (_, k) => us(getSpan(bgq, 0, nodeOf(k + 16), 16)));

  compare([
    {
      name: 'get of 16 B, adjacent, us',
      kind: 'input',
      published: 2.89,
      error: 0.01,
      ours: () => Math.min(...latencies),
    },
    {
      name: 'put of 16 B, local, us',
      kind: 'input',
      published: 2.7,
      error: 0.01,
      ours: () => us(putLocal(bgq, 0, adjacent, 16)),
    },
    {
      name: 'peak bandwidth, B/s',
      kind: 'input',
      published: 1775e6,
      error: 0.01,
      ours: () => floodBandwidth(bgq, 0, adjacent, 2 ** 20),
    },
    {
      name: 'half of 1.8 GB/s at 2 KB (N1/2)',
      kind: 'input',
      published: 0.9e9,
      error: 0.01,
      ours: () => floodBandwidth(bgq, 0, adjacent, 2048),
    },
    {
      name: 'longest get over the torus, us',
      kind: 'held out',
      published: 3.38,
      error: 0.005,
      ours: () => Math.max(...latencies),
    },
    {
      name: 'longest less shortest, us',
      kind: 'held out',
      published: 0.49,
      error: 0.05,
      ours: () => Math.max(...latencies) - Math.min(...latencies),
    },
    {
      name: 'efficiency above 90 % beyond 16 KB, at 16 KB',
      kind: 'held out',
      published: 0.9,
      error: 0.03,
      ours: () => floodBandwidth(bgq, 0, adjacent, 16_384) / 1.8e9,
    },
    {
      name: 'time a byte beyond 4 KB, about 1 ns, at 4 KB',
      kind: 'held out',
      published: 1,
      error: 0.2,
      ours: () => floodSpan(bgq, 0, adjacent, 4096) / 4096 / NANOSECOND,
    },
  ]);

  test('input: N1/2 is 2 KB', () => {
    // Of the peak of 1775 MB/s; the paper takes half of 1.8 GB/s.
    expect(halfBandwidthSize(bgq, 0, adjacent) / 2048).toBeCloseTo(0.97, 2);
  });

  test('held out: efficiency is above 90 % at 32 KB and from there on', () => {
    for (let bytes = 32_768; bytes <= 2 ** 20; bytes *= 2)
      expect(floodBandwidth(bgq, 0, adjacent, bytes) / 1.8e9).toBeGreaterThan(0.9);
  });

  test('held out: latency oscillates with the rank as distances by ABCDET do', () => {
    const ring = (at: number, length: number) => Math.min(at, length - at);
    for (const [k, latency] of latencies.entries()) {
      const node = Math.floor((k + 16) / 16); // its coordinates by hand: E fastest
      const [e, d, c, b, a] = [node % 2, (node >> 1) % 4, (node >> 3) % 4, (node >> 5) % 2, node >> 6];
      const distance = ring(a!, 2) + ring(b!, 2) + ring(c!, 4) + ring(d!, 4) + ring(e!, 2);
      expect(latency).toBeCloseTo(latencies[0]! + 2 * 0.04 * (distance - 1), 6);
    }
  });

  test('held out: T = o + L + (m - 1) G, eq. 7; the fall-back takes one o more, eq. 8', () => {
    const perByte = SECOND / 1775e6;
    const rdma = (bytes: number) => getSpan(bgq, 0, adjacent, bytes);
    const byMessages = paths('bgq,gets=call', 128);
    for (const bytes of [512, 4096, 2 ** 20]) {
      expect(Math.abs(rdma(bytes) - rdma(256) - (bytes - 256) * perByte)).toBeLessThan(2);
      expect(getSpan(byMessages, 0, adjacent, bytes) - rdma(bytes)).toBe(byMessages.machine.nic.service);
    }
  });

  test('held out: strided transfers take o m / l + m G, eq. 9, with o of a flooded operation', () => {
    const whole = 2 ** 20;
    for (const chunk of [256, 4096, 65_536]) {
      const predicted = (1.12 * whole) / chunk + (whole / 1775e6) * 1e6;
      expect(us(stridedSpan(bgq, 0, adjacent, whole, chunk)) / predicted).toBeCloseTo(1, 1);
    }
  });
});

describe('Blue Gene/Q, collective operations (Kumar et al., abstract): 16 ranks a node', () => {
  const span = (nodes: number, kind: Collective['kind']) => {
    const hardware = new HardwareCollectives(paths('bgq', nodes), block(16 * nodes, 16));
    return us(collectiveSpan(hardware, { kind, bytes: 8 }));
  };
  compare([
    {
      name: 'allreduce of 8 B on 98,304 nodes, us',
      ...{ kind: 'input', published: 10.25, error: 0.01 },
      ours: () => span(98_304, 'allreduce'),
    },
  ]);

  /** PAMI spins for the hardware so long: an upper bound of what the network takes. */
  test.each([
    [512, 8],
    [8192, 10],
    [98_304, 12],
  ])('held out: the network of %i nodes answers within %i us', (nodes, bound) => {
    const { device } = machine('bgq');
    expect(span(nodes, 'barrier') - us(device.meet)).toBeLessThan(bound + 0.8);
  });
});

describe('Power 775, OpenSHMEM (Benner and Jea): 47,296 tasks on 1478 octants', () => {
  const p775 = paths('p775', 1478);
  const random = generator(775);
  const pairs = Array.from({ length: 8192 }, () => [random(1478), random(1478)] as const);
  const latencies = pairs.map(([source, target]) => us(putOneWay(p775, source, target, 8)));
  /** MiB/s of a task when each sends 21504 B to each. */
  const exchange = () => (21_504 * 47_296) / 2 ** 20 / (exchangeInNodes(p775, 32, 21_504) / SECOND);
  /** Of all tasks, by BSR and CAU. */
  const hardware = new HardwareCollectives(p775, block(47_296, 32));
  const collective = (kind: Collective['kind'], bytes: number) => us(collectiveSpan(hardware, { kind, bytes }));
  const noise = 'operating system noise and contention, which an empty machine has not';
  const early = 'the first rounds are slower than the one that is the input; nothing in the model is';

  compare([
    {
      name: 'pingpong, average, us',
      kind: 'input',
      published: 2.373,
      error: 0.01,
      ours: () => latencies.reduce((a, b) => a + b) / 8192,
    },
    {
      name: 'pingpong, first iteration of a pair, us',
      kind: 'input',
      published: 16.03,
      error: 0.1,
      ours: () => us(p775.machine.nic.cold) + 2.373,
    },
    {
      name: 'pingpong, shortest, us',
      kind: 'held out',
      published: 2.064,
      error: 0.15,
      ours: () => Math.min(...latencies),
    },
    {
      name: 'pingpong, longest, us',
      kind: 'missed',
      published: 3.844,
      error: 0.15,
      ours: () => Math.max(...latencies),
      why: noise,
    },
    // Expected: a factor of 1 to 2, as only a put's way at each level of the tree and an estimate for the node were known.
    { name: 'barrier, us', kind: 'held out', published: 48.7, error: 0.5, ours: () => collective('barrier', 0) },
    {
      name: 'reduction of 8 B, us',
      kind: 'input',
      published: 231.2,
      error: 0.01,
      ours: () => collective('allreduce', 8),
    },
    ...[
      [16, 221.6],
      [32, 220],
      [64, 208.3],
    ].map(
      ([bytes, published]): Figure => ({
        name: `bcast of ${bytes} B, us`,
        ...{ kind: 'held out', published: published!, error: 0.08 },
        ours: () => collective('broadcast', bytes!),
      }),
    ),
    { name: 'all2all round 4, MiB/s of a task', kind: 'input', published: 599.195, error: 0.01, ours: exchange },
    { name: 'all2all round 3, MiB/s of a task', kind: 'held out', published: 595.988, error: 0.03, ours: exchange },
    {
      name: 'all2all round 1, MiB/s of a task',
      kind: 'missed',
      published: 570.786,
      error: 0.03,
      ours: exchange,
      why: early,
    },
    {
      name: 'all2all round 2, MiB/s of a task',
      kind: 'missed',
      published: 570.553,
      error: 0.03,
      ours: exchange,
      why: early,
    },
  ]);

  test('held out: a barrier by puts, fan-out 2 up and down, 3 us on the octant, is within a factor of 2 of 48.70 us', () => {
    const average = latencies.reduce((a, b) => a + b) / 8192;
    const barrier = 2 * Math.ceil(Math.log2(1478)) * average + 3;
    expect(barrier / 48.7).toBeGreaterThan(0.5);
    expect(barrier / 48.7).toBeLessThan(2);
  });

  test('held out: links D of a pair of supernodes are far from full with 8, over-full with 1', () => {
    const span = exchangeInNodes(p775, 32, 21_504);
    const busiest = (pairsOfLinks: number) => {
      const with_ = paths(`p775,pairs=${pairsOfLinks}`, 1478);
      const topology = with_.topology as Direct;
      const loads = new Map<number, number>();
      for (let source = 0; source < 32; source++)
        for (let target = 32; target < 64; target++)
          for (const link of topology.route(source, target).links)
            if (topology.classOf(link) === 'd') loads.set(link, (loads.get(link) ?? 0) + 1);
      const bytes = Math.max(...loads.values()) * 32 * 32 * 21_504;
      return (bytes * SECOND) / span / 10e9;
    };
    expect(busiest(8)).toBeLessThan(0.3);
    expect(busiest(1)).toBeGreaterThan(1);
  });
});

describe('the clusters of Bell et al.: what their presets were chosen by', () => {
  const near = (asked: string) => paths(asked, 2);
  const rows = [
    ['elan3-alpha', 5.5, 6.4, 5.0],
    ['elan4-itanium2', 2.6, 4.6, 3.0],
    ['ib-vapi-opteron', 9, 11, 5.8],
    ['ib-vapi-g5', 9, 11, 6.5],
    ['gm-xeon', 12, 17, 9.5],
  ] as const;
  compare(
    rows.flatMap(([name, put, get, mpi]): Figure[] => [
      {
        name: `${name}: put of 8 B complete, us`,
        kind: 'input',
        published: put,
        error: 0.01,
        ours: () => us(putComplete(near(name), 0, 1, 8)),
      },
      {
        name: `${name}: get of 8 B, us`,
        kind: 'input',
        published: get,
        error: 0.01,
        ours: () => us(getSpan(near(name), 0, 1, 8)),
      },
      {
        name: `${name}: MPI one way, us`,
        kind: 'input',
        published: mpi,
        error: 0.01,
        ours: () => us(messageSpan(near(name), 0, 1, 0)),
      },
    ]),
  );
  compare([
    {
      name: 'gm-xeon: half of 240 MB/s at 1.3 KB (N1/2)',
      kind: 'input',
      published: 120e6,
      error: 0.01,
      ours: () => floodBandwidth(near('gm-xeon'), 0, 1, 1300),
    },
    {
      name: 'gm-xeon: GM one way, us',
      kind: 'input',
      published: 8.5,
      error: 0.01,
      ours: () => us(putOneWay(near('gm-xeon'), 0, 1, 0)) + 0.24,
    },
    {
      name: 'ib-vapi-opteron: verbs one way, us',
      kind: 'input',
      published: 5,
      error: 0.01,
      ours: () => us(putOneWay(near('ib-vapi-opteron'), 0, 1, 0)) + 0.4,
    },
  ]);

  test('held out: round trips of put and get are shorter than of MPI on Elan4', () => {
    const elan4 = near('elan4-itanium2');
    const there = 2 * messageSpan(elan4, 0, 1, 8);
    expect(putComplete(elan4, 0, 1, 8)).toBeLessThan(there);
    expect(getSpan(elan4, 0, 1, 8)).toBeLessThan(there);
  });
});

describe('NAS FT by overlap: bounds of the gain over an exchange, from compute and transfer alone', () => {
  /** NPB 2.4's count of floating-point operations, an iteration. */
  const flopsOf = (points: number) => points * (5.23518 + 7.21113 * Math.log(points));
  const D = { points: 2048 * 1024 * 1024, ranks: 256 };
  const C = { points: 512 ** 3, ranks: 64 };

  function gain(name: string, { points, ranks }: typeof D): number {
    const perNode = machine(name).node.ranks;
    const made = paths(name, ranks / perNode);
    const compute = computeSpan(made.machine, { flops: flopsOf(points) / ranks });
    const transfer = exchangeInNodes(made, perNode, (points * 16) / ranks ** 2);
    return (compute + transfer) / Math.max(compute, transfer);
  }

  const baseline = "MPI's exchange there is slower than the bus allows, and another FFT: not in the model";
  compare([
    { name: 'Elan3, class D', kind: 'held out', published: 1.8, error: 0.1, ours: () => gain('elan3-alpha', D) },
    { name: 'Elan4, class D', kind: 'held out', published: 1.9, error: 0.1, ours: () => gain('elan4-itanium2', D) },
    {
      name: 'Myrinet, class C, average of all',
      kind: 'held out',
      published: 1.8,
      error: 0.1,
      ours: () => gain('gm-xeon', C),
    },
    {
      name: 'InfiniBand, class D',
      kind: 'missed',
      published: 1.9,
      error: 0.1,
      ours: () => gain('ib-vapi-opteron', D),
      why: baseline,
    },
  ]);

  test('held out: on InfiniBand the bound is 25 to 35 % low, as said beforehand', () => {
    const off = 1 - gain('ib-vapi-opteron', D) / 1.9;
    expect(off).toBeGreaterThan(0.25);
    expect(off).toBeLessThan(0.35);
  });
});

describe('SFI (Luo et al.): 402 instructions of software, 1.1 cycles each', () => {
  test.each([
    ['1GHz', 442],
    ['1.8GHz', 246],
    ['2.93GHz', 151],
  ])('held out: at %s, %i ns', (clock, published) => {
    const span = computeSpan(machine(`mvapich2x-qdr,clock=${clock}`), { instructions: 402 });
    expect(Math.round(span / NANOSECOND)).toBe(published);
  });
});
