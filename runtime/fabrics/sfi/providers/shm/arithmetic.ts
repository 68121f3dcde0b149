/**
 * What atomic operations compute: the new value of an element, from the old one, the operand and what it is compared with.
 *
 * Integers of 64 bits are bigints, complex numbers pairs. Comparing swaps test `old OP compare`, as libfabric 1.0 does (1.2 has
 * turned it round). FI_MIN and FI_MAX of a NaN, or of zeros of both signs, give the operand, as UPC's do on all networks; libfabric keeps the old value.
 */
import type { Datatype, Operator } from '../../atomic.ts';

export type Complex = readonly [re: number, im: number];
export type Value = number | bigint | Complex;
export type Compute = (old: never, operand: never, compare: never) => Value;
type Operators<T> = Partial<Record<Operator, (old: T, operand: T, compare: T) => T>>;

const integers: Operators<number> = {
  ...ordered<number>(),
  ...replacing<number>((a, b) => a === b),
  FI_SUM: (old, operand) => old + operand,
  FI_PROD: (old, operand) => Math.imul(old, operand),
  ...logical<number>((value) => value !== 0, 1, 0),
  FI_BOR: (old, operand) => old | operand,
  FI_BAND: (old, operand) => old & operand,
  FI_BXOR: (old, operand) => old ^ operand,
  FI_MSWAP: (old, operand, mask) => (operand & mask) | (old & ~mask),
};

const wideIntegers: Operators<bigint> = {
  ...ordered<bigint>(),
  ...replacing<bigint>((a, b) => a === b),
  FI_SUM: (old, operand) => old + operand,
  FI_PROD: (old, operand) => old * operand,
  ...logical<bigint>((value) => value !== 0n, 1n, 0n),
  FI_BOR: (old, operand) => old | operand,
  FI_BAND: (old, operand) => old & operand,
  FI_BXOR: (old, operand) => old ^ operand,
  FI_MSWAP: (old, operand, mask) => (operand & mask) | (old & ~mask),
};

const reals: Operators<number> = {
  ...ordered<number>(),
  ...replacing<number>((a, b) => a === b),
  FI_SUM: (old, operand) => old + operand,
  FI_PROD: (old, operand) => old * operand,
  ...logical<number>((value) => value !== 0, 1, 0),
};

const complexes: Operators<Complex> = {
  ...replacing<Complex>((a, b) => a[0] === b[0] && a[1] === b[1]),
  FI_SUM: (a, b) => [a[0] + b[0], a[1] + b[1]],
  FI_PROD: (a, b) => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]],
  ...logical<Complex>((value) => value[0] !== 0 || value[1] !== 0, [1, 0], [0, 0]),
};

const known = new Map<Datatype, ReturnType<typeof operatorsOf>>();

/** How to compute an operation on elements of a type; undefined if it does not go with the type. */
export function computation(datatype: Datatype, op: Operator): Compute | undefined {
  let operators = known.get(datatype);
  if (operators === undefined) {
    operators = operatorsOf(datatype);
    known.set(datatype, operators);
  }
  return operators[op] as Compute | undefined;
}

function operatorsOf(datatype: Datatype): Operators<number> | Operators<bigint> | Operators<Complex> {
  if (datatype.endsWith('COMPLEX')) return complexes;
  if (datatype.endsWith('INT64')) return wideIntegers;
  return datatype.includes('INT') ? integers : reals;
}

/** What needs an order; comparing swaps as well. */
function ordered<T extends number | bigint>(): Operators<T> {
  return {
    FI_MIN: (old, operand) => (old < operand ? old : operand),
    FI_MAX: (old, operand) => (old > operand ? old : operand),
    FI_CSWAP_LE: (old, operand, compare) => (old <= compare ? operand : old),
    FI_CSWAP_LT: (old, operand, compare) => (old < compare ? operand : old),
    FI_CSWAP_GE: (old, operand, compare) => (old >= compare ? operand : old),
    FI_CSWAP_GT: (old, operand, compare) => (old > compare ? operand : old),
  };
}

/** What all types have. */
function replacing<T>(equal: (a: T, b: T) => boolean): Operators<T> {
  return {
    FI_ATOMIC_READ: (old) => old,
    FI_ATOMIC_WRITE: (_, operand) => operand,
    FI_CSWAP: (old, operand, compare) => (equal(old, compare) ? operand : old),
    FI_CSWAP_NE: (old, operand, compare) => (equal(old, compare) ? old : operand),
  };
}

function logical<T>(isTrue: (value: T) => boolean, yes: T, no: T): Operators<T> {
  const truth = (value: boolean) => (value ? yes : no);
  return {
    FI_LOR: (old, operand) => truth(isTrue(old) || isTrue(operand)),
    FI_LAND: (old, operand) => truth(isTrue(old) && isTrue(operand)),
    FI_LXOR: (old, operand) => truth(isTrue(old) !== isTrue(operand)),
  };
}
