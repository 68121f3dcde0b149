/** Copies and atomic operations between memories: what goes to the network names a rank and an offset. */
import { expect, test } from 'vitest';
import { COMPLETE, type RemoteMemory } from '../../runtime/conduits/conduit.ts';
import type { Job } from '../../runtime/core/job.ts';
import { Atomic } from '../../runtime/extended/atomics/atomic.ts';
import type { Words32, Words64 } from '../../runtime/extended/atomics/words.ts';
import { sharedBits } from '../../runtime/extended/bits.ts';
import { RemoteMovement } from '../../runtime/extended/movement.ts';
import type { ReferenceMemory } from '../../runtime/extended/reference/memory.ts';
import { addressOf, makeSpace } from '../../runtime/memory/space.ts';

const THREADS = 64;
const SHIFT = 31;
const ME = 5;
/** Ranks with the same lower bits of their addresses as this one's, in this memory and out of it. */
const OTHERS = [4, 6, 7, 9, 63, 0];
const BUFFER = 2 ** 20;
const SEGMENT_END = 2 ** 24;

/** A handle of an access by messages. */
const MESSAGE = 7;

/** A rank of a memory for two of them; all calls of the network are noted. */
function rankWithNetwork() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const space = makeSpace(memory, ME, THREADS, SHIFT, { FIRST: 4, REACH: 2 });
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) => {
      calls.push([name, ...values]);
      return COMPLETE;
    };
  const network = Object.fromEntries(
    ['put', 'get', 'putNb', 'putNbBulk', 'getNb', 'putStrided', 'getStrided', 'atomic'].map((name) => [
      name,
      note(name),
    ]),
  ) as unknown as RemoteMemory;
  const bulk = { copy: note('copy'), fill: note('fill') };
  const byMessages = ['put', 'get', 'putNbBulk', 'getNb'].map((name) => {
    const noted = note(`${name} by messages`);
    const access = (...values: unknown[]) => {
      noted(...values);
      return MESSAGE;
    };
    return [name, access];
  });
  const reference = { fillNb: note('fillNb'), ...Object.fromEntries(byMessages) } as unknown as ReferenceMemory;
  const movement = new RemoteMovement(space, bulk, network, reference, space.BASE + BUFFER, 4096, SEGMENT_END);
  const atomic = new Atomic({ space } as unknown as Job, note('machine'), movement, { native: network, reference });
  return { space, calls, movement, atomic, own: addressOf(space, ME, 70_000) };
}

test.each(OTHERS)('copies from and to rank %i', (rank) => {
  const { space, calls, movement, own } = rankWithNetwork();
  const far = addressOf(space, rank, 80_000);
  movement.move(far, own, 8);
  movement.move(own, far, 8);
  movement.copy(far, own, 8);
  movement.copy(own, far, 8);
  movement.fill(far, 1, 8);
  movement.strided(far, Int32Array.of(8), own, Int32Array.of(8), Uint32Array.of(4, 2));
  movement.strided(own, Int32Array.of(8), far, Int32Array.of(8), Uint32Array.of(4, 2));
  movement.move(far, addressOf(space, 8, 90_000), 5000);
  const buffer = space.BASE + BUFFER;
  expect(calls.map((call) => call.filter((value) => typeof value !== 'object'))).toEqual([
    ['put', rank, 80_000, own, 8],
    ['get', own, rank, 80_000, 8],
    ['putNbBulk', rank, 80_000, own, 8],
    ['getNb', own, rank, 80_000, 8],
    ['fillNb', rank, 80_000, 1, 8],
    ['putStrided', rank, 80_000, own],
    ['getStrided', own, rank, 80_000],
    ['get', buffer, 8, 90_000, 4096],
    ['put', rank, 80_000, buffer, 4096],
    ['get', buffer, 8, 94_096, 904],
    ['put', rank, 84_096, buffer, 904],
  ]);
});

test.each(OTHERS)('what rank %i has behind its segment moves by messages', (rank) => {
  const { space, calls, movement, own } = rankWithNetwork();
  const last = addressOf(space, rank, SEGMENT_END - 8);
  movement.move(last, own, 8);
  expect(movement.copy(own, last, 8)).toBe(COMPLETE);
  for (const far of [last + 1, addressOf(space, rank, 2 ** 31 - 8)]) {
    movement.move(far, own, 8);
    movement.move(own, far, 8);
    expect(movement.copy(far, own, 8)).toBe(~MESSAGE);
    expect(movement.copy(own, far, 8)).toBe(~MESSAGE);
  }
  const names = ['put by messages', 'get by messages', 'putNbBulk by messages', 'getNb by messages'];
  expect(calls.map(([name]) => name)).toEqual(['put', 'getNb', ...names, ...names]);
});

test("what is this rank's own is copied, whether its address is signed or not", () => {
  const { calls, movement, own } = rankWithNetwork();
  movement.move(own, (own + 100) >>> 0, 8);
  movement.copy(own >>> 0, own + 100, 8);
  movement.fill(own >>> 0, 1, 8);
  expect(calls.map(([name]) => name)).toEqual(['copy', 'copy', 'fill']);
});

test('bits of a byte elsewhere are changed in the word around it', () => {
  const { space, calls, atomic } = rankWithNetwork();
  const words32 = {
    update: (address: number, change: (old: number) => number) => calls.push([address, change(-1)]),
  } as unknown as Words32;
  const { putBitsU8 } = sharedBits(space, atomic, words32, undefined as unknown as Words64);
  putBitsU8(63, 70_003, 0xf, 0x5);
  expect(calls).toEqual([[addressOf(space, 63, 70_000), 0xf5ffffff | 0]]);
});
