/**
 * C's malloc, free and realloc for one thread, in the last part of its region.
 *
 * Only its own thread works on it, so there is no lock and the bins are ordinary JavaScript memory; in a session they
 * are shared with the worker that takes over should this one be ended.
 */
import { ENDS, type Heap, STATICS } from '../abi.ts';
import type { Job } from '../core/job.ts';
import { foreignBlock, freedTwice, notAllocated } from '../errors.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Layout } from '../memory/layout.ts';
import { Blocks, STATE_WORDS } from './blocks.ts';
import { KeptBlocks } from './kept.ts';

export class PrivateHeap implements Heap {
  private readonly blocks: Blocks;
  private readonly kept: KeptBlocks;
  private readonly limit: number;

  constructor(
    private readonly job: Job,
    private readonly bulk: BulkOperations,
    private readonly layout: Layout,
    /** -g: what is freed is not kept, so that an access beyond what malloc has given is told. */
    private readonly debug: boolean,
    state: Int32Array = new Int32Array(STATE_WORDS),
  ) {
    const { I32, BASE } = job.space;
    this.blocks = new Blocks(I32, state, 0, 'up');
    if (state.every((word) => word === 0)) this.blocks.open((BASE + layout.sharedHeapEnd) >>> 2);
    this.kept = new KeptBlocks(I32, this.blocks);
    this.limit = (BASE + layout.heapEnd) >>> 2;
    this.tellEnd();
  }

  allocate(size: number): number {
    const payload = this.take(size) || (this.kept.release() ? this.take(size) : 0);
    this.tellEnd();
    return payload << 2;
  }

  /** -g: where the program itself looks for it. */
  private tellEnd(): void {
    const { I32, BASE } = this.job.space;
    if (this.debug) I32[(BASE + ENDS.heap) >>> 2] = this.end - STATICS;
  }

  private take(size: number): number {
    return this.blocks.allocate(size >>> 0, this.limit);
  }

  keep(lists: number): void {
    const { BASE } = this.job.space;
    if (!this.debug) this.kept.open(lists, BASE + this.layout.sharedHeapEnd, BASE + this.layout.heapEnd);
  }

  free(address: number): void {
    if (address === 0) return;
    this.blocks.free(this.payload('free', address));
    this.tellEnd();
  }

  reallocate(address: number, size: number): number {
    if (address === 0) return this.allocate(size);
    const resized = this.resize(this.payload('realloc', address), address, size);
    this.tellEnd();
    return resized;
  }

  /** Where the block is then, 0 if there is no room. */
  private resize(payload: number, address: number, size: number): number {
    if (this.blocks.resize(payload, size >>> 0, this.limit)) return address;
    const moved = this.allocate(size);
    // All that was kept is free now, perhaps what lies behind the block.
    if (moved === 0) return this.blocks.resize(payload, size >>> 0, this.limit) ? address : 0;
    this.bulk.copy(moved, address, Math.min(this.blocks.usable(payload), size >>> 0));
    this.blocks.free(payload);
    return moved;
  }

  sizeOf(address: number): number {
    return this.blocks.usable(this.payload('malloc_usable_size', address));
  }

  /** End of what was ever allocated and is not trimmed, as offset in the region. */
  get end(): number {
    return this.blocks.high * 4 - (this.job.space.BASE >>> 0);
  }

  /** Index of the block's payload, after checking that there is one. */
  private payload(name: string, address: number): number {
    const payload = address >>> 2;
    const standing = (address & 3) === 0 ? this.blocks.standing(payload) : 'foreign';
    if (standing !== 'used') this.refuse(name, address, standing);
    return payload;
  }

  private refuse(name: string, address: number, standing: 'free' | 'foreign'): never {
    const { MYTHREAD, SHIFT } = this.job.space;
    const owner = address >>> SHIFT;
    if (owner !== MYTHREAD) this.job.fail(foreignBlock(name, address, owner));
    this.job.fail(standing === 'free' ? freedTwice(name, address) : notAllocated(name, address));
  }
}
