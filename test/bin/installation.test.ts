/** The package as users get it: packed, installed without a network into an empty folder, and used from there. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute, node, type Outcome, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

/** The prefix of npm install -g: commands in bin/, packages in lib/node_modules/, where modules of lib/work find them. */
const prefix = mkdtempSync(join(tmpdir(), 'pgasc-install-'));
const work = join(prefix, 'lib/work');
const PACKAGE = join(prefix, 'lib/node_modules/pgasc');

beforeAll(async () => {
  mkdirSync(work, { recursive: true });
  const quiet = ['--ignore-scripts', '--silent'];
  await succeeds('npm', ['pack', ...quiet, '--pack-destination', prefix], ROOT);
  const [tarball] = readdirSync(prefix).filter((name) => name.endsWith('.tgz'));
  const flags = ['-g', '--offline', '--no-audit', '--no-fund', ...quiet, '--prefix', prefix];
  await succeeds('npm', ['install', ...flags, join(prefix, tarball as string)], prefix);
});

afterAll(() => rmSync(prefix, { recursive: true, force: true }));

async function succeeds(command: string, words: readonly string[], cwd: string): Promise<void> {
  const { status, stderr } = await execute(command, words, { cwd });
  expect(status, stderr).toBe(0);
}

const installed = (...words: string[]): Promise<Outcome> => execute(join(prefix, 'bin/pgasc'), words, { cwd: work });

test('nothing else is installed but koffi, and its own compiler says so', async () => {
  expect(readdirSync(join(prefix, 'lib/node_modules'))).toEqual(['pgasc']);
  const brought = existsSync(join(PACKAGE, 'node_modules')) ? readdirSync(join(PACKAGE, 'node_modules')) : [];
  expect(brought.filter((name) => !/^(\.|koffi$|@koromix$)/.test(name))).toEqual([]); // it is optional: npm may not have it here
  expect(readdirSync(PACKAGE)).toContain('LICENSE');
  expect(readFileSync(join(prefix, 'share/man/man1/pgasc.1'), 'utf8')).toContain('.B \\-network=NAME');
  expect((await installed('machines', 'bgq', 'mine.json')).status).toBe(0);
  expect((await installed('machines', 'mine.json')).stdout).toMatch(/^bgq: IBM Blue Gene/);
  expect((await installed('--version')).stdout).toMatch(/^pgasc \d+\.\d+\.\d+\n$/);
});

test('compiles hello on both back ends; runs a sample, with its figures on a network', async () => {
  const hello = join(PACKAGE, 'samples/tutorial/01-hello.upc');
  for (const flags of dealt('installed', [[], ['-O2'], ['-g', '-O', '-network=pami']])) {
    expect(await installed(...flags, hello)).toEqual({ status: 0, stdout: '', stderr: '' });
    const { status, stdout } = await node(['out.js', '-n', '2'], { cwd: work });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Solution validates')]);
  }
  const ran = await installed(
    'run',
    '--stats',
    '-network=sfi',
    join(PACKAGE, 'samples/kernels/stencil.upc'),
    '-n',
    '2',
  );
  expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('Solution validates')]);
  expect(ran.stderr).toMatch(/^communication of stencil.upc: 2 threads, network sfi/);
  expect(ran.stderr).toContain('GET REPORT:');
});

test('the session, with the C library', async () => {
  const input = '#include <math.h>\nint f(int n) { return n + THREADS; }\nf((int)sqrt(1600.0))';
  expect(await installed('repl', '-n', '2', '-e', input)).toEqual({ status: 0, stdout: '= 42\n', stderr: '' });
});

