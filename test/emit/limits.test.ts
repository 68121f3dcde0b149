/** Programs with parts that are too large for WebAssembly: each is told with its number and the function's place. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { checkFunction, checkModule, LIMITS, SLOW_FUNCTION_BODY } from '../../compiler/emit/wasm/limits.ts';
import { execute, inFolder, node, pgasc } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const many = (count: number, text: (k: number) => string, separator = '') =>
  Array.from({ length: count }, (_, k) => text(k)).join(separator);

const withParameters = (count: number) =>
  `int f(${many(count, (k) => `int p${k}`, ', ')}) { return p5 + p${count - 1}; }\n` +
  'int (*volatile g)() = (int (*)())f;\n' +
  `int main(void) { int (*h)(${many(count, () => 'int', ', ')}) = g; return h(${many(count, String, ', ')}) - ${count + 4}; }\n`;

async function compiled(
  text: string,
  use: (outcome: { status: number | null; stderr: string }, out: string) => unknown,
) {
  await inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'p.c'), text);
    await use(await pgasc(['-O2', 'p.c'], { cwd }), join(cwd, 'out.js'));
  });
}

describe('parameters of a function', () => {
  test('1,000 are taken', () =>
    compiled(withParameters(LIMITS.parameters), async ({ stderr }, out) => {
      expect(stderr).toBe('');
      expect(await node([out, '-n', '1'])).toEqual({ status: 0, stdout: '', stderr: '' });
    }));

  test('1,001 are told', () =>
    compiled(withParameters(LIMITS.parameters + 1), ({ status, stderr }, out) => {
      expect(stderr).toBe(
        "p.c:1:5: error LNK4010: function 'f' has 1001 parameters in WebAssembly, which allows 1000\n" +
          'p.c:1:5: note: make several functions of it, or compile without -O, or with -target=ts, to TypeScript\n' +
          '1 error\n',
      );
      expect([status, existsSync(out)]).toEqual([1, false]);
    }));
});

long(
  'switches of 20,000 cases far apart, of 5,000 that go on behind it, and of values up to both ends of long long',
  () =>
    compiled(
      `int f(int x) { switch (x) { ${many(20000, (k) => `case ${k * 3}: return ${k};`, '\n')} } return -1; }
int sum;
void h(int x) { switch (x) { ${many(5000, (k) => `case ${k}: sum += ${k}; break;`, '\n')} } }
int g(long long x) {
  switch (x) {
  ${many(300, (k) => `case ${k * 1000003}LL: return ${k};`, '\n')}
  case -9223372036854775807LL - 1: return -5;
  case 9223372036854775807LL: return -6;
  }
  return -1;
}
int main(void) {
  for (int i = -9; i < 60009; i++)
    if (f(i) != (i >= 0 && i < 60000 && i % 3 == 0 ? i / 3 : -1)) return 1;
  for (int i = -1; i < 5001; i++) h(i);
  if (sum != 4999 * 2500) return 3;
  for (int i = 0; i < 300; i++)
    if (g(i * 1000003LL) != i || g(i * 1000003LL + 1) != -1 || g(i * 1000003LL + (1LL << 32)) != -1) return 2;
  return g(-9223372036854775807LL - 1) != -5 || g(9223372036854775807LL) != -6;
}
`,
      async ({ stderr }, out) => {
        expect(stderr).toMatch(
          /^p\.c:1:5: warning LNK4110: function 'f' has \d+ bytes of code .*\n.*note: .*\n1 warning\n$/,
        );
        expect((await execute(process.execPath, [out, '-n', '1'])).status).toBe(0);
      },
    ),
);

describe('at each border', () => {
  const f = { name: 'f', linkage: 'external', parameters: [], results: [], locals: [], frame: [], body: [] } as const;
  const small = { functionBody: 1, locals: 0, parameters: 0 };
  const smallModule = { functions: 1, types: 1, table: 1, module: 8 };

  function said(check: (bag: DiagnosticBag) => void): string[] {
    const bag = new DiagnosticBag();
    check(bag);
    return bag.all.map(({ severity, code, text }) => `${severity} ${code}: ${text}`);
  }

  test.each([
    ['functionBody', 7_654_321, 'bytes of code'],
    ['locals', 50_000, 'variables'],
    ['parameters', 1_000, 'parameters'],
  ] as const)('%s of a function: %i', (kind, limit, words) => {
    const errorsOf = (size: number) =>
      said((bag) => checkFunction(f, { ...small, [kind]: size }, bag)).filter((text) => text.startsWith('error'));
    expect(LIMITS[kind]).toBe(limit);
    expect(errorsOf(limit)).toEqual([]);
    expect(errorsOf(limit + 1)).toEqual([
      `error LNK4010: function 'f' has ${limit + 1} ${words} in WebAssembly, which allows ${limit}`,
    ]);
  });

  test.each([
    ['functions', 1_000_000, 'functions'],
    ['types', 1_000_000, 'types of functions'],
    ['table', 10_000_000, 'functions whose address is taken'],
    ['module', 402_653_166, 'bytes of code'],
  ] as const)('%s of a module: %i', (kind, limit, words) => {
    const saidOf = (size: number) => said((bag) => checkModule({ ...smallModule, [kind]: size }, bag));
    expect(saidOf(limit)).toEqual([]);
    expect(saidOf(limit + 1)).toEqual([
      `error LNK4011: the program has ${limit + 1} ${words} in WebAssembly, which allows ${limit}`,
    ]);
  });

  test('a function that starts slowly: above 250,000 bytes, until it is an error', () => {
    const saidOf = (functionBody: number) => said((bag) => checkFunction(f, { ...small, functionBody }, bag));
    const warning = (size: number) =>
      `warning LNK4110: function 'f' has ${size} bytes of code in WebAssembly; Node before 24 takes long to start a program with more than 250000 in one function`;
    expect(saidOf(SLOW_FUNCTION_BODY)).toEqual([]);
    for (const size of [250_001, LIMITS.functionBody]) expect(saidOf(size)).toEqual([warning(size)]);
    expect(saidOf(LIMITS.functionBody + 1).map((text) => text.slice(0, 5))).toEqual(['error']);
  });
});
