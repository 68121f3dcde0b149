/** Where ranks are, and what they do on their node. */
import { describe, expect, test } from 'vitest';
import { computeSpan } from '../../runtime/machines/compute.ts';
import { Torus } from '../../runtime/machines/fabrics/torus.ts';
import { Nodes } from '../../runtime/machines/nodes.ts';
import { block, cyclic, listed, mapped, type Placement } from '../../runtime/machines/placement.ts';
import { placeRanks } from '../../runtime/machines/placing.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { MICROSECOND } from '../../runtime/machines/time.ts';

const SHAPES = [
  [2, 2, 2],
  [2, 2, 4],
];
const places = (placement: Placement) =>
  Array.from({ length: placement.ranks }, (_, rank) => `${placement.nodeOf(rank)}.${placement.localOf(rank)}`);

describe('placements', () => {
  test('block and cyclic', () => {
    expect(places(block(5, 2))).toEqual(['0.0', '0.1', '1.0', '1.1', '2.0']);
    expect(places(cyclic(5, 2))).toEqual(['0.0', '1.0', '2.0', '0.1', '1.1']);
    expect([block(5, 2).nodes, cyclic(5, 2).nodes]).toEqual([3, 3]);
  });

  test('ABCDET fills nodes, E next; TEDCBA goes along A first', () => {
    const torus = new Torus([2, 2, 4, 4, 2], 0, 1);
    const at = (mapping: string, rank: number) => {
      const placement = mapped(2048, 16, mapping, torus.shape);
      return [...torus.coordinatesOf(placement.nodeOf(rank)), placement.localOf(rank)].join('');
    };
    expect([0, 15, 16, 32, 2047].map((rank) => at('ABCDET', rank))).toEqual([
      '000000',
      '0000015',
      '000010',
      '000100',
      '1133115',
    ]);
    expect([0, 1, 2, 16].map((rank) => at('TEDCBA', rank))).toEqual(['000000', '100000', '010000', '000100']);
  });

  test.each(['ABCDET', 'TEDCBA', 'ATBECD'])('%s has each place once', (mapping) => {
    expect(new Set(places(mapped(2048, 16, mapping, [2, 2, 4, 4, 2]))).size).toBe(2048);
  });

  test('mappings that are none', () => {
    expect(() => mapped(4, 1, 'ABT', [2, 2, 2])).toThrow(
      '--map=ABT: give each of ABCT once, the fastest last, as in ABCT',
    );
    expect(() => mapped(9, 1, 'ABCT', [2, 2, 2])).toThrow('--map=ABCT: 9 ranks, 1 a node: the torus 2x2x2 holds 8');
  });

  test('a list, by node or by coordinates', () => {
    const at = (text: string, ranks: number) => places(listed(text, 'map', { ranks, places: 4, shapes: SHAPES }));
    expect(at('1 0\n0 0 # root\n\n1 1\n7\n', 3)).toEqual(['1.0', '0.0', '1.1']);
    expect(at('1\n1 2\n0\n1', 4)).toEqual(['1.0', '1.2', '0.0', '1.3']);
    expect(at('1 0 1 3', 1)).toEqual(['5.3']);
    expect(at('1 0 2 3', 1)).toEqual(['10.3']); // of the larger shape
  });

  test.each([
    ['1 0', '--map=map: it has lines for 1 of 2 ranks: give one for each'],
    [
      '1 0\n1 2 3',
      "map:2: '1 2 3': these are 3 numbers; give the rank's node, and its place there if you like, as in '3' or '3 0', or the node's 3 coordinates and the place, as in '0 0 0 3'",
    ],
    ['0\n1 x', "map:2: '1 x': 'x' is none of 0 to 16777215; give the rank's node"],
    ['0\n16777216', "map:2: '16777216': '16777216' is none of 0 to 16777215; give the rank's node"],
    ['1 0\n1 0', 'map:2: rank 0 has the same place: give each its own'],
    ['1 0\n1 4', 'map:2: place 4 of node 1: it has 4 hardware threads, 0 to 3; give another node'],
    ['0\n1 0 4 0', 'map:2: coordinate C is 4, the torus is 2x2x4: give 0 to 3'],
  ])('a list that is wrong: %j', (text, message) => {
    expect(() => listed(text, 'map', { ranks: 2, places: 4, shapes: SHAPES })).toThrow(message);
  });
});

test('a job is placed as the machine does, or as it asks', () => {
  const bgq = machineFor('bgq', () => undefined);
  const coordinates = (map: string) => placeRanks(bgq, 2048, { perNode: 16, map }).nodeOf(17);
  expect([placeRanks(bgq, 40).nodeOf(17), coordinates('ABCDET'), coordinates('TABCDE')]).toEqual([1, 1, 17]);
  expect(placeRanks(bgq, 40, { perNode: 8, map: 'ABCDET' }).nodes).toBe(32);
  expect(placeRanks(bgq, 40, { perNode: 8, map: 'cyclic' }).nodeOf(17)).toBe(2);
  const p775 = machineFor('p775', () => undefined);
  expect(() => placeRanks(p775, 40, { map: 'ABCDET' })).toThrow(
    '--map=ABCDET: p775 is no torus, whose dimensions have letters: give block, cyclic, or a file as in ./ranks',
  );
  expect(() => placeRanks(bgq, 40, { perNode: 65 })).toThrow(
    '--per-node=65: a node of bgq has 64 hardware threads, one for each rank: give 1 to 64',
  );
  expect(() => placeRanks(bgq, 40, { perNode: 8, map: './ranks' })).toThrow(
    '--per-node=8: the file ./ranks says how many ranks a node has; leave out the flag',
  );
  expect(() => placeRanks(bgq, 4_000_000)).toThrow('250000 nodes: the largest shape of bgq is 16x12x16x16x2');
});

describe('nodes', () => {
  const machine = machineFor('gm-xeon,start=0ns', () => undefined);

  test('ranks of a node compute at a time, as many as it has cores; then one after the other', () => {
    const nodes = new Nodes(machine, block(4, 4));
    const ends = [0, 1, 2, 3].map((rank) => nodes.occupy(rank, 0, MICROSECOND));
    expect(ends).toEqual([MICROSECOND, MICROSECOND, 2 * MICROSECOND, 2 * MICROSECOND]);
  });

  test('instructions and strided bytes come on top of flops', () => {
    expect(computeSpan(machine, { flops: 550 })).toBe(MICROSECOND);
    expect(computeSpan(machine, { flops: 550, instructions: 3000, strided: 600 })).toBe(3 * MICROSECOND);
  });

  test('copies go at the rate of their size; beyond the caches ranks share the memory', () => {
    const alone = new Nodes(machine, block(2, 2));
    expect([1024, 65_536].map((bytes) => alone.copy(0, 0, bytes))).toEqual([128_000, 128_000 + 16_384_000]);
    const nodes = new Nodes(
      machineFor('gm-xeon,start=0ns,bandwidth=1.5GB/s', () => undefined),
      block(2, 2),
    );
    const bytes = 12_000_000; // 10 ms alone, 8 ms of the memory
    expect([nodes.copy(0, 0, bytes), nodes.copy(1, 0, bytes)]).toEqual([1e10, 1.6e10]);
  });
});
