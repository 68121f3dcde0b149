/**
 * Under -g: array bounds checks (C99 6.5.6p8).
 *
 * Takes: `a[i]` and the value of i. Gives: the value, after code that ends the job if it is out of bounds. The one
 * idea: only declared arrays have a length here; accesses through pointers are left to the checks of addresses.
 * `&a[length]` is allowed; so is any index into a struct's array of at most one element, which stands for the memory
 * behind the struct.
 */

import { add, binary, constI32 } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { ArrayType } from '../../semantics/types/types.ts';
import { callLibrary } from '../expressions/calls.ts';
import { typeOf } from '../expressions/expressions.ts';
import { lengthExpression } from '../expressions/sizes.ts';
import type { FunctionLowering } from '../function.ts';

/** The index (i32), checked; `end`: the length itself is allowed. */
export function checkedIndex(f: FunctionLowering, array: CExpression, index: Expression, end: boolean): Expression {
  const { type } = typeOf(f, array);
  if (!f.unit.options.debug || !f.facts || type.kind !== 'array' || !isBounded(array, type)) return index;
  const length = lengthExpression(f, type);
  const limit = end ? add(length, constI32(1)) : length;
  if (index.op === 'const' && limit.op === 'const' && Number(index.value) >>> 0 < Number(limit.value)) return index;
  const checked = f.temporary('i32');
  f.set(checked, index);
  const fail = f.collect(() => callLibrary(f, '__pgasc_index_fault', [f.read(checked), length], []));
  f.emit({ op: 'if', test: binary('ge_u', f.read(checked), limit), then: fail, otherwise: [] });
  return f.read(checked);
}

function isBounded(array: CExpression, { length }: ArrayType): boolean {
  if (length === undefined) return false;
  return array.kind !== 'Member' || typeof length !== 'number' || length > 1;
}
