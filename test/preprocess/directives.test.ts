import { describe, expect, test } from 'vitest';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { preprocess, printPreprocessed } from '../../compiler/frontends/c/preprocess/preprocess.ts';
import { positionOf, sourceFile, spelledAt } from '../../compiler/source/source.ts';
import { long } from '../support/share.ts';
import { OPTIONS, printed, run } from './harness.ts';

const condition = (expression: string, options = {}) => run(`#if ${expression}\nyes\n#else\nno\n#endif`, options);

long('a file of more tokens than memory holds trees for is refused', () => {
  expect(run(';'.repeat(4_000_001)).messages).toEqual([
    '1:4000001 PP1004: more than 4000000 tokens in a file: make several of it',
  ]);
});

describe('#if', () => {
  test.each([
    '-1 > 0u',
    '(-1 >> 63) == -1',
    '0xffffffffffffffff == -1',
    '9223372036854775808u / 2 == 4611686018427387904',
    "'A' == 65 && '\\377' < 0 && L'\\377' == 255",
    '0 && 1/0 || 1',
    '1 ? 2 : 1/0',
    '(2 ? -1 : 0u) > 0',
    '!defined X && !defined(X) && defined __FILE__',
    'unknown == 0',
    '1 || (2, 0)',
    '~0 == -1 && -0x7fffffffffffffff - 1 < 0',
    '1 << 2 << 3 == 32 && 7 % 4 * 2 == 6 && (6 ^ 3 | 8 & 12) == 13',
  ])('%s', (expression) => {
    const { text, messages } = condition(expression);
    expect([text, messages]).toEqual(['yes', []]);
  });

  test('defined also works out of a macro', () => {
    expect(run('#define D defined(X) || defined NAME\n#define NAME\n#if D\nyes\n#endif').text).toBe('yes');
  });

  test('THREADS counts where it is known', () => {
    expect(condition('THREADS == 4', { threads: 4 }).text).toBe('yes');
    expect(condition('THREADS == 4').messages[0]).toMatch(/^1:5 PP1033: THREADS has no value yet/);
    expect(condition('defined __UPC_STATIC_THREADS__ && THREADS > 2').messages).toEqual([]);
  });

  test.each([
    ['', '1:2 PP1030: #if with no expression'],
    ['1 +', '1:7 PP1030: the expression of #if ends too early'],
    ['(1', '1:6 PP1030: missing ")" in the expression of #if'],
    ['1 2', '1:7 PP1030: missing operator before "2" in the expression of #if'],
    ['1 / 0', '1:7 PP1031: division by zero in #if'],
    ['1.0', '1:5 PP1030: floating constant in #if'],
    ['"s"', '1:5 PP1030: "s" cannot stand in the expression of #if'],
    ['F(1)', '1:5 PP1030: "F" is used like a macro with arguments but is not defined'],
    ['defined', '1:5 PP1030: "defined" needs the name of a macro'],
    ['0x7fffffffffffffff + 1', '1:24 PP1032: integer overflow in the expression of #if'],
    ['99999999999999999999', '1:5 PP1030: integer constant 99999999999999999999 exceeds 64 bits'],
  ])('reports %s', (expression, message) => {
    expect(condition(expression).messages).toEqual([message]);
  });
});

test('the branches of a conditional', () => {
  const text = (x: number) =>
    run(`#define X ${x}
#if X == 1
one
#elif X == 2
two
#ifdef NEVER
#else
nested
#endif
#elif 1/0
#else
other don't
#endif`).text;
  expect(text(2)).toBe('two nested');
  expect(run("#if 0\n#if 1\n#else\n#elif\n#endif\n#\nif (x) don't\n#else\nyes\n#endif").text).toBe('yes');
});

test('conditionals out of place name what they belong to', () => {
  const { messages, bag } = run('#else\n#endif\n#ifdef A\n#else\n#elif 1\n#else\n#endif x\n#ifndef B\n#else');
  expect(messages).toEqual([
    '1:2 PP1040: #else without #if',
    '2:2 PP1040: #endif without #if',
    '5:2 PP1041: #elif after #else',
    '6:2 PP1041: #else after #else',
    '7:8 PP1043: extra tokens at the end of #endif',
    '8:2 PP1042: unterminated #ifndef: no #endif before the end of the file',
  ]);
  expect(bag.all[2]?.notes.map((note) => positionOf(note.location!).line)).toEqual([4, 3]);
});

