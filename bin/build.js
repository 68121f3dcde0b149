/**
 * Builds `dist/`: the compiler as one script (with V8's code cache) and as a library, the runtime with the C library as
 * one script for each network (it is linked into every out.js), and once more for simulated jobs, the names and signatures of the library's functions, the
 * C-written part of the library compiled to IR by pgasc itself, and the licences of what is bundled. What the compiler links lies in `dist/texts/` as modules
 * whose values are texts: pages import them, the command reads of them what it needs. Nothing of
 * node_modules is needed afterwards.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildBook } from './book/build.js';
import { buildCallers } from './build-callers.js';
import { buildPage, compileText } from './build-page.js';
import { buildPlayground } from './playground/build.js';
import { withProfilingNames } from './profiling-names.js';
import { simulatedRuntime } from './resumable/plugin.js';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const OBJECTS = 'dist/objects';
rmSync('dist/objects.json', { force: true });
for (const folder of [OBJECTS, 'dist/texts']) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

const common = { bundle: true, target: 'node20', logLevel: 'warning', legalComments: 'none' };
const bundle = { ...common, platform: 'node', minifySyntax: true, minifyWhitespace: true };
rmSync('dist/pgasc.cache', { force: true }); // before the code: V8 would not notice that they differ
const command = await build({
  ...bundle,
  metafile: true,
  entryPoints: ['bin/cli.ts'],
  outfile: 'dist/pgasc.cjs',
  format: 'cjs',
  define: { 'import.meta.url': '__url' }, // bin/pgasc gives it
});
await build({
  ...bundle,
  entryPoints: ['compiler/index.ts'],
  outfile: 'dist/compiler.js',
  format: 'esm',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
/** For compilations whose library is older than `await using`. */
const DISPOSABLE = `declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}
`;

const SIMULATED = ['sfi', 'verbs', 'pami'];
const networks = readdirSync('runtime/conduits').filter((name) => existsSync(`runtime/conduits/${name}/index.ts`));
for (const network of networks)
  await runtimeText(network, {
    entryPoints: ['stdlib/entry.ts'],
    platform: 'neutral',
    format: 'iife',
    globalName: 'pgasc',
    plugins: [linkedWith(network)],
  });
for (const network of SIMULATED) await runtimeText(`${network}-simulated`, await simulatedRuntime(root, network));
writeFileSync('dist/waiting.json', JSON.stringify(await waitingNames()));
await build({
  ...common,
  entryPoints: ['stdlib/session.ts'],
  outfile: 'dist/session.js',
  minify: true,
  platform: 'neutral',
  format: 'iife',
});
await build({
  ...common,
  entryPoints: ['stdlib/entry.ts'],
  minifySyntax: true,
  minifyWhitespace: true,
  outfile: 'dist/runtime.mjs',
  platform: 'neutral',
  format: 'esm',
});

const { libraryNames } = await import('../dist/runtime.mjs');
writeSignatures(Object.fromEntries(libraryNames().map((name) => [name, null])));
await headers();
declarations();
manualPage();
compileLibrary();
compilerAsModule();
const inPages = [...(await buildPage(root, common, networks, SIMULATED)), ...(await buildPlayground(root, common))];
writeFileSync('dist/LICENSES', licenses([...Object.keys(command.metafile.inputs), ...inPages]));
await buildBook();
await buildCallers(common);
writeSignatures(signatures(libraryNames()));
cacheCode();

/** Puts a network in the place of runtime/conduits/linked.ts. */
function linkedWith(network) {
  const path = `${root}runtime/conduits/${network}/index.ts`;
  return {
    name: 'network',
    setup: ({ onResolve }) => onResolve({ filter: /conduits\/linked\.ts$/ }, () => ({ path })),
  };
}

/** A runtime, minified: it is parsed anew by every thread of every program. */
async function runtimeText(name, options) {
  const { outputFiles } = await build({ ...common, ...options, minify: true, write: false });
  writeFileSync(`dist/texts/runtime-${name}.mjs`, textModule(outputFiles[0].text));
}

/** Names of the library functions that may wait for other threads. */
async function waitingNames() {
  const { default: runtime } = await import('../dist/texts/runtime-sfi-simulated.mjs');
  return new Function('process', `${runtime}; return pgasc.waitingNames();`)(process);
}

