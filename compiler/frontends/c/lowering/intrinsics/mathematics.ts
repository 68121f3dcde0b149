/**
 * Direct calls of <math.h> functions: operators of the IR, short expressions of them, or pure calls.
 *
 * One idea: a table from names to expressions; a side-effect-free function without one is a pure call. It applies
 * unless the program defines the function, and only to libm's type.
 */
import { binary, constant, convert, select, sub, unary } from '../../../../ir/builders.ts';
import type { Expression, UnaryOperator } from '../../../../ir/ir.ts';
import type { FunctionSymbol } from '../../semantics/facts.ts';
import type { FunctionType } from '../../semantics/types/types.ts';
import { argumentValues, type CallNode } from '../expressions/arguments.ts';
import { stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { scalarsOf } from '../shape.ts';
import { scalarValue, type Value } from '../value.ts';

const OPERATORS: Readonly<Record<string, UnaryOperator>> = {
  fabs: 'abs',
  sqrt: 'sqrt',
  floor: 'floor',
  ceil: 'ceil',
  trunc: 'trunc',
  rint: 'rint',
  nearbyint: 'rint',
  roundeven: 'rint',
};

/** The greatest number below one half. */
const BELOW_HALF = { f32: 0.5 - 2 ** -25, f64: 0.5 - 2 ** -54 };

/** To nearest, ties away from zero: adding BELOW_HALF never rounds a smaller fraction up to 1. */
function round(x: Expression): Expression {
  const most = constant(x.type, BELOW_HALF[x.type as 'f32' | 'f64']);
  return unary('trunc', binary('add', x, binary('copysign', most, x)));
}

const isNan = (x: Expression): Expression => binary('ne', x, x);

/** Minimum or maximum; NaN only if both operands are. */
const chosen =
  (operator: 'min' | 'max') =>
  (x: Expression, y: Expression): Expression =>
    select(isNan(x), y, select(isNan(y), x, binary(operator, x, y)));

/** Expressions of arguments that are locals or constants. */
const EXPRESSIONS: Readonly<Record<string, (x: Expression, y: Expression) => Expression>> = {
  copysign: (x, y) => binary('copysign', x, y),
  fmin: chosen('min'),
  fmax: chosen('max'),
  fdim: (x, y) => select(binary('le', x, y), constant(x.type, 0), sub(x, y)),
  round,
  lround: (x) => convert('i64', round(x)),
  llround: (x) => convert('i64', round(x)),
  lrint: (x) => convert('i64', unary('rint', x)),
  llrint: (x) => convert('i64', unary('rint', x)),
};

/** Floating-point functions without side effects. */
const PURE: ReadonlySet<string> = new Set(
  `sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt
   hypot fmod remainder fma erf erfc nextafter logb`.split(/\s+/),
);

const isKnown = (name: string): boolean =>
  PURE.has(name) || Object.hasOwn(OPERATORS, name) || Object.hasOwn(EXPRESSIONS, name);

/** sin of sin, sinf and sinl. */
function baseOf(name: string): string | undefined {
  if (isKnown(name)) return name;
  const base = /[fl]$/.test(name) ? name.slice(0, -1) : '';
  return isKnown(base) ? base : undefined;
}

/** The base name of a libm function whose type in this program is libm's. */
function mathFunction(symbol: FunctionSymbol, count: number): string | undefined {
  const base = baseOf(symbol.name);
  const type = symbol.type.type as FunctionType;
  if (!base || type.parameters?.length !== count) return undefined;
  const machine = symbol.name === `${base}f` ? 'f32' : 'f64';
  const result = /^ll?r/.test(base) ? 'i64' : machine;
  const isLike = (type: FunctionType['result'], like: string): boolean => scalarsOf(type.type).join() === like;
  return isLike(type.result, result) && type.parameters.every((each) => isLike(each, machine)) ? base : undefined;
}

/** True for a call that becomes one expression, without statements. */
export function isPureCall(f: FunctionLowering, e: CallNode): boolean {
  const symbol = f.unit.facts.symbolOf[e.callee.id];
  if (symbol?.kind !== 'function' || symbol.linkage !== 'external' || f.unit.definitions.has(symbol)) return false;
  const base = mathFunction(symbol, e.arguments.length);
  return base !== undefined && !Object.hasOwn(EXPRESSIONS, base);
}

/** The value of a direct call; undefined if not a libm function, or not of its type. */
export function lowerMath(f: FunctionLowering, e: CallNode, symbol: FunctionSymbol): Value | undefined {
  const base = mathFunction(symbol, e.arguments.length);
  if (!base) return undefined;
  const machine = symbol.name === `${base}f` ? 'f32' : 'f64';
  const values = argumentValues(f, e);
  const operator = OPERATORS[base];
  if (operator) return scalarValue(unary(operator, values[0] as Expression));
  const expression = EXPRESSIONS[base];
  if (expression) {
    const [x, y] = values.map((value) => stable(f, value)) as [Expression, Expression];
    return scalarValue(expression(x, y));
  }
  // long double is double: sinl is sin.
  const name = symbol.name === `${base}l` ? base : symbol.name;
  f.unit.libraryFunction(name, { parameters: values.map((value) => value.type), results: [machine] });
  return scalarValue({ op: 'pure', type: machine, symbol: name, arguments: values });
}
