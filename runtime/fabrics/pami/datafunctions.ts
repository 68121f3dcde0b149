/**
 * Data functions: applied to the bytes that move, instead of a copy.
 *
 * A caller's own function takes a run of bytes at a time. The predefined ones (PAMI_DATA_SUM ...) compute with the
 * elements of a predefined type: target = target OP source.
 */
import type { BulkOperations } from '../../memory/copy.ts';
import { perMemory } from '../../memory/permemory.ts';
import type { Space } from '../../memory/space.ts';
import type { ElementKind, PredefinedType } from './predefined.ts';

/** pami_data_function of a caller. */
export type Transformer = (target: number, source: number, bytes: number, cookie: number) => void;
export type DataFunction = Transformer | Operation;

export const PAMI_DATA_COPY = 'copy' as const;
export const PAMI_DATA_NOOP = 'noop' as const;
export const PAMI_DATA_MAX = 'max' as const;
export const PAMI_DATA_MIN = 'min' as const;
export const PAMI_DATA_SUM = 'sum' as const;
export const PAMI_DATA_PROD = 'prod' as const;
export const PAMI_DATA_LAND = 'land' as const;
export const PAMI_DATA_LOR = 'lor' as const;
export const PAMI_DATA_LXOR = 'lxor' as const;
export const PAMI_DATA_BAND = 'band' as const;
export const PAMI_DATA_BOR = 'bor' as const;
export const PAMI_DATA_BXOR = 'bxor' as const;
export const PAMI_DATA_MAXLOC = 'maxloc' as const;
export const PAMI_DATA_MINLOC = 'minloc' as const;
export type Operation =
  | 'copy'
  | 'noop'
  | 'max'
  | 'min'
  | 'sum'
  | 'prod'
  | 'land'
  | 'lor'
  | 'lxor'
  | 'band'
  | 'bor'
  | 'bxor'
  | 'maxloc'
  | 'minloc';

/** 64-bit integers are bigints, all others numbers. */
type Value = number | bigint;
type Combine = (a: Value, b: Value) => Value;

const truth = (a: Value): boolean => Boolean(a);
/** Both operands have the same type; the casts only tell the type checker. */
const COMBINE: Partial<Record<Operation, Combine>> = {
  max: (a, b) => (a >= b ? a : b),
  min: (a, b) => (a <= b ? a : b),
  sum: (a, b) => (typeof a === 'bigint' ? a + (b as bigint) : a + (b as number)),
  prod: (a, b) => (typeof a === 'bigint' ? a * (b as bigint) : a * (b as number)),
  band: (a, b) => (typeof a === 'bigint' ? a & (b as bigint) : a & (b as number)),
  bor: (a, b) => (typeof a === 'bigint' ? a | (b as bigint) : a | (b as number)),
  bxor: (a, b) => (typeof a === 'bigint' ? a ^ (b as bigint) : a ^ (b as number)),
};
const LOGICAL: Partial<Record<Operation, (a: boolean, b: boolean) => boolean>> = {
  land: (a, b) => a && b,
  lor: (a, b) => a || b,
  lxor: (a, b) => a !== b,
};

/** Reads and writes elements of a kind; addresses are aligned to their size. */
interface Elements {
  read(address: number): Value;
  write(address: number, value: Value): void;
}

export class DataFunctions {
  private readonly elements: Readonly<Record<ElementKind, Elements>>;

  constructor(
    space: Space,
    private readonly bulk: BulkOperations,
  ) {
    this.elements = elementsOf(space);
  }

  /** The function for `operation` on elements of `type`; undefined if meaningless (bits of floating-point numbers). */
  on(operation: DataFunction | undefined, type: PredefinedType | undefined): Transformer | undefined {
    if (operation === undefined || operation === PAMI_DATA_COPY)
      return (target, source, bytes) => this.bulk.copy(target, source, bytes);
    if (typeof operation === 'function') return operation;
    if (operation === PAMI_DATA_NOOP) return () => {};
    if (type === undefined) return undefined;
    const step = this.step(operation, type);
    if (step === undefined) return undefined;
    const { elementBytes } = type;
    return (target, source, bytes) => {
      for (let at = 0; at < bytes; at += elementBytes) step(target + at, source + at);
    };
  }

