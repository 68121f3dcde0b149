/**
 * Builds what lets JavaScript call programs: dist/load.mjs, in Node.js; dist/page/instance.mjs, in a page, with the scripts of its workers as
 * texts; and the plugins by which a source is imported as a module.
 */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const FOR_NODE = { load: 'node', esbuild: 'esbuild', vite: 'vite', register: 'register', hooks: 'hooks' };

/** `common`: options of all builds. Runs in the root of the sources, when dist/page is there. */
export async function buildCallers(common) {
  await build({
    ...common,
    entryPoints: Object.entries(FOR_NODE).map(([out, name]) => ({ in: `javascript/${name}.ts`, out })),
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
  });
  const script = (name) => JSON.stringify(readFileSync(`dist/page/${name}-worker.js`, 'utf8'));
  await build({
    ...common,
    target: 'es2022',
    entryPoints: ['javascript/page.ts'],
    define: { JOB_SCRIPT: script('job'), THREAD_SCRIPT: script('thread') },
    outfile: 'dist/page/instance.mjs',
    format: 'esm',
    platform: 'browser',
  });
}
