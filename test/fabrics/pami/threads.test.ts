/** Tasks that really run at the same time: a thread each, on one memory. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { makeMemory } from './tasks.ts';

const outfile = join(mkdtempSync(join(tmpdir(), 'pgasc-pami-')), 'worker.cjs');
const entry = join(import.meta.dirname, 'worker.ts');
buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs' });

function runTask(memory: WebAssembly.Memory, task: number, tasks: number): Promise<string[]> {
  return new Promise((settle, fail) => {
    const worker = new Worker(outfile, { workerData: { memory, task, tasks } });
    worker.on('message', settle);
    worker.on('error', fail);
  });
}

for (const tasks of [2, 5])
  test(`${tasks} tasks flood, add, send and combine`, async () => {
    const memory = makeMemory(tasks);
    const found = await Promise.all(Array.from({ length: tasks }, (_, task) => runTask(memory, task, tasks)));
    expect(found).toEqual(Array.from({ length: tasks }, () => []));
  });
