/**
 * <stdlib.h> and <malloc.h>, the malloc family over the thread's private heap. (C99 7.20.3, POSIX)
 * The heap aligns to 16 bytes; a stricter block lies inside a larger one, and `inside` remembers which.
 * Small blocks come from lists in the program: malloc.c, calloc.c, free.c, which call what is here for all else.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EINVAL, ENOMEM, setErrno } from '../errno.ts';

const HEAP_ALIGNMENT = 16;
const PAGE = 4096;
const isPowerOfTwo = (value: number) => value > 0 && (value & (value - 1)) === 0;

export const allocationLibrary: LibraryFactory = (env) => {
  /** Address of a strictly aligned block: the heap's block it lies in. */
  const inside = new Map<number, number>();

  /** The address, with errno set where it is none. */
  function known(address: number): number {
    if (address === 0) setErrno(env, ENOMEM);
    return address;
  }

  const malloc = (size: number) => known(env.heap.allocate(size === 0 ? 1 : size));

  function calloc(count: number, size: number): number {
    const bytes = (count >>> 0) * (size >>> 0);
    if (bytes >= 2 ** 32) return known(0);
    const address = malloc(bytes | 0);
    if (address !== 0) env.fill(address, 0, bytes | 0);
    return address;
  }

  function free(address: number): void {
    if (address === 0) return;
    const block = inside.size === 0 ? undefined : inside.get(address);
    if (block !== undefined) inside.delete(address);
    env.heap.free(block ?? address);
  }

  function usableSize(address: number): number {
    if (address === 0) return 0;
    const block = inside.get(address) ?? address;
    return env.heap.sizeOf(block) - (address - block);
  }

  function realloc(address: number, size: number): number {
    if (address === 0) return malloc(size);
    if (size === 0) {
      free(address);
      return 0;
    }
    return inside.has(address) ? moved(address, size) : known(env.heap.reallocate(address, size));
  }

  /** A block of that size with the same contents; the old one is freed. */
  function moved(address: number, size: number): number {
    const result = malloc(size);
    if (result === 0) return 0;
    env.copy(result, address, Math.min(size >>> 0, usableSize(address) >>> 0));
    free(address);
    return result;
  }

  function reallocarray(address: number, count: number, size: number): number {
    const bytes = (count >>> 0) * (size >>> 0);
    return bytes >= 2 ** 32 ? known(0) : realloc(address, bytes | 0);
  }

  /** As malloc, at a multiple of `alignment`, a power of two; leaves errno alone. */
  function allocateAligned(alignment: number, size: number): number {
    const bytes = (size >>> 0) + alignment;
    if (alignment <= HEAP_ALIGNMENT) return env.heap.allocate(size === 0 ? 1 : size);
    if (bytes >= 2 ** 32) return 0;
    const block = env.heap.allocate(bytes | 0);
    if (block === 0) return 0;
    const address = (block + alignment - 1) & -alignment;
    if (address === block) return address;
    env.I32[(address >>> 2) - 1] = 0; // no mark of a block
    inside.set(address, block);
    return address;
  }

  function memalign(alignment: number, size: number): number {
    if (isPowerOfTwo(alignment)) return known(allocateAligned(alignment, size));
    setErrno(env, EINVAL);
    return 0;
  }

  function posix_memalign(result: number, alignment: number, size: number): number {
    if (!isPowerOfTwo(alignment) || alignment < 4) return EINVAL;
    const address = allocateAligned(alignment, size);
    if (address === 0) return ENOMEM;
    env.I32[result >>> 2] = address;
    return 0;
  }

  return {
    __pgasc_malloc: (size: number, kept: number) => {
      env.heap.keep(kept);
      return malloc(size);
    },
    __pgasc_calloc: (count: number, size: number, kept: number) => {
      env.heap.keep(kept);
      return calloc(count, size);
    },
    __pgasc_free: free,
    realloc,
    reallocarray,
    aligned_alloc: memalign,
    memalign,
    posix_memalign,
    valloc: (size: number) => memalign(PAGE, size),
    pvalloc: (size: number) => memalign(PAGE, (size + PAGE - 1) & -PAGE),
    malloc_usable_size: usableSize,
  };
};
