/**
 * PGAS_FREEZE=1 and `upcrun -freeze`: no thread begins main before SIGCONT, and debuggers attach meanwhile, to one process, several, and those on hosts.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { descendantsOf } from '../support/processes.ts';
import { isLong } from '../support/share.ts';

/** Milliseconds, on a busy machine. */
const PATIENCE = 60_000;
const UPCRUN = join(ROOT, 'bin/upc/upcrun');

/** Starts a frozen job of greetings: `whileFrozen` has its first process and the lines that it has told. Gives what it has written. */
async function frozen(
  network: string,
  words: readonly string[],
  whileFrozen: (first: number, told: () => string) => Promise<void>,
  variables: Record<string, string> = { PGAS_FREEZE: '1' },
): Promise<string[]> {
  return inFolder(async (scratch) => {
    const program = await compiled(scratch, [
      `-network=${network}`,
      '-O2',
      join(ROOT, 'samples/tutorial/01-hello.upc'),
    ]);
    const command = words[0] === UPCRUN ? [...words, program] : [program, ...words];
    const began = spawn(process.execPath, command, { env: { ...process.env, ...variables } });
    let [stdout, stderr] = ['', ''];
    began.stdout.on('data', (chunk) => (stdout += chunk));
    began.stderr.on('data', (chunk) => (stderr += chunk));
    const closed = once(began, 'close');
    try {
      await until(
        () => /^pgasc: the job is frozen before main: kill -CONT \d+ lets it begin$/m.test(stderr),
        () => stderr,
      );
      const first = Number(/kill -CONT (\d+)/.exec(stderr)![1]);
      await whileFrozen(first, () => stderr);
      expect(stdout).toBe('');
      process.kill(first, 'SIGCONT');
      expect(await closed, stderr).toEqual([0, null]);
      return stdout.trimEnd().split('\n').sort();
    } finally {
      began.kill('SIGKILL');
    }
  });
}

async function until(isSo: () => boolean, told: () => string): Promise<void> {
  const limit = Date.now() + PATIENCE;
  while (!isSo()) {
    if (Date.now() > limit) throw new Error(told());
    await sleep(20);
  }
}

/** Lines that say where debuggers attach: what they call the process, and its port. */
const attachable = (told: string) =>
  [...told.matchAll(/^pgasc: (.*) is frozen before main: debuggers attach to 127\.0\.0\.1:(\d+)/gm)]
    .map(([, process, port]) => [process!, port!] as const)
    .sort();

const ASK = 'fetch(process.argv[1]).then((answer) => answer.json()).then((targets) => console.log(targets.length))';
/** How many debuggable programs answer at a port; `on`: the words in front of a command there. */
function targetsAt(port: string, on: readonly string[] = []): string {
  const [command, ...words] = [...on, process.execPath, '-e', ASK, `http://127.0.0.1:${port}/json/list`];
  return execFileSync(command!, words, { encoding: 'utf8' }).trim();
}

/** All threads stand before main. */
async function expectStanding(first: number, told: () => string, threads: number): Promise<void> {
  process.kill(first, 'SIGUSR1');
  const standing = () => [...told().matchAll(/^ {4}thread \d waits for the start of all threads/gm)].length;
  await until(() => standing() === threads, told);
}

/** What the threads write, sorted. */
const greetings = (threads: number) => [
  ...Array.from({ length: threads }, (_, thread) => `Hello from thread ${thread} of ${threads}`),
  'Solution validates',
];

describe('a frozen job', { timeout: 4 * PATIENCE }, () => {
  test('in one process', async () => {
    const lines = await frozen('smp', ['-n', '3'], async (first, told) => {
      expect(attachable(told())).toEqual([['this process', expect.any(String)]]);
      expect(targetsAt(attachable(told())[0]![1])).toBe('1');
      await expectStanding(first, told, 3);
    });
    expect(lines).toEqual(greetings(3));
  });

  test.skipIf(!isLong || libfabricLacks !== '')(
    `in two processes, by upcrun; a debugger stops one for long${libfabricLacks}`,
    async () => {
      const lines = await frozen(
        'sfi',
        [UPCRUN, '-freeze', '-n', '4', '-N', '2'],
        async (first, told) => {
          expect(attachable(told()).map(([name]) => name)).toEqual([
            'process 0 (threads 0 to 1)',
            'process 1 (threads 2 to 3)',
          ]);
          for (const [, port] of attachable(told())) expect(targetsAt(port)).toBe('1');
          await expectStanding(first, told, 4);
          const stopped = descendantsOf(first).at(-1)!;
          process.kill(stopped, 'SIGSTOP');
          await sleep(3500); // more than the silence that a job endures which is not frozen
          process.kill(stopped, 'SIGCONT');
        },
        { PGAS_PEER_TIMEOUT: '2' },
      );
      expect(lines).toEqual(greetings(4));
    },
  );

  const lacks = libfabricLacks || namespacesLack;
  test.skipIf(!isLong || lacks !== '')(`on two hosts${lacks}`, async () => {
    const hosts = makeHosts();
    try {
      const words = ['-n', '4', '--hosts', hosts.names.join(','), '--rsh', hosts.rsh];
      const lines = await frozen('sfi', words, async (first, told) => {
        const [a, b] = hosts.names;
        expect(attachable(told()).map(([name]) => name)).toEqual([
          `process 0 on ${a} (threads 0 to 1)`,
          `process 1 on ${b} (threads 2 to 3)`,
        ]);
        for (const [i, [, port]] of attachable(told()).entries())
          expect(targetsAt(port, ['ip', 'netns', 'exec', hosts.names[i]!])).toBe('1');
        expect(told()).toMatch(/attach to (127\.0\.0\.1:(\d+)) there \(with ssh -L \2:\1 here\)/);
        await expectStanding(first, told, 4);
      });
      expect(lines).toEqual(greetings(4));
    } finally {
      hosts.remove();
    }
  });
});
