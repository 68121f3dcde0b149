/** Inputs that are large, deep or broken at their end: each ends in output or one clear error, and none hangs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { dealt, some } from '../support/share.ts';

const many = (count: number, text: (k: number) => string, separator = '') =>
  Array.from({ length: count }, (_, k) => text(k)).join(separator);
const main = (body: string) => `int main(void) { ${body} }\n`;
const returning = (expression: string) => `int x;\n${main(`return ${expression};`)}`;

const LARGE: Readonly<Record<string, string>> = {
  'an array of 200,000 numbers': `int a[200000] = {${many(200000, String, ',')}};\n${main('return a[5];')}`,
  'a list of 50,000 structs with designators': `struct { int x, y; char n[4]; } a[] = {${many(50000, (k) => `{${k},.y=1,"ab"}`, ',')}};\n${main('return a[5].x;')}`,
  'a list of 50,000 strings': `char *a[] = {${many(50000, (k) => `"s${k}"`, ',')}};\n${main('return a[7][1];')}`,
  'a string of a million characters': `char s[] = "${'a'.repeat(1_000_000)}";\n${main('return s[3];')}`,
  'a switch of 20,000 cases': `int f(int x) { switch (x) { ${many(20000, (k) => `case ${k * 7}: return ${k};`)} } return 0; }\n${main('return f(7);')}`,
  'one line of 30,000 statements': main(`int x = 0; ${'x = x + 1; '.repeat(30000)} return x;`),
  '30,000 locals of one name': main(`${many(30000, (k) => `{ int v = ${k}; (void)v; }`)} return 0;`),
};

const DEEP = 'nesting too deep';
const WRONG: Readonly<Record<string, readonly [text: string, error: string]>> = {
  parentheses: [returning(`${'('.repeat(100000)}1${')'.repeat(100000)}`), DEEP],
  blocks: [main(`${'{'.repeat(100000)}${'}'.repeat(100000)}`), DEEP],
  calls: [`int f(int);\n${returning(`${'f('.repeat(5000)}1${')'.repeat(5000)}`)}`, DEEP],
  operators: [returning(`${'!'.repeat(50000)}x`), DEEP],
  sums: [returning(`${'x + '.repeat(50000)}1`), DEEP],
  conditionals: [main(`${'if (1) '.repeat(20000)};`), DEEP],
  declarators: [`int ${'*'.repeat(50000)}p;\n`, DEEP],
  structs: [`${'struct { '.repeat(5000)}int x;${'};'.repeat(5000)}\n`, DEEP],
  'macros that double': [
    `#define A x\n${many(40, (k) => `#define A${k} ${k ? `A${k - 1} A${k - 1}` : 'A A'}\n`)}A39\n`,
    'macros produced more than',
  ],
  'a file that includes itself': ['#include "input.c"\n', 'does "input.c" include itself?'],
  'a comment without an end': ['int x; /* no end\n', 'unterminated comment'],
  'a string without an end': ['char *s = "no end;\n', 'missing terminating " character'],
  'a conditional without an end': ['#if 1\nint x;\n', 'unterminated #if'],
  'a block without an end': ['int main(void) { if (1) {\n', "expected '}', found end of file"],
  'a macro call without an end': ['#define F(a) a\nint x = F((1;\n', 'unterminated argument list of macro "F"'],
};

async function compiled(text: string | Buffer) {
  return await inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'input.c'), text);
    return await pgasc(['-c', 'input.c'], { cwd });
  });
}

describe('large', () => {
  for (const [name, text] of dealt('large', Object.entries(LARGE)))
    test(name, { timeout: 70_000 }, async () => expect((await compiled(text)).status).toBe(0));
});

describe('wrong', () => {
  for (const [name, [text, error]] of some(Object.entries(WRONG)))
    test(name, { timeout: 70_000 }, async () => {
      const { status, stderr } = await compiled(text);
      expect(stderr).toContain(error);
      expect(stderr).toMatch(/\n1 error\n$/);
      expect(status).toBe(1);
    });
});

test('bytes that are not UTF-8 stay what they are', () =>
  inFolder(async (cwd) => {
    const text =
      'char s[] = "\xe9\xff"; /* \xe8 */\nint main(void) { return (s[0] & 255) == 0xe9 && sizeof s == 3; }\n';
    writeFileSync(join(cwd, 'latin.c'), Buffer.from(text, 'latin1'));
    expect((await pgasc(['run', 'latin.c', '-n', '1'], { cwd })).status).toBe(1);
  }));
