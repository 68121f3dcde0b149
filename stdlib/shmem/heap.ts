/**
 * The symmetric heap (OpenSHMEM 1.5, 9.3): shmem_malloc and its relatives, collective, and shmem_free.
 *
 * A block is one of the shared heap, at the same offset on every PE. A PE knows its blocks by address: where a larger alignment
 * is wanted the block begins before.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { addressOf, counterpart, offsetOf } from '../../runtime/memory/space.ts';
import { notAllocated } from './errors.ts';
import type { State } from './state.ts';

/** Alignment of all blocks. */
const USUAL = 16;

interface Block {
  /** Address of this PE's part of the block of the heap. */
  readonly start: number;
  readonly bytes: number;
}

type Name = 'shmem_malloc' | 'shmem_calloc' | 'shmem_align' | 'shmem_realloc' | 'shmem_free';

export function heap(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;
  const blocks = new Map<number, Block>();

  /** All call with the same words. Null, without waiting, where there is nothing to allocate. */
  function allocate(name: Name, words: readonly [number, number], bytes: number, alignment = USUAL): number {
    state.initialized(name);
    runtime.barrier.beginCollective(name);
    if (bytes === 0) return 0;
    const room = bytes + (alignment > USUAL ? alignment : 0);
    const begin = () => runtime.sharedHeap.trySymmetric(room);
    const found = runtime.collectives.takeTogether({ name, arguments: words, begin });
    if (found === 0) return 0;
    const start = addressOf(environment, environment.MYTHREAD, offsetOf(environment, found)) | 0;
    const address = alignedUp(start, alignment);
    blocks.set(address, { start, bytes });
    return address;
  }

  function shmem_malloc(size: number): number {
    return allocate('shmem_malloc', [size | 0, 0], size >>> 0);
  }

  function shmem_calloc(count: number, size: number): number {
    const bytes = (count >>> 0) * (size >>> 0);
    const address = allocate('shmem_calloc', [count | 0, size | 0], bytes);
    if (address === 0) return 0;
    environment.fill(address, 0, bytes);
    meet('shmem_calloc', [count | 0, size | 0]);
    return address;
  }

  function shmem_align(alignment: number, size: number): number {
    if ((alignment & (alignment - 1)) !== 0 || alignment === 0)
      state.refuse('shmem_align', 'alignment', alignment >>> 0, 'it is a power of two');
    return allocate('shmem_align', [alignment | 0, size | 0], size >>> 0, alignment);
  }

  /** All wait for each other before the block is freed. */
  function free(name: Name, address: number): void {
    state.initialized(name);
    if (address === 0) return;
    const block = blocks.get(address) ?? state.fail(notAllocated(name, address));
    blocks.delete(address);
    const finish = () => runtime.sharedHeap.free(name, counterpart(environment, block.start, 0));
    meet(name, [offsetOf(environment, address), 0], finish);
  }

  function meet(name: Name, words: readonly [number, number], finish?: () => void): void {
    runtime.barrier.beginCollective(name);
    runtime.collectives.takeTogether({ name, arguments: words, begin: () => 0, ...(finish && { finish }) });
  }

  /** The old block stays where there is no room for a larger one. */
  function shmem_realloc(address: number, size: number): number {
    const name = 'shmem_realloc';
    state.initialized(name);
    if (address === 0) return shmem_malloc(size);
    const old = blocks.get(address) ?? state.fail(notAllocated(name, address));
    if (size === 0) {
      free('shmem_free', address);
      return 0;
    }
    const moved = allocate(name, [offsetOf(environment, address), size | 0], size >>> 0);
    if (moved === 0) return 0;
    environment.copy(moved, address, Math.min(old.bytes, size >>> 0));
    free('shmem_free', address);
    return moved;
  }

  return {
    shmem_malloc,
    shmem_malloc_with_hints: shmem_malloc,
    shmem_calloc,
    shmem_align,
    shmem_realloc,
    shmem_free: (address: number) => free('shmem_free', address),
    shmalloc: shmem_malloc,
    shmemalign: shmem_align,
    shrealloc: shmem_realloc,
    shfree: (address: number) => free('shmem_free', address),
  };
}

function alignedUp(address: number, alignment: number): number {
  return (address + alignment - 1) & -alignment;
}
