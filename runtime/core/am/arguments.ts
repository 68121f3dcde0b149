/**
 * The arguments of active messages: stored into a message, and passed to a handler, without an array.
 *
 * A handler is given 4, 8 or 16 words of the message: it takes as many as it has parameters.
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

/** Writes the first `count`, 5 to 16, of the arguments to the words from `at` on. */
export function storeMany(
  I32: Int32Array,
  at: number,
  count: number,
  a0: number,
  a1: number,
  a2: number,
  a3: number,
  a4: number,
  a5: number,
  a6: number,
  a7: number,
  a8: number,
  a9: number,
  a10: number,
  a11: number,
  a12: number,
  a13: number,
  a14: number,
  a15: number,
): void {
  storeFew(I32, at, 4, a0, a1, a2, a3);
  storeFew(I32, at + 4, Math.min(count - 4, 4), a4, a5, a6, a7);
  if (count <= 8) return;
  storeFew(I32, at + 8, Math.min(count - 8, 4), a8, a9, a10, a11);
  if (count > 12) storeFew(I32, at + 12, count - 12, a12, a13, a14, a15);
}

/** Calls the handler of a short message with the `count` words from `at` on. */
export function callShort(f: Handler, token: number, m: Int32Array, at: number, count: number): void {
  if (count <= 4) f(token, m[at], m[at + 1], m[at + 2], m[at + 3]);
  else if (count <= 8) f(token, m[at], m[at + 1], m[at + 2], m[at + 3], m[at + 4], m[at + 5], m[at + 6], m[at + 7]);
  else
    f(
      token,
      m[at],
      m[at + 1],
      m[at + 2],
      m[at + 3],
      m[at + 4],
      m[at + 5],
      m[at + 6],
      m[at + 7],
      m[at + 8],
      m[at + 9],
      m[at + 10],
      m[at + 11],
      m[at + 12],
      m[at + 13],
      m[at + 14],
      m[at + 15],
    );
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
  else
    f(
      token,
      buffer,
      size,
      m[at],
      m[at + 1],
      m[at + 2],
      m[at + 3],
      m[at + 4],
      m[at + 5],
      m[at + 6],
      m[at + 7],
      m[at + 8],
      m[at + 9],
      m[at + 10],
      m[at + 11],
      m[at + 12],
      m[at + 13],
      m[at + 14],
      m[at + 15],
    );
}
