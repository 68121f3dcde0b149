/**
 * The models beside published figures, in closed form and on empty machines.
 *
 * The numbers are those of the figures (test/figures/figure.ts: input, held out). One with a reason is outside of the error that was expected before it was
 * computed: it must go on missing, or lose its reason.
 */
import { describe, expect, test } from 'vitest';
import {
  floodBandwidth,
  floodSpan,
  getSpan,
  halfBandwidthSize,
  messageSpan,
  putComplete,
  putLocal,
  putOneWay,
} from '../../runtime/machines/analytic.ts';
import { type Collective, collectiveSpan, HardwareCollectives } from '../../runtime/machines/collectives.ts';
import { computeSpan } from '../../runtime/machines/compute.ts';
import type { Direct } from '../../runtime/machines/fabrics/direct.ts';
import { Paths } from '../../runtime/machines/paths.ts';
import { block, mapped } from '../../runtime/machines/placement.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { MICROSECOND, NANOSECOND, type Picoseconds, SECOND } from '../../runtime/machines/time.ts';
import * as armci from '../figures/armci/published.ts';
import type { Published } from '../figures/figure.ts';
import * as openshmem from '../figures/openshmem/published.ts';
import { CLASS_C, CLASS_D, gainBound } from '../figures/overlap/gain.ts';
import * as overlap from '../figures/overlap/published.ts';
import * as sfi from '../figures/sfi/published.ts';
import { isWithin } from '../figures/verdicts.ts';
import { exchangeInNodes } from '../support/exchange-bounds.ts';
import { generator } from './random.ts';

const machine = (asked: string) => machineFor(asked, () => undefined);
const paths = (asked: string, nodes: number) => new Paths(machine(asked), nodes);
const us = (span: number) => span / MICROSECOND;

/** What ours is in the unit of the number. */
interface Compared {
  readonly published: Published;
  readonly ours: () => number;
}

const compared = (published: Published, ours: () => number): Compared => ({ published, ours });

function compare(all: readonly Compared[]): void {
  test.each(all)(
    '$published.kind: $published.name, $published.value within $published.error',
    ({ published, ours }) => {
      const isIn = isWithin(ours() / published.value - 1, published.error);
      expect(isIn, published.why).toBe(published.why === undefined);
    },
  );
}

/** Strided transfers as a list of contiguous ones, begun one after the other: each chunk takes a flooded operation's time. */
function stridedSpan(paths: Paths, source: number, target: number, bytes: number, chunk: number): Picoseconds {
  const { latency, complete } = paths.machine.nic;
  const chunks = Math.ceil(bytes / chunk);
  return chunks * floodSpan(paths, source, target, chunk) + latency + paths.delayBetween(source, target) + complete;
}

