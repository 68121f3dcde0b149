/**
 * Folds and scans in pieces where the memory of other threads cannot be read at all: this thread has a memory of its own,
 * without room for their regions, and one-sided copies alone lead to and from theirs.
 */
import { describe, expect, test } from 'vitest';
import { cursorAt, type SharedArray } from '../../runtime/collectives/blocked.ts';
import { MACHINE_TYPES } from '../../runtime/collectives/kernels.ts';
import { Pieces } from '../../runtime/collectives/pieces.ts';
import { inPlace, loopsOf, type Reduction, viewOf } from '../../runtime/collectives/reduction.ts';
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { Job } from '../../runtime/core/job.ts';
import { Reach } from '../../runtime/extended/reach.ts';
import { ValueSlots } from '../../runtime/extended/valueslots.ts';
import { addressOf, isInMemory, makeSpace, offsetOf, rankOf, type Space } from '../../runtime/memory/space.ts';
import { SILENT } from '../support/reporter.ts';

const [THREADS, SHIFT, MYTHREAD] = [3, 20, 1];
const REGION = 1 << SHIFT;
/** Offsets of source, destination and heap. */
const [SOURCE, DESTINATION, HEAP] = [0x20000, 0x70000, 0xc0000];
const RUBBISH = 0xa5;
const COUNTS = [1, 2, 7, 100, 4099, 40001];
const BLOCKS = [0, 1, 3, 1000, 4097, 17001];
const [UNSIGNED_CHAR, INT] = [1, 4];
/** Initial contents of memory, and of regions that are not real. */
const CONTENTS = Uint8Array.from({ length: THREADS * REGION }, (_, i) => (i * 37) ^ (i >>> 7));
const UNREAL = Buffer.alloc(REGION, RUBBISH);

function newSpace(regions = THREADS): Space {
  const pages = (regions * REGION) >>> 16;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  if (regions === THREADS) return makeSpace(memory, MYTHREAD, THREADS, SHIFT);
  return makeSpace(memory, MYTHREAD, THREADS, SHIFT, { FIRST: MYTHREAD, REACH: regions });
}

/** Visits elements from `own`, which has this thread's region alone; `others` has the others'. */
function piecesOf(own: Space, others: Space): Pieces {
  const job = new Job(own, false, SILENT);
  const heap = { allocate: () => own.BASE + HEAP, free() {}, reallocate: () => 0, sizeOf: () => 0, keep() {} };
  /** The bytes from an address on. */
  const bytesAt = (address: number, size: number) => {
    if (isInMemory(own, address)) return own.U8.subarray(address, address + size);
    const start = rankOf(own, address) * REGION + offsetOf(own, address);
    return others.U8.subarray(start, start + size);
  };
  const movement = {
    copy: (to: number, from: number, size: number) => {
      bytesAt(to, size).set(bytesAt(from, size));
      return COMPLETE;
    },
    move: () => {},
    fill: () => COMPLETE,
    test: () => true,
  };
  return new Pieces(job, new Reach(job, movement, false, new ValueSlots(job, heap)), heap);
}

/** Order matters to it. */
function reductionOn(space: Space, type: number): Reduction {
  const machine = MACHINE_TYPES[type]!;
  const view = viewOf(space, machine);
  const call = (one: number, other: number) => (type === INT ? (one * 31 + other) | 0 : (one * 31 + other) & 255);
  const { logSize } = machine;
  return { loops: loopsOf(call as never, view, logSize), view, logSize, ordered: true, visits: inPlace(space) };
}

/** All memory as it would be, in `whole`, and the two parts of it that this thread and the others have. */
function memories(): { whole: Space; own: Space; others: Space } {
  const [whole, own, others] = [newSpace(), newSpace(1), newSpace()];
  whole.U8.set(CONTENTS);
  others.U8.set(CONTENTS);
  others.U8.set(UNREAL, others.BASE);
  own.U8.set(CONTENTS.subarray(whole.BASE, whole.BASE + REGION));
  return { whole, own, others };
}

/** An array as each memory numbers its place. */
function arrayAt(offset: number, block: number, size: number, thread: number, phase: number) {
  const within = block === 0 ? 0 : phase % block;
  return (space: Space): SharedArray => {
    const address = addressOf(space, thread, offset + within * size);
    return { address, phase: within, block, size };
  };
}

/** The first bytes of the region of a thread. */
function regionOf(space: Space, thread: number, bytes: number): Buffer {
  const start = addressOf(space, thread, 0);
  return Buffer.from(space.U8.slice(start, start + bytes));
}

describe.each([UNSIGNED_CHAR, INT])('elements of type %i', (type) => {
  const size = 1 << MACHINE_TYPES[type]!.logSize;

  test.each(BLOCKS)('in blocks of %i are combined in their order', (block) => {
    const { whole, own, others } = memories();
    const pieces = piecesOf(own, others);
    for (const count of COUNTS)
      for (const thread of [0, 1, 2]) {
        const array = arrayAt(SOURCE, block, size, thread, 5);
        const share = (space: Space) => ({
          ...{ array: array(space), from: cursorAt(space, array(space), 2) },
          ...{ start: 2, count },
        });
        const wanted = inPlace(whole).fold(reductionOn(whole, type), share(whole));
        expect(pieces.fold(reductionOn(own, type), share(own))).toBe(wanted);
      }
  });

  test.each(BLOCKS)('in blocks of %i get their results, and nothing else changes', (block) => {
    for (const count of COUNTS.slice(2))
      for (const distance of [0, 1]) {
        const { whole, own, others } = memories();
        const source = arrayAt(SOURCE, block, size, 2, 1);
        const destination = arrayAt(DESTINATION, block, size, (2 + distance) % THREADS, 1 + distance);
        inPlace(whole).scan(reductionOn(whole, type), source(whole), destination(whole), 3, count, 7);
        piecesOf(own, others).scan(reductionOn(own, type), source(own), destination(own), 3, count, 7);
        for (let thread = 0; thread < THREADS; thread++) {
          const real = thread === MYTHREAD ? own : others;
          expect(regionOf(real, thread, HEAP).equals(regionOf(whole, thread, HEAP))).toBe(true);
        }
      }
  });
});

test('an array of indefinite block size is one block, however large', () => {
  const large = { SHIFT: 31, THREADS: 2, ORIGIN: 0, REGIONS: 1 } as Space;
  const { address, left } = cursorAt(large, { address: 4096, phase: 0, block: 0, size: 1 }, 2 ** 30 + 5);
  expect([rankOf(large, address), offsetOf(large, address)]).toEqual([0, 4096 + 2 ** 30 + 5]);
  expect(left).toBeGreaterThan(2 ** 29);
});
