/**
 * Calls of the intrinsics listed in builtins.ts: their types where a prototype cannot say them, and their constants.
 */
import type { Call, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { codimension, imageIndex, thisImage } from '../coarrays/coarray-queries.ts';
import { integerConstant, partsOf, toComplex, wrap } from '../constants/constants.ts';
import { passArguments } from '../expressions/calls.ts';
import { commonType, convertTo, toCommon, value } from '../expressions/conversions.ts';
import { expression, rvalue } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import type { Constant, FunctionSymbol } from '../facts.ts';
import { compatibleTypes } from '../types/compatible.ts';
import { complexOf, DOUBLE, INT, integerOf, isInteger, isReal, SIZE, VOID } from '../types/primitives.ts';
import { VA_LIST } from '../types/signature.ts';
import type { FloatingType, FunctionType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { atomicCall, isAtomicFunction } from './atomics.ts';
import { isOverflowFunction, overflowCall } from './overflow.ts';

type Rule = (a: Analysis, node: Call, symbol: FunctionSymbol) => Operand;

const FLOATING_TESTS = 'isnan isinf isinf_sign isfinite isnormal signbit';
const FLOATING_COMPARISONS = 'isgreater isgreaterequal isless islessequal islessgreater isunordered';

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['__builtin_constant_p', constantP],
  ['__builtin_object_size', objectSize],
  ['__builtin_complex', complexFromParts],
  ['__builtin_va_start', vaStart],
  ['__builtin_va_end', vaEnd],
  ['__builtin_va_copy', vaCopy],
  ['__builtin_fpclassify', classify],
  ['__builtin_image_index', imageIndex],
  ['__builtin_this_image', thisImage],
  ...prefixed('lcobound ucobound coshape', codimension),
  ...prefixed(FLOATING_TESTS, floatingTest(1)),
  ...prefixed(FLOATING_COMPARISONS, floatingTest(2)),
]);

function prefixed(names: string, rule: Rule): [string, Rule][] {
  return names.split(' ').map((name) => [`__builtin_${name}`, rule]);
}

export function intrinsicCall(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  value(a, expression(a, node.callee));
  if (isAtomicFunction(symbol.name)) return atomicCall(a, node, symbol);
  if (isOverflowFunction(symbol.name)) return overflowCall(a, node, symbol);
  return (RULES.get(symbol.name) ?? byPrototype)(a, node, symbol);
}

function byPrototype(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const type = symbol.type.type as FunctionType;
  const values = node.arguments.map((argument) => rvalue(a, argument));
  if (!passArguments(a, node, type, values, symbol)) return failure(a, node);
  const constant = constantResult(symbol.name, values, type);
  return operand(a, node, type.result, constant ? { constant } : {});
}

function checkArity(a: Analysis, node: Call, symbol: FunctionSymbol, wanted: number): boolean {
  const given = node.arguments.length;
  if (given === wanted) return true;
  const few = given < wanted ? 'few' : 'many';
  a.error(
    'SEM3203',
    `too ${few} arguments to function '${symbol.name}' (${wanted} expected, ${given} given)`,
    node.location,
  );
  return false;
}

/** Whatever the arguments say is not evaluated. */
function unevaluated(a: Analysis, node: Call): Operand[] {
  return a.withoutEvaluation(() => node.arguments.map((argument) => rvalue(a, argument)));
}

function constantP(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const [first] = unevaluated(a, node);
  if (!checkArity(a, node, symbol, 1) || !first) return failure(a, node);
  const known = first.constant !== undefined && first.constant.kind !== 'address';
  return operand(a, node, { type: INT }, { constant: integerConstant(known ? 1 : 0) });
}

function objectSize(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const values = unevaluated(a, node);
  if (!checkArity(a, node, symbol, 2)) return failure(a, node);
  const kind = values[1]?.constant;
  const unknown = kind?.kind === 'integer' && kind.value >= 2n ? 0n : -1n;
  return operand(a, node, { type: SIZE }, { constant: integerConstant(wrap(unknown, SIZE)) });
}

function complexFromParts(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const [real, imaginary] = node.arguments.map((argument) => rvalue(a, argument));
  if (!checkArity(a, node, symbol, 2) || !real || !imaginary) return failure(a, node);
  if (!isFloating(a, real) || !isFloating(a, imaginary)) return failure(a, node);
  const component = commonType(real, imaginary) as FloatingType;
  for (const each of [real, imaginary]) convertTo(a, each, component);
  const type = complexOf(component);
  const [x, y] = [real.constant && partsOf(real.constant), imaginary.constant && partsOf(imaginary.constant)];
  return operand(a, node, { type }, x && y ? { constant: toComplex(x.real, y.real, type) } : {});
}

function isFloating(a: Analysis, o: Operand): boolean {
  if (o.failed || o.type.type.kind === 'floating') return !o.failed;
  a.error('SEM3210', `argument must have a real floating type, not '${typeText(o.type)}'`, o.node.location);
  return false;
}

