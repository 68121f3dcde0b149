/**
 * <stdlib.h>, qsort and bsearch. (C99 7.20.5)
 * qsort is glibc's merge sort: stable, halves first, with the same comparisons in the same order. Addresses of
 * elements are sorted, then the elements are moved once; so a comparison always sees elements in their old places.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { callback } from './callback.ts';

type Compare = (left: number, right: number) => number;

/** Sorts addresses[low, high) by way of `spare`. */
function mergeSort(addresses: Int32Array, spare: Int32Array, low: number, high: number, compare: Compare): void {
  if (high - low <= 1) return;
  const middle = low + ((high - low) >> 1);
  mergeSort(addresses, spare, low, middle, compare);
  mergeSort(addresses, spare, middle, high, compare);
  let left = low;
  let right = middle;
  let to = low;
  while (left < middle && right < high) {
    const first = compare(addresses[left]!, addresses[right]!) <= 0;
    spare[to++] = addresses[first ? left++ : right++]!;
  }
  spare.set(addresses.subarray(left, middle), to);
  addresses.set(spare.subarray(low, to + middle - left), low);
}

export const sortLibrary: LibraryFactory = (env) => {
  const { U8 } = env;

  function sort(base: number, count: number, size: number, compare: Compare): void {
    const length = count >>> 0;
    if (length <= 1 || size === 0) return;
    const addresses = new Int32Array(length);
    for (let index = 0; index < length; index++) addresses[index] = base + index * size;
    mergeSort(addresses, new Int32Array(length), 0, length, compare);
    permute(base, addresses, size);
  }

  /** Moves the elements into the order of `addresses`. */
  function permute(base: number, addresses: Int32Array, size: number): void {
    const start = base >>> 0;
    const old = U8.slice(start, start + addresses.length * size);
    for (let index = 0; index < addresses.length; index++) {
      const from = (addresses[index]! - base) >>> 0;
      if (from !== index * size) moveElement(old, from, start + index * size, size);
    }
  }

  function moveElement(old: Uint8Array, from: number, to: number, size: number): void {
    if (size > 32) U8.set(old.subarray(from, from + size), to);
    else for (let byte = 0; byte < size; byte++) U8[to + byte] = old[from + byte]!;
  }

  function bsearch(key: number, base: number, count: number, size: number, index: number): number {
    const compare = callback(env, index);
    let low = 0;
    let high = count >>> 0;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const element = (base + middle * size) | 0;
      const order = compare(key, element);
      if (order === 0) return element;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return 0;
  }

  return {
    qsort: (base: number, count: number, size: number, index: number) =>
      sort(base, count, size, callback(env, index) as Compare),
    qsort_r: (base: number, count: number, size: number, index: number, argument: number) => {
      const compare = callback(env, index);
      sort(base, count, size, (left, right) => compare(left, right, argument));
    },
    bsearch,
  };
};
