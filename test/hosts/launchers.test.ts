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
import { long, some, testIn } from '../support/share.ts';

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
    const here = testIn(
      name,
      LAUNCHERS.map((launcher) => launcher.name),
    );
    const run = (...more: string[]) =>
      execute(command, [...words, process.execPath, life, '-n', '4', ...more], { input: 'a line\nanother\n' });

    here('threads of all processes are one job, with one status', async () => {
      const { status, stdout } = await run('exit');
      expect(status).toBe(7);
      for (let thread = 0; thread < 4; thread++) expect(stdout).toContain(`unfinished ${thread}`);
    });

    long('what fails in another process is told', async () => {
      const { status, stderr } = await run('fail');
      expect(stderr).toMatch(/^pgasc: thread 3: division by zero at \S*life\.upc:\d+:\d+$/m);
      expect(status).toBe(1);
    });

    long('standard input is process 0`s', async () => {
      expect((await run('read')).stdout).toContain('read a line\n');
    });

    here('what process 0 refuses ends all', async () => {
      const { stderr, status } = await execute(command, [...words, process.execPath, life, '-n', '1']);
      expect(stderr).toMatch(/^pgasc: \S+ has started 2 processes: 1 threads are fewer; use -n 2 or more$/m);
      expect(status).toBe(2);
    });

    long('a program for one process says so, once', () =>
      inFolder(async (scratch) => {
        const program = await compiled(scratch, [join(ROOT, 'samples/tutorial/01-hello.upc')]);
        const { stderr, status } = await execute(command, [...words, process.execPath, program]);
        const lines = stderr.split('\n').filter((line) => line.startsWith('pgasc: '));
        expect(lines).toEqual([
          expect.stringMatching(/ has started 2 processes: smp has one; compile the program with -network=sfi$/),
        ]);
        expect(status).toBe(2);
      }),
    );
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

  long('who has come waits for those who come later than a process may be silent', () =>
    inFolder(async (folder) => {
      const first = together(folder, [0, 1], '3', ['-n', '7', 'status']);
      await sleep(4500);
      const last = together(folder, [2], '3', ['-n', '7', 'status']);
      const outcomes = [...(await first), ...(await last)];
      expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
        [3, ''],
        [3, ''],
        [3, ''],
      ]);
    }),
  );

  long('who dies before all have come ends the job, and leaves no file', () =>
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
    }),
  );

  long('one that is stopped is named, not those that wait for it', () =>
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
      await once(second.stdout!, 'data'); // thread 1 says that the others wait
      third.kill('SIGSTOP');
      expect(await ended).toEqual([1, null]);
      expect(stderr).toMatch(/^pgasc: process 2 \(thread 2\) has not answered for 3 s \(PGAS_PEER_TIMEOUT\)\n$/);
      third.kill('SIGKILL');
      second.kill('SIGKILL');
    }),
  );

  long('one that is killed is named by the others, also process 0', () =>
    inFolder(async (folder) => {
      const [first, second] = [0, 1].map((rank) =>
        spawn(process.execPath, [life, '-n', '2', 'compute'], {
          env: { ...process.env, ...variables(folder, rank, '2') },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      ) as [ChildProcess, ChildProcess];
      let stderr = '';
      second.stderr!.on('data', (chunk) => (stderr += chunk));
      const ended = once(second, 'close');
      await once(second.stdout!, 'data'); // thread 1 says that the others wait
      first.kill('SIGKILL');
      expect(await ended).toEqual([1, null]);
      expect(stderr).toBe('pgasc: process 1: process 0 is gone, and the job with it\n');
    }),
  );

  long('a process whose thread computes ends with the status of the job, too', () =>
    inFolder(async (folder) => {
      const source = join(folder, 'a.upc');
      writeFileSync(
        source,
        `#include <upc.h>
         shared int n[THREADS];
         int main(void) {
           upc_barrier;
           if (MYTHREAD == 0) upc_global_exit(7);
           for (;;) n[MYTHREAD]++;
         }`,
      );
      const program = await compiled(folder, ['-network=sfi', source]);
      const outcomes = await Promise.all(
        [0, 1].map((rank) => node([program, '-n', '3'], { env: variables(folder, rank, '2') })),
      );
      expect(outcomes.map(({ status }) => status)).toEqual([7, 7]);
    }),
  );

  long('a file that another job has left leads nowhere: who has read it waits for the next', () =>
    inFolder(async (folder) => {
      const left = JSON.stringify({ addresses: ['127.0.0.1 1'], secret: 'AAAA' });
      writeFileSync(join(folder, `job-${process.pid}`), left, { mode: 0o600 });
      const second = together(folder, [1], '2', ['-n', '4', 'status']);
      await sleep(2000);
      const first = together(folder, [0], '2', ['-n', '4', 'status']);
      const outcomes = [...(await first), ...(await second)];
      expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
        [3, ''],
        [3, ''],
      ]);
    }),
  );

  long('who waits for others for long says for whom; a signal then leaves no file', () =>
    inFolder(async (folder) => {
      const job = join(folder, `job-${process.pid}`);
      const missing = join(folder, 'job-missing');
      const alone = (rank: number, more: Record<string, string>) =>
        spawn(process.execPath, [life, '-n', '3'], {
          env: { ...process.env, ...variables(folder, rank, '3'), ...more },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
      const said = await Promise.all(
        [alone(0, {}), alone(2, { PGAS_JOB: 'missing' })].map(async (child) => {
          const ended = once(child, 'close');
          const [line] = await once(child.stderr!, 'data');
          child.kill('SIGTERM');
          expect(await ended).toEqual([null, 'SIGTERM']);
          return String(line);
        }),
      );
      expect(said).toEqual([
        `pgasc: process 0 waits: of 3 processes these have not come: 1, 2; they look for ${job}\n`,
        `pgasc: process 2 waits: process 0 has not written ${missing}, as a file that its user alone may read\n`,
      ]);
      expect(readdirSync(folder)).toEqual([]);
    }),
  );

  const IMPOSSIBLE: readonly (readonly [Record<string, string>, string])[] = [
    [{ PGAS_RANK: '0' }, 'PGAS_RANK=0, but PGAS_SIZE is not set: it says of how many processes'],
    [{ PGAS_RANK: 'a', PGAS_SIZE: '2' }, 'PGAS_RANK=a: it must be a number (0, 1, ...)'],
    [{ PGAS_RANK: '1', PGAS_SIZE: '' }, 'PGAS_SIZE=: it must be a number of processes (1, 2, ...)'],
    [{ PGAS_RANK: '0', PGAS_SIZE: '0' }, 'PGAS_SIZE=0: it must be a number of processes (1, 2, ...)'],
    [{ PGAS_SIZE: '4' }, 'PGAS_SIZE=4, but PGAS_RANK is not set: it says which of them this process is'],
    [{ PGAS_RANK: '2', PGAS_SIZE: '2' }, 'PGAS_RANK gives this process number 2 of 2'],
    [
      { PGAS_RANK: '0', PGAS_SIZE: '2', PGAS_JOB: '../a' },
      'PGAS_JOB=../a: a file is named after it: use letters, digits and any of . _ - @ +',
    ],
    [
      { PGAS_RANK: '1', PGAS_SIZE: '2', PGAS_RENDEZVOUS: '/nowhere/at/all' },
      'PGAS_RENDEZVOUS=/nowhere/at/all: there is no such folder, nor one that it could be made in',
    ],
  ];
  test.each(some(IMPOSSIBLE))('what cannot be: %o', async (env, message) => {
    const { status, stderr } = await node([life, '-n', '2', 'status'], { env });
    expect([status, stderr]).toEqual([2, `pgasc: ${message}\n`]);
  });

  long('three processes, seven threads', () =>
    inFolder(async (folder) => {
      const outcomes = await together(folder, [2, 0, 1], '3', ['-n', '7', 'status']);
      expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
        [3, ''],
        [3, ''],
        [3, ''],
      ]);
    }),
  );

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

  test('fewer threads than processes: all end, and process 0 says why', () =>
    inFolder(async (folder) => {
      const outcomes = await together(folder, [0, 1, 2], '3', ['-n', '2']);
      expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([
        [2, 'pgasc: PGAS_RANK has started 3 processes: 2 threads are fewer; use -n 3 or more\n'],
        [2, ''],
        [2, ''],
      ]);
    }));

  long('processes that are told different things are no job', () =>
    inFolder(async (folder) => {
      const first = together(folder, [0], '2', ['-n', '3']);
      const [second] = await together(folder, [1], '2', ['-n', '4']);
      const { status, stderr } = (await first)[0]!;
      expect(stderr).toMatch(
        /^pgasc: process 1 on \S+ has the arguments '-n 4', and process 0 '-n 3': all must have the same\n$/,
      );
      expect([status, second!.status]).toEqual([2, 2]);
      const alone = together(folder, [0], '2', ['-n', '3']);
      await together(folder, [1], '3', ['-n', '3']);
      expect((await alone)[0]!.stderr).toMatch(/takes itself for one of 3 processes, and process 0 for one of 2\n$/);
    }),
  );
});