/** Tests keep the type of their argument: a float may be subnormal where its double is not. */
function floatingTest(count: 1 | 2): Rule {
  return (a, node, symbol) => {
    const values = node.arguments.map((argument) => rvalue(a, argument));
    if (!checkArity(a, node, symbol, count) || !values.every((each) => asFloating(a, each))) return failure(a, node);
    if (count === 2) {
      const [left, right] = values as [Operand, Operand];
      const common = commonType(left, right);
      for (const each of values) toCommon(a, each, common);
    }
    return operand(a, node, { type: INT });
  };
}

function asFloating(a: Analysis, o: Operand): boolean {
  if (!o.failed && isReal(o.type.type) && isInteger(o.type.type)) convertTo(a, o, DOUBLE);
  return isFloating(a, o);
}

function classify(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const values = node.arguments.map((argument) => rvalue(a, argument));
  const tested = values[5];
  if (!checkArity(a, node, symbol, 6) || !tested || !asFloating(a, tested)) return failure(a, node);
  for (const each of values.slice(0, 5)) if (isInteger(each.type.type)) convertTo(a, each, INT);
  return operand(a, node, { type: INT });
}

// ---------------------------------------------------------------- variable arguments (C99 7.15)

function listLvalue(a: Analysis, node: Expression | undefined): boolean {
  if (!node) return false;
  const o = expression(a, node);
  if (o.failed) return false;
  if (o.lvalue && compatibleTypes(o.type.type, VA_LIST)) return true;
  a.error('SEM3211', `a 'va_list' object is needed here, not '${typeText(o.type)}'`, node.location);
  return false;
}

function vaStart(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const [list, last] = node.arguments;
  if (!checkArity(a, node, symbol, 2) || !listLvalue(a, list)) return failure(a, node);
  if (last) a.withoutEvaluation(() => expression(a, last));
  const type = a.function?.symbol.type.type;
  if (type?.kind !== 'function' || !type.variadic) {
    a.error('SEM3212', "'va_start' used in function with fixed arguments", node.location);
    return failure(a, node);
  }
  warnNotLast(a, last, a.function);
  return operand(a, node, { type: VOID });
}

function warnNotLast(a: Analysis, last: Expression | undefined, current: Analysis['function']): void {
  const declared = current?.parameters.at(-1);
  if (!last || (last.kind === 'Identifier' && a.symbolOf[last.id] === declared)) return;
  const text = `second parameter of 'va_start' is not the last named argument '${declared?.name ?? ''}'`;
  a.warning('SEM3213', 'varargs', text, last.location);
}

function vaEnd(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  if (!checkArity(a, node, symbol, 1) || !listLvalue(a, node.arguments[0])) return failure(a, node);
  return operand(a, node, { type: VOID });
}

function vaCopy(a: Analysis, node: Call, symbol: FunctionSymbol): Operand {
  const [to, from] = node.arguments;
  if (!checkArity(a, node, symbol, 2) || !from || !listLvalue(a, to)) return failure(a, node);
  const source = rvalue(a, from);
  if (source.failed) return failure(a, node);
  return operand(a, node, { type: VOID });
}

// ---------------------------------------------------------------- constants

function constantResult(name: string, values: readonly Operand[], type: FunctionType): Constant | undefined {
  const base = name.replace('__builtin_', '');
  if (/^(inf|huge_val)[fl]?$/.test(base)) return { kind: 'floating', value: Number.POSITIVE_INFINITY };
  const [first] = values;
  if (/^nan[fl]?$/.test(base) && first?.node.kind === 'StringLiteral') return { kind: 'floating', value: Number.NaN };
  const constant = first?.constant;
  if (!first || constant?.kind !== 'integer') return undefined;
  if (base.startsWith('expect')) return constant;
  if (/_lock_free$/.test(base)) return integerConstant([1n, 2n, 4n, 8n].includes(constant.value) ? 1 : 0);
  const result = isInteger(first.type.type)
    ? bitResult(base, constant.value, integerOf(first.type.type).size * 8)
    : undefined;
  return result === undefined || !isInteger(type.result.type)
    ? undefined
    : integerConstant(wrap(result, type.result.type));
}

/** Counting and swapping of bits, on the value as `width` bits; undefined where the result is. */
function bitResult(base: string, value: bigint, width: number): bigint | undefined {
  const digits = BigInt.asUintN(width, value).toString(2).padStart(width, '0');
  const zero = value === 0n;
  switch (base.replace(/l{1,2}$/, '')) {
    case 'clz':
      return zero ? undefined : BigInt(digits.indexOf('1'));
    case 'ctz':
      return zero ? undefined : BigInt(width - 1 - digits.lastIndexOf('1'));
    case 'ffs':
      return zero ? 0n : BigInt(width - digits.lastIndexOf('1'));
    case 'popcount':
      return BigInt(digits.replaceAll('0', '').length);
    case 'parity':
      return BigInt(digits.replaceAll('0', '').length % 2);
    case 'clrsb':
      return BigInt((/^(0+|1+)/.exec(digits)?.[0].length ?? 1) - 1);
    default:
      return base.startsWith('bswap') ? BigInt(`0b${(digits.match(/.{8}/g) ?? []).reverse().join('')}`) : undefined;
  }
}
