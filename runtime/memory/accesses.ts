/**
 * Accesses by rank and offset as functions of WebAssembly, where loads and stores reach all regions: complete when they return.
 *
 * A program's module calls them at once: no wrapper of V8's lies between, which takes 24 to 37 instructions a call. What is outside of
 * a region is given to `refused`.
 */
import { type Code, constant, I32, moduleBytes, TYPES, type ValueType } from './assembler.ts';
import type { Space } from './space.ts';

type NativeFunction = (...values: never[]) => unknown;
/** put: (rank, offset, value), get: (rank, offset); `write` and `read`: (rank, offset, address here, size). */
export type DirectOperations = Readonly<Record<`${'put' | 'get'}${ValueType}` | 'write' | 'read', NativeFunction>>;
/** What cannot be accessed: does not return. */
export type Refused = (rank: number, offset: number, size: number, isPut: number) => void;

const [RANK, OFFSET, THIRD, SIZE] = [0, 1, 2, 3].map((index) => [0x20, index]) as [
  number[],
  number[],
  number[],
  number[],
];
const [IF, END, RETURN, OR, ADD, SUB, SHL, EQ, GT_U, GE_U] = [
  0x04, 0x0b, 0x0f, 0x72, 0x6a, 0x6b, 0x74, 0x46, 0x4b, 0x4f,
];
const NO_RESULT = 0x40;
const CALL_REFUSED = [0x10, 0];
const COPY = [0xfc, 10, 0, 0];
const REFUSED = { refused: [[I32, I32, I32, I32], []] } as const;

/** Where this memory has the regions of all ranks. */
export function copies(space: Space, refused: Refused): DirectOperations {
  const { THREADS, SHIFT } = space;
  const address = [...RANK, ...constant(SHIFT), SHL, ...OFFSET, ADD];
  /** `isOutside`: code that tells whether the bytes reach out of the region. */
  const checked = (isOutside: number[], size: number[], isPut: number) => [
    ...[...RANK, ...constant(THREADS), GE_U, ...isOutside, OR, IF, NO_RESULT],
    ...[...RANK, ...OFFSET, ...size, ...constant(isPut), ...CALL_REFUSED, END],
  ];
  const value = (size: number, isPut: number) =>
    checked([...OFFSET, ...constant(2 ** SHIFT - size), GT_U], constant(size), isPut);
  const bulk = (isPut: number) => checked([...SIZE, ...constant(2 ** SHIFT), ...OFFSET, SUB, GT_U], SIZE, isPut);
  return instance(
    space,
    refused,
    (load, store, size) => ({
      put: [...value(size, 1), ...address, ...THIRD, store, 0, 0],
      get: [...value(size, 0), ...address, load, 0, 0],
    }),
    {
      write: [...bulk(1), ...copyBytes(address, THIRD, SIZE)],
      read: [...bulk(0), ...copyBytes(THIRD, address, SIZE)],
    },
  );
}

/** Code that copies bytes of this memory at the end of a function: 4 or 8 at one stroke. Takes code that gives addresses and the size. */
export function copyBytes(to: readonly number[], from: readonly number[], size: readonly number[]): number[] {
  const inOnePiece = (['I32', 'I64'] as const).flatMap((type) => {
    const [, bytes, load, store] = TYPES[type];
    return [...size, ...constant(bytes), EQ, IF, NO_RESULT, ...to, ...from, load, 0, 0, store, 0, 0, RETURN, END];
  });
  return [...inOnePiece, ...to, ...from, ...size, ...COPY];
}

/** Of a provider that moves nothing; `begins`: code that each of its functions begins with. */
export function nothing(space: Space, refused: Refused, begins: readonly number[]): DirectOperations {
  const codes = (load: number) => ({ put: begins, get: [...begins, ...constant(0), load, 0, 0] });
  return instance(space, refused, codes, { write: begins, read: begins });
}

type Codes<Name extends string> = Readonly<Record<Name, readonly number[]>>;

function instance(
  space: Space,
  refused: Refused,
  codes: (load: number, store: number, size: number) => Codes<'put' | 'get'>,
  bulk: Codes<'write' | 'read'>,
): DirectOperations {
  const functions: Record<string, Code> = {};
  for (const [name, [type, size, load, store]] of Object.entries(TYPES)) {
    const { put, get } = codes(load, store, size);
    functions[`put${name}`] = [[I32, I32, type], [], put];
    functions[`get${name}`] = [[I32, I32], [type], get];
  }
  for (const name of ['write', 'read'] as const) functions[name] = [[I32, I32, I32, I32], [], bulk[name]];
  const module = new WebAssembly.Module(moduleBytes(functions, REFUSED));
  const imports = { m: { m: space.memory }, f: { refused } };
  return new WebAssembly.Instance(module, imports).exports as unknown as DirectOperations;
}
