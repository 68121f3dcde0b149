/**
 * Scalar values of some iterations side by side, as vectors.
 *
 * Takes: expressions of a loop's body. Gives: Wide values that hold what `lanes` iterations give, in the lower lanes
 * where they are fewer than a vector has. One idea: each lane computes bit for bit what the scalar would. Integers of
 * 32 bits may be kept in fewer (`intBits`), as only bytes or halves of them are stored: additions, products and
 * logic need no more; what needs all bits (comparisons, shifts to the right) is done where the range shows them.
 */
import { constI32, convert, isDroppable, memorySize } from '../../ir/builders.ts';
import type {
  Binary,
  BinaryOperator,
  Convert,
  Expression,
  Lanes,
  Load,
  MemoryType,
  ScalarType,
  Select,
  Unary,
  VectorOperator,
} from '../../ir/ir.ts';
import { hasVectorOperator, splat, vector, vectorConstant } from '../../ir/vectors.ts';
import { isInvariant, readsMemory } from '../analyses/counted.ts';
import type { Range } from '../analyses/induction.ts';
import { objectText } from '../remarks.ts';
import {
  everySecond,
  memoryOfBytes,
  packed,
  reversedLanes,
  type Shape128,
  shapeOfLanes,
  TWO31,
  truncated,
  zeros,
} from './lanes.ts';
import { hull, isWithin, RANGES, rangeOf, signedRange } from './ranges.ts';
import { unfit } from './shape.ts';

export interface Wide {
  /** A mask has all bits of a lane set where it is true. */
  readonly kind: ScalarType | 'mask';
  /** Of a lane. */
  readonly bits: number;
  readonly node: Expression;
  /** Of an i32: the values it may have. */
  readonly range?: Range;
}

/** What the values of a body depend on. */
export interface Surroundings {
  /** Iterations side by side. */
  readonly lanes: number;
  /** Bits that integers of 32 are kept in. */
  readonly intBits: number;
  /** Locals that the loop sets. */
  readonly set: ReadonlySet<string>;
  /** What a local that the loop sets is now. */
  readonly local: (name: string) => Wide;
  /** Where the vector of a load begins, and how it walks: not at all where it is read before the loop. */
  readonly address: (e: Load) => { address: Expression; stride: number };
  /** Of a load that is half of a pair, the vectors that hold it and the other half, in turn. */
  readonly pair: (e: Load) => { part: 0 | 1; low: Expression; high: Expression } | undefined;
  /** What has the same value in all iterations, computed before the loop. */
  readonly fixed: (e: Expression) => Expression;
  /** That value in all lanes. */
  readonly splat: (lanes: Shape128, e: Expression) => Expression;
}

