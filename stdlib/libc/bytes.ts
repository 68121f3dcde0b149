/**
 * <string.h>, the mem* functions, and their BSD forms in <strings.h>. (C99 7.21)
 * Blocks are moved and filled by the environment's bulk operations; searches go word by word (memory.ts).
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { find } from './memory.ts';

export const bytesLibrary: LibraryFactory = (env) => {
  const { U8, I32, copy, fill } = env;

  function memcpy(to: number, from: number, size: number): number {
    copy(to, from, size);
    return to;
  }

  function memcmp(left: number, right: number, size: number): number {
    let a = left >>> 0;
    let b = right >>> 0;
    const end = a + (size >>> 0);
    if (((a | b) & 3) === 0) while (a + 4 <= end && I32[a >>> 2] === I32[b >>> 2]) [a, b] = [a + 4, b + 4];
    for (; a < end; a++, b++) if (U8[a] !== U8[b]) return U8[a]! - U8[b]!;
    return 0;
  }

  function memrchr(block: number, byte: number, size: number): number {
    const start = block >>> 0;
    for (let at = start + (size >>> 0) - 1; at >= start; at--) if (U8[at] === (byte & 255)) return at | 0;
    return 0;
  }

  function memmem(block: number, size: number, pattern: number, patternSize: number): number {
    const start = block >>> 0;
    const last = start + (size >>> 0) - (patternSize >>> 0);
    if (patternSize === 0) return block;
    for (let at = start; at <= last; at++) {
      at = find(env, U8[pattern >>> 0]!, at, last + 1);
      if (at < 0) return 0;
      if (memcmp(at, pattern, patternSize) === 0) return at | 0;
    }
    return 0;
  }

  function memccpy(to: number, from: number, byte: number, size: number): number {
    const start = from >>> 0;
    const at = find(env, byte & 255, start, start + (size >>> 0));
    if (at < 0) {
      copy(to, from, size);
      return 0;
    }
    copy(to, from, at + 1 - start);
    return (to + at + 1 - start) | 0;
  }

  function memset(block: number, byte: number, size: number): number {
    fill(block, byte & 255, size);
    return block;
  }

  /** Number of the lowest bit that is set, from 1; 0 for none. */
  const ffs = (word: number) => (word === 0 ? 0 : 32 - Math.clz32(word & -word));
  function ffsll(word: bigint): number {
    const low = Number(BigInt.asIntN(32, word));
    if (low !== 0) return ffs(low);
    const high = Number(BigInt.asIntN(32, word >> 32n));
    return high === 0 ? 0 : 32 + ffs(high);
  }

  return {
    memcpy,
    memmove: memcpy, // bulk copies are right for overlapping blocks
    mempcpy: (to: number, from: number, size: number) => (memcpy(to, from, size) + size) | 0,
    memccpy,
    memset,
    memrchr,
    rawmemchr: (block: number, byte: number) => find(env, byte & 255, block >>> 0, 2 ** 32) | 0,
    memmem,
    bzero: (block: number, size: number) => fill(block, 0, size),
    bcopy: (from: number, to: number, size: number) => copy(to, from, size),
    ffs,
    ffsl: ffsll,
    ffsll,
  };
};
