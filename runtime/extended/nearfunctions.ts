/**
 * Functions of WebAssembly that a module is given where loads and stores reach some other ranks, as those of its host, and the network the rest.
 *
 * Takes the environment's and the library's own functions; gives some of the same names and arguments, which load and store what is
 * near, and call the own one for the rest: so V8's wrapper around calls of JavaScript is paid for what goes over the network alone.
 */
import { STATICS } from '../abi.ts';
import { copyBytes } from '../memory/accesses.ts';
import { type Code, constant, I32, moduleBytes, TYPES, type Type } from '../memory/assembler.ts';
import type { Layout } from '../memory/layout.ts';
import type { Space } from '../memory/space.ts';
import { bulkFunctions, MEMGET, MEMPUT, offsetOf } from './directbulk.ts';
import type { DirectFunctions, Others } from './directfunctions.ts';
import type { Values } from './values.ts';

const [IF, ELSE, END, AND, ADD, SUB, SHL, LT_U] = [0x04, 0x05, 0x0b, 0x71, 0x6a, 0x6b, 0x74, 0x49];
const NO_RESULT = 0x40;
const local = (index: number): number[] => [0x20, index];

/** Parameters and results of the environment's functions, by name. */
const ACCESSES: Readonly<Record<string, Type>> = {
  startGet: [[I32, I32, I32], [I32]],
  transfer: [[I32, I32, I32, I32, I32], []],
  ...Object.assign(
    {},
    ...Object.entries(TYPES).map(([name, [type]]) => ({
      [`get${name}`]: [[I32, I32], [type]],
      [`put${name}`]: [[I32, I32, type], []],
      [`startPut${name}`]: [[I32, I32, type], []],
      [`endGet${name}`]: [[I32], [type]],
    })),
  ),
};
const IMPORTS: Readonly<Record<string, Type>> = { ...ACCESSES, memget: [MEMGET, []], memput: [MEMPUT, []] };
const NAMES = Object.keys(IMPORTS);
const call = (name: string): number[] => [0x10, NAMES.indexOf(name)];

/** `own`: the functions for what is not near, and for errors. */
export function nearFunctions(space: Space, layout: Pick<Layout, 'heapStart'>, own: Values & Others): DirectFunctions {
  const imports = { m: { m: space.memory }, f: { ...own } };
  const calls = { memget: call('memget'), memput: call('memput') };
  const bulk = bulkFunctions(space, { get: copyBytes, put: copyBytes }, calls);
  const module = new WebAssembly.Module(moduleBytes({ ...accesses(space, layout), ...bulk }, IMPORTS));
  const { upc_memget, upc_memput, ...environment } = new WebAssembly.Instance(module, imports)
    .exports as DirectFunctions['environment'];
  return { environment, library: { upc_memget: upc_memget!, upc_memput: upc_memput! } };
}

function accesses(space: Space, { heapStart }: Pick<Layout, 'heapStart'>): Record<string, Code> {
  const near = (rank: number) => [...local(rank), ...constant(space.NEAREST), SUB, ...constant(space.NEAR), LT_U];
  const at = (rank: number) => [
    ...[...local(rank), ...constant(space.ORIGIN), SUB, ...constant(space.SHIFT), SHL],
    ...[...local(rank + 1), ADD],
  ];
  const copy = [...near(0), ...near(2), AND];
  const functions: Record<string, Code> = {
    startGet: either('startGet', near(0), at(0)), // the handle is the value's address
    transfer: either('transfer', copy, copyBytes(at(0), at(2), local(4))),
  };
  for (const [name, [, , load, store]] of Object.entries(TYPES)) {
    const put = [...at(0), ...local(2), store, 0, 0];
    functions[`get${name}`] = either(`get${name}`, near(0), [...at(0), load, 0, 0]);
    functions[`put${name}`] = either(`put${name}`, near(0), put);
    functions[`startPut${name}`] = either(`startPut${name}`, near(0), put);
    functions[`endGet${name}`] = either(`endGet${name}`, isNoSlot(space, heapStart), [...local(0), load, 0, 0]);
  }
  return functions;
}

/** A handle is the address of a value, or of a slot, which lies before the static objects or on the private heap (valueslots.ts). */
function isNoSlot(space: Space, heapStart: number): number[] {
  return [...offsetOf(space, local(0)), ...constant(STATICS), SUB, ...constant(heapStart - STATICS), LT_U];
}

/** The function of that name: `code` if the test holds, else the own one. */
function either(name: string, test: number[], code: number[]): Code {
  const [parameters, results] = ACCESSES[name]!;
  const own = [...parameters.flatMap((_, index) => local(index)), ...call(name)];
  return [parameters, results, [...test, IF, results[0] ?? NO_RESULT, ...code, ELSE, ...own, END]];
}
