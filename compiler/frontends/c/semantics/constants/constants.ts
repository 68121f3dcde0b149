/**
 * Values of constant expressions: making them, converting them between types, asking about them.
 *
 * One idea: an integer constant is the mathematical value of its bits in its type, so wrapping happens exactly where
 * a value enters a type (C99 6.3.1.3); conversions from floating follow x86-64 where C leaves them undefined.
 */
import type { Constant } from '../facts.ts';
import { integerOf, isBool, isInteger, isPointer, isPointerToShared, isReal } from '../types/primitives.ts';
import type { ComplexType, CType, EnumType, FloatingType, IntegerType } from '../types/types.ts';

export function integerConstant(value: bigint | number): Constant {
  return { kind: 'integer', value: BigInt(value) };
}

/** A value brought into the range of an integer type: modulo 2^n, then read as signed or unsigned. */
export function wrap(value: bigint, type: IntegerType | EnumType): bigint {
  const { size, signed } = integerOf(type);
  return signed ? BigInt.asIntN(size * 8, value) : BigInt.asUintN(size * 8, value);
}

/** True where the type has the value. */
export function fits(value: bigint, type: IntegerType | EnumType): boolean {
  return isBool(type) ? value === 0n || value === 1n : wrap(value, type) === value;
}

/** The value rounded to the type. */
export function round(value: number, type: FloatingType): number {
  return type.size === 4 ? Math.fround(value) : value;
}

/** Undefined for addresses (which are true, but need not be known). */
export function isTrue(constant: Constant): boolean | undefined {
  switch (constant.kind) {
    case 'integer':
      return constant.value !== 0n;
    case 'floating':
      return constant.value !== 0;
    case 'complex':
      return constant.real !== 0 || constant.imaginary !== 0;
    case 'address':
      return undefined;
  }
}

/** The constant converted to another type, or undefined where the result is no constant. */
export function convertConstant(constant: Constant, from: CType, to: CType): Constant | undefined {
  if (to.kind === 'void') return undefined;
  if (isBool(to)) {
    const truth = isTrue(constant);
    return truth === undefined ? undefined : integerConstant(truth ? 1 : 0);
  }
  switch (constant.kind) {
    case 'integer':
      return fromInteger(constant.value, to);
    case 'floating':
      return fromFloating(constant.value, to);
    case 'complex':
      return to.kind === 'complex' ? toComplex(constant.real, constant.imaginary, to) : fromFloating(constant.real, to);
    case 'address':
      return keepsAddress(from, to) ? constant : undefined;
  }
}

/** Private pointers and 32-bit integers hold addresses without loss. */
function keepsAddress(from: CType, to: CType): boolean {
  const holds = (type: CType) => (isInteger(type) ? integerOf(type).size === 4 : isPointer(type));
  return holds(from) && holds(to) && !isPointerToShared(from) && !isPointerToShared(to);
}

function fromInteger(value: bigint, to: CType): Constant | undefined {
  if (isInteger(to)) return integerConstant(wrap(value, to));
  if (to.kind === 'floating') return { kind: 'floating', value: integerToFloating(value, to) };
  if (to.kind === 'complex') return toComplex(integerToFloating(value, to.component), 0, to);
  if (to.kind !== 'pointer') return undefined;
  if (isPointerToShared(to)) return value === 0n ? integerConstant(0) : undefined;
  return integerConstant(BigInt.asUintN(32, value));
}

/** Rounded once: `Math.fround(Number(x))` would round twice for large x. */
function integerToFloating(value: bigint, type: FloatingType): number {
  if (type.size === 8) return Number(value);
  const magnitude = value < 0n ? -value : value;
  const bits = magnitude.toString(2).length;
  if (bits <= 53) return Math.fround(Number(value));
  const drop = BigInt(bits - 50);
  const sticky = magnitude & ((1n << drop) - 1n) ? 1n : 0n;
  const shortened = Number(((magnitude >> drop) << 1n) | sticky) * 2 ** (Number(drop) - 1);
  return Math.fround(value < 0n ? -shortened : shortened);
}

function fromFloating(value: number, to: CType): Constant | undefined {
  if (to.kind === 'floating') return { kind: 'floating', value: round(value, to) };
  if (to.kind === 'complex') return toComplex(value, 0, to);
  return isInteger(to) ? integerConstant(floatingToInteger(value, integerOf(to))) : undefined;
}

function floatingToInteger(value: number, to: IntegerType): bigint {
  const whole = Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
  if (whole !== undefined && fits(whole, to)) return whole;
  return wrap(throughRegister(whole, to.size === 8 || (to.size === 4 && !to.signed) ? 64 : 32, to), to);
}

/** The value that cvttsd2si leaves in a register of so many bits: the least value where the result does not fit. */
function throughRegister(whole: bigint | undefined, bits: number, to: IntegerType): bigint {
  const least = -(1n << BigInt(bits - 1));
  if (whole === undefined) return least;
  if (to.size === 8 && !to.signed && whole >= -least) return least;
  return whole >= least && whole < -least ? whole : least;
}

export function toComplex(real: number, imaginary: number, type: ComplexType): Constant {
  return { kind: 'complex', real: round(real, type.component), imaginary: round(imaginary, type.component) };
}

/** Real and imaginary part of an arithmetic constant. */
export function partsOf(constant: Constant): { real: number; imaginary: number } | undefined {
  if (constant.kind === 'complex') return constant;
  if (constant.kind === 'floating') return { real: constant.value, imaginary: 0 };
  return constant.kind === 'integer' ? { real: Number(constant.value), imaginary: 0 } : undefined;
}

/** The constant as text for messages. */
export function constantText(constant: Constant, type: CType): string {
  switch (constant.kind) {
    case 'integer':
      return String(constant.value);
    case 'floating':
      return isReal(type) ? String(constant.value) : '';
    case 'complex':
      return `${constant.real} + ${constant.imaginary}i`;
    case 'address':
      return `&${constant.symbol.name}${constant.offset ? ` + ${constant.offset}` : ''}`;
  }
}
