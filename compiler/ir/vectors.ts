/**
 * Vector operations: the operators of each lane type, the types of their operands, and constructors.
 *
 * One idea: the table has one entry per WebAssembly instruction, so that every constructed operation can be emitted.
 */
import type {
  Bitmask,
  Expression,
  Lane,
  Lanes,
  MachineType,
  ScalarType,
  Shuffle,
  Vector,
  VectorConstant,
  VectorOperator,
} from './ir.ts';

type Of<L extends Lanes> = Exclude<L, 'v128'>;

const FLOATS: readonly VectorOperator[] = [
  ...(['splat', 'neg', 'abs', 'sqrt', 'floor', 'ceil', 'trunc', 'rint', 'add', 'sub', 'mul', 'div'] as const),
  ...(['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const),
];
const INTEGERS: readonly VectorOperator[] = [
  ...(['splat', 'neg', 'abs', 'add', 'sub', 'shl', 'shr_s', 'shr_u', 'eq', 'ne'] as const),
  ...(['lt_s', 'le_s', 'gt_s', 'ge_s'] as const),
];
const UNSIGNED: readonly VectorOperator[] = ['lt_u', 'le_u', 'gt_u', 'ge_u'];

const OPERATORS: Readonly<Record<Lanes, ReadonlySet<VectorOperator>>> = {
  i8x16: new Set([...INTEGERS, ...UNSIGNED]),
  i16x8: new Set([...INTEGERS, ...UNSIGNED, 'mul', 'low_i8_s', 'low_i8_u']),
  i32x4: new Set([
    ...INTEGERS,
    ...UNSIGNED,
    ...(['mul', 'low_i16_s', 'low_i16_u', 'of_f32_s', 'of_f32_u', 'of_f64_s'] as const),
  ]),
  i64x2: new Set([...INTEGERS, 'mul', 'low_i32_s', 'low_i32_u']),
  f32x4: new Set([...FLOATS, 'of_i32_s', 'of_i32_u', 'of_f64']),
  f64x2: new Set([...FLOATS, 'low_i32_s', 'low_i32_u', 'low_f32']),
  v128: new Set(['complement', 'and', 'or', 'xor', 'andnot', 'select']),
};

/** All lane types, most lanes first. */
export const LANES = Object.keys(OPERATORS) as readonly Lanes[];

export const hasVectorOperator = (lanes: Lanes, operator: VectorOperator): boolean => OPERATORS[lanes].has(operator);

/** The machine type of one lane. */
export function laneType(lanes: Of<Lanes>): ScalarType {
  if (lanes === 'f32x4') return 'f32';
  if (lanes === 'f64x2') return 'f64';
  return lanes === 'i64x2' ? 'i64' : 'i32';
}

export const laneCount = (lanes: Of<Lanes>): number => Number(lanes.slice(lanes.indexOf('x') + 1));

const UNARY: ReadonlySet<VectorOperator> = new Set([
  ...(['neg', 'complement', 'abs', 'sqrt', 'floor', 'ceil', 'trunc', 'rint'] as const),
]);

/** The types of an operation's operands. */
export function vectorOperands(lanes: Lanes, operator: VectorOperator): readonly MachineType[] {
  if (operator === 'splat') return [laneType(lanes as Of<Lanes>)];
  if (operator === 'select') return ['v128', 'v128', 'v128'];
  if (UNARY.has(operator) || /^(?:low|of)_/.test(operator)) return ['v128'];
  return ['v128', operator === 'shl' || operator.startsWith('shr_') ? 'i32' : 'v128'];
}

// ---------------------------------------------------------------- constructors

export const vector = (lanes: Lanes, operator: VectorOperator, ...operands: readonly Expression[]): Vector => ({
  op: 'vector',
  type: 'v128',
  lanes,
  operator,
  operands,
});

export const vectorConstant = (lanes: Of<Lanes>, values: readonly (number | bigint)[]): VectorConstant => ({
  op: 'vector.const',
  type: 'v128',
  lanes,
  values,
});

/** Broadcasts the scalar to all lanes. */
export function splat(lanes: Of<Lanes>, operand: Expression): Expression {
  if (operand.op !== 'const') return vector(lanes, 'splat', operand);
  return vectorConstant(lanes, new Array<number | bigint>(laneCount(lanes)).fill(operand.value));
}

export const lane = (lanes: Of<Lanes>, index: number, operand: Expression): Lane => ({
  op: 'lane',
  type: laneType(lanes),
  lanes,
  index,
  operand,
});

/** A bit for each byte of a vector of ones and zeros. */
export const bitmask = (operand: Expression): Bitmask => ({ op: 'bitmask', type: 'i32', operand });

export const shuffle = (bytes: readonly number[], left: Expression, right: Expression): Shuffle => ({
  op: 'shuffle',
  type: 'v128',
  bytes,
  left,
  right,
});
