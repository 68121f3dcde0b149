/**
 * Private pointers that were cast from pointers to what needs less alignment: `*(int *)(bytes + 1)`.
 *
 * C leaves such an access undefined, but usual machines support it. WebAssembly does too; in TypeScript a typed array
 * cannot, so the access goes through a DataView, which is as fast. One idea: the value of the cast is marked as
 * possibly misaligned, and so is every local it is assigned to.
 */
import type { Expression as CExpression } from '../../ast/ast.ts';
import { alignmentOf, isComplete } from '../../semantics/types/sizes.ts';
import type { CType } from '../../semantics/types/types.ts';
import { valueType } from '../expressions/expressions.ts';
import type { FunctionLowering } from '../function.ts';
import { shapeOf } from '../shape.ts';
import type { Value } from '../value.ts';

/** Whether a value of pointer type `from`, converted to the type `to`, may be misaligned for its target. */
export function isMisaligned(f: FunctionLowering, value: Value, from: CType, to: CType): boolean {
  if (f.unit.options.target === 'webassembly' || to.kind !== 'pointer' || from.kind !== 'pointer') return false;
  const known =
    value.kind === 'scalar' && value.unaligned ? 1 : (targetAlignment(from.to.type) ?? Number.POSITIVE_INFINITY);
  // A `void *` keeps the alignment of the `char *` it came from.
  return known < (targetAlignment(to.to.type) ?? 2);
}

/** Undefined for void, functions and incomplete types. */
function targetAlignment(type: CType): number | undefined {
  return type.kind === 'function' || !isComplete(type) ? undefined : alignmentOf(type);
}

/** `*(T *)p` and `((T *)p)[i]` of a scalar, where p is a `void *` of unknown alignment. */
export function isOfUnknownTarget(f: FunctionLowering, e: CExpression, pointee: CType): boolean {
  if (f.unit.options.target === 'webassembly' || e.kind !== 'Cast' || shapeOf(pointee).kind !== 'scalar') return false;
  const from = valueType(f, e.operand);
  return from.kind === 'pointer' && from.to.type.kind === 'void' && !from.to.shared;
}
