/** Accesses that are complete on return (runtime/memory/accesses.ts), from JavaScript: what they move, and what they refuse. */
import { expect, test } from 'vitest';
import { copies, type DirectOperations } from '../../runtime/memory/accesses.ts';
import { makeSpace } from '../../runtime/memory/space.ts';

const [RANKS, SHIFT] = [3, 16];
const REGION = 2 ** SHIFT;
type Call = (...values: (number | bigint)[]) => number | bigint;

function made() {
  const memory = new WebAssembly.Memory({ initial: RANKS, maximum: RANKS, shared: true });
  const space = makeSpace(memory, 0, RANKS, SHIFT);
  const refusals: number[][] = [];
  const refused = (...values: number[]) => {
    refusals.push(values);
    throw new Error('refused');
  };
  const operations = copies(space, refused) as DirectOperations & Record<string, Call>;
  return { space, refusals, operations };
}

test.each([
  ['I8', -3],
  ['U8', 253],
  ['I16', -300],
  ['U16', 65000],
  ['I32', -100000],
  ['I64', -(2n ** 40n)],
  ['F32', 0.5],
  ['F64', 1 / 3],
] as const)('values of type %s go to the rank and come from it', (type, value) => {
  const { operations, space } = made();
  (operations[`put${type}`] as Call)(2, 64, value);
  expect((operations[`get${type}`] as Call)(2, 64)).toBe(value);
  expect(space[type][(2 * REGION + 64) / space[type].BYTES_PER_ELEMENT]).toBe(value);
});

test('bytes are copied, whatever their number', () => {
  const { operations, space } = made();
  for (const size of [0, 1, 2, 3, 4, 7, 8, 9, 16, 1000]) {
    space.U8.fill(7, 0, 2000);
    space.U8.fill(0, REGION, 2 * REGION);
    (operations.write as Call)(1, 128, 16, size);
    expect(space.U8.subarray(REGION, 2 * REGION).reduce((sum, byte) => sum + byte, 0)).toBe(7 * size);
    (operations.read as Call)(1, 128, 4096, size);
    expect(space.U8.subarray(4096, 4096 + size).every((byte) => byte === 7)).toBe(true);
  }
});

test('what is no rank, or not in its region, is refused', () => {
  const { operations, refusals } = made();
  const calls: (readonly [string, number[], number[]])[] = [
    ['putI32', [3, 0, 1], [3, 0, 4, 1]],
    ['getI32', [-1, 0], [-1, 0, 4, 0]],
    ['getF64', [1, REGION - 4], [1, REGION - 4, 8, 0]],
    ['putI8', [1, REGION, 1], [1, REGION, 1, 1]],
    ['write', [1, REGION - 8, 0, 9], [1, REGION - 8, 9, 1]],
    ['read', [1, 0, 0, -1], [1, 0, -1, 0]],
  ];
  for (const [name, values] of calls) expect(() => (operations[name] as Call)(...values)).toThrow('refused');
  expect(refusals).toEqual(calls.map(([, , refusal]) => refusal));
  (operations.putF64 as Call)(1, REGION - 8, 1);
});
