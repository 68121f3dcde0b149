/**
 * Virtual time: integer picoseconds in a double.
 *
 * One idea: a double holds integers to 2^53 exactly, which are 9007 s or two and a half hours of picoseconds, and adds
 * and compares them at the speed of the processor (64-bit integers of JavaScript, BigInt, take 20 times as long). What
 * would go beyond is refused, never rounded. Picoseconds, as a byte at 1.8 GB/s takes 556 of them.
 */
import { MachineError } from './errors.ts';

/** A point in virtual time, or a span of it: an integer of 0 to LATEST. */
export type Picoseconds = number;

export const LATEST: Picoseconds = Number.MAX_SAFE_INTEGER;
export const NANOSECOND: Picoseconds = 1e3;
export const MICROSECOND: Picoseconds = 1e6;
export const SECOND: Picoseconds = 1e12;

/** `at` plus `span`; an error beyond LATEST. */
export function later(at: Picoseconds, span: Picoseconds): Picoseconds {
  const sum = at + span;
  if (!(sum <= LATEST)) throw new MachineError(tooLate());
  return sum;
}

/** Time for an amount (bytes, flops) at a rate (of them a second), to the nearest picosecond. */
export function spanOf(amount: number, perSecond: number): Picoseconds {
  return Math.round((amount / perSecond) * SECOND);
}

/** As spanOf, not less than the true time: what is done then is done. */
export function wholeSpanOf(amount: number, perSecond: number): Picoseconds {
  return Math.ceil((amount / perSecond) * SECOND);
}

/** A span as people read it: 2.89 us. */
export function inTimeUnits(span: Picoseconds): string {
  const [unit, size] = (TIME_UNITS.find(([, least]) => span >= least) ?? ['ps', 1]) as [string, number];
  return `${Number((span / size).toPrecision(4))} ${unit}`;
}

const TIME_UNITS = [
  ['s', SECOND],
  ['ms', 1e9],
  ['us', MICROSECOND],
  ['ns', NANOSECOND],
] as const;

const tooLate = () =>
  `virtual time passes ${Math.floor(LATEST / SECOND)} s, all that picoseconds in a double can count: simulate fewer iterations, or a smaller problem`;
