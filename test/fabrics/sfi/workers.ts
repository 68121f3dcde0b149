/** Runs a rank in each of several worker threads, on one memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { makeMemory } from './machine.ts';

/**
 * `source` is the file of what a rank does: it takes `{memory, rank, ranks, ...given}` as workerData, and posts its result.
 * Gives the results by rank.
 */
export async function runRanks(source: string, ranks: number, given: object = {}): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-ranks-'));
  const outfile = join(folder, basename(source).replace(/ts$/, 'cjs'));
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'cjs' });
  const memory = makeMemory(ranks);
  const workers = Array.from(
    { length: ranks },
    (_, rank) => new Worker(outfile, { workerData: { memory, rank, ranks, ...given } }),
  );
  try {
    return await Promise.all(workers.map(resultOf));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
    rmSync(folder, { recursive: true });
  }
}

function resultOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}
