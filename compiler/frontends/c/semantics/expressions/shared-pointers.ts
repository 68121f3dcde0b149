/**
 * Which pointers-to-shared may be converted to which others, and to and from private pointers (UPC 6.4.3, 6.5.1.1).
 *
 * One idea: the block size is a part of the type, generic pointers suit all; nothing makes a private pointer a
 * pointer-to-shared, and only a cast makes the other way.
 */

import { advice, type Fix, insertion } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import {
  blockSizeOf,
  isGenericPointerToShared,
  isInteger,
  isPointer,
  isPointerToShared,
  isShared,
  ultimateElement,
} from '../types/primitives.ts';
import type { CType, PointerType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { checkQualifiers, conversionText, type Purpose, sameTarget } from './assignable.ts';
import { isNullPointerConstant, type Operand } from './operand.ts';

/** True for pointers to pointers (to ...) of which one points to shared data and the other does not. */
export function concernsShared(to: CType, from: CType): boolean {
  if (to.kind !== 'pointer' || from.kind !== 'pointer') return false;
  return isShared(to.to) !== isShared(from.to) || concernsShared(to.to.type, from.to.type);
}

/** Errors of an implicit conversion in which a pointer-to-shared takes part. */
export function checkSharedAssignment(
  a: Analysis,
  source: Operand,
  to: PointerType,
  purpose: Purpose,
  location: Location,
): void {
  const from = source.type.type;
  const problem = problemOf(from, to);
  if (problem) {
    const [code, reason, clause, hint] = problem;
    const what = conversionText(purpose, { type: to }, source.type);
    const types = purpose.kind === 'argument' ? `'${typeText(source.type)}' to '${typeText({ type: to })}'; ` : '';
    const fixes = code === 'UPC3120' ? castTo(to, source.node) : [];
    a.error(code, `${what}: ${reason} (${types}UPC 1.3, ${clause})`, location, hint ? advice(hint) : [], fixes);
  } else if (isPointer(from)) {
    checkQualifiers(a, to, from, purpose, location);
  }
}

/** The cast, written out, before an operand that binds as closely as a cast does. */
function castTo(to: PointerType, node: Expression): Fix[] {
  const isOperand = node.kind === 'Identifier' || node.kind === 'Unary' || isNamed(node);
  const { location } = node.kind === 'Call' ? node.callee : node;
  if (!isOperand || location.expansion) return [];
  const text = typeText({ type: to });
  return [{ ...insertion(location, `(${text})`), title: `cast to '${text}'` }];
}

function isNamed(node: Expression): boolean {
  return node.kind === 'Call' && node.callee.kind === 'Identifier';
}

type Problem = readonly [code: string, reason: string, clause: string, hint?: string];

const TO_SHARED = 'allocate the data with upc_alloc or declare it shared, or copy it with upc_memput';
const TO_PRIVATE = 'cast it where it points to own data (upc_threadof is MYTHREAD), or copy with upc_memget';

function problemOf(from: CType, to: PointerType): Problem | undefined {
  if (!isPointer(from)) return ['UPC3121', 'only the constant 0 can become a pointer-to-shared', '6.4.3'];
  if (!isPointerToShared(to) || !isPointerToShared(from)) return betweenWorlds(from, to);
  if (isGenericPointerToShared(to) || isGenericPointerToShared(from)) return undefined;
  const difference = differenceOf(to.to, from.to);
  return difference === undefined ? undefined : ['UPC3120', `a cast is needed, ${difference}`, '6.5.1.1'];
}

function betweenWorlds(from: CType, to: CType): Problem {
  if (isPointerToShared(to))
    return ['UPC3122', 'a pointer to private data cannot become a pointer-to-shared', '6.4.3', TO_SHARED];
  if (isPointerToShared(from))
    return ['UPC3123', 'a pointer-to-shared becomes private only by a cast', '6.4.3', TO_PRIVATE];
  return ['UPC3124', 'only one of the pointers leads to pointers-to-shared', '6.5.1.1'];
}

/** True for a pointer-to-shared and a pointer to private data: no binary operator takes both (UPC 6.4.2p1). */
export function isMixed(x: CType, y: CType): boolean {
  return isPointer(x) && isPointer(y) && isPointerToShared(x) !== isPointerToShared(y);
}

export function reportMixed(a: Analysis, node: Expression, operator: string, left: Operand, right: Operand): void {
  const types = `'${typeText(left.type)}' and '${typeText(right.type)}'`;
  const text = `operands of '${operator}' are a pointer-to-shared and a pointer to private data (${types}; UPC 1.3, 6.4.2)`;
  a.error('UPC3133', text, node.location, advice('cast the pointer-to-shared where it points to own data'));
}

/** Why two shared types are not one, or nothing. */
export function differenceOf(to: QualifiedType, from: QualifiedType): string | undefined {
  const [x, y] = [blockSizeOf(to), blockSizeOf(from)];
  if (x !== y) return `the block sizes are ${blockText(x)} and ${blockText(y)}`;
  const plain = (type: QualifiedType): PointerType => ({ kind: 'pointer', to: type });
  if (sameTarget(plain(to), plain(from))) return undefined;
  return `the element types are '${typeText(to)}' and '${typeText(from)}'`;
}

function blockText(block: number): string {
  return block === 0 ? 'indefinite' : String(block);
}

/** Casts: all but private to shared, and integers other than 0 to shared, are allowed (UPC 6.4.3p1). */
export function checkSharedCast(a: Analysis, source: Operand, to: CType, location: Location): void {
  if (!isPointerToShared(to) || isNullPointerConstant(source)) return;
  const from = source.type.type;
  const types = `'${typeText(source.type)}' to '${typeText({ type: to })}'`;
  if (isInteger(from))
    a.error(
      'UPC3125',
      `cast from ${types}: only the constant 0 can become a pointer-to-shared (UPC 1.3, 6.4.3)`,
      location,
    );
  else if (isPointer(from) && !isPointerToShared(from))
    a.error(
      'UPC3126',
      `cast from ${types}: a pointer to private data cannot become a pointer-to-shared (UPC 1.3, 6.4.3)`,
      location,
      advice(TO_SHARED),
    );
}

/** The incomplete `shared void` has no size: no arithmetic, no order, no access (UPC 6.4.2). */
export function isIncompleteShared(type: CType): boolean {
  if (!isPointerToShared(type)) return false;
  const element = ultimateElement(type.to).type;
  return element.kind === 'void' || (element.kind === 'struct' && !element.members);
}
