/** Addresses of the job: rank and offset from them, and back, as each process numbers the regions. */
import { expect, it } from 'vitest';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { nodeAt } from '../../runtime/gasnet/addresses.ts';
import {
  addressOf,
  isAddress,
  isInMemory,
  isLoaded,
  isNear,
  isOwn,
  makeSpace,
  offsetOf,
  positionOf,
  processWord,
  rankOf,
} from '../../runtime/memory/space.ts';

const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });

/** Processes of a job: the threads of all, the region, the ranks of one, and those whose regions its memory has. */
it.each([
  { threads: 1, shift: 31, first: 0, reach: 1, origin: 0, regions: 1 },
  { threads: 4, shift: 30, first: 2, reach: 2, origin: 0, regions: 4 },
  { threads: 3, shift: 30, first: 1, reach: 2, origin: 0, regions: 3 },
  { threads: 9, shift: 30, first: 5, reach: 2, origin: 4, regions: 4 },
  { threads: 9, shift: 20, first: 6, reach: 3, origin: 4, regions: 5 },
  { threads: 4, shift: 31, first: 2, reach: 2, origin: 2, regions: 2 },
  { threads: 7, shift: 20, first: 5, reach: 2, origin: 5, regions: 2 },
  { threads: 7, shift: 31, first: 3, reach: 1, origin: 3, regions: 1 },
  { threads: 2 ** 18, shift: 31, first: 2 ** 17 + 1, reach: 2, origin: 2 ** 17 + 1, regions: 2 },
])('$reach of $threads threads from $first on, in a memory from $origin on', (process) => {
  const { threads, shift, first, reach, origin, regions } = process;
  const window = { FIRST: first, REACH: reach, ORIGIN: origin, REGIONS: regions, isLoaded: true };
  const space = makeSpace(memory, first, threads, shift, window);
  const ranks = [0, 1, origin - 1, origin, first - 1, first, first + reach - 1, first + reach, threads - 1];
  for (const rank of ranks.filter((each) => each >= 0 && each < threads))
    for (const offset of [0, 4096, 2 ** shift - 1]) {
      const address = addressOf(space, rank, offset | 0);
      const isIn = rank >= origin && rank < origin + regions;
      expect([rankOf(space, address), offsetOf(space, address) >>> 0]).toEqual([rank, offset]);
      expect(isAddress(space, address)).toBe(true);
      expect([isInMemory(space, address), isLoaded(space, address), isNear(space, rank)]).toEqual([isIn, isIn, isIn]);
      if (isIn) expect(address).toBe(((rank - origin) * 2 ** shift + offset) | 0);
    }
  expect(isAddress(space, threads * 2 ** shift)).toBe(false);
  expect(processWord(space, 4096) * 4).toBe(addressOf(space, first, 4096) >>> 0);
});

it('addresses of this memory may be signed or unsigned', () => {
  const space = makeSpace(memory, 3, 4, 31, { FIRST: 2, REACH: 2 });
  const address = addressOf(space, 3, 70000);
  expect(address).toBeLessThan(0);
  expect(rankOf(space, address >>> 0)).toBe(3);
  expect(offsetOf(space, address >>> 0)).toBe(70000);
});

it('the own region is known from those of other ranks with the same lower bits', () => {
  const space = makeSpace(memory, 5, 2 ** 18, 31, { FIRST: 4, REACH: 2 });
  const own = addressOf(space, 5, 70000);
  expect([own, own >>> 0].map((address) => isOwn(space, address))).toEqual([true, true]);
  for (const rank of [0, 4, 6, 7, 9])
    expect([isOwn, isLoaded].map((test) => test(space, addressOf(space, rank, 70000)))).toEqual([false, false]);
});

it('a position is the same number in all processes', () => {
  const spaces = [0, 2, 5].map((first) => makeSpace(memory, first, 7, 31, { FIRST: first, REACH: 2 }));
  for (const space of spaces) expect(positionOf(space, addressOf(space, 3, 70000))).toBe(3 * 2 ** 31 + 70000);
  for (const space of spaces) expect(positionOf(space, 0)).toBe(0);
});

it('GASNet names a byte by the node and the address there, whose regions go round', () => {
  const environment = { SHIFT: 20, THREADS: 5, runtime: { origins: [0, 2, 4] } } as unknown as RuntimeEnvironment;
  const nodes = [0, 1, 2, 3, 4].map((region) => nodeAt(environment, 3, (region << 20) + 70000));
  expect(nodes).toEqual([2, 3, 4, 0, 1]);
});
