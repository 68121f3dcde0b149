/** Strings, memory, numbers and characters where a differential test does not reach: state, limits, errors. */
import { beforeEach, expect, test } from 'vitest';
import { TestThread } from './thread.ts';

let thread: TestThread;
beforeEach(() => {
  thread = new TestThread();
});

test('strlen reads words but gives bytes, from every alignment', () => {
  const text = thread.string(`${'x'.repeat(40)}`);
  for (let start = 0; start <= 40; start++) expect(thread.call('strlen', text + start)).toBe(40 - start);
});

test('strtok goes on where it was; strsep gives empty fields', () => {
  const text = thread.string('--a,b;;c');
  const delimiters = thread.string('-,;');
  const tokens = [];
  for (let at = thread.call('strtok', text, delimiters); at !== 0; at = thread.call('strtok', 0, delimiters)) {
    tokens.push(thread.text(at));
  }
  expect(tokens).toEqual(['a', 'b', 'c']);
  const place = thread.block(4);
  thread.environment.I32[place >>> 2] = thread.string('a,,b');
  const fields = [];
  for (let at = thread.call('strsep', place, delimiters); at !== 0; at = thread.call('strsep', place, delimiters)) {
    fields.push(thread.text(at));
  }
  expect(fields).toEqual(['a', '', 'b']);
});

test('memmove copies overlapping blocks both ways', () => {
  const text = thread.string('abcdef');
  thread.call('memmove', text + 2, text, 4);
  expect(thread.text(text)).toBe('ababcd');
  thread.call('memmove', text, text + 2, 4);
  expect(thread.text(text)).toBe('abcdcd');
});

test('calloc refuses a product of more than 32 bits with ENOMEM', () => {
  expect(thread.call('calloc', 1 << 20, 1 << 20)).toBe(0);
  expect(thread.errno).toBe(12);
});

test('a strictly aligned block is freed by the block it lies in', () => {
  thread.block(16);
  const address = thread.call('aligned_alloc', 4096, 100);
  expect(address % 4096).toBe(0);
  thread.call('free', address);
  expect(thread.freed[0]).toBeLessThanOrEqual(address);
  expect(address - thread.freed[0]!).toBeLessThan(4096);
  expect(thread.call('posix_memalign', thread.block(4), 24, 8)).toBe(22);
});

test('qsort is stable and compares as a merge sort does', () => {
  const { I32 } = thread.environment;
  const values = [9, 4, 7, 1, 13, 2, 6, 8, 5, 0, 11];
  const base = thread.block(44);
  I32.set(values, base >>> 2);
  const pairs: string[] = [];
  const compare = thread.pointer((left: number, right: number) => {
    pairs.push(`${I32[left >>> 2]},${I32[right >>> 2]}`);
    return (I32[left >>> 2]! >> 2) - (I32[right >>> 2]! >> 2);
  });
  thread.call('qsort', base, 11, 4, compare);
  expect([...I32.slice(base >>> 2, (base >>> 2) + 11)]).toEqual([1, 2, 0, 4, 7, 6, 5, 9, 8, 11, 13]);
  expect(pairs.slice(0, 7)).toEqual(['9,4', '1,13', '7,1', '7,13', '4,1', '4,7', '9,7']);
});

test('initstate and setstate keep each table where it was', () => {
  const [small, large] = [thread.block(8), thread.block(256)];
  const next = () => thread.call('random');
  const before = [next(), next()];
  expect(before).toEqual([1804289383n, 846930886n]);
  thread.call('initstate', 7, small, 8);
  expect(next()).toBe(1282168116n);
  const old = thread.call('initstate', 11, large, 256);
  expect(old).toBe(small);
  expect([next(), next()]).toEqual([393376513n, 1858541840n]);
  thread.call('setstate', small);
  expect(next()).toBe(642666333n);
});

test('quotients go to the struct; division by zero ends the job', () => {
  const result = thread.block(16);
  thread.call('div', result, -17, 5);
  expect([...thread.environment.I32.slice(result >>> 2, (result >>> 2) + 2)]).toEqual([-3, -2]);
  thread.call('ldiv', result, 17n, -5n);
  expect([...thread.environment.I64.slice(result >>> 3, (result >>> 3) + 2)]).toEqual([-3n, 2n]);
  expect(() => thread.call('div', result, 1, 0)).toThrow('division by zero');
});

test('the environment is a copy, and environ follows it', () => {
  thread.variables.HOME = '/home/x';
  const name = thread.string('HOME');
  expect(thread.text(thread.call('getenv', name))).toBe('/home/x');
  const environ = thread.call('__environ_location');
  thread.call('setenv', name, thread.string('y'), 0);
  expect(thread.text(thread.call('getenv', name))).toBe('/home/x');
  thread.call('setenv', name, thread.string('y'), 1);
  const { I32 } = thread.environment;
  expect(thread.text(I32[I32[environ >>> 2]! >>> 2]!)).toBe('HOME=y');
  thread.call('unsetenv', name);
  expect(thread.call('getenv', name)).toBe(0);
  expect(thread.call('setenv', thread.string('a=b'), name, 1)).toBe(-1);
  expect(thread.errno).toBe(22);
});

test('multibyte text is UTF-8: overlong forms and surrogates are errors, a character may come in parts', () => {
  const [wide, state] = [thread.block(64), thread.block(8)];
  const { I32 } = thread.environment;
  expect(thread.call('mbstowcs', wide, thread.string('h€😀'), 16)).toBe(3);
  expect([...I32.slice(wide >>> 2, (wide >>> 2) + 4)]).toEqual([0x68, 0x20ac, 0x1f600, 0]);
  for (const bytes of [
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xe2, 0x28],
  ]) {
    expect(thread.call('mbtowc', wide, thread.bytes(new Uint8Array(bytes)), 4)).toBe(-1);
    expect(thread.errno).toBe(84);
  }
  const euro = thread.string('€');
  const taken = [0, 1, 2].map((index) => thread.call('mbrtowc', wide, euro + index, 1, state));
  expect(taken).toEqual([-2, -2, 1]);
  expect(I32[wide >>> 2]).toBe(0x20ac);
});
