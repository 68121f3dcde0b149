/** Max-min fair rates: by their definition, against filling in small steps, and where the answer is known. */
import { describe, expect, test } from 'vitest';
import { type Flow, MaxMin } from '../../runtime/machines/maxmin.ts';
import { generator } from './random.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;
const flow = (resources: readonly number[], limit = UNLIMITED): Flow => ({ resources, limit });
const rates = (flows: readonly Flow[], capacities: readonly number[]): number[] => [
  ...new MaxMin(capacities.length, (resource) => capacities[resource]!).ratesOf(flows),
];

describe('known answers', () => {
  test('one resource is shared alike', () => {
    expect(rates([flow([0]), flow([0]), flow([0]), flow([0])], [8])).toEqual([2, 2, 2, 2]);
  });

  test("the textbook's line: a long flow and one for each link (Bertsekas and Gallager, 6.5.2)", () => {
    expect(rates([flow([0, 1]), flow([0]), flow([1]), flow([1])], [6, 12])).toEqual([3, 3, 4.5, 4.5]);
  });

  test('limits leave the rest to others', () => {
    expect(rates([flow([0], 1), flow([0]), flow([0], 100)], [9])).toEqual([1, 4, 4]);
    expect(rates([flow([], 5)], [])).toEqual([5]);
    expect(rates([], [])).toEqual([]);
  });

  test('what a flow passes twice, it fills twice as fast', () => {
    expect(rates([flow([0, 0])], [8])).toEqual([4]);
    expect(rates([flow([0, 0]), flow([0])], [9])).toEqual([3, 3]);
  });
});

test('rates found again do not depend on what was found before', () => {
  const found = new MaxMin(3, (resource) => [6, 12, 1][resource]!);
  const once = [...found.ratesOf([flow([0, 1]), flow([0]), flow([1]), flow([1])])];
  expect([...found.ratesOf([flow([2]), flow([1, 2])])]).toEqual([0.5, 0.5]);
  expect([...found.ratesOf([flow([0, 1]), flow([0]), flow([1]), flow([1])])]).toEqual(once);
});

describe.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('random flows, seed %i', (seed) => {
  const random = generator(seed);
  const capacities = Array.from({ length: 2 + random(12) }, () => 1 + random(50));
  const flows = Array.from({ length: 1 + random(25) }, () =>
    flow(
      Array.from({ length: 1 + random(5) }, () => random(capacities.length)),
      random(3) === 0 ? 1 + random(10) : UNLIMITED,
    ),
  );
  const found = rates(flows, capacities);
  const used = capacities.map((_, resource) =>
    flows.reduce((sum, { resources }, f) => sum + found[f]! * resources.filter((each) => each === resource).length, 0),
  );

  test('no resource carries more than it can', () => {
    for (const [resource, sum] of used.entries()) expect(sum).toBeLessThanOrEqual(capacities[resource]! * (1 + 1e-9));
  });

  test('no flow can be raised without lowering one that is not larger', () => {
    for (const [f, { resources, limit }] of flows.entries()) {
      const isAtLimit = found[f]! >= limit * (1 - 1e-9);
      const bottleneck = resources.some(
        (resource) =>
          used[resource]! >= capacities[resource]! * (1 - 1e-9) &&
          flows.every((other, g) => !other.resources.includes(resource) || found[g]! <= found[f]! * (1 + 1e-9)),
      );
      expect(isAtLimit || bottleneck).toBe(true);
    }
  });

  test('filling in small steps comes to the same', () => {
    const grown = filledSlowly(flows, capacities, 1e-3);
    for (const [f, rate] of grown.entries()) expect(Math.abs(rate - found[f]!)).toBeLessThanOrEqual(0.05);
  });
});

/** All flows that can grow do, by a step at a time. */
function filledSlowly(flows: readonly Flow[], capacities: readonly number[], step: number): number[] {
  const grown = flows.map(() => 0);
  const stopped = flows.map(() => false);
  const left = [...capacities];
  while (stopped.includes(false))
    for (const [f, { resources, limit }] of flows.entries()) {
      if (stopped[f]) continue;
      for (const resource of resources) left[resource]! -= step;
      stopped[f] = grown[f]! + step > limit || resources.some((resource) => left[resource]! < 0);
      if (stopped[f]) for (const resource of resources) left[resource]! += step;
      else grown[f]! += step;
    }
  return grown;
}
