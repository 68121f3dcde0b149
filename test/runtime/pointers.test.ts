/** Pointers-to-shared in memory, in both forms. */
import { expect, it } from 'vitest';
import { rankBits } from '../../runtime/abi.ts';
import { sharedPointers } from '../../runtime/memory/pointers.ts';
import { addressOf, makeSpace } from '../../runtime/memory/space.ts';

const PLACE = 512;
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });

it.each([
  { wide: false, threads: 4, shift: 30, rank: 3, offset: 2 ** 30 - 8, phase: 2 ** 31 - 1 },
  { wide: true, threads: 1, shift: 31, rank: 0, offset: 70000, phase: 2 ** 31 - 1 },
  { wide: true, threads: 4, shift: 31, rank: 3, offset: 70000, phase: 2 ** 29 - 1 },
  { wide: true, threads: 2 ** 18, shift: 31, rank: 2 ** 18 - 1, offset: 2 ** 31 - 4, phase: 2 ** 14 - 1 },
])('a pointer is read as it was written: $wide $threads', ({ wide, threads, shift, rank, offset, phase }) => {
  const space = makeSpace(memory, 0, threads, shift, { FIRST: 0, REACH: wide ? 1 : threads });
  const pointers = sharedPointers(space, wide);
  const address = addressOf(space, rank, offset);
  pointers.write(PLACE, address, phase);
  expect([pointers.addressAt(PLACE), pointers.phaseAt(PLACE)]).toEqual([address, phase]);
  pointers.write(PLACE, 0, 0);
  expect(new Int32Array(memory.buffer, PLACE, 2)).toEqual(Int32Array.of(0, 0));
});

it('ranks take as many bits as the last one has', () => {
  expect([1, 2, 3, 4, 5, 2 ** 18].map(rankBits)).toEqual([0, 1, 2, 2, 3, 18]);
});