describe('#include', () => {
  const files = {
    'near.h': 'near',
    'dir/near.h': 'far',
    'dir/h.h': 'h1 \n#include_next <h.h>',
    'sys/h.h': 'h2',
    'once.h': '#pragma once\nonce',
    'guard.h': '#ifndef G\n#define G\nguarded\n#endif\n',
    'loop.h': '#include "loop.h"',
  };
  const options = { includeDirectories: ['dir'], systemIncludeDirectories: ['sys'] };
  const text = (source: string) => run(source, options, files).text;

  test('looks beside the file first for "", last for <>', () => {
    expect(text('#include "near.h"\n#include <near.h>\n#include <once.h>')).toBe('near far once');
  });

  test('takes names out of macros', () => {
    expect(text('#define N "near.h"\n#include N\n#define S <near.h>\n#include S')).toBe('near far');
  });

  test('include_next, #pragma once, guards, __has_include', () => {
    expect(text('#include <h.h>')).toBe('h1 h2');
    expect(text('#include "once.h"\n#include "once.h"\n#include "guard.h"\n#include "guard.h"')).toBe('once guarded');
    expect(text('#if __has_include("near.h") && !__has_include(<none.h>)\nyes\n#endif')).toBe('yes');
  });

  test('a missing file names the directories; nothing goes on to the parser', () => {
    const { messages, bag, unit } = run('int x;\n#include <none.h>\n#error e', options, files);
    expect(messages).toEqual(['2:10 PP1051: cannot find <none.h>', '3:2 PP1061: #error e']);
    expect(bag.all[0]?.notes[0]?.text).toBe('searched in: dir, sys, .');
    expect(unit.tokens).toEqual([]);
  });

  test('endless inclusion ends', () => {
    expect(run('#include "loop.h"', options, files).messages[0]).toMatch(/PP1052: #include nested more than 200 deep/);
  });

  test('the files read are listed', () => {
    expect(run('#include <h.h>\n#include "near.h"', options, files).unit.files).toEqual([
      'main.c',
      'dir/h.h',
      'sys/h.h',
      'near.h',
    ]);
  });
});

test('#line and line markers renumber', () => {
  const { text, unit } = run('#line 100\n__LINE__ __FILE__\n# 7 "b.c" 2\n__LINE__ __FILE__\nlast');
  expect(text).toBe('100 "main.c" 7 "b.c" last');
  expect(positionOf(spelledAt(unit.tokens.at(-1)!))).toEqual({ name: 'b.c', line: 8, column: 1 });
  expect(run('#line x').messages).toEqual(['1:7 PP1060: #line needs a positive decimal number, not x']);
});

test('#error, #warning, unknown directives, the null directive', () => {
  expect(run("#error it's wrong\n#warning look   out\n#nonsense\n#\n# /* */\n").messages).toEqual([
    "1:2 PP1061: #error it's wrong",
    '2:2 PP1062: #warning look out',
    '3:2 PP1010: invalid preprocessing directive #nonsense',
  ]);
});

test('pragmas pass, macros in them unexpanded; the parser sees those of UPC', () => {
  const result = run(
    '#define upc x\n#define P _Pragma("upc   relaxed") y\n#pragma upc strict\n#pragma GCC poison z\nP',
  );
  expect(result.text).toBe('#pragma upc strict #pragma GCC poison z #pragma upc relaxed y');
  expect(result.tokens().map((token) => `${token.kind} ${token.text}`)).toEqual([
    'pragma upc strict',
    'pragma upc relaxed',
    'identifier y',
    'end ',
  ]);
});

test('push_macro and pop_macro', () => {
  expect(run('#define A 1\n#pragma push_macro("A")\n#undef A\n#define A 2\nA\n#pragma pop_macro("A")\nA').text).toBe(
    '2 1',
  );
});

test('splices, comments, line ends, odd characters', () => {
  const { unit, messages } = run('\ufeffa\\\nb /* c\n*/ "s\\\r\nt" // x \\\n y\r\n\u00e9t\\u00e9 $x \0z');
  expect(unit.tokens.map((token) => token.text)).toEqual(['ab', '"st"', '\u00e9t\u00e9', '$x', 'z']);
  expect(positionOf(unit.tokens[1]!)).toEqual({ name: 'main.c', line: 3, column: 4 });
  expect(messages).toEqual(['6:13 PP1003: null characters in the file are ignored']);
  expect(run('x /* y').messages).toEqual(['1:3 PP1001: unterminated comment: no */ before the end of the file']);
});

test('-E prints text that gives the same places when it is compiled again', () => {
  const source = '#define T(x, y) y x = -x - - 1;\nint a;\n\n\nT(b,\n  int) + +a\n#pragma upc strict\nint\n'.padEnd(
    120,
    '\n',
  );
  const first = run(`${source}#include "h.h"\nlast`, {}, { 'h.h': 'header\n' }).unit;
  const host = { read: () => undefined, dirname: () => '', join: () => '' };
  const again = preprocess(sourceFile('main.i', printPreprocessed(first)), OPTIONS, host, new DiagnosticBag());
  const places = (unit: typeof first) =>
    unit.tokens.map((token) => {
      const { name, line } = positionOf(spelledAt(token));
      return `${token.text} ${name}:${line}`;
    });
  expect(places(again)).toEqual(places(first));
  expect(printed(run('a+ +b - -c x.1 .. .').unit)).toBe('a+ +b - -c x .1 . . .\n');
});
