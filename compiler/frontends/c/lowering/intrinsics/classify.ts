/**
 * GNU's intrinsics that classify and compare floating values (C99 7.12.3, 7.12.14).
 *
 * One idea: comparisons with the type's limits; only the sign needs the bits.
 */
import { binary, constant, constI32, convert, select, unary } from '../../../../ir/builders.ts';
import type { BinaryOperator, Expression } from '../../../../ir/ir.ts';
import { argumentValues, type CallNode } from '../expressions/arguments.ts';
import { stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { scalarValue, type Value } from '../value.ts';

const LEAST_NORMAL = { f32: 2 ** -126, f64: 2 ** -1022 };

const absolute = (x: Expression) => unary('abs', x);
const infinity = (x: Expression) => constant(x.type, Number.POSITIVE_INFINITY);
const leastNormal = (x: Expression) => constant(x.type, LEAST_NORMAL[x.type as 'f32' | 'f64']);
const isNan = (x: Expression) => binary('ne', x, x);
const isInfinite = (x: Expression) => binary('eq', absolute(x), infinity(x));
const isBounded = (x: Expression) => binary('lt', absolute(x), infinity(x));

type Test = (f: FunctionLowering, x: Expression) => Expression;

function ofOne(test: Test) {
  return (f: FunctionLowering, e: CallNode): Value => {
    const [value] = argumentValues(f, e);
    return scalarValue(test(f, stable(f, value as Expression)));
  };
}

function ofTwo(test: (x: Expression, y: Expression) => Expression) {
  return (f: FunctionLowering, e: CallNode): Value => {
    const [x, y] = argumentValues(f, e).map((value) => convert('f64', value, true));
    const first = stable(f, x as Expression);
    return scalarValue(test(first, stable(f, y as Expression)));
  };
}

const compared = (operator: BinaryOperator) => ofTwo((x, y) => binary(operator, x, y));

/** The sign bit, of zeros and NaNs too. */
const signBit = (x: Expression): Expression => binary('lt_s', unary('high', convert('f64', x)), constI32(0));

/** __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) */
function classify(f: FunctionLowering, e: CallNode): Value {
  const values = argumentValues(f, e);
  const [nan, infinite, normal, subnormal, zero] = values as [
    Expression,
    Expression,
    Expression,
    Expression,
    Expression,
  ];
  const x = stable(f, values[5] as Expression);
  const small = select(binary('eq', x, constant(x.type, 0)), zero, subnormal);
  const ordinary = select(binary('ge', absolute(x), leastNormal(x)), normal, small);
  return scalarValue(select(isNan(x), nan, select(isInfinite(x), infinite, ordinary)));
}

export const FLOATING_TESTS = {
  __builtin_isnan: ofOne((_, x) => isNan(x)),
  __builtin_isinf: ofOne((_, x) => isInfinite(x)),
  __builtin_isinf_sign: ofOne((_, x) =>
    select(isInfinite(x), select(binary('lt', x, constant(x.type, 0)), constI32(-1), constI32(1)), constI32(0)),
  ),
  __builtin_isfinite: ofOne((_, x) => isBounded(x)),
  __builtin_isnormal: ofOne((_, x) => binary('and', isBounded(x), binary('ge', absolute(x), leastNormal(x)))),
  __builtin_signbit: ofOne((_, x) => signBit(x)),
  __builtin_fpclassify: classify,
  __builtin_isgreater: compared('gt'),
  __builtin_isgreaterequal: compared('ge'),
  __builtin_isless: compared('lt'),
  __builtin_islessequal: compared('le'),
  __builtin_islessgreater: ofTwo((x, y) => binary('or', binary('lt', x, y), binary('gt', x, y))),
  __builtin_isunordered: ofTwo((x, y) => binary('or', isNan(x), isNan(y))),
};
