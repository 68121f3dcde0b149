/** Bytes of messages on their way: what was kept comes back, in any order and of any size, and slots are used again. */
import { expect, test } from 'vitest';
import { Freight } from '../../runtime/memory/freight.ts';
import { generator } from '../machines/random.ts';

const SIZES = [0, 1, 3, 4, 24, 63, 64, 65, 512, 4096, 70_000];

const bytesOf = (words: Int32Array, at: number, count: number) => Buffer.from(words.buffer, 4 * at, 4 * count);

test('messages of many sizes under way at once', () => {
  const random = generator(17);
  const freight = new Freight();
  const from = Int32Array.from({ length: 32_768 }, () => random(2 ** 31));
  const to = new Int32Array(32_768);
  const underWay: { readonly slot: number; readonly at: number; readonly bytes: number }[] = [];
  for (let k = 0; k < 4000; k++) {
    if (underWay.length > 50 || (underWay.length > 0 && random(2) === 0)) {
      const [taken] = underWay.splice(random(underWay.length), 1);
      const { slot, at, bytes } = taken!;
      freight.unload(slot, bytes, to, at);
      const words = Math.ceil(bytes / 4);
      expect(bytesOf(to, at, words).equals(bytesOf(from, at, words))).toBe(true);
    } else {
      const [bytes, at] = [SIZES[random(SIZES.length)]!, random(8192)];
      underWay.push({ slot: freight.keep(from, at, bytes), at, bytes });
    }
  }
});

test('a slot that is free is taken again', () => {
  const freight = new Freight();
  const words = Int32Array.of(1, 2, 3, 4);
  const first = freight.keep(words, 0, 16);
  const second = freight.keep(words, 0, 16);
  expect(second).not.toBe(first);
  freight.unload(first, 16, words, 0);
  expect(freight.keep(words, 0, 12)).toBe(first);
});
