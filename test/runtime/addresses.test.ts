/** Addresses of the job: rank and offset from them, and back, as each process numbers the regions. */
import { expect, it } from 'vitest';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { nodeAt } from '../../runtime/gasnet/addresses.ts';
import {
  addressOf,
  isAddress,
  isEven,
  isInMemory,
  isOwn,
  makeSpace,
  offsetOf,
  positionOf,
  rankOf,
} from '../../runtime/memory/space.ts';

const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });

/** Processes of a job: the threads of all, the region, and the ranks of one. */
it.each([
  { threads: 1, shift: 31, first: 0, reach: 1, holdsAll: true },
  { threads: 4, shift: 30, first: 2, reach: 2, holdsAll: true },
  { threads: 3, shift: 30, first: 1, reach: 2, holdsAll: true },
  { threads: 4, shift: 31, first: 2, reach: 2, holdsAll: false },
  { threads: 7, shift: 20, first: 5, reach: 2, holdsAll: false },
  { threads: 7, shift: 31, first: 3, reach: 1, holdsAll: false },
  { threads: 2 ** 18, shift: 31, first: 2 ** 17 + 1, reach: 2, holdsAll: false },
])('$reach of $threads threads from $first on', ({ threads, shift, first, reach, holdsAll }) => {
  const space = makeSpace(memory, first, threads, shift, first, reach, holdsAll);
  const ranks = [0, 1, first - 1, first, first + reach - 1, first + reach, threads - 1];
  for (const rank of ranks.filter((each) => each >= 0 && each < threads))
    for (const offset of [0, 4096, 2 ** shift - 1]) {
      const address = addressOf(space, rank, offset | 0);
      expect([rankOf(space, address), offsetOf(space, address) >>> 0]).toEqual([rank, offset]);
      expect(isAddress(space, address)).toBe(true);
      expect(isInMemory(space, address)).toBe(holdsAll || (rank >= first && rank < first + reach));
      if (isInMemory(space, address)) expect(address).toBe(address | 0);
    }
  expect(isAddress(space, threads * 2 ** shift)).toBe(false);
});

it('addresses of this memory may be signed or unsigned', () => {
  const space = makeSpace(memory, 3, 4, 31, 2, 2, false);
  const address = addressOf(space, 3, 70000);
  expect(address).toBeLessThan(0);
  expect(rankOf(space, address >>> 0)).toBe(3);
  expect(offsetOf(space, address >>> 0)).toBe(70000);
});

it('the own region is known from those of other ranks with the same lower bits', () => {
  const space = makeSpace(memory, 5, 2 ** 18, 31, 4, 2, false);
  const own = addressOf(space, 5, 70000);
  expect([own, own >>> 0].map((address) => isOwn(space, address))).toEqual([true, true]);
  for (const rank of [0, 4, 6, 7, 9]) expect(isOwn(space, addressOf(space, rank, 70000))).toBe(false);
});

it('a position is the same number in all processes', () => {
  const spaces = [0, 2, 5].map((first) => makeSpace(memory, first, 7, 31, first, 2, false));
  for (const space of spaces) expect(positionOf(space, addressOf(space, 3, 70000))).toBe(3 * 2 ** 31 + 70000);
  for (const space of spaces) expect(positionOf(space, 0)).toBe(0);
});

it('regions are evenly apart where they fill a memory, or begin with the first', () => {
  const even = (threads: number, first: number) => isEven(makeSpace(memory, first, threads, 30, first, 1, true));
  expect([even(4, 0), even(4, 2), even(3, 0), even(3, 1)]).toEqual([true, true, true, false]);
  const space = makeSpace(memory, 2, 4, 30, 2, 2, true);
  for (const rank of [1, 2, 3]) expect(addressOf(space, rank, 8)).toBe((addressOf(space, rank - 1, 8) + 2 ** 30) | 0);
});

it('GASNet names a byte by the node and the address there, whose regions go round', () => {
  const environment = { SHIFT: 20, THREADS: 5, runtime: { leaders: [0, 2, 4] } } as unknown as RuntimeEnvironment;
  const nodes = [0, 1, 2, 3, 4].map((region) => nodeAt(environment, 3, (region << 20) + 70000));
  expect(nodes).toEqual([2, 3, 4, 0, 1]);
});
