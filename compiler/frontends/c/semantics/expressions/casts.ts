/**
 * Casts (C99 6.5.4, UPC 6.4.3).
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { Cast } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { convertConstant } from '../constants/constants.ts';
import { typeName } from '../declarations/typenames.ts';
import { compatibleTypes } from '../types/compatible.ts';
import {
  integerOf,
  isArithmetic,
  isBool,
  isInteger,
  isPointer,
  isPointerToShared,
  isScalar,
  isShared,
  unqualified,
  VOID,
} from '../types/primitives.ts';
import type { CType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { value } from './conversions.ts';
import { effectOf, expression } from './expressions.ts';
import { failure, isNullPointerConstant, type Operand, operand } from './operand.ts';
import { checkSharedCast } from './shared-pointers.ts';

export function cast(a: Analysis, node: Cast): Operand {
  const named = typeName(a, node.typeName);
  const { type: to } = named;
  if (isShared(named) && !isPointer(to)) return toShared(a, node, named);
  if (isShared(named)) warnShared(a, node, named);
  if (to.kind === 'void') return toVoid(a, node);
  const o = value(a, expression(a, node.operand));
  if (o.failed || !checkCast(a, node, o, to)) return castFailure(a, node, to);
  if (isPointer(to)) checkSharedCast(a, o, to, node.location);
  warnNarrow(a, node, o, to);
  const constant = o.constant && convertConstant(o.constant, o.type.type, to);
  const sharedAddress = o.sharedAddress && isPointerToShared(to);
  return operand(
    a,
    node,
    { type: to },
    {
      ...(constant && { constant }),
      ...(sharedAddress && { sharedAddress }),
      ...(isNullOf(o, { type: to }) && { nullPointer: true }),
    },
  );
}

/**
 * A pointer does not fit a smaller integer. `long`, which programs for other machines take for one as large as a pointer, holds
 * it; and what was a pointer in a `long` becomes one again.
 */
function warnNarrow(a: Analysis, { location }: Cast, o: Operand, to: CType): void {
  const from = o.type.type;
  if (isPointer(from) && isNarrow(to))
    a.warning('SEM3075', 'pointer-to-int-cast', 'cast from pointer to integer of different size', location);
  else if (isPointer(to) && isNarrow(from) && !o.constant)
    a.warning('SEM3074', 'int-to-pointer-cast', 'cast to pointer from integer of different size', location);
}

const isNarrow = (type: CType): boolean => isInteger(type) && !isBool(type) && integerOf(type).size < POINTER_SIZE;
const POINTER_SIZE = 4;

/** The type is known even where the operand is wrong; what follows need not suffer. */
function castFailure(a: Analysis, node: Cast, to: CType): Operand {
  return isScalar(to) ? { ...operand(a, node, { type: to }), failed: true } : failure(a, node);
}

/** UPC 6.4.3p1: `shared` belongs to what a pointer in the cast points to. */
function toShared(a: Analysis, node: Cast, type: QualifiedType): Operand {
  effectOf(a, node.operand);
  const text = `cast to '${typeText(type)}': a value is no object and cannot be shared (UPC 1.3, 6.4.3)`;
  a.error('UPC3128', text, node.location, advice(`cast to '${typeText(unqualified(type))}'`));
  return castFailure(a, node, type.type);
}

/** As Berkeley's compiler takes it: the value of a pointer has no qualifiers, whatever a cast says. */
function warnShared(a: Analysis, node: Cast, type: QualifiedType): void {
  const text = `'shared' has no effect in the cast to '${typeText(type)}': it qualifies the pointer, not what it points to`;
  a.warning('UPC3141', 'ignored-qualifiers', text, node.location);
}

function toVoid(a: Analysis, node: Cast): Operand {
  const o = effectOf(a, node.operand);
  return o.failed ? failure(a, node) : operand(a, node, { type: VOID });
}

/** `(void *)0` is a null pointer constant (C99 6.3.2.3p3). */
function isNullOf(o: Operand, { type }: QualifiedType): boolean {
  if (type.kind !== 'pointer' || type.to.type.kind !== 'void') return false;
  const { to } = type;
  return !to.const && !to.volatile && !to.shared && isInteger(o.type.type) && isNullPointerConstant(o);
}

function checkCast(a: Analysis, node: Cast, o: Operand, to: CType): boolean {
  const from = o.type.type;
  if (to.kind === 'array' || to.kind === 'function') {
    a.error('SEM3070', `cast specifies ${to.kind} type '${typeText({ type: to })}'`, node.location);
    return false;
  }
  if (to.kind === 'struct') return checkStructCast(a, node, from, to);
  if (from.kind === 'void') {
    a.error('SEM3071', 'void value not ignored as it ought to be', node.location);
    return false;
  }
  const mixed =
    (isPointer(to) && !isInteger(from) && isArithmetic(from)) ||
    (isPointer(from) && !isInteger(to) && isArithmetic(to));
  if (isScalar(from) && !mixed) return true;
  const text = `cannot convert from '${typeText(o.type)}' to '${typeText({ type: to })}'`;
  a.error('SEM3072', text, node.location);
  return false;
}

function checkStructCast(a: Analysis, node: Cast, from: CType, to: CType): boolean {
  if (compatibleTypes(from, to)) return true;
  const text = `conversion to non-scalar type '${typeText({ type: to })}' requested`;
  a.error('SEM3073', text, node.location);
  return false;
}
