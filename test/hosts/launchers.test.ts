/**
 * Processes that other launchers have started: MPICH's and Open MPI's mpirun, where they are installed, and any by files.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, execute, inFolder, node, ROOT } from '../support/pgasc.ts';

/** Commands that start two processes. */
const LAUNCHERS = [
  { name: 'MPICH', command: 'mpirun.mpich', words: ['-np', '2'] },
  { name: 'Open MPI', command: 'mpirun.openmpi', words: ['--allow-run-as-root', '--oversubscribe', '-np', '2'] },
];
const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

let life: string;
let release: () => void;
let released: Promise<unknown>;
beforeAll(async () => {
  await new Promise<void>((ready) => {
    released = inFolder(async (scratch) => {
      life = await compiled(scratch, ['-network=sfi', join(ROOT, 'test/conduits/processes/life.upc')]);
      ready();
      await new Promise<void>((done) => (release = done));
    });
  });
}, 60_000);
afterAll(async () => {
  release();
  await released;
});

for (const { name, command, words } of LAUNCHERS) {
  const lacks = libfabricLacks || (isThere(command) ? '' : `, skipped: no ${command}`);
  describe.skipIf(lacks !== '')(`${name}${lacks}`, { timeout: 60_000 }, () => {
    const run = (...more: string[]) =>
      execute(command, [...words, process.execPath, life, '-n', '4', ...more], { input: 'a line\nanother\n' });

    test('threads of all processes are one job, with one status', async () => {
      const { status, stdout } = await run('exit');
      expect(status).toBe(7);
      for (let thread = 0; thread < 4; thread++) expect(stdout).toContain(`unfinished ${thread}`);
    });

    test('what fails in another process is told', async () => {
      const { status, stderr } = await run('fail');
      expect(stderr).toMatch(/^pgasc: thread 3: division by zero at \S*life\.upc:\d+:\d+$/m);
      expect(status).toBe(1);
    });

    test('standard input is process 0`s', async () => {
      expect((await run('read')).stdout).toContain('read a line\n');
    });

    test('a program for one process says so, once', () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, [join(ROOT, 'samples/tutorial/01-hello.upc')]);
        const { stderr, status } = await execute(command, [...words, process.execPath, program]);
        const lines = stderr.split('\n').filter((line) => line.startsWith('pgasc: '));
        expect(lines).toEqual([
          expect.stringMatching(/ has started 2 processes: smp has one; compile the program with -network=sfi$/),
        ]);
        expect(status).toBe(2);
      }));
  });
}

describe.skipIf(libfabricLacks !== '')(`numbers in variables, and a file${libfabricLacks}`, { timeout: 60_000 }, () => {
  const variables = (folder: string, rank: number, size: string) => ({
    ...{ PGAS_RANK: String(rank), PGAS_SIZE: size, PGAS_JOB: String(process.pid), PGAS_RENDEZVOUS: folder },
    PGAS_PEER_TIMEOUT: '3',
  });
  /** Processes of a job, in no order. */
  const together = (folder: string, ranks: readonly number[], size: string, words: readonly string[]) =>
    Promise.all(ranks.map((rank) => node([life, ...words], { env: variables(folder, rank, size) })));

  test('who has come waits for those who come later than a process may be silent', () =>
    inFolder(async (folder) => {
      const first = together(folder, [0, 1], '3', ['-n', '7', 'status']);
      await sleep(4500);
      const last = together(folder, [2], '3', ['-n', '7', 'status']);
      const outcomes = [...(await first), ...(await last)];
      expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
        [3, ''],
        [0, ''],
        [0, ''],
      ]);
    }));

  test('who dies before all have come ends the job, and leaves no file', () =>
    inFolder(async (folder) => {
      const began = together(folder, [0], '3', ['-n', '3', 'status']);
      const second = spawn(process.execPath, [life, '-n', '3', 'status'], {
        env: { ...process.env, ...variables(folder, 1, '3') },
        stdio: 'ignore',
      });
      await sleep(2000);
      second.kill('SIGKILL');
      const { status, stderr } = (await began)[0]!;
      expect(stderr).toMatch(/^pgasc: process 1 on \S+ is gone before all have come\n$/);
      expect(status).toBe(2);
      expect(readdirSync(folder)).toEqual([]);
    }));

  test('one that is stopped is named, not those that wait for it', () =>
    inFolder(async (folder) => {
      const [first, second, third] = [0, 1, 2].map((rank) =>
        spawn(process.execPath, [life, '-n', '3', 'compute'], {
          env: { ...process.env, ...variables(folder, rank, '3') },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ) as [ChildProcess, ChildProcess, ChildProcess];
      let stderr = '';
      first.stderr!.on('data', (chunk) => (stderr += chunk));
      const ended = once(first, 'close');
      await once(first.stdout!, 'data');
      third.kill('SIGSTOP');
      expect(await ended).toEqual([1, null]);
      expect(stderr).toMatch(/^pgasc: process 2 \(thread 2\) has not answered for 3 s \(PGAS_PEER_TIMEOUT\)\n$/);
      third.kill('SIGKILL');
      second.kill('SIGKILL');
    }));

  test('three processes, seven threads', () =>
    inFolder(async (folder) => {
      const outcomes = await together(folder, [2, 0, 1], '3', ['-n', '7', 'status']);
      expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
        [0, ''],
        [3, ''],
        [0, ''],
      ]);
    }));

  /** Consecutive processes map each other's regions, and a host is not known by its name alone. */
  test.skipIf(spawnSync('unshare', ['--pid', '--fork', 'true']).status !== 0)(
    'a container with the name of the host, between two processes of that: nobody maps',
    () =>
      inFolder(async (folder) => {
        const source = join(folder, 'a.upc');
        writeFileSync(
          source,
          `#include <bupc_extensions.h>
           #include <stdio.h>
           int main(void) {
             if (MYTHREAD == 0) printf("%d %d\\n", (int)bupc_thread_distance(0, 1), (int)bupc_thread_distance(0, 2));
             return 0;
           }`,
        );
        const program = await compiled(folder, ['-network=sfi', source]);
        const env = { ...process.env, PGAS_SIZE: '3', PGAS_JOB: `${process.pid}`, PGAS_RENDEZVOUS: folder };
        const run = (rank: number, ...command: string[]) => {
          const [file, ...words] = [...command, process.execPath, program, '-n', '3'];
          return promisify(execFile)(file!, words, { env: { ...env, PGAS_RANK: `${rank}` } });
        };
        const container = ['unshare', '--pid', '--fork', '--mount-proc'];
        const [first] = await Promise.all([run(0), run(1, ...container), run(2)]);
        expect(first).toEqual({ stdout: '400 300\n', stderr: '' });
      }),
  );

  test('fewer threads than processes', () =>
    inFolder(async (folder) => {
      const [outcome] = await together(folder, [0], '3', ['-n', '2']);
      expect(outcome).toMatchObject({
        status: 2,
        stderr: 'pgasc: PGAS_RANK has started 3 processes: 2 threads are fewer; use -n 3 or more\n',
      });
    }));
});
