/** Numbers of the run in a module: where they become constants, and where they stay. */
import { expect, test } from 'vitest';
import { fixNumbers } from '../../runtime/launch/numbers.ts';

const section = (id: number, ...bytes: number[]): number[] => [id, bytes.length, ...bytes];
const MODULE = (head: readonly number[], rest: readonly number[]): Uint8Array => {
  // A custom section, then two functions with one group of locals each.
  const body = [1, 2, 0x7f, ...head, ...rest, 0x0b];
  const code = section(10, 2, body.length, ...body, body.length, ...body);
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(0, 1, 0x78, 0x23, 1, 0x21, 0), ...code]);
};
const fixed = (head: readonly number[], rest: readonly number[], numbers: Parameters<typeof fixNumbers>[1]) => {
  const module = MODULE(head, rest);
  fixNumbers(module, numbers);
  return module;
};

const MYTHREAD = [0x23, 0x80, 0, 0x21, 0];
const THREADS = [0x23, 0x81, 0, 0x21, 1];
const SHIFT = [0x23, 0x82, 0, 0x21, 0x80, 1];
const BASE = [0x23, 0x83, 0, 0x21, 2];

test('THREADS and SHIFT are constants in the heads of all functions', () => {
  expect(fixed([...MYTHREAD, ...THREADS, ...SHIFT, ...BASE], [0x41, 0, 0x1a], { THREADS: 63, SHIFT: 26 })).toEqual(
    MODULE([...MYTHREAD, 0x41, 0xbf, 0, 0x21, 1, 0x41, 0x9a, 0, 0x21, 0x80, 1, ...BASE], [0x41, 0, 0x1a]),
  );
});

test('what does not fit into two bytes stays', () => {
  expect(fixed([...THREADS, ...SHIFT], [], { THREADS: 8191, SHIFT: 8192 })).toEqual(
    MODULE([0x41, 0xff, 0x3f, 0x21, 1, ...SHIFT], []),
  );
});

test('the head ends with another instruction', () => {
  const rest = [0x23, 6, 0x1a, ...THREADS];
  expect(fixed(SHIFT, rest, { THREADS: 2, SHIFT: 24 })).toEqual(MODULE([0x41, 0x98, 0, 0x21, 0x80, 1], rest));
});

test('a module without functions is left alone', () => {
  const module = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  fixNumbers(module, { THREADS: 2 });
  expect(module).toHaveLength(8);
});
