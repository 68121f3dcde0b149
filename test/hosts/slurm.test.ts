/**
 * Jobs that srun has started on two nodes of a Slurm of the test's own: with PMI-1, with PMIx, and with variables and a file.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, execute, inFolder, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';
import { type Slurm, slurmLacks, startSlurm } from '../support/slurm.ts';

const lacks = libfabricLacks || slurmLacks;
/** Slurm's PMIx keeps its sockets in one folder of a host, so that two nodes on one host cannot both have it. */
const WAYS = [
  ['none', ['-N', '2', '-n', '4']],
  ['pmi2', ['-N', '2', '-n', '4']],
  ['pmix', ['-N', '1', '-n', '4']],
] as const;

describe.skipIf(lacks !== '')(`srun${lacks}`, { timeout: 60_000 }, () => {
  let slurm: Slurm;
  beforeAll(async () => {
    slurm = await startSlurm();
  }, 60_000);
  afterAll(() => slurm?.stop());

  for (const [way, words] of dealt('srun', WAYS))
    test(`--mpi=${way}`, (context) =>
      withLife(async (life) => {
        context.skip(!kinds(slurm).includes(way), `srun has no --mpi=${way}`);
        const run = (...more: string[]) =>
          execute('srun', [...words, `--mpi=${way}`, process.execPath, life, '-n', '8', ...more], {
            env: slurm.variables,
          });
        const { status, stdout } = await run('exit');
        expect(status).toBe(7);
        for (let thread = 0; thread < 8; thread++) expect(stdout).toContain(`unfinished ${thread}`);
        expect((await run('fail')).stderr).toMatch(/^pgasc: thread 3: division by zero at \S*life\.upc:\d+:\d+$/m);
      }));

  long('scancel ends all processes', () =>
    withLife(async (life) => {
      const words = ['-N', '2', '-n', '4', process.execPath, life, '-n', '4', 'compute'];
      const began = spawn('srun', words, { env: slurm.variables, stdio: ['ignore', 'pipe', 'pipe'] });
      let stderr = '';
      began.stderr.on('data', (chunk) => (stderr += chunk));
      const closed = once(began, 'close');
      await once(began.stdout, 'data');
      await sleep(500);
      spawnSync('scancel', ['-s', 'TERM', '--name', 'node'], { env: slurm.variables });
      await closed;
      expect(stderr).toMatch(/SIGTERM: where the threads are|is lost: its connection has ended/);
      expect(spawnSync('pgrep', ['-f', life]).status).toBe(1);
    }),
  );
});

/** What srun's --mpi may be. */
function kinds({ variables }: Slurm): string[] {
  const { stdout, stderr } = spawnSync('srun', ['--mpi=list'], { env: variables, encoding: 'utf8' });
  return (stdout + stderr).split(/\s+/);
}

const withLife = (use: (life: string) => Promise<void>) =>
  inFolder(async (scratch) =>
    use(await compiled(scratch, ['-network=sfi', join(ROOT, 'test/conduits/processes/life.upc')])),
  );
