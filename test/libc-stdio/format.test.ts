/** printf: fixed expected texts, as glibc prints them in the C.UTF-8 locale. */
import { describe, expect, test } from 'vitest';
import { type Argument, TestThread } from './thread.ts';

const thread = new TestThread();
const print = (format: string, ...values: Argument[]): string => thread.sprintf(format, ...values);
const d = (double: number): Argument => ({ double });

/** Formats a double with each of the formats. */
const doubles = (value: number, ...formats: string[]): string =>
  formats.map((format) => print(format, d(value))).join(' ');

describe('integers', () => {
  test('every length reads its slot', () => {
    expect(print('%d %ld %lld %zu %jd %td', -1, -1n, 5n, -1, -7n, -2)).toBe('-1 -1 5 4294967295 -7 -2');
    expect(print('%hhd %hd %hhu %hu', 300, 70000, -1, -1)).toBe('44 4464 255 65535');
    expect(print('%lu %lx %lo', -1n, -1n, -1n)).toBe('18446744073709551615 ffffffffffffffff 1777777777777777777777');
    expect(print('%d %d', -2147483648, 2147483647)).toBe('-2147483648 2147483647');
  });

  test('flags, width and precision', () => {
    expect(print('%5d|%-5d|%05d|%+d|% d|%+05d', 3, 3, -3, 3, 3, 3)).toBe('    3|3    |-0003|+3| 3|+0003');
    expect(print('%.0d|%.3d|%8.3d|%-8.3d|%08.3d', 0, 5, -5, 5, 5)).toBe('|005|    -005|005     |     005');
    expect(print('%#x|%#X|%#x|%#o|%#o|%#.0o|%#.3o', 255, 255, 0, 8, 0, 0, 8)).toBe('0xff|0XFF|0|010|0|0|010');
    expect(print('%*d|%*d|%.*d|%.*d', 5, 1, -5, 1, 3, 1, -1, 1)).toBe('    1|1    |001|1');
    expect(print('%b %#B %#b', 5, 5, 0)).toBe('101 0B101 0');
  });

  test('arguments by number', () => {
    expect(print('%2$s %1$d %2$.1s %3$*1$d|', 3, 'abc', 7)).toBe('abc 3 a   7|');
  });
});

describe('floating point', () => {
  test('ties go to even on the exact value', () => {
    expect([0.5, 1.5, 2.5, 3.5].map((value) => print('%.0f', d(value)))).toEqual(['0', '2', '2', '4']);
    expect([0.125, 0.375, 0.135, 2.675].map((value) => print('%.2f', d(value)))).toEqual([
      '0.12',
      '0.38',
      '0.14',
      '2.67',
    ]);
    expect([9.5, 8.5, 10.5, 25, 35].map((value) => print('%.0e', d(value)))).toEqual([
      '1e+01',
      '8e+00',
      '1e+01',
      '2e+01',
      '4e+01',
    ]);
    expect([0.5, 2.5e22].map((value) => print('%.0g', d(value)))).toEqual(['0.5', '2e+22']);
  });

  test('digits are exact, however many', () => {
    expect(print('%.55f', d(0.1))).toBe('0.1000000000000000055511151231257827021181583404541015625');
    expect(print('%.0f', d(1e23))).toBe('99999999999999991611392');
    const least = print('%.1100f', d(5e-324));
    expect([least.length, least.slice(-30)]).toEqual([1102, `5625${'0'.repeat(26)}`]);
    expect(print('%.770e', d(Number.MAX_VALUE)).slice(0, 25)).toBe('1.79769313486231570814527');
  });

  test('forms of f, e, g and a', () => {
    expect(doubles(1234.5678, '%f', '%e', '%g', '%.3g', '%G', '%#.0f', '%10.2f|')).toBe(
      '1234.567800 1.234568e+03 1234.57 1.23e+03 1234.57 1235.    1234.57|',
    );
    expect(doubles(0.0001, '%g', '%.2g', '%#g', '%e')).toBe('0.0001 0.0001 0.000100000 1.000000e-04');
    expect(doubles(0.00001, '%g', '%G')).toBe('1e-05 1E-05');
    expect(doubles(999999.5, '%g', '%.7g', '%.0f')).toBe('1e+06 999999.5 1000000');
    expect(doubles(0, '%f', '%e', '%g', '%a', '%#g')).toBe('0.000000 0.000000e+00 0 0x0p+0 0.00000');
    expect(doubles(1e100, '%g', '%.3e')).toBe('1e+100 1.000e+100');
    expect(doubles(-0, '%f', '%g', '%.0e')).toBe('-0.000000 -0 -0e+00');
  });

  test('hexadecimal', () => {
    expect(doubles(1, '%a', '%.0a', '%#.0a', '%.3a', '%010a')).toBe('0x1p+0 0x1p+0 0x1.p+0 0x1.000p+0 0x00001p+0');
    expect(doubles(2.5, '%a', '%.0a', '%A')).toBe('0x1.4p+1 0x1p+1 0X1.4P+1');
    expect(doubles(1.5, '%.0a')).toBe('0x2p+0');
    expect(doubles(5e-324, '%a', '%.2a')).toBe('0x0.0000000000001p-1022 0x0.00p-1022');
  });

  test('infinity and NaN', () => {
    expect(doubles(Infinity, '%f', '%F', '%+e', '%06f', '%-6g|')).toBe('inf INF +inf    inf inf   |');
    expect(doubles(-Infinity, '%a', '%G')).toBe('-inf -INF');
    expect(doubles(Number.NaN, '%f', '%E')).toBe('nan NAN');
  });
});

