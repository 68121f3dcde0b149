/** How simulated jobs end: by the program, by failures, by deadlock, by Ctrl-C, and where they cannot begin. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder, node, pgasc, ROOT } from '../support/pgasc.ts';
import { dealt, isLong, testSome } from '../support/share.ts';
import { simulated } from './simulated.ts';

const PROGRAM = `#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
void last(void) {
  upc_barrier;
  printf("thread %d at last\\n", MYTHREAD);
}
void handler(int number) {
  upc_barrier;
}
int main(int argc, char **argv) {
  char what = argc > 1 ? argv[1][0] : ' ';
  upc_barrier;
  if (what == 'a' || what == 'g') atexit(last);
  if (what == 'g') upc_global_exit(2);
  if (what == 'h') signal(SIGUSR1, handler), raise(SIGUSR1);
  if (what == 'e' && MYTHREAD == 1) upc_global_exit(7);
  if (what == 'd' && MYTHREAD == 1) return 3;
  if (what == 'f' && MYTHREAD == 1) upc_unlock(upc_global_lock_alloc());
  if (what == 's') sleep(2);
  printf("thread %d\\n", MYTHREAD);
  upc_barrier;
  return what == 's' ? 4 : 0;
}
`;
/** A handler leaves by longjmp, while its rank waits for a lock. */
const JUMP = `#include <gasnet.h>
#include <setjmp.h>
#include <stdio.h>
#include <upc.h>
static jmp_buf place;
static void jump(gasnet_token_t token) { longjmp(place, 1); }
int main(int argc, char **argv) {
  gasnet_handlerentry_t handlers[] = {{200, (void (*)())jump}};
  gasnet_init(&argc, &argv);
  gasnet_attach(handlers, 1, 0, 0);
  upc_lock_t *lock = upc_all_lock_alloc();
  if (MYTHREAD == 0) upc_lock(lock);
  upc_barrier;
  if (MYTHREAD == 0) gasnet_AMRequestShort0(1, 200), upc_unlock(lock);
  else if (setjmp(place) == 0) upc_lock(lock), printf("has the lock\\n");
  else printf("came back\\n");
}
`;
const HELLO = `${ROOT}samples/tutorial/01-hello.upc`;

describe.each(dealt('ends', ['-O0', '-O2']))('a simulated job at %s ends', (level) => {
  test('no wait that a handler leaves by longjmp', () =>
    simulated(JUMP, [level, '-w', '-network=pami'], async (run) => {
      expect(await run('-n', '2', '--simulate=bgq')).toMatchObject({ status: 0, stderr: '', stdout: 'came back\n' });
    }));

  test('as the program says, when all wait, and where one fails', () =>
    simulated(PROGRAM, [level, '-w'], async (run) => {
      const lines = (stdout: string) => stdout.split('\n').filter(Boolean).sort();
      expect(lines((await run('-n', '3')).stdout)).toEqual(['thread 0', 'thread 1', 'thread 2']);
      expect(await run('-n', '3', 's')).toMatchObject({ status: 4, stderr: '' });
      expect(await run('-n', '3', 'e')).toMatchObject({ status: 7, stderr: '' });
      const deadlock = await run('-n', '3', 'd');
      expect(deadlock.status).toBe(1);
      expect(deadlock.stderr).toMatch(/deadlock: this thread can never go on/);
      expect(deadlock.stderr).toMatch(/thread 0 waits at upc_barrier .*prog\.upc:24\n.*thread 1 ended with status 3/);
      const failure = await run('-n', '3', 'f');
      expect(failure.status).toBe(1);
      expect(failure.stderr).toMatch(/thread 1: upc_unlock.* does not hold the lock.* at .*prog\.upc:21\b/);
      const exit = await run('-n', '3', 'a');
      expect(exit).toMatchObject({ status: 0, stderr: '' });
      const last = lines(exit.stdout).filter((line) => line.endsWith('at last'));
      expect(last).toEqual(['thread 0 at last', 'thread 1 at last', 'thread 2 at last']);
      const early = await run('-n', '3', 'g');
      expect(early.status).toBe(1);
      expect(early.stderr).toMatch(
        /a function that the runtime calls .* in a simulated job it must not at .*prog\.upc:7\b/,
      );
      const signal = await run('-n', '3', 'h');
      expect(signal.status).toBe(1);
      expect(signal.stderr).toMatch(/in a simulated job it must not at .*prog\.upc:11\b/);
    }));
});

/** All end the job; the last one to come prints before it does, and one that computes for seconds is not waited for. */
const TOGETHER = `#include <gasnet.h>
#include <stdio.h>
int main(int argc, char **argv) {
  gasnet_init(&argc, &argv);
  gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0);
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  if (argc > 1 && gasnet_mynode() == 1) for (volatile int i = 0;; i++) if (i % 10000000 == 0) gasnet_AMPoll();
  printf("node %d\\n", gasnet_mynode());
  gasnet_exit(gasnet_mynode() == 2 ? 5 : 0);
}
`;

test('what each printed before gasnet_exit is there, and the status that is not 0', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'exit.c'), TOGETHER);
    const jobs: [flags: string[], words: string[]][] = [
      [[], ['-n', '4']],
      [
        ['-simulate', '-O2'],
        ['-n', '4', '--simulate=bgq'],
      ],
    ];
    for (const [flags, words] of jobs) {
      const program = await compiled(folder, [...flags, '-w', '-network=pami', join(folder, 'exit.c')]);
      const { status, stdout, stderr } = await node([program, ...words]);
      expect({ status, stderr }).toEqual({ status: 5, stderr: '' });
      expect(stdout.split('\n').sort()).toEqual(['', 'node 0', 'node 1', 'node 2', 'node 3']);
      const left = await node([program, ...words, 'busy']);
      expect(left.status).toBe(5);
      expect(left.stdout.split('\n').sort()).toEqual(['', 'node 0', 'node 2', 'node 3']);
    }
  }));

