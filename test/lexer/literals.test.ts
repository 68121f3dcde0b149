import { describe, expect, test } from 'vitest';
import { parseNumber } from '../../compiler/frontends/c/lexer/number.ts';
import type { CharacterValue, StringValue } from '../../compiler/frontends/c/lexer/token.ts';
import { run } from '../preprocess/harness.ts';

const lex = (text: string) => {
  const result = run(text);
  return { tokens: result.tokens(), messages: result.messages };
};

describe('integers', () => {
  test.each([
    ['0', 0n, false, false, 0],
    ['42', 42n, true, false, 0],
    ['017', 15n, false, false, 0],
    ['0xFFu', 255n, false, true, 0],
    ['0b101', 5n, false, false, 0],
    ['1lu', 1n, true, true, 1],
    ['18446744073709551616ULL', 1n << 64n, true, true, 2],
    ['0x7fffffffffffffffLL', (1n << 63n) - 1n, false, false, 2],
  ] as const)('%s', (text, value, decimal, unsigned, long) => {
    expect(parseNumber(text)).toEqual({ kind: 'integer', value: { value, decimal, unsigned, long, imaginary: false } });
  });

  test('GNU imaginary', () => {
    expect(parseNumber('2i')).toMatchObject({ value: { value: 2n, imaginary: true } });
    expect(parseNumber('1.5fi')).toMatchObject({ value: { value: 1.5, suffix: 'f', imaginary: true } });
  });

  test.each([
    ['09', 'invalid digit "9" in an octal constant'],
    ['1lL', 'invalid suffix "lL" on an integer constant'],
    ['0x', 'invalid suffix "x" on an integer constant'],
    ['12abc', 'invalid suffix "abc" on an integer constant'],
    ['1e', 'exponent has no digits'],
    ['0x1.8', 'a hexadecimal floating constant needs an exponent (p and a power of two)'],
    ['0x1p', 'exponent has no digits'],
    ['1.2.3', 'too many decimal points in a number'],
    ['1.0x', 'invalid suffix "x" on a floating constant'],
  ])('%s is invalid', (text, problem) => {
    expect(parseNumber(text)).toEqual({ kind: 'invalid', problem });
  });
});

describe('floating constants', () => {
  test.each([
    ['1.', 1],
    ['.5e1', 5],
    ['1e-3L', 1e-3],
    ['0x1.8p1', 3],
    ['0x.1p-1074', 0],
    ['0x1p-1074', 2 ** -1074],
    ['0x1.fffffffffffff7p0', 1.9999999999999998],
    ['0x1.fffffffffffff8p0', 2],
    ['0x1.00000000000008p0', 1],
    ['0x1.000000000000080001p0', 1 + 2 ** -52],
    ['0x1.000001p0f', 1],
    ['0x1.00000100001p0f', 1 + 2 ** -23],
    ['1.00000005960464477539062f', 1],
    ['1.000000059604644775390626f', 1 + 2 ** -23],
    ['1.401298464324817e-45f', 2 ** -149],
    ['3.4028235677973367e38f', Number.POSITIVE_INFINITY],
    ['3.4028235677973366e38f', 3.4028234663852886e38],
  ])('%s', (text, value) => {
    expect(parseNumber(text)).toMatchObject({ kind: 'floating', value: { value } });
  });

  test('out of range is a warning', () => {
    expect(lex('1e400 1e-400 1e39f').messages).toEqual([
      '1:1 LEX1002: floating constant exceeds the range of "double"',
      '1:7 LEX1002: floating constant too small for "double" becomes zero',
      '1:14 LEX1002: floating constant exceeds the range of "float"',
    ]);
  });
});

describe('characters and strings', () => {
  const units = (text: string) => (lex(text).tokens[0]!.value as StringValue).units;
  const value = (text: string) => (lex(text).tokens[0]!.value as CharacterValue).value;

  test('escapes', () => {
    expect(units(String.raw`"\a\b\f\n\r\t\v\\\'\"\?\e\0\18\x41\377"`)).toEqual([
      7, 8, 12, 10, 13, 9, 11, 92, 39, 34, 63, 27, 0, 1, 56, 65, 255,
    ]);
  });

  test('UTF-8, universal names, wide', () => {
    expect(units('"\u00e9\\u20ac\u{1f600}"')).toEqual([0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]);
    expect(units('L"\u00e9\\U0001f600\\xffffffff"')).toEqual([0xe9, 0x1f600, 0xffffffff]);
  });

  test('adjacent strings join; one wide part makes all wide', () => {
    const { tokens } = lex('"a" "\\x1" "1" L"\u00e9" x');
    expect(tokens[0]).toMatchObject({ kind: 'string', value: { units: [97, 1, 49, 0xe9], wide: true } });
    expect(tokens[1]?.text).toBe('x');
  });

  test('character values', () => {
    expect([value("'A'"), value("'\\377'"), value("L'\\377'"), value("'ab'"), value("'abcde'")]).toEqual([
      65, -1, 255, 0x6162, 0x62636465,
    ]);
  });

  test('what is wrong with them has its place', () => {
    expect(lex(String.raw`'' 'ab' "a\q" "\x" "\u12" "\ud800" "\777" L'ab' 'é`).messages).toEqual([
      '1:1 LEX1003: empty character constant',
      '1:5 LEX1004: multi-character character constant',
      '1:11 LEX1004: unknown escape sequence "\\q"',
      '1:16 LEX1003: "\\x" with no hexadecimal digits after it',
      '1:21 LEX1003: incomplete universal character name "\\u12"',
      '1:28 LEX1003: "\\ud800" is not a valid universal character',
      '1:37 LEX1004: octal escape sequence "\\777" out of range',
      '1:45 LEX1004: character constant too long for its type',
      "1:49 LEX1005: missing terminating ' character",
    ]);
  });
});

test('kinds of tokens', () => {
  const { tokens, messages } = lex('shared [2] int x<::>; upc_forall $y @ \u00a0 #');
  expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'keyword shared',
    'punctuator [',
    'integer 2',
    'punctuator ]',
    'keyword int',
    'identifier x',
    'punctuator [',
    'punctuator ]',
    'punctuator ;',
    'keyword upc_forall',
    'identifier $y',
    'end ',
  ]);
  expect(messages.map((message) => message.replace(/^.*: /, ''))).toEqual([
    'stray "@" in the program',
    'stray U+00A0 in the program',
    'stray "#" in the program',
  ]);
});

test('no text crashes or hangs the way to tokens', () => {
  const bits = [
    '"',
    "'",
    '\\',
    '\n',
    '#',
    '##',
    '(',
    '/*',
    '\\\n',
    '\ud800',
    '\0',
    '#if ',
    '#define f(',
    '0x1.p',
    '\\u',
  ];
  let seed = 1;
  const random = (n: number) => ((seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >>> 8) % n;
  for (let k = 0; k < 300; k++) {
    const text = Array.from({ length: random(40) }, () => bits[random(bits.length)] + 'x1 +f('.slice(random(6))).join(
      '',
    );
    expect(lex(text).tokens.at(-1)?.kind).toBe('end');
  }
});