export class Widening {
  readonly #in: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#in = surroundings;
  }

  /** The values of an expression; comparisons as numbers 0 and 1 of 32 bits. */
  value(e: Expression): Wide {
    const wide = this.#any(e);
    return wide.kind === 'mask' ? this.#asNumber(wide) : wide;
  }

  /** Where the expression is not zero. */
  mask(e: Expression): Wide {
    const wide = this.#any(e);
    if (wide.kind === 'mask') return wide;
    const shape = shapeOfLanes(wide.kind, wide.bits);
    return {
      kind: 'mask',
      bits: wide.bits,
      node: this.#operation(shape, 'ne', wide.node, vectorConstant(shape, zeros(shape))),
    };
  }

  /** `mask ? then : otherwise`, lane by lane. */
  choice(mask: Wide, then: Wide, otherwise: Wide): Wide {
    const node = vector('v128', 'select', this.#asWideAs(mask, then.bits).node, then.node, otherwise.node);
    const range = then.range && otherwise.range && hull(then.range, otherwise.range);
    return { kind: then.kind, bits: then.bits, node, ...(range && { range }) };
  }

  /** The bytes that a store of such elements writes, in the lower lanes. */
  stored(wide: Wide, memory: MemoryType): Expression {
    let { node, bits } = wide;
    for (; bits > memorySize(memory) * 8; bits /= 2) node = packed(node, bits);
    return node;
  }

  #any(e: Expression): Wide {
    if (this.#isFixed(e)) return this.#fixed(e);
    switch (e.op) {
      case 'local':
        return this.#in.local(e.name);
      case 'load':
        return this.#load(e);
      case 'unary':
        return this.#unary(e);
      case 'binary':
        return this.#binary(e);
      case 'convert':
        return this.#convert(e);
      case 'select':
        return this.#select(e);
      case 'pure':
        return unfit(`it has a call of '${e.symbol}'`);
      default:
        return unfit(`there is no vector of ${e.op}`);
    }
  }

  #isFixed(e: Expression): boolean {
    if (readsMemory(e)) return e.op === 'load' && this.#in.address(e).stride === 0;
    return isInvariant(e, this.#in.set) && isDroppable(e);
  }

  #fixed(e: Expression): Wide {
    const bits = this.#bitsOf(e.type as ScalarType);
    const node = this.#in.splat(shapeOfLanes(e.type as ScalarType, bits), e);
    const value = e.op === 'const' && e.type === 'i32' ? Number(e.value) : undefined;
    return { kind: e.type as ScalarType, bits, node, ...(value !== undefined && { range: [value, value] as const }) };
  }

  /** Bits of a lane for a scalar type; there must be room for all lanes. */
  #bitsOf(type: ScalarType): number {
    const bits = type === 'i32' ? this.#in.intBits : type === 'f32' ? 32 : 64;
    if (bits * this.#in.lanes > 128) unfit(`there is no room for ${this.#in.lanes} lanes of ${type}`);
    return bits;
  }

  #operation(shape: Lanes, operator: VectorOperator, ...operands: Expression[]): Expression {
    if (!hasVectorOperator(shape, operator)) unfit(`there is no vector instruction for ${operator} of ${shape}`);
    return vector(shape, operator, ...operands);
  }

  // -------------------------------------------------------------- memory

  #load(e: Load): Wide {
    const { lanes, intBits } = this.#in;
    const kind = e.type as ScalarType;
    const size = memorySize(e.memory);
    const bits = this.#bitsOf(kind);
    if (size * 8 > bits) unfit(`there is no room for ${lanes} lanes of ${e.memory}`);
    const pair = size * lanes === 16 && size * 8 === bits ? this.#in.pair(e) : undefined;
    if (pair) return { kind, bits, node: everySecond(pair.part, size, pair.low, pair.high) };
    const { address, stride } = this.#in.address(e);
    if (Math.abs(stride) !== size) unfit(`elements of ${objectText(e.address)} are ${stride} bytes apart`);
    const bytes = this.#bytes(address, size * lanes);
    const node = stride < 0 ? reversedLanes(bytes, size, lanes) : bytes;
    if (kind !== 'i32') return { kind, bits, node };
    const range = RANGES[e.memory];
    return {
      kind,
      bits,
      node: this.#extended(node, size * 8, intBits, e.memory.startsWith('u')),
      ...(range && { range }),
    };
  }

  #bytes(address: Expression, size: number): Expression {
    if (size === 2)
      return vector('i16x8', 'splat', { op: 'load', type: 'i32', memory: 'u16', address, unaligned: true });
    return { op: 'load', type: 'v128', memory: memoryOfBytes(size), address };
  }

  #extended(node: Expression, from: number, to: number, unsigned: boolean): Expression {
    if (from === to) return node;
    const operator = `low_i${from}_${unsigned ? 'u' : 's'}` as VectorOperator;
    return this.#extended(this.#operation(shapeOfLanes('i32', from * 2), operator, node), from * 2, to, unsigned);
  }

  // -------------------------------------------------------------- operators

  #unary(e: Unary): Wide {
    if (e.operator === 'not') return complemented(this.mask(e.operand));
    const operand = this.value(e.operand);
    const { kind, bits } = operand;
    if (e.operator === 'private' || e.operator === 'place' || e.operator === 'phase')
      unfit('pointers-to-shared are no scalars');
    if (e.operator === 'extend8') return this.#signExtended(operand, 8);
    if (e.operator === 'extend16') return this.#signExtended(operand, 16);
    if (e.operator === 'complement') return { kind, bits, node: vector('v128', 'complement', operand.node) };
    if (e.operator === 'abs' && kind === 'i32' && bits < 32) unfit('there is no room for absolute values');
    return { kind, bits, node: this.#operation(shapeOfLanes(kind, bits), e.operator, operand.node) };
  }

  #signExtended({ kind, bits, node }: Wide, from: number): Wide {
    const range: Range = [-(2 ** (from - 1)), 2 ** (from - 1) - 1];
    if (bits < from) unfit('there is no room for a sign');
    if (bits === from) return { kind, bits, node, range };
    const shape = shapeOfLanes(kind, bits);
    const count = constI32(bits - from);
    return { kind, bits, node: vector(shape, 'shr_s', vector(shape, 'shl', node, count), count), range };
  }

  #binary(e: Binary): Wide {
    if (COMPARISON.test(e.operator)) return this.#comparison(e);
    if (e.operator === 'shl' || e.operator.startsWith('shr_')) return this.#shift(e);
    if (e.operator === 'and' || e.operator === 'or' || e.operator === 'xor') return this.#logic(e, e.operator);
    const [left, right] = [this.value(e.left), this.value(e.right)];
    const { kind, bits } = left;
    if (/^(?:div|rem)_/.test(e.operator)) unfit('there is no vector instruction for the division of integers');
    if (kind === 'i64' && e.operator === 'mul') unfit('products of 64-bit integers cost more as vectors');
    const node = this.#operation(shapeOfLanes(kind, bits), e.operator as VectorOperator, left.node, right.node);
    const range = rangeOf(e.operator, left.range, right.range);
    return { kind, bits, node, ...(range && { range }) };
  }

  #logic(e: Binary, operator: 'and' | 'or' | 'xor'): Wide {
    const [left, right] = [this.#any(e.left), this.#any(e.right)];
    if (left.kind === 'mask' && right.kind === 'mask') {
      const wider = this.#asWideAs(right, left.bits);
      return { kind: 'mask', bits: left.bits, node: vector('v128', operator, left.node, wider.node) };
    }
    const [a, b] = [left, right].map((side) => (side.kind === 'mask' ? this.#asNumber(side) : side)) as [Wide, Wide];
    const range = operator === 'and' ? rangeOf('and', a.range, b.range) : undefined;
    return { kind: a.kind, bits: a.bits, node: vector('v128', operator, a.node, b.node), ...(range && { range }) };
  }

  #shift(e: Binary): Wide {
    const left = this.value(e.left);
    const { kind, bits } = left;
    if (!this.#isFixed(e.right) || readsMemory(e.right)) unfit('each iteration shifts by another count');
    const narrow = kind === 'i32' && bits < 32;
    if (narrow && !(e.right.op === 'const' && Number(e.right.value) >= 0 && Number(e.right.value) < bits))
      unfit('there is no room for a shift');
    const isExact = !narrow || isWithin(left.range, e.operator === 'shr_s' ? signedRange(bits) : [0, 2 ** bits - 1]);
    // A value that is not negative is shifted by zeros either way.
    const asUnsigned = narrow && isWithin(left.range, [0, 2 ** bits - 1]);
    if (e.operator !== 'shl' && !isExact && !asUnsigned) unfit('there is no room for the bits of a shift to the right');
    if (kind === 'i64' && e.operator === 'shr_s') unfit('there is no vector instruction for shr_s of i64x2');
    const operator = e.operator !== 'shl' && asUnsigned ? 'shr_u' : (e.operator as VectorOperator);
    const count = convert('i32', this.#in.fixed(e.right));
    const range = rangeOf(
      e.operator,
      left.range,
      e.right.op === 'const' ? [Number(e.right.value), Number(e.right.value)] : undefined,
    );
    return {
      kind,
      bits,
      node: this.#operation(shapeOfLanes(kind, bits), operator, left.node, count),
      ...(range && { range }),
    };
  }

  #comparison(e: Binary): Wide {
    const [left, right] = [this.value(e.left), this.value(e.right)];
    const { kind, bits } = left;
    const operator = kind === 'i32' && bits < 32 ? narrowComparison(e.operator, left, right) : e.operator;
    const node = this.#operation(shapeOfLanes(kind, bits), operator as VectorOperator, left.node, right.node);
    return { kind: 'mask', bits, node };
  }

  #select(e: Select): Wide {
    const test = this.mask(e.test);
    const [then, otherwise] = [this.#any(e.then), this.#any(e.otherwise)];
    if (then.kind === 'mask' || otherwise.kind === 'mask') return this.#chosenMask(test, e);
    return this.choice(test, then, otherwise);
  }

  /** `&&` and `||` among them. */
  #chosenMask(test: Wide, { then, otherwise }: Select): Wide {
    if (!isTruth(then) || !isTruth(otherwise)) return this.choice(test, this.value(then), this.value(otherwise));
    if (otherwise.op === 'const' && otherwise.value === 0) return this.#joined('and', test, this.mask(then));
    if (then.op === 'const' && then.value === 1) return this.#joined('or', test, this.mask(otherwise));
    const [a, b] = [this.mask(then), this.mask(otherwise)];
    const node = vector(
      'v128',
      'select',
      test.node,
      this.#asWideAs(a, test.bits).node,
      this.#asWideAs(b, test.bits).node,
    );
    return { kind: 'mask', bits: test.bits, node };
  }

  #joined(operator: 'and' | 'or', left: Wide, right: Wide): Wide {
    const node = vector('v128', operator, left.node, this.#asWideAs(right, left.bits).node);
    return { kind: 'mask', bits: left.bits, node };
  }

  // -------------------------------------------------------------- between types

  #asNumber(mask: Wide): Wide {
    const { intBits } = this.#in;
    const one = splat(shapeOfLanes('i32', intBits), constI32(1));
    return {
      kind: 'i32',
      bits: intBits,
      node: vector('v128', 'and', this.#asWideAs(mask, intBits).node, one),
      range: [0, 1],
    };
  }

  #asWideAs(mask: Wide, bits: number): Wide {
    if (mask.bits === bits) return mask;
    if (mask.bits === 64 && bits === 32) return { kind: 'mask', bits, node: packed(mask.node, 64) };
    if (mask.bits === 32 && bits === 64) return { kind: 'mask', bits, node: vector('i64x2', 'low_i32_s', mask.node) };
    return unfit('its values differ too much in size');
  }

  #convert(e: Convert): Wide {
    const operand = this.value(e.operand);
    const bits = this.#bitsOf(e.type as ScalarType);
    const made = this.#converted(`${operand.kind} ${e.type}`, e, operand.node, operand.bits);
    return {
      kind: e.type as ScalarType,
      bits,
      node: made ?? unfit(`there is no vector instruction from ${operand.kind} to ${e.type}`),
    };
  }

  #converted(way: string, { signed }: Convert, node: Expression, bits: number): Expression | undefined {
    if (bits < 32) unfit('there is no room for a conversion');
    const suffix = signed ? 's' : 'u';
    switch (way) {
      case 'i32 i64':
        return vector('i64x2', `low_i32_${suffix}`, node);
      case 'i32 f64':
        return vector('f64x2', `low_i32_${suffix}`, node);
      case 'i32 f32':
        return vector('f32x4', `of_i32_${suffix}`, node);
      case 'f32 f64':
        return vector('f64x2', 'low_f32', node);
      case 'f64 f32':
        return vector('f32x4', 'of_f64', node);
      case 'i64 i32':
        return packed(node, 64);
      case 'f32 i32':
        return signed
          ? truncated(
              vector('i32x4', 'of_f32_s', node),
              vector('f32x4', 'lt', node, splat('f32x4', float('f32', TWO31))),
            )
          : undefined;
      case 'f64 i32':
        return signed
          ? truncated(
              vector('i32x4', 'of_f64_s', node),
              packed(vector('f64x2', 'lt', node, splat('f64x2', float('f64', TWO31))), 64),
            )
          : undefined;
      default:
        return undefined;
    }
  }
}

