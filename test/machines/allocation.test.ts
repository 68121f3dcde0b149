/** Flows that come and go: shares found near a change are those of all flows found at once. */
import { describe, expect, test } from 'vitest';
import { Allocation, type Sharing } from '../../runtime/machines/allocation.ts';
import { MaxMin } from '../../runtime/machines/maxmin.ts';
import { generator } from './random.ts';

const NEW = { share: 0, isConcerned: false, looked: 0 };

describe.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('random flows, seed %i', (seed) => {
  const random = generator(seed);
  const capacities = Array.from({ length: 2 + random(30) }, () => 1 + random(50));
  const rateOf = (resource: number) => capacities[resource]!;
  const flow = (): Sharing => ({
    resources: Array.from({ length: 1 + random(5) }, () => random(capacities.length)),
    limit: random(3) === 0 ? 1 + random(10) : Number.POSITIVE_INFINITY,
    ...NEW,
  });

  test('after each change the shares are max-min fair', () => {
    const allocation = new Allocation(capacities.length, rateOf);
    const flows: Sharing[] = [];
    for (let round = 0; round < 60; round++) {
      for (let changes = random(4); changes >= 0; changes--)
        if (flows.length > 0 && random(5) < 2) allocation.remove(flows.splice(random(flows.length), 1)[0]!);
        else allocation.add(flows[flows.push(flow()) - 1]!);
      const before = flows.map(({ share }) => share);
      const changed = new Set(allocation.settle());
      const expected = new MaxMin(capacities.length, rateOf).ratesOf(flows);
      for (const [k, each] of flows.entries()) {
        expect(Math.abs(each.share / expected[k]! - 1)).toBeLessThan(1e-6);
        if (!changed.has(each)) expect(each.share).toBe(before[k]);
      }
    }
  });
});

test('a change far away leaves a flow alone', () => {
  const flow = (...resources: number[]): Sharing => ({ resources, limit: Number.POSITIVE_INFINITY, ...NEW });
  const allocation = new Allocation(4, () => 8);
  const [near, far] = [flow(0, 1), flow(2, 3)];
  for (const each of [near, far]) allocation.add(each);
  allocation.settle();
  const coming = flow(1);
  allocation.add(coming);
  expect(new Set(allocation.settle())).toEqual(new Set([coming, near]));
  expect([near.share, far.share, coming.share]).toEqual([4, 8, 4]);
});
