/** `load` of texts, in Node.js and in a page; of addresses there; what a bundle for pages has of it; types written by the command. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { Instance, Loadable, LoadOptions } from '../../javascript/api.ts';
import { describeIn } from '../support/pages.ts';
import { inFolder, pgasc, ROOT } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const { load } = (await import(join(ROOT, 'dist/pgasc.mjs'))) as {
  load(source: Loadable, options: LoadOptions): Promise<Instance>;
};

const TEXTS = {
  'sum.upc': `#include "scale.h"
#include <upc.h>
#include <stdlib.h>
shared double part[THREADS];
double sum(const double *x, int n) {
  double own = 0, all = 0;
  for (int i = MYTHREAD; i < n; i += THREADS) own += scaled(x[i]);
  part[MYTHREAD] = own;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) all += part[t];
  return all;
}
void leave(int status) { if (MYTHREAD == THREADS - 1) upc_global_exit(status); upc_barrier; }
`,
  'scale.c': 'double scaled(double x) { return 2 * x; }\n',
  'scale.h': 'double scaled(double x);\n',
};

/** What a page runs; `from` is the module, `what` is loaded. */
const module = (from: string, what: string) => `import { load } from '${from}';
export async function result() {
  const wrong = await load({ 'bad.upc': 'int f(void) { return x; }' }).catch((error) => error.name + ': ' + error.message.split('\\n')[0]);
  const program = await load(${what}, { threads: 3 });
  const sum = await program.call('sum', Float64Array.of(1, 2, 3, 4), 4);
  const left = await program.call('leave', 5).catch((error) => [error.name, error.message, error.status]);
  return { wrong, sum, left };
}
`;
const RESULT = {
  wrong: "SyntaxError: bad.upc:1:22: error SEM3004: 'x' undeclared (first use in this function)",
  sum: 20,
  left: [
    'ProgramEnded',
    expect.stringMatching(/^sum.upc: thread 2 ended the program with status 5 at sum.upc:13:\d+$/),
    5,
  ],
};

test('in Node.js nothing but the texts is read', async () => {
  const program = await load(TEXTS, { threads: 3 });
  expect(await program.call('sum', Float64Array.of(1, 2, 3, 4), 4)).toBe(20);
  await program.close();
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'near.h'), '');
    const text = `#include "${join(folder, 'near.h')}"\nint f(void) { return 1; }`;
    await expect(load({ 'far.upc': text }, { threads: 1 })).rejects.toThrow(/near.h/);
  });
});

describeIn('chrome', true, (pages) => {
  test('texts, in a page without a bundler', async () => {
    expect(await pages.resultOf(module('/page/pgasc.mjs', JSON.stringify(TEXTS)))).toEqual(RESULT);
  });

  long('addresses, in a page', async () => {
    const name = `seven-${process.pid}.upc`;
    writeFileSync(join(ROOT, 'dist', name), 'int seven(void) { return 7; }\n');
    const result = await pages.resultOf(`import { load } from '/page/pgasc.mjs';
      export async function result() {
        const missing = await load('/nowhere.upc').catch((error) => error.message.replace(/http:..[^/]*/, ''));
        const program = await load(new URL('/${name}', location.href), { threads: 2 });
        return [missing, await program.callAll('seven')];
      }`);
    rmSync(join(ROOT, 'dist', name));
    expect(result).toEqual(['load: /nowhere.upc: 404 Not Found', [7, 7]]);
  });

  test('what is printed goes to the console, and its last line without a newline', async () => {
    const told = pages.complaints.length;
    await pages.resultOf(`import { load } from '/page/pgasc.mjs';
      export async function result() {
        const text = '#include <stdio.h>\\nvoid say(void) { printf("one\\\\ntwo"); fprintf(stderr, "three"); }';
        const program = await load({ 'say.upc': text }, { threads: 1 });
        await program.call('say');
        await program.close();
      }`);
    expect(pages.complaints.splice(told).sort()).toEqual(['one', 'three', 'two']);
  });

  long('texts, in what esbuild bundles', async () => {
    const contents = module('pgasc', JSON.stringify(TEXTS));
    const { outputFiles } = await build({
      ...{ stdin: { contents, resolveDir: join(ROOT, 'test/api') }, bundle: true, format: 'esm', write: false },
      ...{ platform: 'browser', target: 'es2022', logLevel: 'silent' },
    });
    expect(await pages.resultOf(outputFiles[0]!.text)).toEqual(RESULT);
  });

  test('nothing but what failed to load is in the console', () => {
    expect(pages.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });
});

describeIn('chrome', false, (pages) => {
  test('a page that is not isolated is told what to do, whatever the number of threads', async () => {
    const told = await pages.resultOf(`import { load } from '/page/pgasc.mjs';
      export const result = () => Promise.all([1, 2, undefined].map((threads) =>
        load({ 'one.upc': 'int one(void) { return 1; }' }, { threads }).catch(({ message }) => message)));`);
    expect(told).toEqual(
      Array(3).fill(expect.stringMatching(/^one.upc: this page is not cross-origin isolated.*: require-corp$/)),
    );
  });
});

test('--emit=d.ts writes the types beside each source, those that the plugins write', () =>
  inFolder(async (cwd) => {
    for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(cwd, name), text);
    const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
    expect(await pgasc(['--emit=d.ts', 'sum.upc', 'scale.c'], { cwd })).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(read('scale.d.c.ts')).toContain(
      "export declare function scaled(x: number, options?: import('pgasc').CallOptions): Promise<number>;",
    );
    const { default: plugin } = await import(join(ROOT, 'dist/esbuild.mjs'));
    const byCommand = read('sum.d.upc.ts');
    writeFileSync(join(cwd, 'sum.d.upc.ts'), '');
    writeFileSync(join(cwd, 'one.upc'), `#include "scale.c"\n${TEXTS['sum.upc']}`);
    await build({
      stdin: { contents: "import './one.upc'", resolveDir: cwd },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      external: ['pgasc'],
      plugins: [plugin({ types: true })],
    });
    for (const line of byCommand.split('\n')) expect(read('one.d.upc.ts')).toContain(line);
    expect(byCommand).toContain(
      "export declare function sum(x: Float64Array | number | null, n: number, options?: import('pgasc').CallOptions): Promise<number>;",
    );
    writeFileSync(join(cwd, 'wrong.upc'), 'int f(void) { return x; }');
    expect((await pgasc(['--emit=d.ts', 'wrong.upc'], { cwd })).status).toBe(1);
    expect((await pgasc(['--emit=d.ts', 'sum.upc', '-o', 'own.ts'], { cwd })).status).toBe(0);
    expect(read('own.ts')).toBe(byCommand);
  }));
