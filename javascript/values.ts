/**
 * Values of JavaScript as a function of C takes them, and its results as JavaScript has them.
 *
 * Takes: a function's description and arguments. Gives: what to write on the boards; or a TypeError or RangeError that names function,
 * argument, value and prototype. 64-bit integers are BigInts; an exact number is taken for one.
 */
import type { Callable, CallValue, NumberKind } from '../compiler/callable.ts';
import type { Result, TypedArray } from './api.ts';

/** An argument that fits: a value, or an array that is to lie in the program's memory. */
export type Fitting = number | bigint | TypedArray;

/** Those that a pointer to such numbers takes. */
export const ARRAYS: Readonly<Record<NumberKind, readonly string[]>> = {
  i8: ['Int8Array', 'Uint8Array'], // C's texts are bytes
  u8: ['Uint8Array', 'Uint8ClampedArray'],
  i16: ['Int16Array'],
  u16: ['Uint16Array'],
  i32: ['Int32Array'],
  u32: ['Uint32Array'],
  i64: ['BigInt64Array'],
  u64: ['BigUint64Array'],
  f32: ['Float32Array'],
  f64: ['Float64Array'],
};

/** The arguments, each fitting its parameter. */
export function fittingArguments(callable: Callable, given: readonly unknown[]): Fitting[] {
  const { name, prototype, parameters, refused } = callable;
  if (refused !== undefined) throw new TypeError(`${name} cannot be called from JavaScript: ${refused}: ${prototype}`);
  if (given.length !== parameters.length)
    throw new TypeError(`${name} takes ${countText(parameters.length)}, not ${given.length}: ${prototype}`);
  return parameters.map((parameter, index) => {
    const fitting = converted(parameter, given[index]);
    if (fitting !== undefined) return fitting;
    throw wrong(`${whichArgument(callable, index)} takes ${wanted(parameter)}`, given[index], prototype);
  });
}

/** "solve: argument 1 (u)" */
export function whichArgument({ name, parameters }: Callable, index: number): string {
  const own = parameters[index]!.name;
  return `${name}: argument ${index + 1}${own ? ` (${own})` : ''}`;
}

function wrong(takes: string, value: unknown, prototype: string): Error {
  const Wrong = typeof value === 'number' || typeof value === 'bigint' ? RangeError : TypeError;
  return new Wrong(`${takes}, not ${shown(value)}: ${prototype}`);
}

/** Of all bytes that a program can address: 2^32, of which the last ones are never free. */
const ADDRESS_BITS = 32;

/** What an array of a program is made of. */
export function checkArray(type: unknown, length: unknown): void {
  const size = (type as { readonly BYTES_PER_ELEMENT?: number } | undefined)?.BYTES_PER_ELEMENT;
  if (typeof type !== 'function' || size === undefined)
    throw wrong("array: argument 1 (type) takes a typed array's class, as Float64Array", type, 'array(type, length)');
  const bits = ADDRESS_BITS - Math.log2(size);
  if (Number.isInteger(length) && (length as number) >= 0 && (length as number) < 2 ** bits) return;
  throw wrong(
    `array: argument 2 (length) takes an integer from 0 to 2^${bits}-1`,
    length,
    `array(${type.name}, length)`,
  );
}

const countText = (count: number) => (count === 1 ? '1 argument' : `${count} arguments`);

function converted(parameter: CallValue, value: unknown): Fitting | undefined {
  const { kind } = parameter;
  if (kind === 'pointer') return fitPointer(parameter.to, value);
  if (kind === 'bool') return typeof value === 'boolean' ? Number(value) : undefined;
  if (kind === 'f32' || kind === 'f64') return typeof value === 'number' ? value : undefined;
  return fitInteger(kind as NumberKind, value);
}

function fitPointer(to: NumberKind | undefined, value: unknown): Fitting | undefined {
  if (value === null) return 0;
  if (typeof value === 'number') return fitInteger('u32', value);
  if (!ArrayBuffer.isView(value) || value instanceof DataView) return undefined;
  return to === undefined || ARRAYS[to].includes(nameOf(value)) ? (value as TypedArray) : undefined;
}

/** Integers that the type has. */
function fitInteger(kind: NumberKind, value: unknown): number | bigint | undefined {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
  const bits = Number(kind.slice(1));
  const exact = BigInt(value as number | bigint);
  const same = kind[0] === 'i' ? BigInt.asIntN(bits, exact) : BigInt.asUintN(bits, exact);
  if (same !== exact) return undefined;
  return bits === 64 ? exact : Number(exact);
}

const nameOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1);

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return value.name ? `the function ${value.name}` : 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return `${/^[AEIOU]/.test(nameOf(value)) ? 'an' : 'a'} ${nameOf(value)}`;
}

/** What a parameter takes. */
function wanted(parameter: CallValue): string {
  const { kind } = parameter;
  if (kind === 'bool') return 'true or false';
  if (kind === 'f32' || kind === 'f64') return 'a number';
  if (kind !== 'pointer') return wantedInteger(kind as NumberKind);
  const arrays = parameter.to === undefined ? 'typed array' : ARRAYS[parameter.to].join(' or a ');
  return `a ${arrays}, null or an address`;
}

function wantedInteger(kind: NumberKind): string {
  const [sign, bits] = [kind[0], Number(kind.slice(1))];
  const range = sign === 'i' ? `-2^${bits - 1} to 2^${bits - 1}-1` : `0 to 2^${bits}-1`;
  return `${bits === 64 ? 'a BigInt or an exact integer' : 'an integer'} from ${range}`;
}

type Writer = (view: DataView, at: number, value: never) => void;
/** How a value lies in the bytes of a board; smaller integers are written as 32 bits, of which C takes the lower ones. */
const WRITERS: Partial<Readonly<Record<CallValue['kind'], Writer>>> = {
  i64: (view, at, value: bigint) => view.setBigInt64(at, value, true),
  u64: (view, at, value: bigint) => view.setBigUint64(at, value, true),
  f32: (view, at, value: number) => view.setFloat32(at, value, true),
  f64: (view, at, value: number) => view.setFloat64(at, value, true),
};

export function writeValue(view: DataView, at: number, kind: CallValue['kind'], value: number | bigint): void {
  const write = WRITERS[kind];
  if (write !== undefined) write(view, at, value as never);
  else view.setInt32(at, Number(value), true);
}

const READERS: Readonly<Record<CallValue['kind'], (view: DataView, at: number) => Result>> = {
  void: () => undefined,
  bool: (view, at) => view.getUint8(at) !== 0,
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at) => view.getInt16(at, true),
  u16: (view, at) => view.getUint16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i64: (view, at) => view.getBigInt64(at, true),
  u64: (view, at) => view.getBigUint64(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
  pointer: (view, at) => view.getUint32(at, true),
};

export function readValue(view: DataView, at: number, kind: CallValue['kind']): Result {
  return READERS[kind](view, at);
}