describe('Blue Gene/Q, ARMCI (Vishnu et al.): 2048 ranks on 128 nodes', () => {
  const bgq = paths('bgq', 128);
  const adjacent = 1;
  const placement = mapped(2048, 16, 'ABCDET', [2, 2, 4, 4, 2]);
  const nodeOf = (rank: number) => placement.nodeOf(rank);
  const latencies = Array.from({ length: 2048 - 16 }, (_, k) => us(getSpan(bgq, 0, nodeOf(k + 16), 16)));

  const megabytes = (bytes: number) => floodBandwidth(bgq, 0, adjacent, bytes) / 1e6;
  compare([
    compared(armci.GET, () => Math.min(...latencies)),
    compared(armci.PUT, () => us(putLocal(bgq, 0, adjacent, 16))),
    compared(armci.PEAK, () => megabytes(2 ** 20)),
    compared(armci.HALF, () => megabytes(2048)),
    compared(armci.LONGEST, () => Math.max(...latencies)),
    compared(armci.RANGE, () => Math.max(...latencies) - Math.min(...latencies)),
    compared(armci.EFFICIENCY, () => megabytes(16_384) / armci.LINK_PEAK),
    compared(armci.PER_BYTE, () => floodSpan(bgq, 0, adjacent, 4096) / 4096 / NANOSECOND),
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
    compared({ name: 'allreduce of 8 B on 98,304 nodes', kind: 'input', value: 10.25, unit: 'us', error: 0.01 }, () =>
      span(98_304, 'allreduce'),
    ),
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
  /** MiB/s of a task when each sends so much to each. */
  const exchange = () =>
    (openshmem.EXCHANGED * openshmem.TASKS) / 2 ** 20 / (exchangeInNodes(p775, 32, openshmem.EXCHANGED) / SECOND);

  /** Of all tasks, by BSR and CAU. */
  const hardware = new HardwareCollectives(p775, block(openshmem.TASKS, 32));
  const collective = (kind: Collective['kind'], bytes: number) => us(collectiveSpan(hardware, { kind, bytes }));
  /** Sizes that the hardware carries, but the first, which has the cold start. */
  const carried = openshmem.BROADCASTS.filter(({ x }) => x > 8 && x <= 64);

  compare([
    compared(openshmem.BARRIER, () => collective('barrier', 0)),
    compared(openshmem.REDUCE, () => collective('allreduce', 8)),
    ...carried.map(({ x, y }) =>
      compared({ name: `broadcast of ${x} B`, kind: 'held out', value: y, unit: 'us', error: 0.08 }, () =>
        collective('broadcast', x),
      ),
    ),
    compared(openshmem.AVERAGE, () => latencies.reduce((a, b) => a + b) / 8192),
    compared(openshmem.FIRST, () => us(p775.machine.nic.cold) + openshmem.AVERAGE.value),
    compared(openshmem.SHORTEST, () => Math.min(...latencies)),
    compared(openshmem.LONGEST, () => Math.max(...latencies)),
    ...openshmem.ROUNDS.map((round) => compared(round, exchange)),
  ]);

  test('held out: a barrier by puts, fan-out 2 up and down, 3 us on the octant, is within a factor of 2 of 48.70 us', () => {
    const average = latencies.reduce((a, b) => a + b) / 8192;
    const barrier = 2 * Math.ceil(Math.log2(1478)) * average + 3;
    expect(barrier / openshmem.BARRIER.value).toBeGreaterThan(0.5);
    expect(barrier / openshmem.BARRIER.value).toBeLessThan(2);
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
  const input = (name: string, value: number, unit: string): Published => ({
    name,
    kind: 'input',
    value,
    unit,
    error: 0.01,
  });
  compare(
    overlap.CLUSTERS.flatMap(([name, put, get, mpi]) => [
      compared(input(`${name}: put of 8 B complete`, put, 'us'), () => us(putComplete(near(name), 0, 1, 8))),
      compared(input(`${name}: get of 8 B`, get, 'us'), () => us(getSpan(near(name), 0, 1, 8))),
      compared(input(`${name}: MPI one way`, mpi, 'us'), () => us(messageSpan(near(name), 0, 1, 0))),
    ]),
  );
  const oneWay = (name: string) => us(putOneWay(near(name), 0, 1, 0));
  compare([
    compared(
      input('gm-xeon: half of 240 MB/s at 1.3 KB (N1/2)', 120, 'MB/s'),
      () => floodBandwidth(near('gm-xeon'), 0, 1, 1300) / 1e6,
    ),
    compared(input('gm-xeon: GM one way', 8.5, 'us'), () => oneWay('gm-xeon') + 0.24),
    compared(input('ib-vapi-opteron: verbs one way', 5, 'us'), () => oneWay('ib-vapi-opteron') + 0.4),
  ]);

  test('held out: round trips of put and get are shorter than of MPI on Elan4', () => {
    const elan4 = near('elan4-itanium2');
    const there = 2 * messageSpan(elan4, 0, 1, 8);
    expect(putComplete(elan4, 0, 1, 8)).toBeLessThan(there);
    expect(getSpan(elan4, 0, 1, 8)).toBeLessThan(there);
  });
});

describe('NAS FT by overlap: bounds of the gain over an exchange, from compute and transfer alone', () => {
  compare([
    compared(overlap.GAINS.elan3, () => gainBound('elan3-alpha', CLASS_D)),
    compared(overlap.GAINS.elan4, () => gainBound('elan4-itanium2', CLASS_D)),
    compared(overlap.GAINS.myrinet, () => gainBound('gm-xeon', CLASS_C)),
    compared(overlap.GAINS.infiniband, () => gainBound('ib-vapi-opteron', CLASS_D)),
  ]);

  test('held out: on InfiniBand the bound is 25 to 35 % low, as said beforehand', () => {
    const off = 1 - gainBound('ib-vapi-opteron', CLASS_D) / overlap.GAINS.infiniband.value;
    expect(off).toBeGreaterThan(0.25);
    expect(off).toBeLessThan(0.35);
  });
});

describe('SFI (Luo et al.): 402 instructions of software, 1.1 cycles each', () => {
  compare(
    sfi.OVERHEADS.map(([clock, published]) =>
      compared(
        published,
        () => computeSpan(machine(`mvapich2x-qdr,clock=${clock}`), { instructions: sfi.INSTRUCTIONS }) / NANOSECOND,
      ),
    ),
  );
});
