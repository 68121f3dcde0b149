/** Streams: what goes out when, and files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { STDOUT_BYTES, STDOUT_CAPACITY, STDOUT_PENDING } from '../../runtime/abi.ts';
import { TestThread } from './thread.ts';

const directory = mkdtempSync(join(tmpdir(), 'pgasc-streams-'));
afterAll(() => rmSync(directory, { recursive: true }));

let thread: TestThread;
let path: string;
let file = 0;
beforeEach(() => {
  thread = new TestThread();
  path = join(directory, `file${file++}`);
});

const call = (name: string, ...values: unknown[]): number => thread.call(name, ...values);
const open = (mode: string, name = path): number => call('fopen', thread.string(name), thread.string(mode));
const contents = (): string => readFileSync(path, 'latin1');

describe('stdout', () => {
  const out = (): string[] => thread.written.map((write) => write.text);
  const pending = (): string => {
    const { BASE, I32 } = thread.environment;
    return thread.text(BASE + STDOUT_BYTES, I32[(BASE + STDOUT_PENDING) >>> 2]);
  };
  const print = (text: string): number => call('printf', thread.string('%s'), thread.args(text));

  test('whole lines go out at once, the rest lies where the launcher finds it', () => {
    print('one\ntwo');
    expect([out(), pending()]).toEqual([['one\n'], 'two']);
    call('putchar', 0x21);
    call('puts', thread.string('?'));
    expect([out(), pending()]).toEqual([['one\n', 'two!?\n'], '']);
    print('end');
    thread.end();
    expect(out().at(-1)).toBe('end');
    print('after');
    expect(out().at(-1)).toBe('after');
  });

  test('a line longer than the area, fflush, no buffering', () => {
    print('x'.repeat(STDOUT_CAPACITY + 5));
    expect(out().map((text) => text.length)).toEqual([STDOUT_CAPACITY]);
    call('fflush', 0);
    expect(out()[1]).toBe('xxxxx');
    call('setvbuf', call('__pgasc_stdout'), 0, 2, 0);
    print('now');
    expect(out()[2]).toBe('now');
  });

  test('full buffering still writes whole lines', () => {
    call('setvbuf', call('__pgasc_stdout'), 0, 0, 8192);
    for (let line = 0; line < 2000; line++) print(`line ${line}\n`);
    expect(out().length).toBe(2);
    expect(out()[0]!.endsWith('\n')).toBe(true);
    thread.end();
    expect(out().join('').split('\n').length).toBe(2001);
  });

  test('stderr: one write a call', () => {
    call('fprintf', call('__pgasc_stderr'), thread.string('%d and %s\n%c'), thread.args(1, 'two', 51));
    thread.errno = 2;
    call('perror', thread.string('open'));
    expect(thread.written).toEqual([
      { descriptor: 2, text: '1 and two\n3' },
      { descriptor: 2, text: 'open: No such file or directory\n' },
    ]);
  });
});

describe('files', () => {
  test('write, read back, end of file', () => {
    const out = open('w');
    call('fprintf', out, thread.string('%d %s\n'), thread.args(5, 'five'));
    call('fputs', thread.string('last'), out);
    expect([contents(), call('fclose', out), contents()]).toEqual(['', 0, '5 five\nlast']);
    const input = open('r');
    const line = thread.block(64);
    expect(call('fgets', line, 64, input)).toBe(line);
    expect([thread.text(line), call('feof', input)]).toEqual(['5 five\n', 0]);
    expect(call('fread', line, 1, 10, input)).toBe(4);
    expect([call('feof', input), call('fgetc', input), call('fgets', line, 64, input)]).toEqual([1, -1, 0]);
    expect(call('fputc', 65, input)).toBe(-1);
    expect([call('ferror', input), thread.errno]).toEqual([1, 9]);
  });

  test('positions, ungetc, update', () => {
    writeFileSync(path, '0123456789'.repeat(1000));
    const stream = open('r+');
    call('fseek', stream, 5005n, 0);
    expect([call('fgetc', stream), call('ftell', stream)]).toEqual([0x35, 5006n]);
    call('ungetc', 0x41, stream);
    expect([call('ftell', stream), call('fgetc', stream), call('fgetc', stream)]).toEqual([5005n, 0x41, 0x36]);
    call('ungetc', 0x41, stream);
    call('fseek', stream, 0n, 1);
    expect(call('fgetc', stream)).toBe(0x36);
    call('fputs', thread.string('XY'), stream);
    expect([call('fgetc', stream), call('ftell', stream)]).toEqual([0x39, 5010n]);
    call('fseek', stream, -1n, 2);
    expect([call('fgetc', stream), call('fgetc', stream)]).toEqual([0x39, -1]);
    const place = thread.block(8);
    call('fgetpos', stream, place);
    call('rewind', stream);
    expect([
      call('feof', stream),
      call('fgetc', stream),
      call('fsetpos', stream, place),
      call('ftell', stream),
    ]).toEqual([0, 0x30, 0, 10000n]);
    expect(call('fseek', stream, -1n, 0)).toBe(-1);
    call('fclose', stream);
    expect(contents().slice(5000, 5010)).toBe('0123456XY9');
  });

  test('append, exclusive, modes and errors', () => {
    writeFileSync(path, 'abc');
    const stream = open('a+');
    expect(call('fgetc', stream)).toBe(0x61);
    call('fputs', thread.string('def'), stream);
    expect(call('ftell', stream)).toBe(6n);
    call('fclose', stream);
    expect(contents()).toBe('abcdef');
    expect([open('wx'), thread.errno]).toEqual([0, 17]);
    expect([open('q'), thread.errno]).toEqual([0, 22]);
    expect([open('r', `${path}.none`), thread.errno]).toEqual([0, 2]);
    expect(() => call('fputc', 65, 0)).toThrow('null FILE pointer');
  });

  test('unbuffered, fwrite of much, remove and rename', () => {
    const stream = open('wb');
    call('setvbuf', stream, 0, 2, 0);
    call('fputc', 0x61, stream);
    expect(contents()).toBe('a');
    const block = thread.block(40000);
    thread.environment.U8.fill(0x62, block, block + 40000);
    expect(call('fwrite', block, 4, 10000, stream)).toBe(10000);
    call('fclose', stream);
    expect(contents()).toBe(`a${'b'.repeat(40000)}`);
    expect(call('rename', thread.string(path), thread.string(`${path}.new`))).toBe(0);
    expect([call('remove', thread.string(path)), thread.errno]).toEqual([-1, 2]);
    expect(call('remove', thread.string(`${path}.new`))).toBe(0);
  });

  test('getline grows its block; fscanf goes on where it stopped', () => {
    writeFileSync(path, `${'y'.repeat(20000)}\n12 34x`);
    const stream = open('r');
    const line = thread.block(16);
    thread.environment.I64[line >>> 3] = thread.environment.I64[(line >>> 3) + 1] = 0n;
    expect(call('getline', line, line + 8, stream)).toBe(20001);
    const pair = thread.block(16);
    expect(call('fscanf', stream, thread.string('%d%d'), thread.args(pair, pair + 4))).toBe(2);
    expect([...thread.environment.I32.slice(pair >>> 2, (pair >>> 2) + 2)]).toEqual([12, 34]);
    expect([call('fgetc', stream), call('getline', line, line + 8, stream)]).toEqual([0x78, -1]);
  });

  test('freopen redirects stdout, tmpfile has no name, the end of the thread writes all out', () => {
    const out = call('__pgasc_stdout');
    expect(call('freopen', thread.string(path), thread.string('w'), out)).toBe(out);
    call('puts', thread.string('redirected'));
    const temporary = call('tmpfile');
    call('fputs', thread.string('t'), temporary);
    call('rewind', temporary);
    expect(call('fgetc', temporary)).toBe(0x74);
    thread.end();
    expect([contents(), thread.written]).toEqual(['redirected\n', []]);
  });
});
