/**
 * Programs as simulated jobs: compiled with -simulate, run with the runtime that counts calls which were missed (counting.js).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { simulatedRuntime } from '../../bin/resumable/plugin.js';
import { compiled, inFolder, node, type Outcome, ROOT } from '../support/pgasc.ts';

export const NETWORKS = ['sfi', 'verbs', 'pami'];
export const LEVELS = ['-O0', '-O2'];

/** Runs the simulated job of a compiled program with these words. */
export type Run = (...words: readonly string[]) => Promise<Outcome>;

/** Compiles a text, or the file with that path. */
export function simulated<T>(source: string, flags: readonly string[], use: (run: Run) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const path = source.includes('\n') ? join(folder, 'prog.upc') : source;
    if (path !== source) writeFileSync(path, source);
    const network = flags.find((flag) => flag.startsWith('-network='))?.slice('-network='.length) ?? 'sfi';
    const program = await compiled(folder, ['-simulate', ...flags, path]);
    await count(program, network);
    return use((...words) => node([program, '--simulate', ...words], { timeout: 200_000 }));
  });
}

/** Puts the counting runtime in the place of the other; both have one line. */
async function count(program: string, network: string): Promise<void> {
  const { default: text } = await import(join(ROOT, `dist/texts/runtime-${network}-simulated.mjs`));
  const plain = (text as string).trimEnd();
  const counting = (await countingRuntime(network)).trimEnd();
  writeFileSync(
    program,
    readFileSync(program, 'utf8').replace(plain, () => counting),
  );
}

const runtimes = new Map<string, Promise<string>>();

function countingRuntime(network: string): Promise<string> {
  const known = runtimes.get(network) ?? bundled(network);
  runtimes.set(network, known);
  return known;
}

async function bundled(network: string): Promise<string> {
  const options = await simulatedRuntime(ROOT, network, 'test/simulated/counting.js');
  const shape = { bundle: true, target: 'node20', legalComments: 'none', minify: true, write: false } as const;
  return (await build({ ...shape, ...options })).outputFiles![0]!.text;
}
