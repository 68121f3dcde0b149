/** What hostile fabrics have in common: chance by seed and rank, work put off by polls. */
import { expect, test } from 'vitest';
import { Hostility, hostilityOf } from '../../runtime/fabrics/hostility.ts';
import { makeHardware } from './hardware.ts';

const [first, second] = makeHardware({ ranks: 2, shift: 17, area: 65536 });

function numbers(seed: string, hardware = first!): number[] {
  const hostility = new Hostility(seed, hardware);
  return Array.from({ length: 20 }, () => hostility.below(1000));
}

test('numbers depend on the seed and the rank alone', () => {
  expect(numbers('1')).toEqual(numbers('1'));
  expect(numbers('1')).not.toEqual(numbers('2'));
  expect(numbers('1')).not.toEqual(numbers('1', second));
});

test('there is none unless the variable asks for it', () => {
  expect(hostilityOf({}, first!)).toBeUndefined();
  expect(hostilityOf({ PGAS_HOSTILE: '' }, first!)).toBeUndefined();
  expect(hostilityOf({ PGAS_HOSTILE: '0' }, first!)).toBeDefined();
});

/** What has been done after so many polls, of work put off in the order of its numbers. */
function done(polls: number, laneOf: (number: number) => unknown): number[] {
  const hostility = new Hostility('a seed', first!);
  const order: number[] = [];
  for (let number = 0; number < 50; number++) hostility.later(() => order.push(number) > 0, laneOf(number));
  for (let poll = 0; poll < polls; poll++) hostility.poll();
  return order;
}

test('all work is done within some polls, in another order', () => {
  const order = done(100, (number) => number);
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, number) => number));
  expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  expect(done(1, (number) => number).length).toBeLessThan(50);
});

test('work of one lane keeps its order', () => {
  const order = done(1000, (number) => number % 3);
  expect(order.length).toBe(50);
  for (const lane of [0, 1, 2]) {
    const own = order.filter((number) => number % 3 === lane);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
});

test('what cannot be done is tried again, and the rank is told of it', () => {
  const carried: number[] = [];
  const hostility = new Hostility('a seed', { ...first!, carries: (things) => void carried.push(things) });
  let tries = 0;
  hostility.later(() => ++tries === 5);
  for (let poll = 0; poll < 100; poll++) hostility.poll();
  expect(tries).toBe(5);
  expect(carried[0]).toBe(1);
  expect(carried.at(-1)).toBe(0);
});
