/**
 * Functions of WebAssembly for near ranks (runtime/extended/nearfunctions.ts), from JavaScript: what they load and store themselves, and what
 * they leave to the environment's and the library's own. The memory has the regions of ranks 2 and 3 of a job of six; this one is 3.
 */
import { expect, test } from 'vitest';
import { STATICS } from '../../runtime/abi.ts';
import { nearFunctions } from '../../runtime/extended/nearfunctions.ts';
import { addressOf, makeSpace } from '../../runtime/memory/space.ts';

const [RANKS, SHIFT, ORIGIN, REGIONS, MYTHREAD] = [6, 20, 2, 2, 3];
const REGION = 2 ** SHIFT;
const HEAP_START = REGION / 2;
const OWN = (MYTHREAD - ORIGIN) * REGION;
const PLACE = STATICS + 128;
type Call = (...values: (number | bigint)[]) => number | bigint;

/** The functions, and the calls of the own ones with their arguments, which give `answer`. */
function made(answer: number | bigint = 0) {
  const memory = new WebAssembly.Memory({ initial: 32, maximum: 32, shared: true });
  const window = { FIRST: MYTHREAD, REACH: 1, ORIGIN, REGIONS, isLoaded: true };
  const space = makeSpace(memory, MYTHREAD, RANKS, SHIFT, window);
  const calls: (readonly (string | number | bigint)[])[] = [];
  const names = ['I8', 'U8', 'I16', 'U16', 'I32', 'I64', 'F32', 'F64'].flatMap((type) =>
    ['get', 'put', 'startPut', 'endGet'].map((kind) => kind + type),
  );
  const own = Object.fromEntries(
    [...names, 'startGet', 'transfer', 'memget', 'memput'].map((name) => [
      name,
      (...values: number[]) => {
        calls.push([name, ...values]);
        return answer;
      },
    ]),
  );
  const { environment, library } = nearFunctions(space, { heapStart: HEAP_START }, own as never);
  return { space, calls, environment: environment as Record<string, Call>, library: library as Record<string, Call> };
}

const VALUES = [
  ['I8', -3],
  ['U8', 253],
  ['I16', -300],
  ['U16', 65000],
  ['I32', -100000],
  ['I64', -(2n ** 40n)],
  ['F32', 0.5],
  ['F64', 1 / 3],
] as const;

test.each(VALUES)('values of type %s are loaded from and stored to near ranks', (type, value) => {
  const { environment, space, calls } = made();
  for (const put of ['put', 'startPut'])
    for (const rank of [2, 3]) {
      const at = ((rank - ORIGIN) * REGION + PLACE) / space[type].BYTES_PER_ELEMENT;
      space.U8.fill(0);
      environment[put + type]!(rank, PLACE, value);
      expect(space[type][at]).toBe(value);
      expect(environment[`get${type}`]!(rank, PLACE)).toBe(value);
      const handle = environment.startGet!(rank, PLACE, space[type].BYTES_PER_ELEMENT);
      expect(environment[`endGet${type}`]!(handle)).toBe(value);
    }
  expect(calls).toEqual([]);
});

test.each(VALUES)('values of type %s of other ranks are left to the own functions', (type, value) => {
  const { environment, space, calls } = made(value);
  const wanted: (readonly unknown[])[] = [];
  for (const rank of [0, 1, 4, 5]) {
    for (const put of ['put', 'startPut']) {
      environment[put + type]!(rank, PLACE, value);
      wanted.push([put + type, rank, PLACE, value]);
    }
    expect(environment[`get${type}`]!(rank, PLACE)).toBe(value);
    wanted.push([`get${type}`, rank, PLACE]);
  }
  for (const slot of [OWN + 1024, OWN + HEAP_START, OWN + REGION - 16]) {
    expect(environment[`endGet${type}`]!(slot)).toBe(value);
    wanted.push([`endGet${type}`, slot]);
  }
  expect(calls).toEqual(wanted);
  expect(space.U8.some((byte) => byte !== 0)).toBe(false);
});

test('gets of other ranks are begun by the own function, which gives a slot', () => {
  const { environment, calls } = made(OWN + 1024);
  expect(environment.startGet!(5, PLACE, 8)).toBe(OWN + 1024);
  expect(calls).toEqual([['startGet', 5, PLACE, 8]]);
});

test('bytes are copied between near ranks, whatever their number; copies with others are left', () => {
  const { environment, space, calls } = made();
  for (const size of [0, 1, 2, 3, 4, 7, 8, 9, 16, 1000]) {
    space.U8.fill(7, PLACE, PLACE + 2000);
    space.U8.fill(0, REGION);
    environment.transfer!(3, PLACE, 2, PLACE + 8, size);
    expect(space.U8.subarray(REGION).reduce((sum, byte) => sum + byte, 0)).toBe(7 * size);
  }
  expect(calls).toEqual([]);
  for (const ranks of [
    [1, 2],
    [2, 4],
    [0, 5],
  ] as const)
    environment.transfer!(ranks[0], PLACE, ranks[1], PLACE, 16);
  expect(calls).toEqual([
    ['transfer', 1, PLACE, 2, PLACE, 16],
    ['transfer', 2, PLACE, 4, PLACE, 16],
    ['transfer', 0, PLACE, 5, PLACE, 16],
  ]);
});

test('upc_memget and upc_memput copy between the own memory and near ranks', () => {
  const { library, space, calls } = made();
  const near = addressOf(space, 2, PLACE);
  space.U8.fill(9, PLACE, PLACE + 100);
  library.upc_memget!(OWN + PLACE, near, 0, 100);
  expect(space.U8.subarray(OWN + PLACE, OWN + PLACE + 101)).toEqual(
    Uint8Array.from({ length: 101 }, (_, i) => (i < 100 ? 9 : 0)),
  );
  space.U8.fill(5, OWN + HEAP_START, OWN + HEAP_START + 8);
  library.upc_memput!(near + 8, 0, OWN + HEAP_START, 8);
  expect(space.U8.subarray(PLACE + 7, PLACE + 17)).toEqual(Uint8Array.of(9, 5, 5, 5, 5, 5, 5, 5, 5, 9));
  expect(calls).toEqual([]);
});

test('upc_memget and upc_memput of other ranks, and what is wrong, are left to the own functions', () => {
  const { library, space, calls } = made();
  const addresses = [0, 1, 4, 5].map((rank) => addressOf(space, rank, PLACE));
  addresses.push(2 ** 40 + PLACE, 0); // no region; null
  addresses.push(REGION - 8); // beyond its region
  for (const address of addresses) {
    library.upc_memget!(OWN + PLACE, address, 0, 16);
    library.upc_memput!(address, 0, OWN + PLACE, 16);
  }
  library.upc_memget!(PLACE, PLACE, 0, 16); // not the own memory
  expect(calls).toEqual([
    ...addresses.flatMap((address) => [
      ['memget', OWN + PLACE, address, 0, 16],
      ['memput', address, 0, OWN + PLACE, 16],
    ]),
    ['memget', PLACE, PLACE, 0, 16],
  ]);
});
