/** scanf, strtod and strtol: fixed expected results. */
import { describe, expect, test } from 'vitest';
import { TestThread } from './thread.ts';

const thread = new TestThread();
const { I32, I64, F32, F64, U8 } = thread.environment;

/** sscanf with as many 64-byte slots as wanted; gives its result and reads the slots. */
function scan(
  input: string,
  format: string,
): { result: number; slot: (index: number) => number; text: (index: number) => string } {
  const slots = thread.block(64 * 6);
  U8.fill(0x5a, slots, slots + 64 * 6);
  const args = thread.args(...Array.from({ length: 6 }, (_, index) => slots + 64 * index));
  const result = thread.call('sscanf', thread.string(input), thread.string(format), args);
  return { result, slot: (index) => slots + 64 * index, text: (index) => thread.text(slots + 64 * index) };
}

const int = (input: string, format: string): number => {
  const { result, slot } = scan(input, format);
  return result === 1 ? I32[slot(0) >>> 2]! : Number.NaN;
};

describe('scanf', () => {
  test('integers of every base and length', () => {
    expect(int(' -12x', '%d')).toBe(-12);
    expect(['0x1f', '017', '19', '0xz'].map((text) => int(text, '%i'))).toEqual([31, 15, 19, 0]);
    expect(int('ff', '%x')).toBe(255);
    expect(int('12345', '%3d')).toBe(123);
    expect(int('99999999999999999999', '%d')).toBe(-1); // saturates as a long, is cut to int
    const { slot } = scan('-9223372036854775808 18446744073709551615 7 -1 300', '%ld %lu %zu %hd %hhd');
    expect([I64[slot(0) >>> 3], I64[slot(1) >>> 3]]).toEqual([-(2n ** 63n), -1n]);
    expect([I32[slot(2) >>> 2], I32[slot(2) / 4 + 1]]).toEqual([7, 0x5a5a5a5a]);
    expect([I32[slot(3) >>> 2]! >>> 0, I32[slot(4) >>> 2]! >>> 0]).toEqual([0x5a5affff, 0x5a5a5a2c]);
  });

  test('floats are rounded once', () => {
    const { result, slot } = scan('0.1 1e400 0x1.8p3 -inf', '%f %lf %la %lf');
    expect(result).toBe(4);
    expect(F32[slot(0) >>> 2]).toBe(Math.fround(0.1));
    expect([1, 2, 3].map((index) => F64[slot(index) >>> 3])).toEqual([Infinity, 12, -Infinity]);
    // halfway between two floats as a double, above it as a decimal
    const text = '1.00000017881393432617187499';
    expect(F32[scan(text, '%f').slot(0) >>> 2]).toBe(1 + 2 ** -23);
  });

  test('strings, characters, scansets', () => {
    const { result, text } = scan('ab cd12-]x', '%s %[a-d]%2c%[]-]');
    expect([result, text(0), text(1), text(3)]).toEqual([4, 'ab', 'cd', '-]']);
    expect(text(2).slice(0, 3)).toBe('12Z');
    expect(scan('key = value', '%[^=]=%s').text(0)).toBe('key ');
  });

  test('results and %n', () => {
    expect(scan('', '%d').result).toBe(-1);
    expect(scan('  ', '%d').result).toBe(-1);
    expect(scan('x', '%d').result).toBe(0);
    expect(scan('5 x', '%d %d').result).toBe(1);
    expect(scan('5', '%*d %d').result).toBe(-1);
    const { result, slot } = scan('12,34 ;', '%d , %d ;%n');
    expect([result, I32[slot(2) >>> 2]]).toEqual([2, 7]);
    expect(scan('1 2', '%2$d %1$d').result).toBe(2);
  });

  test('%ms allocates, %ls decodes UTF-8', () => {
    const { slot } = scan('word \xc3\xa9', '%ms %ls');
    expect(thread.text(I32[slot(0) >>> 2]!)).toBe('word');
    expect([I32[slot(1) >>> 2], I32[(slot(1) >>> 2) + 1]]).toEqual([0xe9, 0]);
  });
});

describe('strtod and its like', () => {
  /** Value, bytes used, errno. */
  const number = (name: string, text: string, ...rest: number[]): unknown[] => {
    const start = thread.string(text);
    const end = thread.block(8);
    thread.errno = 0;
    const value = thread.functions[name]!(start, end, ...rest);
    return [value, I32[end >>> 2]! - start, thread.errno];
  };

  test('strtod', () => {
    expect(number('strtod', ' -1.5e3x')).toEqual([-1500, 7, 0]);
    expect(number('strtod', '1e')).toEqual([1, 1, 0]);
    expect(number('strtod', '0x')).toEqual([0, 1, 0]);
    expect(number('strtod', '-')).toEqual([0, 0, 0]);
    expect(number('strtod', '0x.8p1')).toEqual([1, 6, 0]);
    expect(number('strtod', 'nan(12)x')).toEqual([Number.NaN, 7, 0]);
    expect(number('strtod', 'infinit')).toEqual([Infinity, 3, 0]);
    expect(number('strtod', '1e999999999999')).toEqual([Infinity, 14, 34]);
    expect(number('strtod', '1e-310')).toEqual([1e-310, 6, 34]);
    expect(number('strtod', '0x1p-1074')).toEqual([5e-324, 9, 0]);
    expect(number('strtod', `0.${'0'.repeat(400)}1e401`)).toEqual([1, 407, 0]);
  });

  test('strtof rounds once', () => {
    expect(number('strtof', '1.00000005960464477539062500001')[0]).toBe(1 + 2 ** -23);
    expect(number('strtof', '3.4028235677973367e38')).toEqual([Infinity, 21, 34]);
    expect(number('strtof', '3.4028235677973366e38')).toEqual([3.4028234663852886e38, 21, 0]);
    expect(number('strtof', '1e-46')).toEqual([0, 5, 34]);
  });

  test('strtol and strtoul', () => {
    expect(number('strtol', ' -0x1Fg', 16)).toEqual([-31n, 6, 0]);
    expect(number('strtol', '0x', 0)).toEqual([0n, 1, 0]);
    expect(number('strtol', '9223372036854775808', 10)).toEqual([2n ** 63n - 1n, 19, 34]);
    expect(number('strtoul', '-1', 10)).toEqual([-1n, 2, 0]);
    expect(number('strtoul', '18446744073709551616', 10)).toEqual([-1n, 20, 34]);
    expect(number('strtol', 'zz', 36)).toEqual([1295n, 2, 0]);
    expect(number('strtol', '1', 1)[2]).toBe(22);
    expect(thread.call('atoi', thread.string('  42abc'))).toBe(42);
  });
});