  /** target = target OP source, for one element. */
  private step(operation: Operation, type: PredefinedType): ((target: number, source: number) => void) | undefined {
    if (operation === PAMI_DATA_MAXLOC || operation === PAMI_DATA_MINLOC) return this.located(operation, type);
    if (type.index !== undefined) return undefined;
    if (type.numbers === 2) return this.complex(operation, type);
    const combine = combination(operation, type);
    if (combine === undefined) return undefined;
    const { read, write } = this.elements[type.kind];
    return (target, source) => write(target, combine(read(target), read(source)));
  }

  /** MAXLOC and MINLOC: the pair with the greater (lesser) value; on ties the lesser index. */
  private located(operation: Operation, type: PredefinedType): ((target: number, source: number) => void) | undefined {
    const { index, elementBytes } = type;
    if (index === undefined) return undefined;
    const [value, place] = [this.elements[type.kind], this.elements[index.kind]];
    const wins = operation === PAMI_DATA_MAXLOC ? (a: Value, b: Value) => a > b : (a: Value, b: Value) => a < b;
    return (target, source) => {
      const [old, other] = [value.read(target), value.read(source)];
      const earlier = place.read(source + index.offset) < place.read(target + index.offset);
      if (wins(other, old) || (other === old && earlier)) this.bulk.copy(target, source, elementBytes);
    };
  }

  private complex(operation: Operation, type: PredefinedType): ((target: number, source: number) => void) | undefined {
    const { read, write } = this.elements[type.kind];
    const half = type.elementBytes / 2;
    const put = (target: number, real: number, imaginary: number) => {
      write(target, real);
      write(target + half, imaginary);
    };
    const number = (address: number) => read(address) as number;
    if (operation === PAMI_DATA_SUM)
      return (a, b) => put(a, number(a) + number(b), number(a + half) + number(b + half));
    if (operation !== PAMI_DATA_PROD) return undefined;
    return (a, b) => {
      const [ar, ai, br, bi] = [number(a), number(a + half), number(b), number(b + half)];
      put(a, ar * br - ai * bi, ar * bi + ai * br);
    };
  }
}

function combination(operation: Operation, type: PredefinedType): Combine | undefined {
  const isFloat = type.kind.startsWith('f');
  const logical = LOGICAL[operation];
  if (logical !== undefined) {
    const big = type.kind.endsWith('64');
    return isFloat
      ? undefined
      : (a, b) => (big ? BigInt(logical(truth(a), truth(b))) : Number(logical(truth(a), truth(b))));
  }
  if (type.isLogical || (isFloat && operation.startsWith('b'))) return undefined;
  if (operation === PAMI_DATA_PROD && type.elementBytes === 4 && !isFloat)
    return (a, b) => Math.imul(a as number, b as number);
  return COMBINE[operation];
}

const elementsOf = perMemory(accessesTo);

function accessesTo({ I8, U8, I16, U16, I32, I64, F32, F64, memory }: Space): Record<ElementKind, Elements> {
  const U32 = new Uint32Array(memory.buffer);
  const U64 = new BigUint64Array(memory.buffer);
  const numbers = (
    view: Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array,
    shift: number,
  ): Elements => ({
    read: (address) => view[address >>> shift]!,
    write: (address, value) => {
      view[address >>> shift] = value as number;
    },
  });
  const bigints = (view: BigInt64Array | BigUint64Array): Elements => ({
    read: (address) => view[address >>> 3]!,
    write: (address, value) => {
      view[address >>> 3] = value as bigint;
    },
  });
  return {
    i8: numbers(I8, 0),
    u8: numbers(U8, 0),
    i16: numbers(I16, 1),
    u16: numbers(U16, 1),
    i32: numbers(I32, 2),
    u32: numbers(U32, 2),
    i64: bigints(I64),
    u64: bigints(U64),
    f32: numbers(F32, 2),
    f64: numbers(F64, 3),
  };
}
