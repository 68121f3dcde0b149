/** `npm run figures [-- NAME...] [--quick]`: bundles main.ts, which Node 20 does not read, and starts it. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const outfile = `${ROOT}dist/figures/main.mjs`;
mkdirSync(`${ROOT}dist/figures`, { recursive: true });
await build({ entryPoints: [`${ROOT}test/figures/main.ts`], outfile, bundle: true, platform: 'node', format: 'esm' });
const { main } = await import(pathToFileURL(outfile));
process.exitCode = await main(ROOT, process.argv.slice(2));
