/**
 * The shared heaps of all threads.
 *
 * An object that is spread over the threads has the same offset in each: such symmetric blocks grow from the bottom of
 * the shared heaps, accounted for once, in thread 0's. Objects of one thread grow from the top of its own. All
 * bookkeeping is in shared memory under one lock, so any thread may allocate and free anything.
 */
import type { Job } from '../core/job.ts';
import { locked } from '../core/mutex.ts';
import { freedBefore, freedTwice, inHex, insideSymmetric, notAllocated, sharedHeapExhausted } from '../errors.ts';
import { HEAP_LOCK, LOCAL_BINS, SYMMETRIC_BINS } from '../memory/control.ts';
import { GUARD } from '../memory/guards.ts';
import type { Layout } from '../memory/layout.ts';
import { wordOf } from '../memory/space.ts';
import { Blocks } from './blocks.ts';
import { BEFORE, KEPT_BYTES, type RedZones, ZONES } from './redzones.ts';

function* addressesOf(blocks: Blocks): Iterable<number> {
  for (const payload of blocks.used()) yield payload << 2;
}

/** Freed blocks that all threads keep take no more than such a part of a heap: each can release only its own. */
const KEPT_PART = 1 / 16;

/** -g: bytes of freed shared blocks that each thread keeps. */
export function keptShared({ sharedHeapEnd, stackTop, threads }: Layout): number {
  return Math.min(KEPT_BYTES, Math.floor(((sharedHeapEnd - stackTop) * KEPT_PART) / threads));
}

/** Largest size that an offset in a region can express. */
const LARGEST = 2 ** 31;

export class SharedHeap {
  /** Offsets of the symmetric blocks: addresses in thread 0's region. */
  private readonly symmetric: Blocks;
  private readonly local: Blocks[];

  constructor(
    private readonly job: Job,
    private readonly layout: Layout,
    private readonly zones?: RedZones,
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
      const payload = this.take(this.symmetric, bytes, () => this.lowestLocal());
      if (payload === 0) return this.exhausted(name, bytes, this.symmetric.largest(this.lowestLocal()));
      return this.zones ? this.surroundSymmetric(this.zones, payload, bytes) : payload << 2;
    });
  }

  /** Room in this thread's shared heap; gives its address. */
  allocateLocal(name: string, bytes: number): number {
    const { I32, MYTHREAD } = this.job.space;
    return locked(I32, HEAP_LOCK, () => {
      const limit = () => wordOf(this.job.space, MYTHREAD, this.symmetric.high * 4);
      const own = this.local[MYTHREAD]!;
      const payload = this.take(own, bytes, limit);
      if (payload === 0) return this.exhausted(name, bytes, own.largest(limit()));
      return this.zones ? this.zones.surround(payload << 2, own.usable(payload), bytes) : payload << 2;
    });
  }

  /** Index of the payload of a block with room for so many bytes and what surrounds them, or 0. */
  private take(blocks: Blocks, bytes: number, limit: () => number): number {
    const { zones } = this;
    if (bytes >= LARGEST) return 0;
    const wanted = bytes + (zones ? ZONES : 0);
    return blocks.allocate(wanted, limit()) || (zones?.releaseAll() ? blocks.allocate(wanted, limit()) : 0);
  }

  /** -g: a symmetric block is marked in the shadow of each region, and has its words in thread 0's. */
  private surroundSymmetric(zones: RedZones, payload: number, bytes: number): number {
    const { THREADS, SHIFT } = this.job.space;
    const usable = this.symmetric.usable(payload);
    for (let thread = 1; thread < THREADS; thread++)
      zones.markAround((payload << 2) + (thread << SHIFT), usable, bytes);
    return zones.surround(payload << 2, usable, bytes);
  }

  /** Bytes of the largest block that a thread could now allocate in its own shared heap. */
  largestLocal(thread: number): number {
    const { I32 } = this.job.space;
    return locked(
      I32,
      HEAP_LOCK,
      () =>
        this.local[thread]!.largest(wordOf(this.job.space, thread, this.symmetric.high * 4)) - (this.zones ? ZONES : 0),
    );
  }

  /** Frees a block of either kind, of any thread. */
  free(name: string, address: number): void {
    const { I32, SHIFT } = this.job.space;
    locked(I32, HEAP_LOCK, () => {
      const thread = address >>> SHIFT;
      const isSymmetric = this.isSymmetric(address);
      if (isSymmetric && thread !== 0) this.job.fail(insideSymmetric(address, thread));
      const blocks = isSymmetric ? this.symmetric : this.local[thread];
      if (this.zones) this.retire(this.zones, name, address, blocks);
      else this.freePlain(name, address, blocks);
    });
  }

  private isSymmetric(address: number): boolean {
    const { SHIFT } = this.job.space;
    return address - ((address >>> SHIFT) << SHIFT) < this.symmetric.high * 4;
  }

  private freePlain(name: string, address: number, blocks: Blocks | undefined): void {
    const payload = address >>> 2;
    const standing = blocks !== undefined && (address & 3) === 0 ? blocks.standing(payload) : 'foreign';
    if (standing === 'free') this.job.fail(freedTwice(name, address));
    if (standing === 'foreign') this.job.fail(notAllocated(name, address));
    blocks!.free(payload);
  }

  /** -g: the block is kept for a while. */
  private retire(zones: RedZones, name: string, address: number, blocks: Blocks | undefined): void {
    const standing = blocks === undefined ? 'foreign' : zones.standing(address);
    if (standing === 'free') this.job.fail(freedTwice(name, address) + freedBefore(zones.historyOf(address)));
    if (standing === 'foreign') {
      const inner = blocks === undefined ? '' : zones.inner(address, addressesOf(blocks));
      this.job.fail(notAllocated(name, address) + inner);
    }
    const fault = zones.overrun(address);
    if (fault !== undefined) this.job.fail(`${name}(${inHex(address)}): ${fault}`);
    const size = zones.sizeOf(address);
    zones.retire(address, () => blocks!.free((address - BEFORE) >>> 2));
    const { THREADS, SHIFT } = this.job.space;
    const parts = blocks === this.symmetric ? THREADS : 1;
    for (let part = 0; part < parts; part++) zones.markFreed(address + (part << SHIFT), size);
  }

  /** Blocks around an address of any thread, and the address itself where they have their words. */
  around(address: number): [address: number, starts: Iterable<number>] {
    const thread = address >>> this.job.space.SHIFT;
    if (!this.isSymmetric(address)) return [address, addressesOf(this.local[thread]!)];
    return [address - (thread << this.job.space.SHIFT), addressesOf(this.symmetric)];
  }

  /** The lowest offset, in words, that a local block has in any thread. */
  private lowestLocal(): number {
    const { space } = this.job;
    return this.local.reduce((lowest, { low }, thread) => Math.min(lowest, low - wordOf(space, thread, 0)), LARGEST);
  }

  private exhausted(name: string, bytes: number, left: number): never {
    this.job.fail(
      sharedHeapExhausted(name, bytes, left, this.layout.sharedHeapEnd - this.layout.stackTop, this.zones?.limit ?? 0),
    );
  }
}