/** The licences of the bundled packages: to redistribute pgasc is to redistribute them. */
function licenses(inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders)].filter(Boolean).sort().map(licenseOf).join('');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  return `${name} ${version}: ${license}\n${text}\n${'-'.repeat(80)}\n`;
}

/** dist/headers.json: which header declares what. */
async function headers() {
  const { indexHeaders } = await import('../dist/compiler.js');
  const folder = 'stdlib/include';
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.h'));
  const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const options = { macros: [], includeDirectories: [], systemIncludeDirectories: [folder], now: new Date(0) };
  const index = indexHeaders(names, options, { read, dirname, join });
  writeFileSync('dist/headers.json', JSON.stringify(index));
}

/** dist/runtime.d.ts and dist/pgasc.d.ts: the imports of `--emit=ts` modules, and the compiler as a library. */
function declarations() {
  const sources = ['runtime/abi.ts', 'runtime/webassembly.d.ts', 'compiler/api.ts', 'javascript/api.ts'];
  const options =
    '--declaration --emitDeclarationOnly --noEmit false --outDir dist/types --rootDir . --ignoreConfig --target ES2022 ' +
    '--module NodeNext --strict --skipLibCheck --types node --allowImportingTsExtensions true';
  const words = ['node_modules/typescript/bin/tsc', ...sources, ...options.split(' ')];
  execFileSync(process.execPath, words, { stdio: 'inherit' });
  const typesOf = (path) => readFileSync(`dist/types/${path}.d.ts`, 'utf8').replace(/^import .*\n/gm, '');
  // Only compilations for a browser have WebAssembly's types: the module needs one member of one.
  const runtime = typesOf('runtime/abi').replaceAll('WebAssembly.Memory', '{ readonly buffer: SharedArrayBuffer }');
  const start = 'export declare function start(program: ProgramImage, map?: string): void;';
  writeFileSync('dist/runtime.d.ts', `${runtime}${start}\n`);
  const compile =
    '/** Compiles and links; mistakes in the sources are in the diagnostics. Rejects where the options make no sense. */\n' +
    'export declare function compile(sources: Sources, options?: CompileOptions): Promise<Compilation>;';
  const load =
    '/** Compiles the sources into one program and starts it: its functions can be called until it is closed. Rejects with what is wrong. */\n' +
    'export declare function load(sources: Loadable, options?: LoadOptions): Promise<Instance>;';
  const plugin = (type) =>
    `import type { ModuleOptions } from 'pgasc';\nexport default function pgasc(options?: ModuleOptions): ${type};\n`;
  writeFileSync('dist/esbuild.d.ts', plugin('{ name: string; setup(build: any): void }'));
  writeFileSync('dist/vite.d.ts', plugin("{ name: string; enforce: 'pre' }"));
  const described = ['compiler/diagnostics/published', 'compiler/callable', 'compiler/sharedarray'];
  const api = [...described, 'compiler/api', 'javascript/api'];
  writeFileSync('dist/pgasc.d.ts', `${DISPOSABLE}${api.map(typesOf).join('')}${compile}\n${load}\n`);
}

