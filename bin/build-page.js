/**
 * Builds `dist/page/`: all that runs programs in a page. The runtime with the libraries over the page's platform, as texts that the
 * compiler links; the scripts that begin workers; the compiler; and the page's side of a job.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { simulatedRuntime } from './resumable/plugin.js';

/** Instead of the modules of Node.js that memfs names. */
const BUILTINS = {
  'node:buffer': 'buffer/index.js',
  'node:path': 'path-browserify',
  'node:events': './runtime/platform/browser/absent.ts',
  'node:stream': './runtime/platform/browser/absent.ts',
  'node:url': './runtime/platform/browser/absent.ts',
};

/** `common`: options of all builds; `networks`: their names, and of those that are simulated. Runs in the root of the sources, when dist/texts is there. Gives the paths of what is in it beside the command's modules. */
export async function buildPage(root, common, networks, simulated) {
  rmSync('dist/page', { recursive: true, force: true }); // what is no more would be packed
  mkdirSync('dist/page', { recursive: true });
  for (const network of networks) await asText(network, { ...common, ...runtimeOf(root, network) });
  for (const network of simulated)
    await asText(`${network}-simulated`, { ...common, ...(await simulatedOf(root, network)) });
  const runtimes = [...networks, ...simulated.map((network) => `${network}-simulated`)];
  const entry = (name) => `runtime/platform/browser/${name}.ts`;
  const web = { ...common, target: 'es2022', minify: true, platform: 'browser' };
  const { metafile } = await build({
    ...web,
    metafile: true,
    entryPoints: [entry('job-worker')],
    alias: BUILTINS,
    format: 'iife',
    outfile: 'dist/page/job-worker.js',
  });
  await build({ ...web, entryPoints: [entry('thread-worker')], format: 'iife', outfile: 'dist/page/thread-worker.js' });
  await build({ ...web, entryPoints: [entry('job')], format: 'esm', outfile: 'dist/page/job.mjs' });
  await build({ ...web, ...compiler(root), outfile: 'dist/page/compiler.mjs' });
  writeFileSync('dist/page/compile.mjs', compileText('./compiler.mjs', '../texts/', './', runtimes, { pages: true }));
  writeFileSync('dist/page/pgasc.mjs', ENTRY);
  return Object.keys(metafile.inputs);
}

const PLATFORM = { '/real.ts': 'runtime/platform/browser/real.ts' };
const INJECTED = 'runtime/platform/browser/process.ts';

/** A runtime as a module whose value is its text. */
async function asText(name, options) {
  const web = { target: 'es2022', minify: true, platform: 'browser', format: 'iife', globalName: 'pgasc' };
  const { outputFiles } = await build({ ...options, ...web, write: false });
  writeFileSync(`dist/page/runtime-${name}.mjs`, `export default ${JSON.stringify(outputFiles[0].text)};\n`);
}

function runtimeOf(root, network) {
  const instead = { ...PLATFORM, 'conduits/linked.ts': `runtime/conduits/${network}/index.ts` };
  return { entryPoints: ['stdlib/entry.ts'], inject: [INJECTED], plugins: [linking(root, instead)] };
}

async function simulatedOf(root, network) {
  const { inject, plugins, ...options } = await simulatedRuntime(root, network);
  return { ...options, inject: [INJECTED, ...inject], plugins: [linking(root, PLATFORM), ...plugins] };
}

/** Puts modules in the place of others, by the end of their names. */
function linking(root, instead) {
  return {
    name: 'linking',
    setup({ onResolve }) {
      for (const [name, path] of Object.entries(instead))
        onResolve({ filter: new RegExp(`${name.replaceAll('.', '\\.')}$`) }, () => ({ path: `${root}${path}` }));
    },
  };
}

/** The compiler without its texts, in Node.js too. */
function compiler(root) {
  return {
    stdin: {
      contents: `export { Checker } from './compiler/check.ts'; export { compileWith } from './compiler/compile.ts';`,
      resolveDir: root,
    },
    external: ['recast'], // it prints TypeScript for people, which is not asked for here
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  };
}

/** A module that compiles with the runtimes of a folder, each of which is loaded when it is first asked for, and with `usual` options; and that checks. */
export function compileText(compiler, texts, folder, runtimes, usual = {}) {
  const loaders = runtimes.map(
    (name) => `'${name}': async () => (await import('${folder}runtime-${name}.mjs')).default`,
  );
  return `import { Checker, compileWith } from '${compiler}';
import texts from '${texts}installation.mjs';
const installation = { ...texts, runtimes: { ${loaders.join(', ')} } };
export const compile = (sources, options) => compileWith(installation, sources, { ...${JSON.stringify(usual)}, ...options });
export const checker = (options) => new Checker(installation, options);
`;
}

/** What `import 'pgasc'` finds in a page: `compile` gives programs for Node.js there too, `load` runs its own. */
const ENTRY = `export { compile } from '../compile.mjs';
export const load = async (sources, options) => {
  const [{ compile }, page] = await Promise.all([import('./compile.mjs'), import('./instance.mjs')]);
  return page.load(compile, sources, options);
};
`;