long('--emit=ts is a program that type-checks beside pgasc/runtime and runs', async () => {
  writeFileSync(join(work, 'package.json'), '{"type": "module"}');
  writeFileSync(
    join(work, 'own.upc'),
    'shared int x[THREADS];\nint main(void) { x[MYTHREAD] = 1; return 6 * x[MYTHREAD] / MYTHREAD; }\n',
  );
  expect(await installed('--emit=ts', 'own.upc')).toEqual({ status: 0, stdout: '', stderr: '' });
  const flags = '--ignoreConfig --strict --target ES2022 --module NodeNext --outDir . --types'.split(' ');
  const checked = await node([join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, '', 'out.ts'], { cwd: work });
  expect([checked.status, checked.stdout]).toEqual([0, '']);
  const ran = await node(['out.js', '-n', '2'], { cwd: work });
  expect(ran).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(/^pgasc: thread 0: division by zero\n/) });
});

test('messages name the header to include, and are explained', async () => {
  writeFileSync(join(work, 'wrong.c'), 'int main(void) { uint8_t b = 1; return b; }\n');
  const { status, stderr } = await installed('wrong.c');
  expect([status, stderr]).toEqual([1, expect.stringContaining("note: include <stdint.h>, which declares 'uint8_t'")]);
  const code = /error (\w+):/.exec(stderr)?.[1] as string;
  expect((await installed('--explain', code)).stdout).toMatch(new RegExp(`^${code}: `));
});

long('the compiler as a library: texts in, code, map and diagnostics out', async () => {
  writeFileSync(
    join(work, 'use.mts'),
    `import { type Compilation, compile, load } from 'pgasc';
    declare const process: { argv: string[] };
    declare const console: { log(text: string): void };
    const sources = {
      'main.upc': '#include <upc.h>\\n#include <math.h>\\n#include "lib/f.h"\\nint main(void) { return f((int)pow(2, THREADS)); }',
      'lib/f.c': '#include "f.h"\\nint f(int n) { return K * n; }',
      'lib/f.h': '#include "../k.h"\\nint f(int);',
      'k.h': '#define K 10',
    };
    const right: Compilation[] = await Promise.all([compile(sources), compile(sources, { optimize: 2, network: 'sfi', threads: 2 })]);
    const wrong = await compile('int main(void) {\\n  shared int x; return 1 / 0;\\n}', { name: 'w.upc', warnings: ['error'] });
    const impossible = await compile('', { network: 'x' }).catch((error: unknown) => String(error));
    const twice = await load('twice.upc', { threads: 2 });
    const doubled = await twice.callAll('twice', 21);
    await twice.close();
    console.log(JSON.stringify({ right, wrong, impossible, doubled }));\n`,
  );
  writeFileSync(join(work, 'twice.upc'), 'int twice(int x) { return 2 * x; }\n');
  const flags = '--ignoreConfig --strict --target ES2022 --module NodeNext --outDir . --types'.split(' ');
  const checked = await node([join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, '', 'use.mts'], { cwd: work });
  expect([checked.status, checked.stdout]).toEqual([0, '']);
  const { stdout, stderr } = await node(['use.mjs'], { cwd: work });
  expect(stderr).toBe('');
  const { right, wrong, impossible, doubled } = JSON.parse(stdout);
  for (const { code, map, diagnostics, messages } of right) {
    expect([diagnostics, messages]).toEqual([
      [
        { uri: 'main.upc', diagnostics: [] },
        { uri: 'lib/f.c', diagnostics: [] },
      ],
      '',
    ]);
    writeFileSync(join(work, 'made.cjs'), code);
    expect((await node(['made.cjs', '-n', '2'], { cwd: work })).status).toBe(40);
    expect(JSON.parse(map).version).toBe(3);
  }
  expect(doubled).toEqual([42, 42]);
  expect(wrong.code).toBe(undefined);
  expect(wrong.messages).toMatch(/^w.upc:2:14: error UPC3108: .*2 errors\n$/s);
  const [{ uri, diagnostics }] = wrong.diagnostics;
  expect([uri, diagnostics.map(({ severity, code }: { severity: number; code: string }) => [severity, code])]).toEqual([
    'w.upc',
    [
      [1, 'UPC3108'],
      [1, 'SEM3031'],
    ],
  ]);
  expect(impossible).toBe('TypeError: network x: the networks are pami, sfi, smp, template, verbs');
});
