/**
 * Atomic read-modify-write of integers between places in memory, as WebAssembly.
 *
 * Takes addresses of the target, of the operand and of the place for the old value, so that 64-bit integers never become
 * bigints: one call, one instruction. (WebAssembly threads, atomic memory accesses.)
 */
import type { Space } from './space.ts';

/** `target` is aligned; the value at `operand` is used if there is one; the old value goes to `fetch`. */
export type Rmw = (target: number, operand: number, fetch: number) => void;

export type RmwName = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'set' | 'inc' | 'dec';

/** Code of the instruction on 32 bits (on 64 it is one more), and whether the operand is the constant 1. */
const INSTRUCTIONS: Readonly<Record<RmwName, readonly [code: number, one: boolean]>> = {
  add: [0x1e, false],
  sub: [0x25, false],
  and: [0x2c, false],
  or: [0x33, false],
  xor: [0x3a, false],
  set: [0x41, false],
  inc: [0x1e, true],
  dec: [0x25, true],
};
const NAMES = Object.keys(INSTRUCTIONS) as RmwName[];
const I32 = 0x7f;
const END = 0x0b;
const [TARGET, OPERAND, FETCH] = [
  [0x20, 0],
  [0x20, 1],
  [0x20, 2],
];
/** By size: load, store, constant 1, alignment and offset. */
const MACHINE = {
  4: { load: 0x28, store: 0x36, one: [0x41, 1], access: [2, 0] },
  8: { load: 0x29, store: 0x37, one: [0x42, 1], access: [3, 0] },
};

/** The operations on integers of `size` bytes. */
export function rmwOperations(space: Space, size: 4 | 8): Record<RmwName, Rmw> {
  const module = new WebAssembly.Module(moduleBytes(size));
  return new WebAssembly.Instance(module, { m: { m: space.memory } }).exports as Record<RmwName, Rmw>;
}

function moduleBytes(size: 4 | 8): Uint8Array<ArrayBuffer> {
  const count = NAMES.length;
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 3, I32, I32, I32, 0]),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 3, 1, 0x80, 0x80, 4]),
    ...section(3, [count, ...NAMES.map(() => 0)]),
    ...section(7, [count, ...NAMES.flatMap((name, i) => [name.length, ...new TextEncoder().encode(name), 0, i])]),
    ...section(10, [count, ...NAMES.flatMap((name) => body(size, name))]),
  ]);
}

function body(size: 4 | 8, name: RmwName): number[] {
  const { load, store, one, access } = MACHINE[size];
  const [code, isOne] = INSTRUCTIONS[name];
  const operand = isOne ? one : [...OPERAND!, load, ...access];
  const operation = [...TARGET!, ...operand, 0xfe, code + (size === 8 ? 1 : 0), ...access];
  const bytes = [0, ...FETCH!, ...operation, store, ...access, END];
  return [bytes.length, ...bytes];
}

/** Lengths in LEB128, two bytes at most. */
function section(id: number, contents: number[]): number[] {
  const { length } = contents;
  return [id, ...(length < 128 ? [length] : [(length & 127) | 128, length >>> 7]), ...contents];
}
