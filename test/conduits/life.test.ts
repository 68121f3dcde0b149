/**
 * A job of several processes of the operating system, from its start to its end, whatever ends it: statuses, failures, deadlocks,
 * signals, processes that are killed or stopped. Each time no process is left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { childrenOf, isAlive } from '../support/processes.ts';
import { isLong, long, testIn } from '../support/share.ts';

/** Accesses by libfabric, and by loads and stores. */
const KINDS = [
  ['libfabric', { PGAS_PROVIDER: 'ofi:tcp' }],
  ['mapped', {}],
] as const;
const NAMES = KINDS.map(([name]) => name);
type Variables = Readonly<Record<string, string>>;
const JOB = ['-n', '4', '--processes', '2'];
/** Seconds that a process may be silent where the test stops one; milliseconds within which all processes of an ended job are gone. */
const SILENCE = '3';
const SOON = 10_000;

let program: string;
let release: () => void;
let released: Promise<unknown>;

beforeAll(async () => {
  if (libfabricLacks !== '') return;
  await new Promise<void>((ready) => {
    released = inFolder(async (scratch) => {
      program = await compiled(scratch, ['-network=sfi', '-trace', join(ROOT, 'test/conduits/processes/life.upc')]);
      ready();
      await new Promise<void>((done) => (release = done));
    });
  });
}, 60_000);

afterAll(async () => {
  release?.();
  await released;
});

describe.skipIf(libfabricLacks !== '').each(KINDS)(
  `life of processes, %s${libfabricLacks}`,
  { timeout: 60_000 },
  (name, env) => {
    const here = testIn(name, NAMES);
    const run = (words: readonly string[], input = '') => node([program, ...JOB, ...words], { env, input });
    const ended = (act: Act, more: Variables = {}) => endedBy(act, { ...env, ...more });

    long('the status of a thread of another process is the job`s', async () => {
      expect((await run(['status'])).status).toBe(3);
    });

    long('upc_global_exit: what threads had printed is written, each text whole', async () => {
      const { status, stdout } = await run(['exit']);
      expect(status).toBe(7);
      for (let thread = 0; thread < 4; thread++) expect(stdout).toContain(`unfinished ${thread}`);
    });

    here('a failing thread of another process ends the job', async () => {
      const { status, stderr } = await run(['fail']);
      expect(stderr).toMatch(/^pgasc: thread 3: division by zero at \S*life\.upc:\d+:\d+$/m);
      expect(status).toBe(1);
    });

    here('a deadlock between processes is told', async () => {
      const { status, stderr } = await run(['lock']);
      expect(stderr).toMatch(
        /^pgasc: deadlock: threads can never go on\n {4}thread 0 waits at upc_barrier \S*life\.upc:\d+/,
      );
      expect(stderr).toMatch(/thread 3 waits for the lock of thread 0 at upc_lock \S*life\.upc:\d+/);
      expect(status).toBe(1);
    });

    long('standard input is process 0`s', async () => {
      expect((await run(['read'], 'a line\nanother\n')).stdout).toBe('read a line\n');
    });

    long('lines of several processes do not mix', async () => {
      const { stdout } = await run(['lines']);
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBe(8000);
      expect(lines.filter((line) => !/^thread \d writes line \d+ of its lines$/.test(line))).toEqual([]);
    });

    long('--stats counts what all processes do', async () => {
      const { stderr } = await run(['status', '--stats']);
      expect(stderr).toMatch(/MESSAGES \(from row to column\):/);
      expect(stderr).toMatch(/^ +3 +1 +\. +\. +\.$/m);
    });

    long('SIGTERM: a roll-call of all processes', async () => {
      const { stderr, signal } = await ended((job) => job.kill('SIGTERM'));
      expect(stderr).toMatch(/SIGTERM: where the threads are\n {4}thread 0 waits at upc_barrier .*\n {4}thread 1 runs/);
      expect(stderr).toMatch(/thread 3 waits at upc_barrier/);
      expect(['143', 'SIGTERM']).toContain(signal);
    });

    long('SIGINT to all of them, as Ctrl-C sends it, is the job`s alone', async () => {
      const { stderr, signal } = await ended((job, parts) => {
        for (const pid of [...parts, job.pid!]) process.kill(pid, 'SIGINT');
      });
      expect(stderr).toMatch(/^pgasc: SIGINT: where the threads are\n {4}thread 0 waits at upc_barrier /);
      expect(stderr).not.toContain('process 0');
      expect(['130', 'SIGINT']).toContain(signal);
    });

    long('the process that began the job is killed', async () => {
      expect((await ended((job) => job.kill('SIGKILL'))).signal).toBe('SIGKILL');
    });

    here('a process is killed', async () => {
      const { stderr, signal } = await ended((_, parts) => process.kill(parts[1]!, 'SIGKILL'));
      expect(stderr).toBe('pgasc: process 1 (threads 2 to 3) was killed by SIGKILL\n');
      expect(signal).toBe('1');
    });

    long('a process is stopped', async () => {
      const { stderr, signal } = await ended((_, parts) => process.kill(parts[1]!, 'SIGSTOP'), {
        PGAS_PEER_TIMEOUT: SILENCE,
      });
      expect(stderr).toBe(`pgasc: process 1 (threads 2 to 3) has not answered for ${SILENCE} s (PGAS_PEER_TIMEOUT)\n`);
      expect(signal).toBe('1');
    });
  },
);

test.runIf(isLong && libfabricLacks === '')(
  `a process that is killed while it opens the fabric leaves no file${libfabricLacks}`,
  async () => {
    const job = spawn(process.execPath, [program, ...JOB, 'status'], {
      env: { ...process.env, PGAS_PROVIDER: 'ofi:shm' },
      stdio: 'ignore',
    });
    const closed = once(job, 'close');
    const files = (parts: readonly number[]) =>
      readdirSync('/dev/shm').filter((name) => parts.some((part) => name.startsWith(`${part}:`)));
    let parts: readonly number[] = [];
    while (job.exitCode === null && files(parts).length === 0) {
      await sleep(1);
      parts = existsSync(`/proc/${job.pid}`) ? childrenOf(job.pid!) : parts;
    }
    for (const part of parts.filter((pid) => pid > 0 && isAlive(pid))) process.kill(part, 'SIGKILL');
    await closed;
    expect(files(parts)).toEqual([]);
  },
);

type Act = (job: ChildProcess, parts: readonly number[]) => void;

/** Starts a job that computes and waits, does something to it, and gives how it ended; no process may be left. */
async function endedBy(act: Act, more: Variables) {
  const job = spawn(process.execPath, [program, ...JOB, 'compute'], {
    env: { ...process.env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  job.stderr.on('data', (chunk) => (stderr += chunk));
  const closed = once(job, 'close');
  await once(job.stdout, 'data');
  await sleep(100); // all have come to the barrier
  const parts = childrenOf(job.pid!);
  act(job, parts);
  const [status, signal] = await closed;
  const limit = Date.now() + SOON;
  while (parts.some(isAlive) && Date.now() < limit) await sleep(20);
  expect(parts.filter(isAlive)).toEqual([]);
  return { stderr, signal: String(status ?? signal) };
}
