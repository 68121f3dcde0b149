import { expect, it } from 'vitest';
import { SparseBytes } from '../../compiler/frontends/c/lowering/statics/sparse-bytes.ts';

const FAR = 3 * 2 ** 30;

/** Compares the runs with a map with an entry for each byte that is not zero. */
function check(writes: readonly (readonly [number, readonly number[]])[]) {
  const sparse = new SparseBytes();
  const plain = new Map<number, number>();
  for (const [offset, bytes] of writes) {
    sparse.write(offset, Uint8Array.from(bytes));
    for (const [index, byte] of bytes.entries()) plain.set(offset + index, byte);
  }
  const runs = sparse.runs();
  const found = runs.flatMap(({ offset, bytes }) => [...bytes].map((byte, index) => [offset + index, byte] as const));
  const set = [...plain].filter(([, byte]) => byte !== 0).sort(([a], [b]) => a - b);
  expect(found.filter(([, byte]) => byte !== 0)).toEqual(set);
  for (const [offset, byte] of plain) expect(sparse.get(offset)).toBe(byte);
  return runs.map(({ offset, bytes }) => [offset, bytes.length]);
}

it('gives runs over the ends of pages, and none where nothing was written', () => {
  expect(check([])).toEqual([]);
  expect(check([[7, [0, 0, 0]]])).toEqual([]);
  expect(check([[4090, Array.from({ length: 5000 }, (_, k) => (k % 255) + 1)]])).toEqual([[4090, 5000]]);
});

it('breaks runs where 32 zeros lie between, also of pages that are not there', () => {
  const bytes = [
    [0, [1]],
    [32, [2]],
    [65, [3]],
    [4095, [4]],
    [4096 + 31, [5]],
    [FAR, [6]],
    [FAR + 8192, [7]],
  ] as const;
  expect(check(bytes)).toEqual([
    [0, 33],
    [65, 1],
    [4095, 33],
    [FAR, 1],
    [FAR + 8192, 1],
  ]);
});

it('keeps what was written last', () => {
  const writes = [
    [4000, new Array(200).fill(9)],
    [4090, [0, 0, 1, 2]],
    [4000, new Array(90).fill(0)],
  ] as const;
  expect(check(writes)).toEqual([[4092, 108]]);
});
