/** Noise: interruptions once a period, stragglers by seed; what a rank loses by them does not depend on how its work is cut. */
import { describe, expect, test } from 'vitest';
import { Noise } from '../../runtime/machines/noise.ts';
import { block } from '../../runtime/machines/placement.ts';
import { machineFor } from '../../runtime/machines/presets.ts';
import { generator } from './random.ts';

const noiseOf = (asked: string, ranks = 4, perNode = 1) =>
  new Noise(
    machineFor(`bgq,${asked}`, () => undefined),
    block(ranks, perNode),
  );

describe('interruptions', () => {
  const noise = noiseOf('noise.period=1us,noise.span=100ns');

  test('each whole period costs one', () => {
    for (let periods = 1; periods < 50; periods++)
      expect(noise.endOf(0, 0, periods * 900_000 + 1)).toBeGreaterThanOrEqual(periods * 1e6);
    for (let periods = 1; periods < 50; periods++)
      expect(noise.endOf(0, 0, periods * 900_000)).toBeLessThanOrEqual(periods * 1e6);
  });

  test('work in two parts ends when it does in one', () => {
    const next = generator(5);
    for (let k = 0; k < 2000; k++) {
      const [rank, at, first, second] = [next(4), next(1e7), 1 + next(3e6), 1 + next(3e6)];
      expect(noise.endOf(rank, noise.endOf(rank, at, first), second)).toBe(noise.endOf(rank, at, first + second));
    }
  });

  test('threads and seeds differ, the same seed does not', () => {
    const ends = (made: Noise, rank: number) =>
      Array.from({ length: 50 }, (_, k) => made.endOf(rank, k * 300_000, 300_000));
    expect(ends(noise, 0)).not.toEqual(ends(noise, 1));
    expect(ends(noise, 0)).toEqual(ends(noiseOf('noise.period=1us,noise.span=100ns'), 0));
    expect(ends(noise, 0)).not.toEqual(ends(noiseOf('noise.period=1us,noise.span=100ns,noise.seed=2'), 0));
  });

  test('no work takes no time', () => expect(noise.endOf(0, 12_345, 0)).toBe(12_345));

  test('the period must leave something', () =>
    expect(() => noiseOf('noise.period=1us,noise.span=1us')).toThrow(
      'noise.span is 1 us: give less than noise.period, which is 1 us, so that something is left for the ranks',
    ));

  test.each([
    [
      'period=1us',
      'noise.period alone disturbs nobody: give noise.span too, the time that an interruption takes, as in noise.span=20us',
    ],
    [
      'slowdown=3',
      'noise.slowdown alone disturbs nobody: give noise.slow too, the share of nodes that are slow, as in noise.slow=0.01',
    ],
    ['noise.seed=3', 'noise.seed alone disturbs nobody: give noise.span or noise.slow too, '],
  ])('%s alone is refused', (asked, why) => expect(() => noiseOf(asked)).toThrow(why));

  test.each(['noise.span=20us', 'noise.period=1ms,noise.span=0us', 'noise.seed=3,slow=0.1'])('%s does', (asked) =>
    expect(noiseOf(asked)).toBeDefined(),
  );
});

describe('stragglers', () => {
  test('so many of the nodes, with all their ranks', () => {
    const noise = noiseOf('slow=0.25,slowdown=3', 8192, 2);
    const slow = Array.from({ length: 4096 }, (_, node) => noise.isSlow(node));
    const share = slow.filter(Boolean).length / slow.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
    for (let rank = 0; rank < 100; rank++) expect(noise.endOf(rank, 5, 100)).toBe(slow[rank >> 1] ? 305 : 105);
  });

  test('a machine without noise', () => expect(noiseOf('latency=1us').endOf(3, 7, 1000)).toBe(1007));
});
