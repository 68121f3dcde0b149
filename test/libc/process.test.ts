/** Signals, the ends of a thread, jumps, files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TestThread } from './thread.ts';

let thread: TestThread;
beforeEach(() => {
  thread = new TestThread();
});

const [SIGABRT, SIGFPE, SIGUSR1] = [6, 8, 10];
const [SIG_DFL, SIG_IGN] = [0, -2];

test('a failed assertion says what glibc says, and aborts', () => {
  const fail = () =>
    thread.call('__assert_fail', thread.string('x > 0'), thread.string('a.upc'), 12, thread.string('main'));
  expect(fail).toThrow('end 134 Aborted');
  expect(thread.written).toBe(`${basename(process.argv[1]!)}: a.upc:12: main: Assertion \`x > 0' failed.\n`);
});

test('raise calls the handler, with the signal blocked meanwhile', () => {
  const seen: string[] = [];
  let depth = 0;
  const handler = thread.pointer((signal: number) => {
    seen.push(`${signal} at ${depth++}`);
    if (seen.length === 1) thread.call('raise', SIGUSR1); // waits until the handler is left
    depth--;
  });
  expect(thread.call('signal', SIGUSR1, handler)).toBe(SIG_DFL);
  expect(thread.call('raise', SIGUSR1)).toBe(0);
  expect(seen).toEqual(['10 at 0', '10 at 0']);
  expect(thread.call('signal', SIGUSR1, SIG_IGN)).toBe(handler);
  thread.call('raise', SIGUSR1);
  expect(seen.length).toBe(2);
});

test('a signal without handler ends the job as a shell would see it', () => {
  expect(() => thread.call('raise', SIGFPE)).toThrow('end 136 Floating point exception');
  thread.call('signal', SIGABRT, SIG_IGN);
  expect(() => thread.call('abort')).toThrow('end 134 Aborted');
  expect(thread.call('signal', 9, SIG_IGN)).toBe(-1);
});

test('longjmp carries activation, place and value; 0 becomes 1', () => {
  const buffer = thread.block(64);
  thread.environment.I32.set([thread.call('__pgasc_activation'), 5], buffer >>> 2);
  expect(thread.call('__pgasc_activation')).toBe(2);
  expect(() => thread.call('longjmp', buffer, 0)).toThrow('jump 1 5 1');
});

test('files by descriptor: places, appending, errors', () => {
  const directory = mkdtempSync(join(tmpdir(), 'libc-'));
  const path = thread.string(join(directory, 'file'));
  const mode = thread.block(8);
  thread.environment.I32[mode >>> 2] = 0o644;
  const open = (flags: number) => thread.call('open', path, flags, mode);
  const file = open(0o102); // O_RDWR | O_CREAT
  const buffer = thread.string('hello');
  expect(thread.call('write', file, buffer, 5)).toBe(5);
  expect(thread.call('lseek', file, 1n, 0)).toBe(1n);
  expect(thread.call('read', file, buffer, 9)).toBe(4);
  expect(thread.text(buffer)).toBe('elloo');
  expect(thread.call('lseek', file, -2n, 2)).toBe(3n);
  expect(thread.call('lseek', file, -9n, 1)).toBe(-1n);
  expect(thread.call('close', file)).toBe(0);
  expect(open(0o302)).toBe(-1); // O_EXCL
  expect(thread.errno).toBe(17);
  const status = thread.block(120);
  expect(thread.call('stat', path, status)).toBe(0);
  expect(thread.environment.I64[(status + 48) >>> 3]).toBe(5n);
  expect(thread.call('unlink', path)).toBe(0);
  expect(thread.call('access', path, 0)).toBe(-1);
  expect(thread.errno).toBe(2);
  expect(thread.call('read', file, buffer, 1)).toBe(-1);
  expect(thread.errno).toBe(9);
  rmSync(directory, { recursive: true });
});
