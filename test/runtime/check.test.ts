/** The quick test of -g lets through what the full one finds right, and nothing else. */
import { expect, test } from 'vitest';
import { ERRNO, STATICS } from '../../runtime/abi.ts';
import {
  accessFault,
  accessTest,
  elsewhereFault,
  isPrivate,
  rangeFault,
  surelyInside,
} from '../../runtime/memory/check.ts';
import { layOut } from '../../runtime/memory/layout.ts';
import { addressOf, makeSpace } from '../../runtime/memory/space.ts';

const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
const SIZES = [1, 2, 4, 8, 24, 4096, 2 ** 30, 2 ** 31 - 1, -1, -(2 ** 31)];

const CASES: [threads: number, coarrays?: true][] = [[1], [2, true], [3], [4, true], [7], [64]];

test.each(CASES)('%i threads, with coarrays %s', (threads, coarrays) => {
  const layout = layOut({ threads, privateEnd: STATICS + 1000, sharedEnd: STATICS + 3000, coarrays, network: 9000 });
  const heap = { end: layout.heapStart + 5000 };
  const { privateStaticsEnd, staticsEnd, sharedHeapEnd, stackTop, heapStart, heapEnd, shift } = layout;
  const bounds = [
    ...[0, 4096, STATICS, privateStaticsEnd, staticsEnd, sharedHeapEnd, stackTop, heapStart, heap.end, heapEnd],
  ];
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

test('memory of ranks elsewhere is checked by rank and offset', () => {
  const layout = layOut({ threads: 4, perProcess: 2, privateEnd: STATICS + 1000, sharedEnd: STATICS + 3000 });
  const { shift, sharedStaticsStart, sharedHeapStart, stackLimit } = layout;
  const heap = { end: layout.heapStart };
  const space = makeSpace(memory, 2, 4, shift, { FIRST: 2, REACH: 2 });
  const fault = (rank: number, offset: number) => accessFault(space, layout, heap, addressOf(space, rank, offset), 8);
  for (const rank of [0, 1, 2, 3]) {
    expect(fault(rank, sharedStaticsStart)).toBeUndefined();
    expect(surelyInside(space, addressOf(space, rank, sharedHeapStart), 8)).toBe(true);
    const at = `offset 0x${stackLimit.toString(16)} of thread ${rank}`;
    const other = `private memory of thread ${rank}, reached from thread 2 (${at})`;
    expect(fault(rank, stackLimit)).toBe(rank === 2 ? undefined : other);
    expect(isPrivate(space, layout, addressOf(space, rank, stackLimit))).toBe(rank === 2);
    const elsewhere = elsewhereFault(space, addressOf(space, rank, sharedHeapStart));
    expect(elsewhere).toBe(rank >= 2 ? undefined : 'no thread of this process has this address');
    if (rank >= 2) expect(accessTest(space, layout, heap)(addressOf(space, rank, sharedHeapStart), 8)).toBe(true);
  }
  for (const me of [2, 3])
    expect(rangeFault(makeSpace(memory, me, 4, shift, { FIRST: 2, REACH: 2 }), 16, 8)).toBe('null pointer');
  expect(rangeFault(space, addressOf(space, 0, 16), 8)).toBe('null pointer (offset 0x10 of thread 0)');
  expect(rangeFault(space, addressOf(space, 1, 16), 8)).toBe(
    'null pointer, moved to thread 1 (offset 0x10 of thread 1)',
  );
  const end = 2 ** shift - 4;
  const beyond = `reaches beyond the memory of thread 1 (offset 0x${end.toString(16)} of thread 1)`;
  expect(rangeFault(space, addressOf(space, 1, end), 8)).toBe(beyond);
  expect(rangeFault(space, 4 * 2 ** shift, 8)).toBe('no thread has this address (THREADS is 4)');
});
