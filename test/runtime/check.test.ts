/** The quick test of -g lets through what the full one finds right, and nothing else. */
import { expect, test } from 'vitest';
import { ERRNO, STATICS } from '../../runtime/abi.ts';
import { accessFault, accessTest } from '../../runtime/memory/check.ts';
import { layOut } from '../../runtime/memory/layout.ts';
import { makeSpace } from '../../runtime/memory/space.ts';

const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
const SIZES = [1, 2, 4, 8, 24, 4096, 2 ** 30, 2 ** 31 - 1, -1, -(2 ** 31)];

const CASES: [threads: number, coarrays?: true][] = [[1], [2, true], [3], [4, true], [7], [64]];

test.each(CASES)('%i threads, with coarrays %s', (threads, coarrays) => {
  const layout = layOut({ threads, privateEnd: STATICS + 1000, sharedEnd: STATICS + 3000, coarrays });
  const heap = { end: layout.sharedHeapEnd + 5000 };
  const { privateStaticsEnd, staticsEnd, stackTop, sharedHeapEnd, heapEnd, shift } = layout;
  const bounds = [0, 4096, STATICS, privateStaticsEnd, staticsEnd, stackTop, sharedHeapEnd, heap.end, heapEnd];
  const offsets = bounds.flatMap((bound) => [-4096, -24, -8, -4, -1, 0, 1, 4, 8].map((distance) => bound + distance));
  const outside = Math.min(threads + 1, 2 ** (32 - shift));
  for (let me = 0; me < threads; me += Math.ceil(threads / 3)) {
    const space = makeSpace(memory, me, threads, shift);
    const isRight = accessTest(space, layout, heap);
    for (let thread = 0; thread < outside; thread++)
      for (const offset of offsets.filter((number) => number < ERRNO || number >= ERRNO + 4))
        for (const size of SIZES) {
          const address = ((thread << shift) + offset) | 0;
          const fault = accessFault(space, layout, heap, address, size >>> 0);
          if (isRight(address, size) !== (fault === undefined))
            expect.fail(`thread ${me}, offset ${offset} of thread ${thread}, ${size} bytes: ${fault}`);
        }
  }
});
