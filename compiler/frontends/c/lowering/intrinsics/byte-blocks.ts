/**
 * Intrinsics for the C library's functions on strings: compare sixteen bytes at once, one bit of the result per byte.
 *
 *     unsigned __builtin_equal_bytes(const void *block, int byte)      bytes equal to `byte`; block aligned to 16
 *     unsigned __builtin_same_bytes(const void *left, const void *right)   bytes equal in both, aligned or not
 *
 * The bytes may lie beyond the end of the object, so -g does not check them: an aligned block never crosses the end of
 * memory, and of others the caller must guarantee it.
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
