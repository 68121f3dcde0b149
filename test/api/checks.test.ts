/** Checks of texts that change: what they find is what compilations find, and what is unchanged is not parsed again. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Compilation, CompileOptions } from '../../compiler/api.ts';
import type { Checked, CheckOptions } from '../../compiler/check.ts';
import { ROOT } from '../support/pgasc.ts';

type Texts = Readonly<Record<string, string>>;
/** The compiler of a page. */
const { compile, checker } = (await import(join(ROOT, 'dist/page/compile.mjs'))) as {
  compile(texts: Texts, options: CompileOptions): Promise<Compilation>;
  checker(options: CheckOptions): { check(texts: Texts): Checked };
};
const OPTIONS: CheckOptions = { warnings: ['all'], network: 'smp' };

const MAIN =
  '#include "own.h"\n#include <upc.h>\nshared [B] int a[B * THREADS];\nint main(void) { return f() + a[0]; }\n';
const OWN = '#define B 3\nint f(void);\n';
const OTHER = `static shared double d[4][THREADS];
static double g(void) { return d[1][0]; }
int f(void) { static shared int d; return d + (int)g(); }
shared int idle;
`;
const SOUND: Texts = { 'main.upc': MAIN, 'own.h': OWN, 'other.upc': OTHER };

test.each([
  { 'prog.upc': 'int main(void) {\n  shared int x;\n  retrun 0;\n}\n' },
  { 'prog.upc': '#include <upc.h>\nint unused(void) { int x; return x; }\nint main(void) { upc_barier; }\n' },
  { 'prog.upc': '#include "missing.h"\nint main(void) { return 0; }\n' },
  {
    'a.upc': '#include "b.h"\nint main(void) { return B + nothing; }\n',
    'b.h': '#define B (1 +* 2)\n',
    'c.c': 'int;;',
  },
  SOUND,
] as readonly Texts[])('finds what a compilation finds: %#', async (texts) => {
  const { diagnostics, arrays } = checker(OPTIONS).check(texts);
  const compiled = await compile(texts, { ...OPTIONS, optimize: 0 });
  expect(diagnostics).toEqual(compiled.diagnostics);
  expect(arrays === undefined).toBe(compiled.arrays === undefined);
});

test('tells of what is shared', () => {
  const { arrays } = checker(OPTIONS).check(SOUND);
  expect(arrays).toMatchObject([
    { declaration: 'shared [3] int a[3*THREADS]', block: 3, lengths: [3], scaled: 0, elementSize: 4 },
    { name: 'd', block: 1, lengths: [4, 1], scaled: 1, elementSize: 8, at: { name: 'other.upc', line: 1, column: 22 } },
    { name: 'd', lengths: [], elementSize: 4 },
    { name: 'idle' },
  ]);
});

test('a unit is checked again when something that it reads has changed, or has come to be', () => {
  const checks = checker(OPTIONS);
  const first = checks.check(SOUND).arrays!;
  const second = checks.check({ ...SOUND, 'main.upc': `${MAIN}\n` }).arrays!;
  expect(second).toEqual(first);
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).toBe(first[1]);
  const third = checks.check({ ...SOUND, 'own.h': OWN.replace('3', '5') }).arrays!;
  expect(third.map(({ block }) => block)).toEqual([5, 1, 1, 1]);
  expect(third[1]).toBe(first[1]);
  const without = { 'main.upc': MAIN, 'other.upc': OTHER };
  expect(checks.check(without).diagnostics[0]!.diagnostics[0]!.code).toBe('PP1051');
  expect(checks.check(SOUND).arrays).toEqual(first);
});

test('a compilation tells where what is shared lies, and gives its intermediate representation', async () => {
  const { arrays, ir } = await compile(SOUND, { optimize: 0, ir: true });
  expect(arrays!.map(({ name, offset }) => [name, offset !== undefined])).toEqual([
    ['a', true],
    ['d', true],
    ['d', true],
    ['idle', false],
  ]);
  const parts = arrays!
    .slice(0, 3)
    .map(({ offset, elementSize }, k) => [offset!, offset! + elementSize * [3, 4, 1][k]!]);
  const sorted = parts.sort(([one], [other]) => one! - other!);
  for (const [k, [start]] of sorted.entries()) if (k > 0) expect(start).toBeGreaterThanOrEqual(sorted[k - 1]![1]!);
  expect(ir).toMatch(/^module "main.upc"\nfile "own.h"\nfile "main.upc"\n[\s\S]*^module "other.upc"$/m);
  expect((await compile(SOUND, { optimize: 0 })).ir).toBeUndefined();
});
