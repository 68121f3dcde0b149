/** --explore as people use it: what it finds, what it tells, and that each failure comes again by one flag. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder, node, type Outcome, pgasc, ROOT } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const CASES = join(ROOT, 'test/explored/programs/cases.upc');
const HELLO = join(ROOT, 'samples/tutorial/01-hello.upc');

type Run = (...words: readonly string[]) => Promise<Outcome>;

const explored = (flags: readonly string[], use: (run: Run) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const program = await compiled(folder, ['-explore', '-w', ...flags, CASES]);
    await use((...words) => node([program, ...words], { timeout: 200_000 }));
  });

/** "6 schedules explored, all there are; 2 different outcomes" */
const countsIn = ({ stdout }: Outcome) => {
  const [, schedules, rest] = /^(\d+) schedules? explored, (.*)/.exec(stdout) ?? [];
  return { schedules: Number(schedules), rest };
};

/** The flags that replay outcomes, by what is told of them. */
const flagsIn = (text: string): string[] => [...text.matchAll(/(--schedule=\S+)/g)].map(([, flag]) => flag!);
const failingFlag = ({ stdout }: Outcome): string => flagsIn(stdout.slice(stdout.indexOf('FAILED')))[0]!;

/** Milliseconds: on a busy machine. */
const PATIENCE = 300_000;

describe('of a program', { timeout: PATIENCE }, () => {
  test('each outcome is found, and comes again by its flag', () =>
    explored([], async (run) => {
      const updates = await run('--explore=1000', '-n', '2', 'u');
      expect(updates.status).toBe(1);
      expect(countsIn(updates)).toEqual({ schedules: 4, rest: 'all there are; 2 different outcomes' });
      expect(updates.stdout).toMatch(
        /2 schedules: status 0; .*\n {4}n is 2\n2 schedules: FAILED with status 1; .*\n {4}n is 1\n/,
      );
      expect(updates.stdout).toMatch(/thread 1: reads 4 bytes of thread 0 at offset 0x\w+ at .*cases\.upc:25\n/);
      for (const flag of flagsIn(updates.stdout)) {
        const [first, second] = [await run(flag, '-n', '2', 'u'), await run(flag, '-n', '2', 'u')];
        expect(first).toEqual(second);
        expect(first).toMatchObject(
          flag === failingFlag(updates) ? { status: 1, stdout: 'n is 1\n' } : { status: 0, stdout: 'n is 2\n' },
        );
      }
      const locked = await run('--explore=1000', '-n', '3', 'l');
      expect(locked).toMatchObject({ status: 0, stderr: '' });
      expect(countsIn(locked)).toEqual({ schedules: 6, rest: 'all there are; 1 outcome' });
      const independent = await run('--explore=1000', '-n', '4', 'i');
      expect(countsIn(independent)).toEqual({ schedules: 1, rest: 'all there are; 1 outcome' });
    }));

  test('deadlocks are found, and told of as ever', () =>
    explored([], async (run) => {
      const locks = await run('--explore=1000', '-n', '2', 'd');
      expect(locks.status).toBe(1);
      expect(countsIn(locks)).toEqual({ schedules: 3, rest: 'all there are; 2 different outcomes' });
      expect(locks.stdout).toMatch(/1 schedule: FAILED with status 1; .*\n {4}pgasc: thread \d: deadlock/);
      const again = await run(failingFlag(locks), '-n', '2', 'd');
      expect(again.status).toBe(1);
      expect(again.stderr).toMatch(/deadlock[\s\S]*upc_lock.*cases\.upc:13/);
      const barrier = await run('--explore=1000', '-n', '2', 'b');
      expect(barrier.status).toBe(1);
      expect(countsIn(barrier)).toEqual({ schedules: 3, rest: 'all there are; 2 different outcomes' });
      expect(barrier.stdout).toMatch(/1 schedule: FAILED with status 1;/);
      expect((await run(failingFlag(barrier), '-n', '2', 'b')).stderr).toMatch(/upc_barrier/);
    }));

  long('loops that wait are not followed for ever', () =>
    explored([], async (run) => {
      const waits = await run('--explore=1000', '-n', '2', 's');
      expect(waits.status).toBe(0);
      expect(countsIn(waits).rest).toBe('all there are; 1 outcome');
      expect(waits.stdout).toContain('n is 1\n');
      const forEver = await run('--explore=1000', '-n', '2', 'v');
      expect(forEver.status).toBe(1);
      expect(forEver.stdout).toContain('pgasc: livelock: each thread looks again and again');
      const again = await run(failingFlag(forEver), '-n', '2', 'v');
      expect(again.status).toBe(1);
      expect(again.stderr).toContain('pgasc: livelock');
    }),
  );

  long('failures of one order are found: assertions, and with -g bad accesses', async () => {
    await explored([], async (run) => {
      const assertion = await run('--explore=1000', '-n', '2', 'a');
      expect(assertion.status).toBe(134);
      expect(assertion.stdout).toMatch(/1 schedule: FAILED with status 134;[\s\S]*[Aa]ssertion[\s\S]*!ready/);
      expect((await run(failingFlag(assertion), '-n', '2', 'a')).status).toBe(134);
    });
    await explored(['-g'], async (run) => {
      const access = await run('--explore=1000', '-n', '2', 'g');
      expect(access.status).toBe(1);
      expect(access.stdout).toMatch(/1 schedule: FAILED with status 1;[\s\S]*cases\.upc:64/);
      const again = await run(failingFlag(access), '-n', '2', 'g');
      expect(again).toMatchObject({ status: 1 });
      expect(again.stderr).toMatch(/cases\.upc:64/);
    });
  });

  test('so many schedules are walked as are wanted', () =>
    explored([], async (run) => {
      const few = await run('--explore=2', '-n', '3', 'u');
      expect(countsIn(few)).toMatchObject({ schedules: 2, rest: expect.stringContaining('there are more') });
    }));
});

