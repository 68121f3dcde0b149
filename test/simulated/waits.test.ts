/** What bin/resumable finds in the runtime: where nothing may wait, nothing does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resumableSources } from '../../bin/resumable/plugin.js';
import { ROOT } from '../support/pgasc.ts';

test('critical sections do not wait: a rank that is suspended holds none', async () => {
  const { plain } = await resumableSources(ROOT);
  expect(plain['runtime/core/mutex.ts']).toBeUndefined();
  expect(plain['runtime/core/block.ts']).toContain('yield*');
});

test('lines stay where they are, so that places do', async () => {
  const { plain } = await resumableSources(ROOT);
  for (const [path, text] of Object.entries(plain))
    expect(text.split('\n').length, path).toBe(readFileSync(join(ROOT, path), 'utf8').split('\n').length);
});

test('library functions that wait are known to the compiler, and those that compute are not among them', () => {
  const waiting = new Set(JSON.parse(readFileSync(join(ROOT, 'dist/waiting.json'), 'utf8')) as string[]);
  for (const name of ['upc_lock', 'upc_all_broadcast', 'MPI_Finalize', '__shmem_wait', 'printf', 'gasnet_AMPoll'])
    expect(waiting, name).toContain(name);
  for (const name of ['sin', 'upc_threadof', 'malloc', 'upc_addrfield']) expect(waiting, name).not.toContain(name);
});

test('the steps of a closure are made once, and what waits in its last act alone is no generator', async () => {
  const { plain } = await resumableSources(ROOT);
  expect(plain['runtime/launch/thread.ts']).toMatch(/serve = \(\) => \(\$steps\d+ \?\?= function\* \(job, recorder\)/);
  expect(plain['runtime/core/job.ts']).toContain('return block(this, wait, holds);');
});
