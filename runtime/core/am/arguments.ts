/**
 * The arguments of active messages: stored into a message, and passed to a handler; up to four, and eight, without an array.
 *
 * A handler is given 4, 8 or all words of the message: it takes as many as it has parameters.
 */
import type { Handler } from './handlers.ts';

/** Writes the first `count` of up to four arguments to the words from `at` on. */
export function storeFew(
  I32: Int32Array,
  at: number,
  count: number,
  a0: number,
  a1: number,
  a2: number,
  a3: number,
): void {
  if (count === 0) return;
  I32[at] = a0;
  if (count === 1) return;
  I32[at + 1] = a1;
  if (count === 2) return;
  I32[at + 2] = a2;
  if (count === 3) return;
  I32[at + 3] = a3;
}

/** Writes arguments to the words from `at` on. */
export function storeMany(I32: Int32Array, at: number, values: readonly number[]): void {
  for (let k = 0; k < values.length; k++) I32[at + k] = values[k]!;
}

/** Calls the handler of a short message with the `count` words from `at` on. */
export function callShort(f: Handler, token: number, m: Int32Array, at: number, count: number): void {
  if (count <= 4) f(token, m[at], m[at + 1], m[at + 2], m[at + 3]);
  else if (count <= 8) f(token, m[at], m[at + 1], m[at + 2], m[at + 3], m[at + 4], m[at + 5], m[at + 6], m[at + 7]);
  else f(token, ...m.subarray(at, at + count));
}

/** Calls the handler of a medium or long message: its payload comes before the arguments. */
export function callWithPayload(
  f: Handler,
  token: number,
  buffer: number,
  size: number,
  m: Int32Array,
  at: number,
  count: number,
): void {
  if (count <= 4) f(token, buffer, size, m[at], m[at + 1], m[at + 2], m[at + 3]);
  else if (count <= 8)
    f(token, buffer, size, m[at], m[at + 1], m[at + 2], m[at + 3], m[at + 4], m[at + 5], m[at + 6], m[at + 7]);
  else f(token, buffer, size, ...m.subarray(at, at + count));
}
