/** Spinning adapts: it stops where it is in vain, is tried again now and then, and comes back where it pays. */
import { expect, test } from 'vitest';
import type { Job } from '../../runtime/core/job.ts';
import { Spinning } from '../../runtime/core/spinning.ts';
import { FOR_LOCK, FOR_NETWORK } from '../../runtime/core/states.ts';

const job = { poll: () => false } as unknown as Job;
const lock = { kind: FOR_LOCK, on: 0 };
const never = () => false;

/** A wait that spins, and sleeps if that was in vain: so many milliseconds in all. */
function wait(spinning: Spinning, holds: () => boolean, milliseconds = 10): void {
  const time = spinning.timeFor(lock.kind);
  const begun = time > 0 ? spinning.spin(job, lock, time, holds) : holds() ? undefined : 0;
  if (begun !== undefined) spinning.failed(lock.kind, milliseconds);
}

/** Holds at the nth look. */
function heldAt(look: number): () => boolean {
  return () => --look === 0;
}

function spinInVain(spinning: Spinning): number {
  let looks = 0;
  wait(spinning, () => ++looks < 0);
  return looks;
}

test('of each kind by itself', () => {
  const spinning = new Spinning(undefined);
  for (let i = 0; i < 8; i++) wait(spinning, never);
  expect(spinning.pays(FOR_LOCK)).toBe(false);
  expect(spinning.pays(FOR_NETWORK)).toBe(true);
  for (let i = 0; i < 64; i++) wait(spinning, heldAt(5));
  expect(spinning.pays(FOR_LOCK)).toBe(true);
});

test('one wait in 64 tries', () => {
  const spinning = new Spinning(undefined);
  for (let i = 0; i < 8; i++) wait(spinning, never);
  const looks = Array.from({ length: 128 }, () => spinInVain(spinning));
  expect(looks.filter((count) => count > Math.min(...looks))).toHaveLength(2);
});

test('a retry that pays goes on with as much time', () => {
  const [spinning, fresh] = [new Spinning(undefined), new Spinning(undefined)];
  while (spinning.pays(FOR_LOCK)) wait(spinning, never);
  for (let i = 1; i < 64; i++) wait(spinning, never);
  wait(spinning, heldAt(5));
  const failures = (one: Spinning) => {
    let count = 0;
    for (; one.pays(FOR_LOCK); count++) wait(one, never);
    return count;
  };
  expect(failures(spinning)).toBe(failures(fresh));
});

test.each([
  [true, false],
  [false, true],
])('PGAS_POLITE fixes it: %s', (polite, pays) => {
  const spinning = new Spinning(polite);
  for (let i = 0; i < 8; i++) wait(spinning, never);
  wait(spinning, heldAt(5));
  expect(spinning.pays(FOR_LOCK)).toBe(pays);
});

test('where others are reached by the wire alone, a wait that is over soon after it slept shortens nothing', () => {
  const spinning = new Spinning(undefined, false, true);
  for (let i = 0; i < 100; i++) wait(spinning, never, 0.5);
  expect(spinning.pays(FOR_LOCK)).toBe(true);
  for (let i = 0; i < 100; i++) wait(spinning, never, 3);
  expect(spinning.pays(FOR_LOCK)).toBe(false);
});
