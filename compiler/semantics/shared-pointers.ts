/**
 * Which pointers-to-shared may be converted to which others, and to and from private pointers (UPC 6.4.3, 6.5.1.1).
 *
 * One idea: the block size is a part of the type, generic pointers suit all; nothing makes a private pointer a
 * pointer-to-shared, and only a cast makes the other way.
 */
import type { Location } from '../source/source.ts';
import type { Analysis } from './analysis.ts';
import { checkQualifiers, conversionText, type Purpose, sameTarget } from './assignable.ts';
import { isNullPointerConstant, type Operand } from './operand.ts';
import {
  blockSizeOf,
  isGenericPointerToShared,
  isInteger,
  isPointer,
  isPointerToShared,
  isShared,
  ultimateElement,
} from './primitives.ts';
import type { CType, PointerType, QualifiedType } from './types.ts';
import { typeText } from './typetext.ts';

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
  const what = conversionText(purpose, { type: to }, source.type);
  if (!isPointer(from)) return fromInteger(a, source, to, what, location);
  if (!isPointerToShared(to) || !isPointerToShared(from)) return betweenWorlds(a, to, from, what, location);
  if (isGenericPointerToShared(to) || isGenericPointerToShared(from))
    return checkQualifiers(a, to, from, purpose, location);
  const problem = differenceOf(to.to, from.to);
  if (problem) return a.error('UPC3120', `${what} needs a cast: ${problem} (UPC 1.3, 6.5.1.1)`, location);
  checkQualifiers(a, to, from, purpose, location);
}

function fromInteger(a: Analysis, source: Operand, to: PointerType, what: string, location: Location): void {
  const from = typeText(source.type);
  const reason = `an integer other than the constant 0 cannot become a pointer-to-shared`;
  const types = `'${from}' to '${typeText({ type: to })}'`;
  a.error('UPC3121', `${what}: ${reason} (${types}; UPC 1.3, 6.4.3)`, location);
}

function betweenWorlds(a: Analysis, to: PointerType, from: PointerType, what: string, location: Location): void {
  const types = `'${typeText({ type: from })}' to '${typeText({ type: to })}'`;
  if (isPointerToShared(to))
    return a.error(
      'UPC3122',
      `${what}: a pointer to private data cannot become a pointer-to-shared (${types}; UPC 1.3, 6.4.3)`,
      location,
    );
  if (isPointerToShared(from))
    return a.error(
      'UPC3123',
      `${what} discards 'shared': a pointer-to-shared becomes private only by a cast (${types}; UPC 1.3, 6.4.3)`,
      location,
    );
  a.error(
    'UPC3124',
    `${what}: only one of the pointers leads to pointers-to-shared (${types}; UPC 1.3, 6.5.1.1)`,
    location,
  );
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
    );
}

/** The incomplete `shared void` has no size: no arithmetic, no order, no access (UPC 6.4.2). */
export function isIncompleteShared(type: CType): boolean {
  if (!isPointerToShared(type)) return false;
  const element = ultimateElement(type.to).type;
  return element.kind === 'void' || (element.kind === 'struct' && !element.members);
}
