/**
 * The operators of reductions on two arrays, the first of which gets the result: WebAssembly for real types (kernels.ts).
 *
 * Complex numbers are added as pairs of real ones, and multiplied by common/complex.ts.
 */
import { MACHINE_TYPES, makeKernel, type Operator } from '../../runtime/collectives/kernels.ts';
import type { FabricReduction, FabricType } from '../../runtime/conduits/conduit.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { complexProduct } from '../common/complex.ts';

/** Combines elements; the first array ends at `stop`, and is not empty. */
export type Combiner = (to: number, from: number, stop: number) => void;

/** By the numbers in shmem-collectives.c. */
export const SUM = 0;
const OPERATORS: readonly Operator[] = ['add', 'mul', 'and', 'or', 'xor', 'min', 'max'];
/** What fabrics call these operations, and the types. */
export const FABRIC_OPERATIONS: readonly FabricReduction[] = ['sum', 'prod', 'band', 'bor', 'bxor', 'min', 'max'];
export const FABRIC_TYPES: readonly (FabricType | undefined)[] = [
  ...(['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'f32', 'f64'] as const),
  ...([undefined, 'c64', 'c128'] as const),
];
const [FLOAT, DOUBLE, COMPLEX_FLOAT, COMPLEX_DOUBLE] = [8, 9, 11, 12];
const REAL_PARTS = new Map([
  [COMPLEX_FLOAT, FLOAT],
  [COMPLEX_DOUBLE, DOUBLE],
]);

export function combiners(environment: RuntimeEnvironment): (operation: number, type: number) => Combiner {
  const made = new Map<string, Combiner>();

  function make(operation: number, type: number): Combiner {
    const operator = OPERATORS[operation]!;
    const real = REAL_PARTS.get(type);
    if (real !== undefined && operator === 'mul') return product(real === DOUBLE);
    return makeKernel(environment.memory, MACHINE_TYPES[real ?? type]!, operator).zip;
  }

  function product(isDouble: boolean): Combiner {
    const multiply = complexProduct(environment, isDouble);
    const size = isDouble ? 16 : 8;
    return (to, from, stop) => multiply(to, from, ((stop - to) >>> 0) / size);
  }

  return (operation, type) => {
    const key = `${operation} ${type}`;
    const combiner = made.get(key) ?? make(operation, type);
    made.set(key, combiner);
    return combiner;
  };
}
