/**
 * Shared heaps of two processes, each with a memory for the regions of its own two threads: what one of them frees or asks for
 * in the other is named by rank and offset.
 */
import { expect, test } from 'vitest';
import { PLACE } from '../../runtime/abi.ts';
import { type Answered, BEGIN_LOWERING, BEGIN_RAISING, type Words } from '../../runtime/core/am/services.ts';
import { awaited } from '../../runtime/core/awaited.ts';
import { Job } from '../../runtime/core/job.ts';
import { layOut } from '../../runtime/memory/layout.ts';
import { addressOf, counterpart, makeSpace, offsetOf, rankOf, type Space } from '../../runtime/memory/space.ts';
import { Border } from '../../runtime/segment/border.ts';
import { JobHeap } from '../../runtime/segment/jobheap.ts';
import { LATER, ProcessHeap } from '../../runtime/segment/processheap.ts';
import { RedZones } from '../../runtime/segment/redzones.ts';
import { SharedHeap } from '../../runtime/segment/sharedheap.ts';
import { SILENT } from '../support/reporter.ts';

const [THREADS, REACH, SHIFT] = [4, 2, 20];
const layout = layOut({ threads: THREADS, privateEnd: 0x8000, sharedEnd: 0x8000, addresses: THREADS << SHIFT });

type Services = Readonly<Record<number, Answered>>[];

/** The heaps as each thread has them; `debug`: with red zones. `told`: hears of each call of a service, behind it, with those of each rank. */
function heapsOfAll({ debug = false, told = (_number: number, _served: Services) => {} } = {}) {
  const served: Services = [];
  const memories = [0, 1].map(() => {
    const pages = (REACH << SHIFT) >>> 16;
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  });
  return Array.from({ length: THREADS }, (_, rank) => {
    const first = rank - (rank % REACH);
    const space = makeSpace(memories[first / REACH]!, rank, THREADS, SHIFT, { FIRST: first, REACH });
    const reporter = {
      ...SILENT,
      report: (message: string) => {
        throw new Error(message);
      },
    };
    const job = new Job(space, false, reporter);
    const call = (to: number, number: number, words: Words) => {
      const answer = served[to]![number]!(words);
      told(number, served);
      return answer;
    };
    const border = new Border(space);
    const zones = debug ? new RedZones(space, ['', 'a.upc:1', 'a.upc:2']) : undefined;
    const own = new ProcessHeap(space, new SharedHeap(job, layout, zones, border), border);
    served.push(own.answered);
    const heap = new JobHeap(job, layout, own, border, { call }, [0, 2]);
    heap.open();
    return { heap, space };
  });
}

test('a symmetric block has one offset in all processes, and is freed by its address on thread 0', () => {
  const [, one, two, three] = heapsOfAll();
  const address = three!.heap.allocateSymmetric('f', 1000);
  expect(rankOf(three!.space, address)).toBe(0);
  const other = one!.heap.allocateSymmetric('f', 1000);
  expect(offsetOf(one!.space, other)).toBeGreaterThanOrEqual(offsetOf(three!.space, address) + 1000);
  const inside = counterpart(two!.space, addressOf(two!.space, 0, offsetOf(three!.space, address)), 1);
  expect(() => two!.heap.free('upc_free', inside)).toThrow('points to the part on thread 1');
  two!.heap.free('upc_free', addressOf(two!.space, 0, offsetOf(three!.space, address)));
  expect(() => three!.heap.free('upc_free', address)).toThrow();
});

test('a local block of any thread is freed by any other', () => {
  const heaps = heapsOfAll();
  for (const owner of heaps)
    for (const { heap, space } of heaps) {
      const block = owner.heap.allocateLocal('f', 100);
      expect(rankOf(owner.space, block)).toBe(owner.space.MYTHREAD);
      const address = addressOf(space, owner.space.MYTHREAD, offsetOf(owner.space, block));
      heap.free('f', address);
      expect(() => heap.free('f', address)).toThrow();
    }
});

test('the border moves in all processes', () => {
  const [zero, , , three] = heapsOfAll();
  const heap = layout.sharedHeapEnd - layout.sharedHeapStart;
  expect(offsetOf(three!.space, three!.heap.allocateSymmetric('f', heap * 0.7))).toBeGreaterThan(0);
  expect(() => zero!.heap.allocateLocal('f', heap * 0.6)).toThrow('exhausted');
  expect(() => zero!.heap.allocateLocal('f', heap * 0.2)).not.toThrow();
});

test('nobody raises the border between the steps of one who lowers it', () => {
  const answers: Words[] = [];
  const told = (number: number, served: Services) => {
    if (number === BEGIN_LOWERING) answers.push(served[0]![BEGIN_RAISING]!([]));
  };
  const [zero, , , three] = heapsOfAll({ told });
  three!.heap.allocateLocal('f', (layout.sharedHeapEnd - layout.sharedHeapStart) * 0.6);
  expect(answers).toEqual([[LATER]]);
  expect(() => zero!.heap.allocateSymmetric('f', (layout.sharedHeapEnd - layout.sharedHeapStart) * 0.6)).toThrow(
    'thread 3',
  );
});

test.each([
  ['into', 'it points to byte 16 of a block of 40 bytes'],
  ['twice', 'allocated at a.upc:1 and freed at a.upc:2'],
  ['overrun', 'the block of 40 bytes was written beyond its end'],
])('what is wrong with a block of another process is told as of an own one: %s', (how, text) => {
  const [zero, , two, three] = heapsOfAll({ debug: true });
  const at = ({ space }: { space: Space }, place: number) => {
    space.I32[(space.BASE + PLACE) >>> 2] = place;
  };
  at(two!, 1);
  at(three!, 2);
  const block = two!.heap.allocateSymmetric('f', 40);
  if (how === 'overrun') zero!.space.U8[offsetOf(two!.space, block) + 40] = 0;
  if (how === 'twice') three!.heap.free('upc_free', block);
  expect(() => three!.heap.free('upc_free', how === 'into' ? block + 16 : block)).toThrow(text);
});

test('a word that is waited for has one number in all processes', () => {
  const spaces = heapsOfAll().map(({ space }) => space);
  const numbers = [0, 1, 2, 3].map((rank) =>
    spaces.map((space) => awaited(space, addressOf(space, rank, 0x9000)).word),
  );
  for (const each of numbers) expect(new Set(each).size).toBe(1);
  expect(new Set(numbers.flat()).size).toBe(4);
  expect(numbers.flat().every((number) => number! < -1)).toBe(true);
});
