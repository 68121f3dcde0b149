import { expect, test } from 'vitest';
import { Blocks, type Growth, STATE_WORDS } from '../../runtime/segment/blocks.ts';

const MEMORY_WORDS = 1 << 16;

/** A deterministic stream of numbers in [0, n). */
function randomNumbers(seed: number): (n: number) => number {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
}

function makeBlocks(growth: Growth): { blocks: Blocks; memory: Int32Array; limit: number } {
  const memory = new Int32Array(MEMORY_WORDS);
  const blocks = new Blocks(memory, new Int32Array(STATE_WORDS), 0, growth);
  blocks.open(growth === 'up' ? 1024 : MEMORY_WORDS);
  return { blocks, memory, limit: growth === 'up' ? MEMORY_WORDS : 1024 };
}

interface Live {
  readonly payload: number;
  readonly bytes: number;
  readonly mark: number;
}

for (const growth of ['up', 'down'] as const)
  test(`blocks never overlap, and all room comes back (growing ${growth})`, () => {
    const { blocks, memory, limit } = makeBlocks(growth);
    const random = randomNumbers(7);
    const live: Live[] = [];
    const check = ({ payload, bytes, mark }: Live) => {
      expect(payload % 4).toBe(0);
      for (const word of memory.subarray(payload, payload + bytes / 4)) if (word !== mark) expect(word).toBe(mark);
    };
    for (let step = 1; step < 20_000; step++) {
      const bytes = 4 * random(random(8) === 0 ? 4000 : 100);
      const payload = random(5) < 3 ? blocks.allocate(bytes, limit) : 0;
      if (payload !== 0) {
        memory.fill(step, payload, payload + bytes / 4);
        live.push({ payload, bytes, mark: step });
      } else if (live.length > 0) {
        const [victim] = live.splice(random(live.length), 1);
        check(victim!);
        expect(blocks.standing(victim!.payload)).toBe('used');
        blocks.free(victim!.payload);
        expect(blocks.standing(victim!.payload)).not.toBe('used');
      }
    }
    for (const block of live) {
      check(block);
      blocks.free(block.payload);
    }
    expect(blocks.high - blocks.low).toBe(2);
    expect(blocks.largest(limit)).toBeGreaterThan((MEMORY_WORDS - 1024 - 16) * 4);
    expect(blocks.allocate(blocks.largest(limit), limit)).not.toBe(0);
  });

test('resize keeps the place where there is room and the contents in any case', () => {
  const { blocks, memory, limit } = makeBlocks('up');
  const first = blocks.allocate(100, limit);
  const second = blocks.allocate(100, limit);
  memory.fill(9, first, first + 25);
  expect(blocks.resize(first, 200, limit)).toBe(false);
  blocks.free(second);
  expect(blocks.resize(first, 200, limit)).toBe(true);
  expect(blocks.resize(first, 40, limit)).toBe(true);
  expect(blocks.usable(first)).toBeGreaterThanOrEqual(40);
  expect(blocks.usable(first)).toBeLessThan(100);
  expect([...memory.subarray(first, first + 10)]).toEqual(Array(10).fill(9));
  expect(blocks.resize(first, MEMORY_WORDS * 4, limit)).toBe(false);
});

test('freed twice, inside a block, outside', () => {
  const { blocks, limit } = makeBlocks('up');
  const block = blocks.allocate(64, limit);
  blocks.allocate(64, limit);
  expect(blocks.standing(block + 4)).toBe('foreign');
  expect(blocks.standing(4)).toBe('foreign');
  blocks.free(block);
  expect(blocks.standing(block)).toBe('free');
});

test('what does not fit gives 0 and leaves the heap as it was', () => {
  const { blocks, limit } = makeBlocks('up');
  expect(blocks.allocate(2 ** 32 - 1, limit)).toBe(0);
  expect(blocks.allocate(MEMORY_WORDS * 4, limit)).toBe(0);
  expect(blocks.allocate(16, limit)).not.toBe(0);
});
