/** Pairs of ranks that have had to do with each other: by bits in small jobs, by sets in large ones. */
import { describe, expect, test } from 'vitest';
import { Pairs } from '../../runtime/machines/pairs.ts';
import { generator } from './random.ts';

describe.each([7, 64, 1000, 47_296])('of %i ranks', (ranks) => {
  test('a pair is new once, and its reverse is another one', () => {
    const pairs = new Pairs(ranks);
    const known = new Set<string>();
    const random = generator(ranks);
    for (let k = 0; k < 3000; k++) {
      const [source, target] = [random(ranks), random(ranks)];
      expect(pairs.add(source, target)).toBe(!known.has(`${source} ${target}`));
      known.add(`${source} ${target}`);
    }
  });

  test('the first and the last rank', () => {
    const pairs = new Pairs(ranks);
    expect(pairs.add(0, ranks - 1)).toBe(true);
    expect(pairs.add(ranks - 1, 0)).toBe(true);
    expect(pairs.add(0, ranks - 1)).toBe(false);
    expect(pairs.add(ranks - 1, 0)).toBe(false);
  });
});
