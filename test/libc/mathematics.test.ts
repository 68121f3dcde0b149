/** Values where a wrong algorithm shows: exact results, special values, errors. The differential test does the rest. */
import { expect, test } from 'vitest';
import { EDOM, ERANGE } from '../../stdlib/libc/errno.ts';
import { TestThread } from './thread.ts';

const thread = new TestThread();

test('factorials are exact', () => {
  let factorial = 1n;
  for (let n = 1n; n <= 170n; n++) {
    expect(thread.call('tgamma', Number(n))).toBe(Number(factorial));
    factorial *= n;
  }
});

test('tgamma next to its poles and where it is subnormal', () => {
  expect(thread.call('tgamma', -173.5)).toBe(6.45408359e-315);
  expect(thread.call('tgamma', 1e-310)).toBe(Number.POSITIVE_INFINITY);
  expect(thread.call('tgamma', 171.6243769563027)).toBe(1.7976931348622299e308);
});

test('fma rounds once where the product and sum cancel', () => {
  const x = 1 + 2 ** -30;
  expect(thread.call('fma', x, x, -(x * x))).toBe(2 ** -60);
  expect(thread.call('fma', 1e308, 10, -Infinity)).toBe(-Infinity);
  expect(thread.call('fma', 1.5e308, 2, -1.7e308)).toBe(1.3e308);
  expect(thread.call('fma', -5e-324, 0.25, 0)).toBe(-0);
  expect(thread.call('fmaf', 1.1920928955078125e-7, 1, 1)).toBe(Math.fround(1 + 2 ** -23));
});

test('C and JavaScript differ on powers of one', () => {
  expect(thread.call('pow', 1, Number.NaN)).toBe(1);
  expect(thread.call('pow', -1, Infinity)).toBe(1);
  expect(thread.call('pow', Number.NaN, 0)).toBe(1);
});

test('powers of integers are exact', () => {
  for (let n = 0; n <= 22; n++) expect(thread.call('pow', 10, n)).toBe(Number(10n ** BigInt(n)));
  for (let n = -1074; n <= 1023; n++) expect(thread.call('exp2', n)).toBe(thread.call('ldexp', 1, n));
});

test('errors are told by errno', () => {
  const errnoOf = (name: string, ...values: number[]) => {
    thread.errno = 0;
    thread.call(name, ...values);
    return thread.errno;
  };
  expect(errnoOf('sqrt', -1)).toBe(EDOM);
  expect(errnoOf('log', 0)).toBe(ERANGE);
  expect(errnoOf('exp', 1000)).toBe(ERANGE);
  expect(errnoOf('exp', -1000)).toBe(ERANGE);
  expect(errnoOf('expf', 100)).toBe(ERANGE);
  expect(errnoOf('fmod', 1, 0)).toBe(EDOM);
  expect(errnoOf('sin', Number.NaN)).toBe(0);
  expect(errnoOf('exp', Infinity)).toBe(0);
});

test('Bessel functions of any order, by both recurrences', () => {
  expect(thread.call('jn', 5, 1)).toBeCloseTo(2.4975773021123444e-4, 18);
  expect(thread.call('jn', 30, 5)).toBeCloseTo(2.671177278250799e-21, 35);
  expect(thread.call('jn', 3, 50)).toBeCloseTo(0.09273480406163442, 15);
  expect(thread.call('yn', -3, 2)).toBeCloseTo(1.1277837768404277, 14);
  expect(thread.call('j0', 2.404825557695773)).toBeCloseTo(-6.10876525973673e-17, 30);
});

test('the sign of gamma goes with its logarithm', () => {
  for (const root of [1, 2]) expect(thread.call('lgamma', root)).toBe(0);
  thread.call('lgamma', -0.5);
  expect(thread.environment.I32[thread.call('__signgam') >>> 2]).toBe(-1);
  expect(thread.call('lgamma', -2)).toBe(Infinity);
});

test('functions that are odd keep the sign of zero', () => {
  const names = 'sin tan asin atan sinh tanh asinh atanh cbrt erf expm1 log1p sqrt rint floor ceil trunc round'.split(
    ' ',
  );
  const wrong = names.flatMap((name) => [name, `${name}f`]).filter((name) => !Object.is(thread.call(name, -0), -0));
  expect(wrong).toEqual([]);
});
