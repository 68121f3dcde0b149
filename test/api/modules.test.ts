/** Programs imported as modules: by Node.js's loader, and by what esbuild and Vite bundle for Node.js and for pages; with types. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserName, describeIn } from '../support/pages.ts';
import { execute, node, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgasc-modules-'));
const EXPECTED = '9900 198 2199023255552 250 RangeError 30 3 ProgramEnded';
const plugin = async (name: string) => (await import(join(ROOT, `dist/${name}.mjs`))).default;
const OPTIONS = { threads: 3, warnings: ['no-unmatched-barriers'] };

/** What a user writes. */
const MAIN = `// What a user writes: functions of a program in UPC are imported, and TypeScript knows their types.
import rod, { byte, solve, twice } from './rod.upc';

export async function result(): Promise<string> {
  const u = Float64Array.from({ length: 100 }, (_, i) => i);
  const sum: number = await solve(u, 100, 2);
  const double: bigint = await twice(2 ** 40);
  const same = await byte(250, true, 3.5, -4);
  const wrong = await twice(1.5).catch((error) => error.name);
  const part = await rod.array(Float64Array, 10);
  part.fill(1);
  const tenth = await solve(part, 10, 3);
  const divided = await rod.call('divide', 1, 0).catch((error) => error.name);
  return [sum, u[99], double, same, wrong, tenth, part[9], divided].join(' ');
}
`;

beforeAll(() => {
  for (const name of ['rod.upc', 'point.h']) cpSync(join(import.meta.dirname, 'programs', name), join(folder, name));
  writeFileSync(join(folder, 'main.ts'), MAIN);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'run.ts'), "import { result } from './main.ts';\nconsole.log(await result());\n");
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundled(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...{ entryPoints: [join(folder, 'main.ts')], bundle: true, format: 'esm', write: false, logLevel: 'silent' },
    ...{ plugins: [(await plugin('esbuild'))(OPTIONS)] },
    ...options,
  });
  return outputFiles![0]!.text;
}

test('node --import pgasc/register', async () => {
  writeFileSync(
    join(folder, 'plain.mjs'),
    `${MAIN.replace(/: (number|bigint|Promise<string>)/g, '')}console.log(await result());\n`,
  );
  const env = { PGAS_THREADS: '3' };
  const { status, stdout, stderr } = await node(['--import', join(ROOT, 'dist/register.mjs'), 'plain.mjs'], {
    cwd: folder,
    env,
  });
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^\S*rod.upc:\d+:\d+: warning UPC3300: /)]);
  expect(stdout.trim()).toBe(EXPECTED);
});

test('esbuild, for Node.js', async () => {
  const text = await bundled({ platform: 'node', entryPoints: [join(folder, 'run.ts')] });
  writeFileSync(join(folder, 'bundle.mjs'), text);
  const { status, stdout, stderr } = await node(['bundle.mjs'], { cwd: folder });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.trim()).toBe(EXPECTED);
});

test('esbuild: errors with their places', async () => {
  writeFileSync(join(folder, 'bad.upc'), 'int f(void) {\n  return x;\n}\n');
  const failed = bundled({
    platform: 'node',
    stdin: { contents: "import './bad.upc'", resolveDir: folder },
    entryPoints: [],
  });
  const { errors } = (await failed.catch((error) => error)) as { errors: { text: string; location: object }[] };
  expect(errors).toMatchObject([
    { text: "'x' undeclared (first use in this function)", location: { line: 2, column: 9 } },
  ]);
});

long('Vite, for Node.js', async () => {
  const vite = await import('vite');
  const vitePlugin = (await plugin('vite'))(OPTIONS);
  await vite.build({
    ...{ root: folder, configFile: false, logLevel: 'silent', plugins: [vitePlugin] },
    build: { ssr: 'run.ts', outDir: 'vite', target: 'esnext' },
    ssr: { noExternal: true },
  });
  const { status, stdout, stderr } = await node(['vite/run.js'], { cwd: folder });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.trim()).toBe(EXPECTED);
});

long('the sample: an image filter gives what JavaScript gives', async () => {
  const { status, stdout, stderr } = await node([join(ROOT, 'samples/javascript/blur.mjs')]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^JavaScript \d+ ms, \d+ threads \d+ ms\nSolution validates\n$/);
});

long('types', async () => {
  await bundled({ platform: 'node', plugins: [(await plugin('esbuild'))({ ...OPTIONS, types: true })] });
  expect(readFileSync(join(folder, 'rod.d.upc.ts'), 'utf8')).toContain(
    `/** double solve(double *u, int n, double by) */
export declare function solve(u: Float64Array | number | null, n: number, by: number, options?: CallOptions): Promise<number>;`,
  );
  const flags =
    '--strict --noEmit --target ES2022 --module NodeNext --allowArbitraryExtensions --allowImportingTsExtensions --skipLibCheck false --types node';
  const types = { paths: { pgasc: [join(ROOT, 'dist/pgasc.d.ts')] } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: types, files: ['main.ts'] }));
  const checked = await execute(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', ...flags.split(' ')],
    { cwd: folder },
  );
  expect([checked.status, checked.stdout]).toEqual([0, '']);
});

describeIn('chrome', true, (pages) => {
  long('Vite, for a page', async () => {
    const vite = await import('vite');
    const build = { lib: { entry: 'main.ts', formats: ['es' as const] }, write: false, target: 'es2022' };
    const plugins = [(await plugin('vite'))(OPTIONS)];
    const built = await vite.build({ root: folder, configFile: false, logLevel: 'silent', plugins, build });
    const [{ output }] = built as unknown as [{ output: { code: string }[] }];
    expect(await pages.resultOf(output[0]!.code)).toBe(EXPECTED);
    expect(pages.complaints).toEqual([]);
  });
});

for (const browser of dealt('esbuild', ['chrome', 'firefox'] satisfies BrowserName[]))
  describeIn(browser, true, (pages) => {
    test('esbuild, for a page', { timeout: 30_000 }, async () => {
      const text = await bundled({ platform: 'browser', target: 'es2022' });
      expect(await pages.resultOf(text)).toBe(EXPECTED);
      expect(pages.complaints).toEqual([]);
    });
  });
