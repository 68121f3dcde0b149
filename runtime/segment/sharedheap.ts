/**
 * The shared heaps of all threads.
 *
 * An object that is spread over the threads has the same offset in each: such symmetric blocks grow from the bottom of
 * the shared heaps, accounted for once, in thread 0's. Objects of one thread grow from the top of its own. All
 * bookkeeping is in shared memory under one lock, so any thread may allocate and free anything.
 */
import type { Job } from '../core/job.ts';
import { locked } from '../core/mutex.ts';
import { freedTwice, insideSymmetric, notAllocated, sharedHeapExhausted } from '../errors.ts';
import { HEAP_LOCK, LOCAL_BINS, SYMMETRIC_BINS } from '../memory/control.ts';
import { GUARD } from '../memory/guards.ts';
import type { Layout } from '../memory/layout.ts';
import { wordOf } from '../memory/space.ts';
import { Blocks } from './blocks.ts';

/** Largest size that an offset in a region can express. */
const LARGEST = 2 ** 31;

export class SharedHeap {
  /** Offsets of the symmetric blocks: addresses in thread 0's region. */
  private readonly symmetric: Blocks;
  private readonly local: Blocks[];

  constructor(
    private readonly job: Job,
    private readonly layout: Layout,
  ) {
    const { I32, THREADS } = job.space;
    this.symmetric = new Blocks(I32, I32, SYMMETRIC_BINS >>> 2, 'up');
    this.local = Array.from(
      { length: THREADS },
      (_, thread) => new Blocks(I32, I32, wordOf(job.space, thread, LOCAL_BINS), 'down'),
    );
  }

  /** Run once in each thread, before any allocates. */
  open(): void {
    const { MYTHREAD } = this.job.space;
    this.local[MYTHREAD]!.open(wordOf(this.job.space, MYTHREAD, this.layout.sharedHeapEnd - GUARD));
    if (MYTHREAD === 0) this.symmetric.open(this.layout.stackTop >>> 2);
  }

  /** Room of that many bytes at one offset in every thread; gives the address in thread 0. */
  allocateSymmetric(name: string, bytes: number): number {
    const { I32 } = this.job.space;
    return locked(I32, HEAP_LOCK, () => {
      const limit = this.lowestLocal();
      const payload = bytes < LARGEST ? this.symmetric.allocate(bytes, limit) : 0;
      return payload !== 0 ? payload << 2 : this.exhausted(name, bytes, this.symmetric.largest(limit));
    });
  }

  /** Room in this thread's shared heap; gives its address. */
  allocateLocal(name: string, bytes: number): number {
    const { I32, MYTHREAD } = this.job.space;
    return locked(I32, HEAP_LOCK, () => {
      const limit = wordOf(this.job.space, MYTHREAD, this.symmetric.high * 4);
      const own = this.local[MYTHREAD]!;
      const payload = bytes < LARGEST ? own.allocate(bytes, limit) : 0;
      return payload !== 0 ? payload << 2 : this.exhausted(name, bytes, own.largest(limit));
    });
  }

  /** Bytes of the largest block that a thread could now allocate in its own shared heap. */
  largestLocal(thread: number): number {
    const { I32 } = this.job.space;
    return locked(I32, HEAP_LOCK, () =>
      this.local[thread]!.largest(wordOf(this.job.space, thread, this.symmetric.high * 4)),
    );
  }

  /** Frees a block of either kind, of any thread. */
  free(name: string, address: number): void {
    const { I32, SHIFT } = this.job.space;
    locked(I32, HEAP_LOCK, () => {
      const thread = address >>> SHIFT;
      const payload = address >>> 2;
      const isSymmetric = address - (thread << SHIFT) < this.symmetric.high * 4;
      if (isSymmetric && thread !== 0) this.job.fail(insideSymmetric(address, thread));
      const blocks = isSymmetric ? this.symmetric : this.local[thread];
      const standing = blocks !== undefined && (address & 3) === 0 ? blocks.standing(payload) : 'foreign';
      if (standing === 'free') this.job.fail(freedTwice(name, address));
      if (standing === 'foreign') this.job.fail(notAllocated(name, address));
      blocks!.free(payload);
    });
  }

  /** The lowest offset, in words, that a local block has in any thread. */
  private lowestLocal(): number {
    const { space } = this.job;
    return this.local.reduce((lowest, { low }, thread) => Math.min(lowest, low - wordOf(space, thread, 0)), LARGEST);
  }

  private exhausted(name: string, bytes: number, left: number): never {
    this.job.fail(sharedHeapExhausted(name, bytes, left, this.layout.sharedHeapEnd - this.layout.stackTop));
  }
}
