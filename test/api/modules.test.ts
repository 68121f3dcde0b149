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
  for (const name of ['rod.upc', 'names.upc', 'point.h'])
    cpSync(join(import.meta.dirname, 'programs', name), join(folder, name));
  writeFileSync(join(folder, 'main.ts'), MAIN);
  cpSync(join(import.meta.dirname, 'programs/names.upc'), join(folder, 'src/names.upc'));
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

/** Names are no module's own; failures have the source's name as it is from the project's folder. */
const NAMES = `import names, { $program, CallOptions, instanceOf, pgasc, program, Promise as kept, TypedArray, values } from './names.upc';

const same: number[] = [await instanceOf(1), await $program(), await program(), await values(null), await CallOptions(5)];
console.log(...same, await TypedArray(), await kept(), await pgasc(), await names.call('then', 9));
console.log(await CallOptions(0).catch((error: Error) => error.message));
`;
const NAMES_EXPECTED = (source: string) =>
  `1 2 3 1 0 6 7 8 9\n${source}: thread 0: division by zero at ${source}:7:33\n    at CallOptions (${source}:7:33)\n`;
const ABSENT = [
  "src/names.upc: then is no export: JavaScript keeps the name: call('then', ...) of the default export calls it: int then(int x)",
  'src/names.upc: pair is no export: cannot be called from JavaScript: its parameter p is a struct: int pair(struct pair p)',
];

test('names of functions are as they are: node --import pgasc/register', async () => {
  writeFileSync(join(folder, 'names.mjs'), NAMES.replace(/: (Error|number\[\])/g, ''));
  const words = ['--import', join(ROOT, 'dist/register.mjs'), 'names.mjs'];
  const { status, stdout, stderr } = await node(words, { cwd: folder, env: { PGAS_THREADS: '1' } });
  expect([status, stdout, stderr]).toEqual([0, NAMES_EXPECTED('names.upc'), '']);
});

/** What a bundle in the project's folder prints; nothing of it tells where that has been. */
async function printed(bundle: string): Promise<string> {
  const path = join(folder, bundle);
  expect(readFileSync(path, 'utf8')).not.toContain(folder);
  return (await node([path])).stdout;
}

test('names of functions are as they are, and those that are none are told: esbuild', async () => {
  const plugins = [(await plugin('esbuild'))({ threads: 1 })];
  const { warnings } = await build({
    ...{ stdin: { contents: NAMES, resolveDir: join(folder, 'src'), loader: 'ts' }, bundle: true, format: 'esm' },
    ...{
      platform: 'node',
      logLevel: 'silent',
      absWorkingDir: folder,
      outfile: join(folder, 'names-esbuild.mjs'),
      plugins,
    },
  });
  expect(warnings.map(({ text }) => text).sort()).toEqual(ABSENT.toSorted());
  expect(await printed('names-esbuild.mjs')).toBe(NAMES_EXPECTED('src/names.upc'));
});

long('names of functions are as they are, and those that are none are told: Vite', async () => {
  const vite = await import('vite');
  const told: string[] = [];
  const onwarn = ({ message }: { message: string }) => void told.push(message);
  writeFileSync(join(folder, 'src/names.ts'), NAMES);
  await vite.build({
    ...{ root: folder, configFile: false, logLevel: 'silent', plugins: [(await plugin('vite'))({ threads: 1 })] },
    // Vite's own comments tell paths from where it was started.
    build: { ssr: 'src/names.ts', outDir: 'vite', target: 'esnext', minify: true, rollupOptions: { onwarn } },
    ssr: { noExternal: true },
  });
  expect(told).toEqual(ABSENT.map((text) => expect.stringContaining(text)));
  expect(await printed('vite/names.js')).toBe(NAMES_EXPECTED('src/names.upc'));
});

test('options of plugins that are none', async () => {
  for (const name of ['esbuild', 'vite'])
    expect((await plugin(name)).bind(null, { thread: 2 })).toThrow(
      `pgasc/${name}: thread: there is no such option; there are threads, flags, `,
    );
});

long('types', async () => {
  const plugins = [(await plugin('esbuild'))({ ...OPTIONS, types: true })];
  writeFileSync(join(folder, 'names.ts'), NAMES);
  await bundled({
    platform: 'node',
    plugins,
    entryPoints: ['main.ts', 'names.ts'].map((name) => join(folder, name)),
    outdir: folder,
  });
  expect(readFileSync(join(folder, 'rod.d.upc.ts'), 'utf8')).toContain(
    `/** double solve(double *u, int n, double by) */
export declare function solve(u: Float64Array | number | null, n: number, by: number, options?: import('pgasc').CallOptions): Promise<number>;`,
  );
  const names = readFileSync(join(folder, 'names.d.upc.ts'), 'utf8');
  expect(names).toContain('/** int $program(void) */\n');
  expect(names).toContain(
    '// int pair(struct pair p): cannot be called from JavaScript: its parameter p is a struct\n',
  );
  const flags =
    '--strict --noEmit --target ES2022 --module NodeNext --allowArbitraryExtensions --allowImportingTsExtensions --skipLibCheck false --types node';
  const types = { paths: { pgasc: [join(ROOT, 'dist/pgasc.d.ts')] } };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: types, files: ['main.ts', 'names.ts'] }),
  );
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
