/**
 * Value ranges of i32 expressions, so that redundant narrowing by conversions to char and short is omitted.
 *
 * One idea: an interval per expression; locals of narrow C types have theirs, unknown values have none.
 */
import { isBoolean, operandsOf } from '../../../../ir/builders.ts';
import type { Binary, Expression } from '../../../../ir/ir.ts';
import type { FunctionLowering } from '../function.ts';

type Range = readonly [number, number];

export function inRange(f: FunctionLowering, expression: Expression, least: number, greatest: number): boolean {
  const range = rangeOf(f, expression);
  return range !== undefined && range[0] >= least && range[1] <= greatest;
}

const LOADED: Partial<Record<string, Range>> = { i8: [-128, 127], u8: [0, 255], i16: [-32768, 32767], u16: [0, 65535] };

function rangeOf(f: FunctionLowering, expression: Expression): Range | undefined {
  if (isBoolean(expression)) return expression.op === 'const' ? constantRange(expression.value) : [0, 1];
  switch (expression.op) {
    case 'const':
      return constantRange(expression.value);
    case 'local':
      return f.ranges.get(expression.name);
    case 'load':
      return LOADED[expression.memory];
    case 'unary':
      return expression.operator === 'extend8'
        ? LOADED.i8
        : expression.operator === 'extend16'
          ? LOADED.i16
          : undefined;
    case 'binary':
      return rangeOfBinary(f, expression);
    case 'select':
      return hull(
        operandsOf(expression)
          .slice(1)
          .map((arm) => rangeOf(f, arm)),
      );
    default:
      return undefined;
  }
}

function constantRange(value: number | bigint): Range {
  return [Number(value), Number(value)];
}

function hull(ranges: (Range | undefined)[]): Range | undefined {
  if (ranges.some((range) => range === undefined)) return undefined;
  const known = ranges as Range[];
  return [Math.min(...known.map((range) => range[0])), Math.max(...known.map((range) => range[1]))];
}

/** Bit operations with constants and right shifts; sums do not pay. */
function rangeOfBinary(f: FunctionLowering, { operator, left, right }: Binary): Range | undefined {
  const constant = right.op === 'const' && right.type === 'i32' ? Number(right.value) : undefined;
  if (operator === 'and' && constant !== undefined && constant >= 0) return [0, constant];
  if (operator === 'and' && constant === undefined) return rangeOfAnd(f, left, right);
  if (operator === 'shr_u' && constant !== undefined && constant > 0) return [0, 0xffffffff >>> constant];
  if (operator === 'or' || operator === 'xor') return rangeOfOr(f, left, right);
  const range = rangeOf(f, left);
  if (!range || constant === undefined || constant < 0 || constant > 31) return undefined;
  return operator === 'shr_s' ? [range[0] >> constant, range[1] >> constant] : undefined;
}

function rangeOfAnd(f: FunctionLowering, left: Expression, right: Expression): Range | undefined {
  const known = [rangeOf(f, left), rangeOf(f, right)].filter(
    (range) => range !== undefined && range[0] >= 0,
  ) as Range[];
  return known.length > 0 ? [0, Math.min(...known.map((range) => range[1]))] : undefined;
}

/** Of non-negative operands: the next power of two bounds the result. */
function rangeOfOr(f: FunctionLowering, left: Expression, right: Expression): Range | undefined {
  const range = hull([rangeOf(f, left), rangeOf(f, right)]);
  if (!range || range[0] < 0) return undefined;
  return [0, 2 ** (32 - Math.clz32(range[1])) - 1];
}
