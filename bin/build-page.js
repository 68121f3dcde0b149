/**
 * Builds `dist/page/`: all that runs programs in a page. The runtime with the libraries over the page's platform, as texts that the
 * compiler links; the scripts that begin workers; the compiler; and the page's side of a job.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Instead of the modules of Node.js that memfs names. */
const BUILTINS = {
  'node:buffer': 'buffer/index.js',
  'node:path': 'path-browserify',
  'node:events': './runtime/platform/browser/absent.ts',
  'node:stream': './runtime/platform/browser/absent.ts',
  'node:url': './runtime/platform/browser/absent.ts',
};

/** `common`: options of all builds; `networks`: their names. Runs in the root of the sources, when dist/texts is there. */
export async function buildPage(root, common, networks) {
  mkdirSync('dist/page', { recursive: true });
  for (const network of networks) {
    const { outputFiles } = await build({ ...common, ...runtimeOf(root, network), write: false });
    writeFileSync(`dist/page/runtime-${network}.mjs`, `export default ${JSON.stringify(outputFiles[0].text)};\n`);
  }
  const entry = (name) => `runtime/platform/browser/${name}.ts`;
  const web = { ...common, target: 'es2022', minify: true, platform: 'browser' };
  await build({
    ...web,
    entryPoints: [entry('job-worker')],
    alias: BUILTINS,
    format: 'iife',
    outfile: 'dist/page/job-worker.js',
  });
  await build({ ...web, entryPoints: [entry('thread-worker')], format: 'iife', outfile: 'dist/page/thread-worker.js' });
  await build({ ...web, entryPoints: [entry('job')], format: 'esm', outfile: 'dist/page/job.mjs' });
  await build({ ...web, ...compiler(root, networks), outfile: 'dist/page/compile.mjs' });
}

function runtimeOf(root, network) {
  const instead = {
    'conduits/linked.ts': `runtime/conduits/${network}/index.ts`,
    'platform/linked.ts': 'runtime/platform/browser/linked.ts',
  };
  return {
    entryPoints: ['stdlib/entry.ts'],
    target: 'es2022',
    minify: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'pgasc',
    inject: ['runtime/platform/browser/process.ts'],
    plugins: [linking(root, instead)],
  };
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

function compiler(root, networks) {
  const loaders = networks.map((name) => `'${name}': async () => (await import('./runtime-${name}.mjs')).default`);
  return {
    stdin: {
      contents: `import { compileWith } from './compiler/compile.ts';
        import texts from '../texts/installation.mjs';
        const installation = { ...texts, runtimes: { ${loaders.join(', ')} } };
        export const compile = (sources, options) => compileWith(installation, sources, options);`,
      resolveDir: root,
    },
    external: ['../texts/*', './runtime-*', 'recast'],
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  };
}
