/**
 * The conversions that C makes silently (C99 6.3), written down as facts.
 *
 * One idea: converting an operand appends to its list and moves its type and constant along, so that an operand is
 * always what the next operator sees.
 */
import type { Analysis } from '../analysis.ts';
import { constantText, convertConstant, fits } from '../constants/constants.ts';
import type { Constant, Conversion } from '../facts.ts';
import { compatibleTypes, promotedArgument } from '../types/compatible.ts';
import {
  complexOf,
  DOUBLE,
  FLOAT,
  INT,
  integerOf,
  isBool,
  isInteger,
  isPointerToShared,
  isShared,
  LONG_DOUBLE,
  pointerTo,
  UNSIGNED_INT,
  unqualified,
  unsignedOf,
} from '../types/primitives.ts';
import { isComplete } from '../types/sizes.ts';
import type { CType, EnumType, FloatingType, IntegerType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { addressConstant, type Operand } from './operand.ts';

function record(a: Analysis, o: Operand, conversion: Conversion): void {
  (a.conversions[o.node.id] ??= []).push(conversion);
}

/** An lvalue becomes its value, an array or function a pointer (C99 6.3.2.1). */
export function value(a: Analysis, o: Operand): Operand {
  if (o.failed) return o;
  const kind = o.type.type.kind;
  if (kind === 'array' || kind === 'function') return decay(a, o);
  return o.lvalue ? load(a, o) : o;
}

function load(a: Analysis, o: Operand): Operand {
  const { type } = o.type;
  if (type.kind === 'struct' && !isComplete(type))
    a.error(
      'SEM3100',
      `'${typeText(unqualified(o.type))}' has no definition here: its value cannot be used`,
      o.node.location,
    );
  if (type.kind !== 'void') record(a, o, { kind: 'load', to: type });
  const known = a.fixedInitializer ? constantObject(a, o) : undefined;
  if (known) a.constantOf[o.node.id] = o.constant = known;
  o.type = unqualified(o.type);
  o.lvalue = false;
  o.place = undefined;
  return o;
}

function constantObject(a: Analysis, { place }: Operand): Constant | undefined {
  return place?.symbol?.kind === 'object' && place.offset === 0 ? a.constantObjects.get(place.symbol) : undefined;
}

function decay(a: Analysis, o: Operand): Operand {
  const { type } = o.type;
  const to = pointerTo(type.kind === 'array' ? type.element : o.type);
  record(a, o, { kind: 'decay', to });
  if (o.place) {
    if (type.kind === 'array' && isShared(o.type)) o.sharedAddress = true;
    else o.constant = addressConstant(o.place);
  }
  o.type = { type: to };
  o.lvalue = false;
  o.place = undefined;
  return o;
}

/** Changes the type of a value; nothing is written where the types are the same. */
export function convertTo(a: Analysis, o: Operand, to: CType): Operand {
  const from = o.type.type;
  if (o.failed) return o;
  if (!sameRepresentation(from, to)) {
    record(a, o, { kind: 'convert', to });
    o.constant = o.constant && convertConstant(o.constant, from, to);
    if (!isPointerToShared(to)) o.sharedAddress = false;
  }
  o.nullPointer = false;
  o.type = { type: to };
  return o;
}

function sameRepresentation(from: CType, to: CType): boolean {
  if (from === to) return true;
  if (from.kind === 'enum' || to.kind === 'enum') return false;
  return compatibleTypes(from, to);
}

/** Converts, and warns if the conversion changes a constant's value, unless a cast requested it. */
export function convertChecked(a: Analysis, o: Operand, to: CType): Operand {
  const { constant } = o;
  const from = o.type.type;
  convertTo(a, o, to);
  if (a.unevaluated > 0 || o.failed || !constant || !isInteger(to) || isBool(to)) return o;
  if (constant.kind === 'integer' && isInteger(from)) warnOverflow(a, o, from, to, constant.value);
  if (constant.kind === 'floating') warnFloatOverflow(a, o, from, to, constant.value);
  return o;
}

/** As gcc: nothing is said while the value fits the type of the other signedness (`char c = 0xff`, `unsigned u = -1`). */
function warnOverflow(
  a: Analysis,
  o: Operand,
  from: IntegerType | EnumType,
  to: IntegerType | EnumType,
  old: bigint,
): void {
  const bits = BigInt(integerOf(to).size * 8);
  if ((old >= -(1n << (bits - 1n)) && old < 1n << bits) || o.constant?.kind !== 'integer') return;
  const kind = integerOf(to).signed ? 'overflow in' : 'unsigned';
  const types = `from '${typeText({ type: from })}' to '${typeText({ type: to })}'`;
  const text = `${kind} conversion ${types} changes value from '${old}' to '${o.constant.value}'`;
  a.warning('SEM3101', 'overflow', text, o.node.location);
}

function warnFloatOverflow(a: Analysis, o: Operand, from: CType, to: IntegerType | EnumType, old: number) {
  if (Number.isFinite(old) && fits(BigInt(Math.trunc(old)), to)) return;
  const now = o.constant ? constantText(o.constant, to) : 'undefined';
  const types = `from '${typeText({ type: from })}' to '${typeText({ type: to })}'`;
  const text = `overflow in conversion ${types} changes value from '${old}' to '${now}'`;
  a.warning('SEM3101', 'overflow', text, o.node.location);
}

/** The type of an integer operand after the integer promotions (C99 6.3.1.1p2); any other operand's own type. */
export function promotedType({ type: { type }, bits }: Operand): CType {
  if (!isInteger(type)) return type;
  const integer = integerOf(type);
  if (bits !== undefined && bits <= 32) return bits < 32 || integer.signed ? INT : UNSIGNED_INT;
  return integer.rank < INT.rank ? INT : integer;
}

/** The integer promotions. */
export function promote(a: Analysis, o: Operand): Operand {
  return convertTo(a, o, promotedType(o));
}

/** Value and integer promotion of an operand. */
export function promotedValue(a: Analysis, o: Operand): Operand {
  return promote(a, value(a, o));
}

/** The default argument promotions (C99 6.5.2.2p6). */
export function promoteArgument(a: Analysis, o: Operand): Operand {
  promote(a, o);
  return convertTo(a, o, promotedArgument(o.type.type));
}

/**
 * The usual arithmetic conversions (C99 6.3.1.8): converts both operands and gives the common real type, complex if
 * either operand is. A real operand stays real beside a complex one.
 */
export function usualArithmetic(a: Analysis, left: Operand, right: Operand): CType {
  const common = commonType(left, right);
  toCommon(a, left, common);
  toCommon(a, right, common);
  return common;
}

/** Converts an arithmetic operand to the common type, without change of its type domain. */
export function toCommon(a: Analysis, o: Operand, common: CType): void {
  const domain = common.kind === 'complex' && o.type.type.kind !== 'complex' ? common.component : common;
  convertTo(a, o, domain);
}

/** The type in which two arithmetic values meet. */
export function commonType(left: Operand, right: Operand): CType {
  const x = promotedType(left);
  const y = promotedType(right);
  if (x.kind === 'complex' || y.kind === 'complex') return complexOf(commonFloating(realPart(x), realPart(y)));
  if (x.kind === 'floating' || y.kind === 'floating') return commonFloating(x, y);
  return commonInteger(x as IntegerType, y as IntegerType);
}

function realPart(type: CType): CType {
  return type.kind === 'complex' ? type.component : type;
}

const FLOATING_TYPES = [FLOAT, DOUBLE, LONG_DOUBLE];

function commonFloating(x: CType, y: CType): FloatingType {
  const rank = (type: CType) =>
    type.kind === 'floating' ? FLOATING_TYPES.findIndex((each) => each.name === type.name) : -1;
  const highest = Math.max(rank(x), rank(y));
  return FLOATING_TYPES[highest < 0 ? 1 : highest] as FloatingType;
}

/** C99 6.3.1.8p1 for promoted integers. */
function commonInteger(x: IntegerType, y: IntegerType): IntegerType {
  if (x.signed === y.signed) return x.rank >= y.rank ? x : y;
  const [signed, unsigned] = x.signed ? [x, y] : [y, x];
  if (unsigned.rank >= signed.rank) return unsigned;
  return signed.size > unsigned.size ? signed : unsignedOf(signed);
}
