/** Emitted arithmetic of both back ends against the constant folder, on corner values: all must say what C's operations give. */
import { describe, expect, it } from 'vitest';
import { unaryType } from '../../compiler/ir/builders.ts';
import { foldBinary, foldConvert, foldUnary, hasOperator, type Value } from '../../compiler/ir/fold.ts';
import type { BinaryOperator, ScalarType, UnaryOperator } from '../../compiler/ir/ir.ts';
import { printExpression } from '../../compiler/ir/text.ts';
import { run, runModule } from './run.ts';

const I32 = [0, 1, -1, 2, 7, -7, 31, 255, 65536, 0x7fffffff, -0x80000000, 123456789, -987654321];
const I64 = [
  0n,
  1n,
  -1n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 24n + 1n,
  -(2n ** 53n) - 1n,
  2n ** 53n + 2n ** 29n + 1n,
  3n,
  63n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  1234567890123n,
];
const F64 = [
  0,
  -0,
  1,
  -1.5,
  0.1,
  2.5,
  -2.5,
  1e10,
  -3e9,
  2 ** 31,
  2 ** 32 + 5,
  1e19,
  -1e19,
  2 ** 31 - 1,
  2 ** 31 - 0.5,
  -(2 ** 31) - 0.5,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  2 ** 63 - 1024,
  2 ** 63,
  -(2 ** 63),
  -(2 ** 63) - 2048,
  2 ** 64 - 2048,
  2 ** 64,
  5e-324,
  -1e-310,
  1e-40,
  3.4e38,
  1e300,
  -1e300,
  Infinity,
  -Infinity,
  NaN,
];
const VALUES: Record<ScalarType, readonly Value[]> = { i32: I32, i64: I64, f32: F64.map(Math.fround), f64: F64 };
const OPERATORS =
  'add sub mul div min max copysign div_s div_u rem_s rem_u and or xor shl shr_s shr_u eq ne lt le gt ge lt_s lt_u le_s le_u gt_s gt_u ge_s ge_u'.split(
    ' ',
  ) as BinaryOperator[];
const COMPARES = /^(eq|ne|[lg][te])/;

const text = (type: ScalarType, value: Value): string => printExpression({ op: 'const', type, value });

/** Runs `expression` over parameters a and b for all pairs; gives the results in order. */
function results(
  runs: typeof run | typeof runModule,
  type: ScalarType,
  result: ScalarType,
  expression: string,
  pairs: readonly (readonly Value[])[],
): Value[] {
  const seen: Value[] = [];
  const calls = pairs.map(([a, b]) => `call *f [${text(type, a!)} ${text(type, b!)}] (${type} ${type})`).join('\n');
  runs(
    `import *note(${result})
function external *f(%a ${type} %b ${type}) {
  call *note [${expression}] (${result})
}
function external *main(%c i32 %v i32) -> i32 {
  ${calls}
  return 0
}`,
    { library: { note: (value) => void seen.push(value) } },
  );
  return seen;
}

describe.each([
  ['TypeScript', run, 'division by zero'],
  ['WebAssembly', runModule, 'divide by zero'],
] as const)('%s', (_, runs, division) => {
  it('computes what the constant folder computes', () => {
    for (const type of ['i32', 'i64', 'f32', 'f64'] as const) {
      for (const operator of OPERATORS.filter((o) => hasOperator(o, type))) {
        const all = VALUES[type].flatMap((a) => VALUES[type].map((b) => [a, b] as const));
        const pairs = all.filter(([a, b]) => foldBinary(operator, type, a, b) !== undefined);
        const wanted = pairs.map(([a, b]) => foldBinary(operator, type, a, b));
        const result = COMPARES.test(operator) ? 'i32' : type;
        expect(results(runs, type, result, `(${operator} %a %b)`, pairs), `${type} ${operator}`).toEqual(wanted);
      }
    }
  });

  it('computes unary operations and conversions', () => {
    const operators = 'neg complement not extend8 extend16 sqrt abs floor ceil trunc rint high low'.split(
      ' ',
    ) as UnaryOperator[];
    for (const type of ['i32', 'i64', 'f32', 'f64'] as const) {
      const pairs = VALUES[type].map((a) => [a, a]);
      for (const operator of operators) {
        const wanted = pairs.map(([a]) => foldUnary(operator, type, a!));
        if (wanted.includes(undefined)) continue;
        const found = results(runs, type, unaryType(operator, type) as ScalarType, `(${operator} %a)`, pairs);
        expect(found, `${type} ${operator}`).toEqual(wanted);
      }
      for (const to of ['i32', 'i64', 'f32', 'f64'] as const) {
        if (to === type) continue;
        for (const signed of [true, false]) {
          const wanted = pairs.map(([a]) => foldConvert(type, to, signed, a!));
          const found = results(runs, type, to, `(${signed ? 'convert' : 'convert_u'} ${to} %a)`, pairs);
          expect(found, `${type} to ${to} ${signed}`).toEqual(wanted);
        }
      }
    }
  });

  it('computes powers of two', () => {
    const exponents = [-1022, -1, 0, 1, 52, 1023];
    const found = results(
      runs,
      'i32',
      'f64',
      '(power %a)',
      exponents.map((n) => [n, n]),
    );
    expect(found).toEqual(exponents.map((n) => 2 ** n));
  });

  it('traps on division by zero, evaluating each operand once', () => {
    const program = (divisor: string, type: string): string => `function external *main(%a i32 %b i32) -> i32 {
  local %l i64
  local %x i32
  set %l (convert i64 %a)
  set %x (convert i32 (div_s %l (convert i64 %b)))
  return (add %x (${type} %a (and %b ${divisor})))
}`;
    expect(runs(program('7', 'rem_s'), {}, 20, 6).result).toBe(5);
    expect(() => runs(program('1', 'div_u'), {}, 20, 6)).toThrow(division);
    expect(() => runs(program('7', 'rem_u'), {}, 20, 0)).toThrow(division);
  });
});