test('pgasc run compiles for it', async () => {
  const outcome = await pgasc(['run', '--explore=100', CASES, '-n', '2', 'l']);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(countsIn(outcome)).toEqual({ schedules: 2, rest: 'all there are; 1 outcome' });
});

test.each([
  [['--explore=0'], "--explore: '0' is not a number of schedules, as in --explore=50"],
  [['--explore=5', '--simulate=elan3-alpha'], 'a machine decides the order itself'],
  [['--simulate', '--reorder'], '--reorder: give --explore=N too'],
  [['--schedule=2x3b', '-n', '3'], '--schedule=2x3b: that is a schedule of 2 threads, not of 3; give -n 2'],
  [['--schedule=xA'], "--schedule: 'xA' is not a seed (0 to 4294967295), nor what --explore has printed"],
])('a program compiled with -explore refuses %j', (words, text) =>
  inFolder(async (folder) => {
    const outcome = await node([await compiled(folder, ['-explore', HELLO]), ...words]);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain(text);
    expect(outcome.stderr.trimEnd()).not.toContain('\n');
  }),
);

test('another program says what it lacks', () =>
  inFolder(async (folder) => {
    for (const words of [['--explore=5'], ['--explore=5', '--reorder'], ['--schedule=2x1b']]) {
      const outcome = await node([await compiled(folder, ['-simulate', HELLO]), ...words]);
      expect(outcome.status).toBe(2);
      expect(outcome.stderr).toMatch(/^pgasc: --\S+: this program was compiled without -explore.*pgasc -explore\n$/);
    }
  }));

test.each([['-network=pami'], ['run', '--simulate=bgq']])(
  'the compiler refuses other networks: %s',
  async (...words) => {
    const outcome = await pgasc([...words, '-explore', HELLO]);
    expect(outcome).toMatchObject({
      status: 2,
      stderr:
        'pgasc: -explore, --explore: schedules are explored on sfi and on no machine, not on pami; leave out -network=NAME, and the name in --simulate=MACHINE\n',
    });
  },
);