/** How far others come that wait for nobody is a matter of the host's time: none goes on. */
const CUT = `#include <stdio.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 1) upc_global_exit(3);
  for (volatile int i = 0;; i++)
    if (i % 10000000 == 0) {
      printf("%d %d\\n", MYTHREAD, i);
      upc_fence;
    }
}
`;

testSome('a simulated job that one rank ends while others compute ends alike each time', () =>
  simulated(CUT, ['-O2', '-w', '-network=pami'], async (run) => {
    const first = await run('-n', '3', '--simulate=bgq');
    expect(first.status).toBe(3);
    for (let again = 0; again < 4; again++) expect(await run('-n', '3', '--simulate=bgq')).toEqual(first);
  }),
);

/** One thread computes for ever, the others wait for it. */
const BUSY = `#include <stdio.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) fprintf(stderr, "begun\\n");
  if (MYTHREAD == 1) for (volatile double x = 1;; x *= 1.1);
  upc_barrier;
}
`;

test.each(dealt('Ctrl-C', ['-O0', '-O2']))('a simulated job that computes ends at Ctrl-C, at %s', (level) =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'busy.upc'), BUSY);
    const program = await compiled(folder, ['-simulate', '-w', level, join(folder, 'busy.upc')]);
    const child = spawn(process.execPath, [program, '--simulate', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.on('data', (chunk) => {
      if (told === '') child.kill('SIGINT');
      told += chunk;
    });
    // By itself, or by the signal where its worker takes long to stop.
    expect([String([130, null]), String([null, 'SIGINT'])]).toContain(String(await once(child, 'close')));
    expect(told).toMatch(
      /^begun\npgasc: SIGINT: where the threads are\n {4}thread 0 .*\n {4}thread 1 runs.*\n {4}thread 2 /,
    );
  }),
);

test.each([
  [['-n', '2'], 'this program was compiled with -simulate: run it with --simulate'],
  [['--simulate=bgq'], '--simulate=bgq: programs for bgq are compiled with -network=pami, this one is for sfi'],
  [['--simulate=bgp'], '--simulate=bgp: bgp: there is no such machine; did you mean bgq?'],
  [['--simulate', '--processes', '2'], '--processes: a simulated job has one process'],
  [['--simulate', '--schedule=first'], "--schedule: 'first' is not a seed (0 to 4294967295)"],
])('a program compiled with -simulate refuses %j', (words, text) =>
  inFolder(async (folder) => {
    const outcome = await node([await compiled(folder, ['-simulate', HELLO]), ...words]);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain(text);
    expect(outcome.stderr.trimEnd()).not.toContain('\n');
  }),
);

/** 64 MiB for each of 64 ranks are not there. */
const HUNGRY = `#include <stdlib.h>
#include <upc.h>
int main(int argc, char **argv) {
  char *block = malloc(64 << 20);
  upc_barrier;
  if (argc > 1) return 0;
  if (block == NULL) exit(1);
  block[0] = 1;
  return 0;
}
`;

test('a job whose ranks fail for want of memory is told the flag, once', () =>
  simulated(HUNGRY, ['-O2'], async (run) => {
    const { stderr, status } = await run('-n', '64');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^pgasc: thread \d+: its private heap of [\d.]+ MiB had no room for 64 MiB, so that malloc gave NULL: raise --heap\n$/,
    );
    expect(await run('-n', '64', 'well')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await run('-n', '2', '--heap=80M')).toEqual({ status: 0, stdout: '', stderr: '' });
  }));

/** All but one wait for its lock, and it for them. */
const LOCKED = `#include <upc.h>
upc_lock_t *lock;
int main(void) {
  lock = upc_all_lock_alloc();
  if (MYTHREAD == 5) upc_lock(lock);
  upc_barrier;
  if (MYTHREAD != 5) upc_lock(lock);
  upc_barrier;
  return 0;
}
`;
const WAITING = isLong ? 1500 : 200;

test(`${WAITING} ranks that wait for each other are told so soon`, () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'prog.upc'), LOCKED);
    const program = await compiled(folder, ['-w', '-O2', '-simulate', '-network=pami', join(folder, 'prog.upc')]);
    const words = [program, '--simulate=bgq', '-n', String(WAITING)];
    const { stderr, status } = await node(words, { timeout: 90_000 });
    expect(status).not.toBe(null);
    const [first, ...rest] = stderr.split('\n').filter((line) => !line.startsWith('pgasc: bgq: '));
    expect(first).toMatch(/^pgasc: thread \d+: deadlock: this thread can never go on at \S*prog.upc:\d+$/);
    expect(rest[4]).toMatch(/^ {4}thread 4 waits for the lock of thread 5 at upc_lock /);
    expect(rest[5]).toMatch(/^ {4}thread 5 waits at upc_barrier /);
  }));

test('another program refuses --simulate', () =>
  inFolder(async (folder) => {
    const outcome = await node([await compiled(folder, [HELLO]), '--simulate']);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toMatch(/^pgasc: --simulate: this program was compiled without -simulate.*\n$/);
  }));

test.each([
  [['-simulate', '-network=smp'], '-simulate: threads of smp are not simulated'],
  [['-simulate', '--emit=ts'], 'conflicting flags: -simulate makes a program'],
])('the compiler refuses %j', async (flags, text) => {
  const outcome = await pgasc([...flags, HELLO]);
  expect(outcome.status).toBe(2);
  expect(outcome.stderr).toContain(text);
});
