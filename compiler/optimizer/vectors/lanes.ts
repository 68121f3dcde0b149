/** Vectors of lanes that the vectorizer needs: which to take for a type, and what is made of several instructions. */
import { constI32 } from '../../ir/builders.ts';
import type { Expression, Lanes, MemoryType, ScalarType } from '../../ir/ir.ts';
import { hasVectorOperator, shuffle, splat, vector, vectorConstant } from '../../ir/vectors.ts';
import { unfit } from './shape.ts';

export type Shape128 = Exclude<Lanes, 'v128'>;

/** What a vector of such lanes is taken for. */
export function shapeOfLanes(kind: ScalarType | 'mask', bits: number): Shape128 {
  if (kind === 'f32') return 'f32x4';
  if (kind === 'f64') return 'f64x2';
  return `i${bits}x${128 / bits}` as Shape128;
}

const BYTES = [...Array(16).keys()];
/** The lower halves of the 64-bit lanes, side by side; the lower halves of 32, 16 bits, and so on. */
const PACKED: Readonly<Record<number, readonly number[]>> = {
  64: [0, 1, 2, 3, 8, 9, 10, 11, ...BYTES.slice(0, 8)],
  32: [0, 1, 4, 5, 8, 9, 12, 13, ...BYTES.slice(0, 8)],
  16: [0, 2, 4, 6, 8, 10, 12, 14, ...BYTES.slice(0, 8)],
};

export const packed = (node: Expression, from: number): Expression =>
  shuffle(PACKED[from] as readonly number[], node, node);

export const reversedLanes = (node: Expression, bytes: number, lanes: number): Expression =>
  shuffle(
    BYTES.map((byte) =>
      byte < bytes * lanes ? (lanes - 1 - Math.floor(byte / bytes)) * bytes + (byte % bytes) : byte,
    ),
    node,
    node,
  );

/** Every second element of two vectors, from the first (0) or the second (1) on. */
export const everySecond = (part: 0 | 1, size: number, low: Expression, high: Expression): Expression =>
  shuffle(
    BYTES.map((byte) => (2 * Math.floor(byte / size) + part) * size + (byte % size)),
    low,
    high,
  );

/** Elements of two vectors in turn: the lower half (0) or the upper half (1) of them. */
export const inTurn = (half: 0 | 1, size: number, first: Expression, second: Expression): Expression =>
  shuffle(
    BYTES.map((byte) => {
      const element = Math.floor(byte / size);
      return (element % 2) * 16 + half * 8 + Math.floor(element / 2) * size + (byte % size);
    }),
    first,
    second,
  );

const MEMORY_OF_BYTES: Readonly<Record<number, MemoryType>> = { 16: 'v128', 8: 'v64', 4: 'v32' };

/** How so many bytes are read and written as part of a vector. */
export const memoryOfBytes = (bytes: number): MemoryType =>
  MEMORY_OF_BYTES[bytes] ?? unfit('its elements differ too much in size');

export const zeros = (shape: Shape128): (number | bigint)[] =>
  new Array<number | bigint>(Number(shape.slice(shape.indexOf('x') + 1))).fill(shape === 'i64x2' ? 0n : 0);

export const TWO31 = 2 ** 31;

/** What is too large, or no number, becomes the smallest integer, as the scalar instruction has it. */
export const truncated = (node: Expression, fits: Expression): Expression =>
  vector('v128', 'select', fits, node, splat('i32x4', constI32(-TWO31)));

/** How the counter stands in the lanes: `first`, then `step` further each. */
export function counting(
  first: Expression,
  step: Expression,
  intBits: number,
  all: (e: Expression) => Expression,
): Expression {
  const shape = shapeOfLanes('i32', intBits);
  const steps = BYTES.slice(0, 128 / intBits);
  const numbers = (by: number): Expression =>
    vectorConstant(
      shape,
      steps.map((n) => (n * by) | 0),
    );
  if (step.op === 'const') return vector(shape, 'add', all(first), numbers(Number(step.value)));
  if (!hasVectorOperator(shape, 'mul')) unfit('there is no room for the counter');
  return vector(shape, 'add', all(first), vector(shape, 'mul', all(step), numbers(1)));
}
