/** Collective operations by hardware: what it takes, what it leaves to messages, and how long it is at it. */
import { describe, expect, test } from 'vitest';
import { type Collective, HardwareCollectives } from '../../runtime/machines/collectives.ts';
import { Paths } from '../../runtime/machines/paths.ts';
import { block, type Placement } from '../../runtime/machines/placement.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { NANOSECOND } from '../../runtime/machines/time.ts';

function hardwareOf(asked: string, placement: Placement) {
  const machine = machineFor(asked, () => undefined);
  return { machine, hardware: new HardwareCollectives(new Paths(machine, placement.nodes), placement) };
}

const ALL = { id: 0, ranks: undefined };
const BARRIER: Collective = { kind: 'barrier', bytes: 0 };
const sumOf = (type: string, bytes = 8, operation = 'sum'): Collective => ({
  kind: 'allreduce',
  bytes,
  type,
  operation,
});
const group = (...ranks: number[]) => ({ id: ranks.length, ranks });

describe('what the hardware does', () => {
  test('Power 775: 64 bytes, sums of integers and floating-point numbers of 32 and 64 bits', () => {
    const { hardware } = hardwareOf('p775', block(64, 32));
    const does = (collective: Collective) => hardware.does(collective, ALL);
    expect(
      [BARRIER, sumOf('f64', 64), sumOf('i32', 4, 'bxor'), { kind: 'broadcast' as const, bytes: 64 }].map(does),
    ).toEqual(Array(4).fill(true));
    const others = [
      sumOf('f64', 72),
      sumOf('i16', 2),
      sumOf('f64', 8, 'prod'),
      { kind: 'broadcast' as const, bytes: 65 },
    ];
    expect(others.map(does)).toEqual(Array(4).fill(false));
  });

  test('so many groups have it, the first that ask; those of one node meet without it', () => {
    const { hardware } = hardwareOf('p775,groups=2', block(128, 32));
    const teams = [group(0, 32), group(0, 32, 64), group(32, 64, 96, 97), group(1, 33), group(2, 3)];
    expect(teams.map((team) => hardware.does(BARRIER, team))).toEqual([true, true, false, false, true]);
    expect(hardware.does(BARRIER, teams[0]!)).toBe(true);
    expect(hardware.does(sumOf('i32'), teams[4]!)).toBe(false); // memory is as good
    expect(hardware.does(BARRIER, ALL)).toBe(true);
  });

  test('Blue Gene/Q: nodes of a box', () => {
    const { hardware } = hardwareOf('bgq', block(512, 16)); // 2x2x2x2x2
    expect(hardware.does(BARRIER, group(0, 16, 32, 48))).toBe(true);
    expect(hardware.does(BARRIER, group(0, 16, 32))).toBe(false);
    expect(hardware.does(BARRIER, group(0, 256, 257))).toBe(true); // two nodes, along A
  });

  test('Quadrics: barriers and broadcasts, of nodes side by side', () => {
    const { hardware } = hardwareOf('elan3-alpha', block(64, 4));
    expect(hardware.does({ kind: 'broadcast', bytes: 1e6 }, ALL)).toBe(true);
    expect(hardware.does(sumOf('f64'), ALL)).toBe(false);
    expect([group(8, 12, 16), group(0, 8)].map((team) => hardware.does(BARRIER, team))).toEqual([true, false]);
  });

  test('none by software, nor on machines without', () => {
    for (const name of ['p775,collectives=software', 'gm-xeon'])
      expect(hardwareOf(name, block(64, 2)).hardware.does(BARRIER, ALL)).toBe(false);
  });
});

describe('its times', () => {
  test('of one node: ranks meet', () => {
    const { hardware, machine } = hardwareOf('p775', block(32, 32));
    expect(hardware.span(BARRIER, ALL)).toBe(machine.device.meet);
  });

  test('a tree of routers: twice the longest way through the torus', () => {
    const { hardware, machine } = hardwareOf('bgq', block(2048, 16)); // 2x2x4x4x2: 1 + 1 + 2 + 2 + 1 hops
    const { meet, entry } = machine.device;
    expect(hardware.span(BARRIER, ALL)).toBe(meet + entry + 2 * 7 * 40 * NANOSECOND);
    const two = group(0, 16);
    expect(hardware.span({ kind: 'broadcast', bytes: 1800 }, two)).toBe(meet + entry + 1040 * NANOSECOND);
  });

  test('a tree of nodes: an adapter and a route at each level, up and down', () => {
    const times = [2, 3, 7].map((nodes) => {
      const { hardware, machine } = hardwareOf('p775', block(32 * nodes, 32));
      return (hardware.span(BARRIER, ALL) - machine.device.meet) / (2 * (machine.nic.latency + 105 * NANOSECOND));
    });
    expect(times).toEqual([1, 1, 2]);
    const wide = hardwareOf('p775,fanout=6', block(224, 32));
    expect(wide.hardware.span(BARRIER, ALL) - wide.machine.device.meet).toBe(
      2 * (wide.machine.nic.latency + 105 * NANOSECOND),
    );
  });

  test('switches: a packet to all, and their answers', () => {
    const { hardware, machine } = hardwareOf('elan3-alpha', block(64, 4)); // 16 nodes, two levels: three switches
    const { latency, acknowledge } = machine.nic;
    expect(hardware.span(BARRIER, ALL)).toBe(machine.device.meet + latency + acknowledge + 2 * 3 * 35 * NANOSECOND);
  });
});

test('sums are added node by node, then along the tree', () => {
  const { hardware } = hardwareOf('p775', block(8, 2));
  expect(hardware.steps(ALL)).toEqual([
    ...[
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ],
    ...[
      [2, 6],
      [0, 4],
      [0, 2],
    ],
  ]);
});

test.each(['bgq', 'p775', 'elan4-itanium2'])('%s: where the network takes no time, its hardware takes none', (name) => {
  const { hardware } = hardwareOf(`${name},transfers=instant`, block(64, 2));
  const { hardware: real } = hardwareOf(name, block(64, 2));
  expect(real.span(BARRIER, ALL)).toBeGreaterThan(1000 * NANOSECOND);
  // Along a tree of units each adapter's way is one nanosecond.
  expect(hardware.span(BARRIER, ALL)).toBeLessThan(20 * NANOSECOND);
});
