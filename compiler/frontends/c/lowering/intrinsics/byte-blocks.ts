/**
 * Intrinsics of the C library's functions on strings: sixteen bytes compared at once, a bit of the result for each.
 *
 *     unsigned __builtin_equal_bytes(const void *block, int byte)      those that are the byte; the block is aligned to 16
 *     unsigned __builtin_same_bytes(const void *left, const void *right)   those that are the same at both, aligned or not
 *
 * The bytes may be beyond the object that they begin in, so -g does not look at them: a block that is aligned is never partly
 * outside of memory, and of others the caller has to know it.
 */
import { load } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import { bitmask, splat, vector } from '../../../../ir/vectors.ts';
import { argumentValues } from '../expressions/arguments.ts';
import { scalarValue } from '../value.ts';
import type { Lowering } from './builtins.ts';

const blockAt = (address: Expression, unaligned: boolean): Expression => ({
  ...load('v128', address, { punned: true, unaligned }),
  ahead: true,
});

const equalBytes: Lowering = (f, e) => {
  const [block, byte] = argumentValues(f, e) as [Expression, Expression];
  return scalarValue(bitmask(vector('i8x16', 'eq', blockAt(block, false), splat('i8x16', byte))));
};

const sameBytes: Lowering = (f, e) => {
  const [left, right] = argumentValues(f, e) as [Expression, Expression];
  return scalarValue(bitmask(vector('i8x16', 'eq', blockAt(left, true), blockAt(right, true))));
};

export const BYTE_BLOCKS: Readonly<Record<string, Lowering>> = {
  __builtin_equal_bytes: equalBytes,
  __builtin_same_bytes: sameBytes,
};
