/**
 * Vectors of the IR to instructions: nearly all have one of the same name.
 *
 * What is left out of memory's types is here as well: the first bytes of a vector are stored as a lane. A choice of
 * the lesser or greater of two is one instruction.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Expression, Lane, MemoryType, Shuffle, Vector, VectorConstant, VectorOperator } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import type { FunctionContext } from './context.ts';
import { emitJoinedComparisons, joinedComparisons } from './equal-bytes.ts';
import { value } from './expressions.ts';
import type { LaneInstruction, VectorInstruction } from './vector-instructions.ts';

/** Operators whose instructions have other names. */
const NAMES: Readonly<Record<string, VectorInstruction>> = {
  'v128.complement': 'v128.not',
  'v128.select': 'v128.bitselect',
  'f32x4.rint': 'f32x4.nearest',
  'f64x2.rint': 'f64x2.nearest',
  'i16x8.low_i8_s': 'i16x8.extend_low_i8x16_s',
  'i16x8.low_i8_u': 'i16x8.extend_low_i8x16_u',
  'i32x4.low_i16_s': 'i32x4.extend_low_i16x8_s',
  'i32x4.low_i16_u': 'i32x4.extend_low_i16x8_u',
  'i64x2.low_i32_s': 'i64x2.extend_low_i32x4_s',
  'i64x2.low_i32_u': 'i64x2.extend_low_i32x4_u',
  'f64x2.low_i32_s': 'f64x2.convert_low_i32x4_s',
  'f64x2.low_i32_u': 'f64x2.convert_low_i32x4_u',
  'f64x2.low_f32': 'f64x2.promote_low_f32x4',
  'f32x4.of_f64': 'f32x4.demote_f64x2_zero',
  'f32x4.of_i32_s': 'f32x4.convert_i32x4_s',
  'f32x4.of_i32_u': 'f32x4.convert_i32x4_u',
  'i32x4.of_f32_s': 'i32x4.trunc_sat_f32x4_s',
  'i32x4.of_f32_u': 'i32x4.trunc_sat_f32x4_u',
  'i32x4.of_f64_s': 'i32x4.trunc_sat_f64x2_s_zero',
};

export function emitVector(f: FunctionContext, e: Vector) {
  const joined = joinedComparisons(e);
  if (joined) return emitJoinedComparisons(f, joined);
  const extreme = e.operator === 'select' ? extremeOf(e) : undefined;
  const { lanes, operator, operands } = extreme ?? e;
  // The mask comes last on the stack.
  const ordered = operator === 'select' ? [...operands.slice(1), ...operands.slice(0, 1)] : operands;
  for (const operand of ordered) value(f, operand);
  const name = `${lanes}.${operator}`;
  f.code.op(NAMES[name] ?? (name as VectorInstruction));
}

interface Extreme {
  readonly lanes: Vector['lanes'];
  readonly operator: VectorOperator | 'min_s' | 'min_u' | 'max_s' | 'max_u' | 'pmin' | 'pmax';
  readonly operands: readonly Expression[];
}

/** `a < b ? a : b` and its like. */
function extremeOf({ operands: [mask, then, otherwise] }: Vector): Extreme | undefined {
  if (mask?.op !== 'vector' || !then || !otherwise) return undefined;
  const { lanes, operator, operands } = mask;
  const found = /^([lg])t(_[su])?$/.exec(operator);
  if (!found || lanes === 'i64x2' || !isSame(operands[0], then) || !isSame(operands[1], otherwise)) return undefined;
  const least = found[1] === 'l';
  if (found[2] !== undefined)
    return { lanes, operator: `${least ? 'min' : 'max'}${found[2] as '_s'}`, operands: [then, otherwise] };
  // The second operand only where it is less (greater), so that zeros and NaN come out as those of the choice do.
  return { lanes, operator: least ? 'pmin' : 'pmax', operands: [otherwise, then] };
}

const isSame = (a: Expression | undefined, b: Expression): boolean =>
  a !== undefined && printExpression(a) === printExpression(b);

const SETTERS = {
  i8x16: (view, at, value) => view.setInt8(at, Number(value)),
  i16x8: (view, at, value) => view.setInt16(2 * at, Number(value), true),
  i32x4: (view, at, value) => view.setInt32(4 * at, Number(value), true),
  i64x2: (view, at, value) => view.setBigInt64(8 * at, BigInt(value), true),
  f32x4: (view, at, value) => view.setFloat32(4 * at, Number(value), true),
  f64x2: (view, at, value) => view.setFloat64(8 * at, Number(value), true),
} satisfies Record<VectorConstant['lanes'], (view: DataView, at: number, value: number | bigint) => void>;

export function emitVectorConstant(f: FunctionContext, { lanes, values }: VectorConstant) {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  for (const [at, one] of values.entries()) SETTERS[lanes](view, at, one);
  f.code.sixteen('v128.const', bytes);
}

export function emitLane(f: FunctionContext, { lanes, index, operand }: Lane) {
  value(f, operand);
  const sign = lanes === 'i8x16' || lanes === 'i16x8' ? '_s' : '';
  f.code.lane(`${lanes}.extract_lane${sign}` as LaneInstruction, index);
}

export function emitShuffle(f: FunctionContext, { bytes, left, right }: Shuffle) {
  value(f, left);
  value(f, right);
  f.code.sixteen('i8x16.shuffle', bytes);
}

/** Stores the first bytes of the vector on the stack; the address is below it. */
export function emitPartStore(f: FunctionContext, memory: MemoryType, offset: number) {
  f.code.laneStore(memorySize(memory) === 8 ? 'v128.store64_lane' : 'v128.store32_lane', offset, 0);
}
