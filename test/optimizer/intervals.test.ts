/** Arithmetic on intervals against that on each of their numbers. */
import { expect, it } from 'vitest';
import { constant, isComparison } from '../../compiler/ir/builders.ts';
import { foldBinary, foldConvert, foldUnary } from '../../compiler/ir/fold.ts';
import type { Binary, BinaryOperator, Unary, UnaryOperator } from '../../compiler/ir/ir.ts';
import {
  binaryInterval,
  comparison,
  converted,
  EVERY,
  type IntegerType,
  type Interval,
  interval,
  isWithin,
  unaryInterval,
} from '../../compiler/optimizer/ranges/intervals.ts';
import { isLong } from '../support/share.ts';

const ARITHMETIC = [
  'add',
  'sub',
  'mul',
  'and',
  'or',
  'xor',
  'shl',
  'shr_s',
  'shr_u',
  'div_s',
  'div_u',
  'rem_s',
  'rem_u',
];
const COMPARISONS = ['eq', 'ne', 'lt_s', 'lt_u', 'le_s', 'le_u', 'gt_s', 'gt_u', 'ge_s', 'ge_u'];
const TYPES: readonly IntegerType[] = ['i32', 'i64'];

/** Numbers at which something may change: around zero, powers of two and the ends. */
function corners(type: IntegerType): bigint[] {
  const bits = type === 'i32' ? 31n : 63n;
  const powers = [0n, 1n, 3n, 5n, 8n, 16n, 31n, bits - 1n].map((k) => 2n ** k);
  const near = powers.flatMap((p) => [p - 1n, p, p + 1n, -p - 1n, -p, 1n - p]);
  const all = [0n, 7n, -7n, 1000n, ...near, EVERY[type].low, EVERY[type].low + 1n, EVERY[type].high];
  return [...new Set(all)].filter((n) => isWithin(interval(n, n), EVERY[type])).sort((a, b) => (a < b ? -1 : 1));
}

/** A repeatable row of numbers below n. */
function* numbers(): Generator<(n: number) => number> {
  let state = 12345;
  while (true) {
    yield (n) => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return (state >>> 8) % n;
    };
  }
}
const below = numbers().next().value as (n: number) => number;

/** Some interval, and some of its numbers with both ends. */
function some(type: IntegerType): { within: Interval; values: bigint[] } {
  const all = corners(type);
  const first = below(all.length);
  const last = Math.min(all.length - 1, first + below(below(2) === 0 ? 4 : all.length));
  const inside = all.slice(first, last + 1);
  const values = [inside[0]!, inside.at(-1)!, inside[below(inside.length)]!, inside[below(inside.length)]!];
  return { within: interval(inside[0]!, inside.at(-1)!), values };
}

const value = (type: IntegerType, n: bigint): number | bigint => constant(type, n).value;

function operation(operator: BinaryOperator, type: IntegerType): Binary {
  const zero = constant(type, 0);
  return { op: 'binary', type: isComparison(operator) ? 'i32' : type, operator, left: zero, right: zero };
}

it.each(TYPES)('holds every result of an operation on %s', (type) => {
  for (const operator of [...ARITHMETIC, ...COMPARISONS] as BinaryOperator[])
    for (let iteration = 0; iteration < (isLong ? 1500 : 300); iteration++) {
      const [a, b] = [some(type), some(type)];
      const result = binaryInterval(operation(operator, type), a.within, b.within);
      for (const x of a.values)
        for (const y of b.values) {
          const made = foldBinary(operator, type, value(type, x), value(type, y));
          if (made === undefined) continue;
          if (!isWithin(interval(BigInt(made), BigInt(made)), result))
            expect([operator, a, b, x, y, made]).toBe(result);
        }
    }
});

it.each(TYPES)('decides comparisons of %s as they come out', (type) => {
  let decided = 0;
  for (const operator of COMPARISONS as BinaryOperator[])
    for (let iteration = 0; iteration < 1500; iteration++) {
      const [a, b] = [some(type), some(type)];
      const outcome = comparison(operation(operator, type), a.within, b.within);
      if (outcome === undefined) continue;
      decided++;
      for (const x of a.values)
        for (const y of b.values)
          if (Boolean(foldBinary(operator, type, value(type, x), value(type, y))) !== outcome)
            expect([operator, a, b, x, y]).toBe(outcome);
    }
  expect(decided).toBeGreaterThan(1000);
});

it.each(TYPES)('holds every result of one operand of %s', (type) => {
  const operators = ['neg', 'complement', 'not', 'abs', ...(type === 'i32' ? ['extend8', 'extend16'] : [])];
  for (const operator of operators as UnaryOperator[])
    for (let iteration = 0; iteration < 300; iteration++) {
      const { within, values } = some(type);
      const operand = constant(type, 0);
      const e: Unary = { op: 'unary', type: operator === 'not' ? 'i32' : type, operator, operand };
      for (const x of values) {
        const made = BigInt(foldUnary(operator, type, value(type, x)) as bigint);
        if (!isWithin(interval(made, made), unaryInterval(e, within))) expect([operator, within, x]).toBe(made);
      }
    }
});

it('holds every converted number', () => {
  for (const [from, to] of [
    ['i32', 'i64'],
    ['i64', 'i32'],
  ] as const)
    for (const signed of [true, false])
      for (let iteration = 0; iteration < 500; iteration++) {
        const { within, values } = some(from);
        for (const x of values) {
          const made = BigInt(foldConvert(from, to, signed, value(from, x)));
          if (!isWithin(interval(made, made), converted(to, signed, within)))
            expect([from, signed, within, x]).toBe(made);
        }
      }
});

it('is as narrow as it can be where nothing wraps', () => {
  const of = (operator: BinaryOperator, a: Interval, b: Interval): string => {
    const { low, high } = binaryInterval(operation(operator, 'i32'), a, b);
    return `${low}..${high}`;
  };
  const [ten, any, three] = [interval(0n, 10n), EVERY.i32, interval(3n, 3n)];
  expect(of('add', ten, three)).toBe('3..13');
  expect(of('add', any, three)).toBe('-2147483648..2147483647');
  expect(of('and', any, ten)).toBe('0..10');
  expect(of('shr_u', any, three)).toBe('0..536870911');
  expect(of('shr_s', any, three)).toBe('-268435456..268435455');
  expect(of('rem_s', any, three)).toBe('-2..2');
  expect(of('rem_u', any, three)).toBe('0..2');
  expect(of('div_s', interval(-7n, 10n), three)).toBe('-2..3');
  expect(of('div_u', any, three)).toBe('0..1431655765');
  expect(of('xor', ten, three)).toBe('0..15');
});
