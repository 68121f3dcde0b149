/** Clocks of other hosts, by what they answer. */
import { expect, test } from 'vitest';
import { FarClock, sampleClock, timeHere } from '../../runtime/launch/farclock.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('the shortest round trip counts', async () => {
  const AHEAD = 5000;
  let asked = 0;
  const sample = await sampleClock(async () => {
    if (++asked % 4 !== 0) await wait(4); // the question takes long, the answer does not
    return timeHere() + AHEAD;
  });
  expect(sample!.error).toBeLessThan(2);
  expect(Math.abs(sample!.ahead - AHEAD)).toBeLessThanOrEqual(sample!.error + 0.001);
});

test('who is gone has no time', async () => expect(await sampleClock(async () => undefined)).toBeUndefined());

test('drift between two samples', () => {
  const clock = new FarClock({ at: 1000, ahead: 10, error: 0.1 }, { at: 11_000, ahead: 11, error: 0.2 });
  expect(clock.aheadAt(1000)).toBe(10);
  expect(clock.aheadAt(6000)).toBeCloseTo(10.5);
  expect(clock.aheadAt(21_000)).toBeCloseTo(12);
  expect(clock.text).toBe('+10.000 ms, 100.00 ppm faster, to within 0.200 ms');
});
