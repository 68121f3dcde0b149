/**
 * Functions of WebAssembly that a module is given in the place of the environment's and of GASNet's: it calls them without V8's
 * wrapper, which takes 24 to 37 instructions.
 *
 * Takes the network's accesses that are complete on return (conduits/conduit.ts); gives functions by the names in the environment and in
 * the library. GASNet's take an address as its node sees it, of which the offset counts. A get that is begun has its value in a slot,
 * whose address is the handle; slots that are free are a list in memory.
 */
import type { NativeFunction } from '../abi.ts';
import type { DirectAccess } from '../conduits/conduit.ts';
import { type Code, constant, I32, moduleBytes, TYPES } from '../memory/assembler.ts';
import { FREE_VALUES } from '../memory/control.ts';
import type { Space } from '../memory/space.ts';
import { bulkFunctions, type Copy, MEMGET, MEMPUT, offsetOf, regionOf } from './directbulk.ts';
import type { ValueSlots } from './valueslots.ts';

export interface DirectFunctions {
  readonly environment: Readonly<Record<string, NativeFunction>>;
  readonly library: Readonly<Record<string, NativeFunction>>;
}

const PARAMETERS = [I32, I32, I32, I32];
const IMPORTS = {
  write: [PARAMETERS, []],
  read: [PARAMETERS, []],
  take: [[], [I32]],
  transfer: [[...PARAMETERS, I32], []],
  memget: [MEMGET, []],
  memput: [MEMPUT, []],
} as const;
type Names = keyof typeof IMPORTS;
const CALLS = Object.fromEntries(Object.keys(IMPORTS).map((name, index) => [name, [0x10, index]])) as Record<
  Names,
  number[]
>;
const { write: WRITE, read: READ, take: TAKE, transfer: TRANSFER } = CALLS;
const [IF, ELSE, END, ADD, EQ, SET, TEE] = [0x04, 0x05, 0x0b, 0x6a, 0x46, 0x21, 0x22];
const NO_RESULT = 0x40;
const [LOAD, STORE] = [
  [0x28, 2, 0],
  [0x36, 2, 0],
];
const COMPLETE = constant(0);
const local = (index: number): number[] => [0x20, index];

/** What these functions leave to the environment's and the library's own: copies between two other ranks, errors. */
export type Others = Record<'transfer' | 'memget' | 'memput', NativeFunction>;

export function directFunctions(
  space: Space,
  slots: ValueSlots,
  others: Others,
  access: DirectAccess,
): DirectFunctions {
  const { write, read, ...values } = access;
  const puts = Object.entries(values).filter(([name]) => name.startsWith('put'));
  const started = Object.fromEntries(puts.map(([name, put]) => [`startP${name.slice(1)}`, put]));
  const imports = { m: { m: space.memory }, f: { write, read, take: () => slots.take(), ...others } };
  const assembled = (functions: Record<string, Code>) =>
    new WebAssembly.Instance(new WebAssembly.Module(moduleBytes(functions, IMPORTS)), imports).exports as Record<
      string,
      NativeFunction
    >;
  const calls = assembled({ ...begunGets(space), transfer: ownTransfer(space) });
  const library = assembled({ ...gasnet(space), ...bulkFunctions(space, copies(space), CALLS) });
  return { environment: { ...values, ...started, ...calls }, library };
}

function begunGets({ BASE }: Space): Record<string, Code> {
  const free = constant(BASE + FREE_VALUES);
  // Parameters are rank, offset and size; the slot is local 3.
  const start = [
    ...[...free, ...LOAD, TEE, 3, IF, NO_RESULT, ...free, ...local(3), ...LOAD, ...STORE, ELSE, ...TAKE, SET, 3, END],
    ...[...local(0), ...local(1), ...local(3), ...local(2), ...READ, ...local(3)],
  ];
  const functions: Record<string, Code> = { startGet: [[I32, I32, I32], [I32], start, [I32]] };
  for (const [name, [type, , load]] of Object.entries(TYPES)) {
    const give = [...local(0), ...free, ...LOAD, ...STORE, ...free, ...local(0), ...STORE];
    functions[`endGet${name}`] = [[I32], [type], [...local(0), load, 0, 0, ...give]];
  }
  return functions;
}

/** (toRank, to, fromRank, from, size): a put of this rank's memory, or a get to there. */
function ownTransfer({ MYTHREAD, BASE }: Space): Code {
  const isOwn = (rank: number) => [...local(rank), ...constant(MYTHREAD), EQ, IF, NO_RESULT];
  const own = (offset: number) => [...local(offset), ...constant(BASE), ADD];
  const [to, from, size] = [[...local(0), ...local(1)], [...local(2), ...local(3)], local(4)];
  const code = [
    ...[...isOwn(2), ...to, ...own(3), ...size, ...WRITE, ELSE],
    ...[...isOwn(0), ...from, ...own(1), ...size, ...READ, ELSE],
    ...[...to, ...from, ...size, ...TRANSFER, END, END],
  ];
  return [[...PARAMETERS, I32], [], code];
}

/** All regions lie in this memory, in the order of ranks. */
function copies(space: Space): Record<'get' | 'put', Copy> {
  const place = (address: number[]) => [...regionOf(space, address), ...offsetOf(space, address)];
  return {
    get: (to, from, size) => [...place(from), ...to, ...size, ...READ],
    put: (to, from, size) => [...place(to), ...from, ...size, ...WRITE],
  };
}

/** An operation is complete on return, so all forms of it are one. */
function gasnet(space: Space): Record<string, Code> {
  const offset = (index: number) => offsetOf(space, local(index));
  const put = [...local(0), ...offset(1), ...local(2), ...local(3), ...WRITE];
  const get = [...local(1), ...offset(2), ...local(0), ...local(3), ...READ];
  const forms = (name: string, code: number[]): [string, Code][] =>
    ['', '_bulk'].flatMap((form): [string, Code][] => [
      [`gasnet_${name}${form}`, [PARAMETERS, [], code]],
      [`gasnet_${name}_nbi${form}`, [PARAMETERS, [], code]],
      [`gasnet_${name}_nb${form}`, [PARAMETERS, [I32], [...code, ...COMPLETE]]],
    ]);
  return Object.fromEntries([...forms('put', put), ...forms('get', get)]);
}