const COMPARISON = /^(?:eq|ne|[lg][te])/;

const float = (type: 'f32' | 'f64', value: number): Expression => ({ op: 'const', type, value });

const complemented = ({ bits, node }: Wide): Wide => ({ kind: 'mask', bits, node: vector('v128', 'complement', node) });

/** Known to be 0 or 1, as comparisons are. */
function isTruth(e: Expression): boolean {
  if (e.op === 'const') return e.value === 0 || e.value === 1;
  if (e.op === 'unary') return e.operator === 'not';
  if (e.op === 'select') return isTruth(e.then) && isTruth(e.otherwise);
  if (e.op !== 'binary') return false;
  if (e.operator === 'and' || e.operator === 'or' || e.operator === 'xor') return isTruth(e.left) && isTruth(e.right);
  return COMPARISON.test(e.operator);
}

/** How values kept in few bits compare as their 32-bit ones do. */
function narrowComparison(operator: BinaryOperator, left: Wide, right: Wide): BinaryOperator {
  const plain = operator.replace(/_[su]$/, '');
  const fits = (range: Range): boolean => isWithin(left.range, range) && isWithin(right.range, range);
  const suffix = plain === 'eq' || plain === 'ne' ? '' : '_u';
  if (fits([0, 2 ** left.bits - 1])) return `${plain}${suffix}` as BinaryOperator;
  if (!operator.endsWith('_u') && fits(signedRange(left.bits))) return operator;
  return unfit('there is no room to compare');
}
