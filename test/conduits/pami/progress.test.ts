/** Progress of atomic operations on the memory of a thread that computes: default and asynchronous. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder, node, type Outcome } from '../../support/pgasc.ts';
import { long } from '../../support/share.ts';

const source = join(import.meta.dirname, 'program.upc');

function run(env: Readonly<Record<string, string>>): Promise<Outcome> {
  return inFolder(async (folder) => {
    const program = await compiled(folder, ['-network=pami', '-trace', source]);
    return node([program, '--stats', '-n', '2'], { env });
  });
}

test('default: when the thread polls', async () => {
  const { status, stdout, stderr } = await run({});
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('served late');
  expect(stderr + stdout).toMatch(/AMOs served by main thread +200\b/);
});

long('asynchronous: while it computes, by the progress thread', async () => {
  const { status, stdout, stderr } = await run({ PGAS_PAMI_PROGRESS: 'async' });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('served meanwhile');
  expect(stderr + stdout).toMatch(/AMOs served by progress thread +200\b/);
});

long('by PAMI_Rmw: the thread is not asked', async () => {
  const { status, stdout, stderr } = await run({ PGAS_PAMI_ATOMICS: 'rmw' });
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('served meanwhile');
  expect(stderr + stdout).toMatch(/AMOs by PAMI_Rmw +200\b/);
});

test('a setting that does not exist ends the job', async () => {
  const { status, stderr } = await run({ PGAS_PAMI_PROGRESS: 'often' });
  expect(status).toBe(2);
  expect(stderr).toContain('PGAS_PAMI_PROGRESS=often: it must be default or async');
});