describe('text, pointers and the rest', () => {
  test('characters and strings', () => {
    expect(print('%c|%3c|%-3c|', 65, 66, 67)).toBe('A|  B|C  |');
    expect(print('%s|%5s|%-5s|%.2s|%5.1s', 'ab', 'ab', 'ab', 'abc', 'abc')).toBe('ab|   ab|ab   |ab|    a');
    expect(print('%s|%.5s|%.6s|%ls', 0, 0, 0, 0)).toBe('(null)||(null)|(null)');
    expect(print('%p %p %8p|%-8p|', 0, 255, 16, 16)).toBe('(nil) 0xff     0x10|0x10    |');
  });

  test('wide characters are UTF-8', () => {
    const wide = thread.string('\xe9\0\0\0\xac\x20\0\0\0\0\0\0');
    expect(print('%ls|%.4ls|%lc', wide, wide, 0xe9)).toBe('\xc3\xa9\xe2\x82\xac|\xc3\xa9|\xc3\xa9');
    thread.errno = 0;
    expect(print('ab%lc', 0xd800)).toBe('ab -> -1');
    expect(thread.errno).toBe(84);
  });

  test('%n stores by its length, %m is errno', () => {
    const at = thread.block(16);
    thread.environment.I64[at >>> 3] = -1n;
    print('abc%hhn%%', at);
    expect(thread.environment.I64[at >>> 3]).toBe(-253n);
    print('abcd%lln', at);
    expect(thread.environment.I64[at >>> 3]).toBe(4n);
    thread.errno = 2;
    expect(print('%m|%.2m|%28m')).toBe('No such file or directory|No|   No such file or directory');
  });

  test('what is no conversion is shown as glibc shows it', () => {
    expect(print('a%y|%-05.3y|%lk|%d|%5%|%hld', 5)).toBe('a%y|%-5.3y|%k|5|%|%ld');
    thread.errno = 0;
    expect(print('abc%')).toBe('abc -> -1');
    expect(thread.errno).toBe(22);
  });

  test('any width, without memory for it', () => {
    const format = thread.string('%2000000000d');
    expect(thread.call('snprintf', 0, 0, format, thread.args(1))).toBe(2e9);
    thread.errno = 0;
    expect(print('%2147483648d', 1)).toBe(' -> -1');
    expect(thread.errno).toBe(75);
  });
});

test('snprintf cuts, asprintf allocates', () => {
  const buffer = thread.string('??????');
  expect(thread.call('snprintf', buffer, 4, thread.string('%d'), thread.args(12345))).toBe(5);
  expect(thread.text(buffer, 6)).toBe('123\0??');
  const result = thread.block(8);
  expect(thread.call('asprintf', result, thread.string('%s-%d'), thread.args('x', 7))).toBe(3);
  expect(thread.text(thread.environment.I32[result >>> 2]!)).toBe('x-7');
});
