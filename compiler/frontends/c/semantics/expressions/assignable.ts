/**
 * Conversion as if by assignment: assignments, initializers, arguments and returned values (C99 6.5.16.1).
 *
 * One idea: one set of rules; the purpose only words the message. Pointers-to-shared have their own rules in
 * shared-pointers.ts.
 */
import { type Note, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Analysis } from '../analysis.ts';
import { compatibleTypes } from '../types/compatible.ts';
import {
  integerOf,
  isArithmetic,
  isBool,
  isInteger,
  isPointer,
  isPointerToShared,
  isScalar,
  isStruct,
  ultimateElement,
} from '../types/primitives.ts';
import { missingQualifiers } from '../types/qualified.ts';
import type { PointerType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { convertChecked, convertTo } from './conversions.ts';
import { isNullPointerConstant, type Operand } from './operand.ts';
import { checkSharedAssignment, concernsShared } from './shared-pointers.ts';

export type Purpose =
  | { readonly kind: 'assignment' }
  | { readonly kind: 'initialization' }
  | { readonly kind: 'return' }
  | {
      readonly kind: 'argument';
      readonly position: number;
      readonly callee: string;
      readonly declared?: Location;
    };

/** Checks that a value may be given to an object of the type, and converts it. `location` defaults to the value's. */
export function assign(
  a: Analysis,
  source: Operand,
  target: QualifiedType,
  purpose: Purpose,
  location: Location = source.node.location,
): Operand {
  if (source.failed) return source;
  const to = target.type;
  const from = source.type.type;
  if (isArithmetic(to) && isArithmetic(from)) return convertChecked(a, source, to);
  if (isBool(to) && isPointer(from)) return convertTo(a, source, to);
  if (isStruct(to) && compatibleTypes(to, from)) return source;
  if (isPointer(to) && isScalar(from)) {
    checkPointer(a, source, to, purpose, location);
    return convertTo(a, source, to);
  }
  if (isInteger(to) && isPointer(from)) {
    warnMakes(a, source, target, 'integer from pointer', purpose, location);
    return convertTo(a, source, to);
  }
  incompatible(a, source, target, purpose, location);
  return source;
}

function checkPointer(a: Analysis, source: Operand, to: PointerType, purpose: Purpose, location: Location): void {
  const from = source.type.type;
  const target = { type: to };
  if (isNullPointerConstant(source)) return;
  if (isPointerToShared(to) || isPointerToShared(from) || concernsShared(to, from)) {
    checkSharedAssignment(a, source, to, purpose, location);
    return;
  }
  if (isInteger(from)) {
    warnMakes(a, source, target, 'pointer from integer', purpose, location);
    return;
  }
  if (!isPointer(from)) {
    incompatible(a, source, target, purpose, location);
    return;
  }
  if (!sameTarget(to, from)) {
    warnIncompatible(a, source, target, purpose, location);
    return;
  }
  checkQualifiers(a, to, from, purpose, location);
}

/** True where the pointers point to compatible types or one of them to void; signedness of integers apart. */
export function sameTarget(to: PointerType, from: PointerType): boolean {
  const x = to.to.type;
  const y = from.to.type;
  if (x.kind === 'void' || y.kind === 'void' || compatibleTypes(x, y)) return true;
  return (
    differOnlyInSign(x, y) ||
    compatibleTypes(withoutElementQualifiers(to.to).type, withoutElementQualifiers(from.to).type)
  );
}

function differOnlyInSign(x: QualifiedType['type'], y: QualifiedType['type']): boolean {
  if (!isInteger(x) || !isInteger(y)) return false;
  const [p, q] = [integerOf(x), integerOf(y)];
  return p.rank === q.rank && p.size === q.size;
}

/** An array type with its element's qualifiers dropped: int[3] for const int[3]. */
function withoutElementQualifiers(type: QualifiedType): QualifiedType {
  if (type.type.kind !== 'array') return { type: type.type };
  return { type: { ...type.type, element: withoutElementQualifiers(type.type.element) } };
}

/** Warns where a pointer's target loses const, volatile or restrict. */
export function checkQualifiers(
  a: Analysis,
  to: PointerType,
  from: PointerType,
  purpose: Purpose,
  location: Location,
): void {
  const lost = missingQualifiers(ultimateElement(to.to), ultimateElement(from.to));
  if (lost.length === 0 || from.to.type.kind === 'function') return;
  const text = `${subject(purpose)} discards '${lost.join(' ')}' qualifier from pointer target type`;
  a.warning('SEM3112', 'discarded-qualifiers', text, location, expected(purpose, { type: to }, { type: from }));
}

function subject(purpose: Purpose): string {
  switch (purpose.kind) {
    case 'argument':
      return `passing argument ${purpose.position} of '${purpose.callee}'`;
    default:
      return purpose.kind;
  }
}

function expected(purpose: Purpose, target: QualifiedType, source: QualifiedType): Note[] {
  if (purpose.kind !== 'argument') return [];
  const text = `expected '${typeText(target)}' but argument is of type '${typeText(source)}'`;
  return [purpose.declared ? { text, location: purpose.declared } : { text }];
}

/** The conversion in words: "assignment to 'int *' from 'char *'". */
export function conversionText(purpose: Purpose, target: QualifiedType, source: QualifiedType): string {
  const [to, from] = [typeText(target), typeText(source)];
  switch (purpose.kind) {
    case 'assignment':
      return `assignment to '${to}' from '${from}'`;
    case 'initialization':
      return `initialization of '${to}' from '${from}'`;
    case 'return':
      return `returning '${from}' from a function with return type '${to}'`;
    case 'argument':
      return `passing argument ${purpose.position} of '${purpose.callee}'`;
  }
}

function warnMakes(
  a: Analysis,
  source: Operand,
  target: QualifiedType,
  what: string,
  purpose: Purpose,
  location: Location,
): void {
  const text = `${conversionText(purpose, target, source.type)} makes ${what} without a cast`;
  a.warning('SEM3111', 'int-conversion', text, location, expected(purpose, target, source.type));
}

function warnIncompatible(
  a: Analysis,
  source: Operand,
  target: QualifiedType,
  purpose: Purpose,
  location: Location,
): void {
  const [to, from] = [typeText(target), typeText(source.type)];
  const texts: Record<Purpose['kind'], string> = {
    assignment: `assignment to '${to}' from incompatible pointer type '${from}'`,
    initialization: `initialization of '${to}' from incompatible pointer type '${from}'`,
    return: `returning '${from}' from a function with incompatible return type '${to}'`,
    argument: `${subject(purpose)} from incompatible pointer type`,
  };
  const notes = expected(purpose, target, source.type);
  a.warning('SEM3110', 'incompatible-pointer-types', texts[purpose.kind], location, notes);
}

function incompatible(a: Analysis, source: Operand, target: QualifiedType, purpose: Purpose, location: Location): void {
  const [to, from] = [typeText(target), typeText(source.type)];
  if (source.type.type.kind === 'void') {
    voidValue(a, location, purpose);
    return;
  }
  const texts: Record<Purpose['kind'], string> = {
    assignment: `incompatible types when assigning to type '${to}' from type '${from}'`,
    initialization: `incompatible types when initializing type '${to}' using type '${from}'`,
    return: `incompatible types when returning type '${from}' but '${to}' was expected`,
    argument: `incompatible type for argument ${purpose.kind === 'argument' ? `${purpose.position} of '${purpose.callee}'` : ''}`,
  };
  a.error('SEM3113', texts[purpose.kind], location, expected(purpose, target, source.type));
}

function voidValue(a: Analysis, location: Location, purpose: Purpose): void {
  const notes =
    purpose.kind === 'argument'
      ? noteAt(`in argument ${purpose.position} of '${purpose.callee}'`, purpose.declared)
      : [];
  a.error('SEM3114', 'void value not ignored as it ought to be', location, notes);
}