/** One object per C source (their names differ in all folders). */
function compileLibrary() {
  const sourcesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`);
  const paths = ['stdlib/libc', 'stdlib/shmem', 'stdlib/armci', 'stdlib/ga', 'stdlib/mpi']
    .flatMap(sourcesIn)
    .filter((path) => path.endsWith('.c'));
  execFileSync(process.execPath, ['bin/pgasc', '-c', ...paths], { stdio: 'inherit' });
  for (const object of paths.map((name) => basename(name).replace(/\.c$/, '.o'))) {
    if (object.startsWith('shmem-')) writeFileSync(object, withProfilingNames(readFileSync(object, 'utf8')));
    renameSync(object, `${OBJECTS}/${object}`);
  }
}

/** dist/library.json: the names of the library's functions; for what the headers declare "parameters>results". */
function writeSignatures(library) {
  writeFileSync('dist/library.json', JSON.stringify(library));
}

/** Prototypes of the library's functions, from the object of a program that takes all their addresses. */
function signatures(names) {
  const headers = readdirSync('stdlib/include', { recursive: true })
    .filter((name) => name.endsWith('.h') && name !== 'tgmath.h') // it has macros of the names
    .map((name) => `#define _GNU_SOURCE\n#include <${name}>\n`)
    .join('');
  const pgasc = (...flags) =>
    execFileSync(process.execPath, ['bin/pgasc', '-w', ...flags], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  writeFileSync('dist/headers.upc', headers);
  const words = new Set(pgasc('-E', 'dist/headers.upc').match(/\b\w+(?= *\()/g));
  // Names that begin with __ are for the headers' macros alone, some without a prototype on purpose.
  const called = names.filter((name) => words.has(name) && !name.startsWith('__'));
  const addresses = called.map((name) => `(void *)&${name}`);
  writeFileSync('dist/headers.upc', `${headers}void *functions[] = {${addresses}};\n`);
  pgasc('-c', 'dist/headers.upc', '-o', 'dist/headers.o');
  const found = readFileSync('dist/headers.o', 'utf8').matchAll(
    /^import \*(\w+)\((.*?)\)(?: -> ((?:shared|[if\d]+| )+))?/gm,
  );
  const declared = new Map([...found].map(([, name, takes, gives]) => [name, `${takes}>${gives?.trim() ?? ''}`]));
  for (const name of ['dist/headers.upc', 'dist/headers.o']) rmSync(name);
  return Object.fromEntries(names.map((name) => [name, declared.get(name) ?? null]));
}

function manualPage() {
  writeFileSync('dist/pgasc.1', execFileSync(process.execPath, ['bin/pgasc', '--help=man']));
}

/**
 * dist/pgasc.mjs, what `import 'pgasc'` finds: the compiler and, as modules beside it, the texts that it links, so that it
 * needs no file system. The runtime of a network is loaded when it is first asked for.
 */
function compilerAsModule() {
  installationText();
  const runtimes = [...networks, ...SIMULATED.map((network) => `${network}-simulated`)];
  writeFileSync('dist/compile.mjs', compileText('./page/compiler.mjs', './texts/', './texts/', runtimes));
  writeFileSync(
    'dist/pgasc.mjs',
    `import { compile } from './compile.mjs';
export { compile };
export const load = async (...sources) => (await import('./load.mjs')).load(compile, ...sources);
`,
  );
}

/**
 * dist/texts/installation.mjs: headers, signatures, objects. dist/objects.json: which object defines a symbol, and where in that file the text of each
 * object is, as the command reads it alone.
 */
function installationText() {
  const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const headers = readdirSync('stdlib/include', { recursive: true }).filter((name) => name.endsWith('.h'));
  const objects = readdirSync(OBJECTS).map((name) => ({ name, lines: readFileSync(`${OBJECTS}/${name}`, 'utf8') }));
  const symbolsIn = ({ name, lines }) => JSON.parse(lines.split('\n', 1)[0]).symbols.map((symbol) => [symbol, name]);
  const definitions = Object.fromEntries(objects.flatMap(symbolsIn));
  const beginning = {
    headers: Object.fromEntries(headers.map((name) => [name, readFileSync(`stdlib/include/${name}`, 'utf8')])),
    headerIndex: json('dist/headers.json'),
    library: json('dist/library.json'),
    waiting: json('dist/waiting.json'),
    definitions,
  };
  const parts = [`${textModule(beginning).slice(0, -'};\n'.length)},"objects":{`];
  const places = {};
  let at = Buffer.byteLength(parts[0]);
  for (const [index, { name, lines }] of objects.entries()) {
    const own = JSON.stringify(lines.replace(/^.*\n/, ''));
    const head = `${index > 0 ? ',' : ''}"${name}":`;
    places[name] = [at + Buffer.byteLength(head), Buffer.byteLength(own)];
    at = places[name][0] + places[name][1];
    parts.push(head, own);
  }
  writeFileSync('dist/texts/installation.mjs', `${parts.join('')}}};\n`);
  writeFileSync('dist/objects.json', JSON.stringify({ definitions, places }));
  rmSync(OBJECTS, { recursive: true });
}

/** A module whose value is data. */
function textModule(value) {
  return `export default ${JSON.stringify(value)};\n`;
}

/** dist/pgasc.cache: the code that V8 had made when it had compiled a program; see bin/pgasc. */
function cacheCode() {
  execFileSync(process.execPath, ['bin/pgasc', 'samples/tutorial/01-hello.upc', '-o', '/dev/null'], {
    stdio: 'inherit',
    env: { ...process.env, PGASC_WRITE_CACHE: 'dist/pgasc.cache' },
  });
}
