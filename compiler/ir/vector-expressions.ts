/** Expressions of vectors of sixteen bytes: of the optimizer, for WebAssembly alone. */
import type { BinaryOperator, Expression, UnaryOperator } from './expressions.ts';
import type { MachineType } from './types.ts';

/** Lane interpretation of a vector; 'v128' where it does not matter. */
export type Lanes = 'i8x16' | 'i16x8' | 'i32x4' | 'i64x2' | 'f32x4' | 'f64x2' | 'v128';

/**
 * Lane-wise as the scalar operators, but comparisons give lanes of ones or zeros, and shift counts are one i32.
 * `splat` broadcasts a scalar to all lanes; `select` takes the bits of the second operand where those of the first are
 * one, else of the third; `andnot` is left and not right. `of_` converts all lanes of an operand with as many lanes,
 * `low_` its lower ones; from floats to integers it saturates, and NaN gives 0. Results of fewer lanes leave the upper
 * ones zero. vectors.ts lists the operators of each lane type.
 */
export type VectorOperator =
  | Exclude<UnaryOperator, 'not' | 'extend8' | 'extend16' | 'private' | 'place' | 'phase'>
  | Exclude<BinaryOperator, 'offset' | 'word' | 'div_s' | 'div_u' | 'rem_s' | 'rem_u'>
  | 'splat'
  | 'select'
  | 'andnot'
  | 'low_i8_s'
  | 'low_i8_u'
  | 'low_i16_s'
  | 'low_i16_u'
  | 'low_i32_s'
  | 'low_i32_u'
  | 'low_f32'
  | 'of_f64'
  | 'of_f64_s'
  | 'of_i32_s'
  | 'of_i32_u'
  | 'of_f32_s'
  | 'of_f32_u';

/** An operation on vectors: a separate node, so that no pass confuses it with a scalar one. */
export interface Vector {
  readonly op: 'vector';
  readonly type: 'v128';
  readonly lanes: Lanes;
  readonly operator: VectorOperator;
  readonly operands: readonly Expression[];
}

export interface VectorConstant {
  readonly op: 'vector.const';
  readonly type: 'v128';
  readonly lanes: Exclude<Lanes, 'v128'>;
  /** One per lane: bigints for i64x2. */
  readonly values: readonly (number | bigint)[];
}

/** The scalar in one lane; of i8x16 and i16x8 sign-extended. */
export interface Lane {
  readonly op: 'lane';
  readonly type: MachineType;
  readonly lanes: Exclude<Lanes, 'v128'>;
  readonly index: number;
  readonly operand: Expression;
}

/** An i32 with the most significant bit of each byte of a vector. */
export interface Bitmask {
  readonly op: 'bitmask';
  readonly type: 'i32';
  readonly operand: Expression;
}

/** Sixteen bytes chosen from those of `left` (0 to 15) and `right` (16 to 31). */
export interface Shuffle {
  readonly op: 'shuffle';
  readonly type: 'v128';
  readonly bytes: readonly number[];
  readonly left: Expression;
  readonly right: Expression;
}
