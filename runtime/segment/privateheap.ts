/**
 * C's malloc, free and realloc for one thread, in the last part of its region.
 *
 * It is single-threaded: no lock, and the bins are ordinary JavaScript memory; in a session they are shared with the
 * worker that takes over if this one is terminated.
 */
import { ENDS, type Heap, STATICS } from '../abi.ts';
import type { Job } from '../core/job.ts';
import { blockOverrun, foreignBlock, freedTwice, gaveNull, notAllocated } from '../errors.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Layout } from '../memory/layout.ts';
import { rankOf } from '../memory/space.ts';
import { Blocks, STATE_WORDS } from './blocks.ts';
import { KeptBlocks } from './kept.ts';
import { BEFORE, type RedZones, ZONES } from './redzones.ts';

export class PrivateHeap implements Heap {
  private readonly blocks: Blocks;
  private readonly kept: KeptBlocks;
  private readonly limit: number;
  /** Bytes that were asked for last, if they were not given. */
  private refused = 0;

  constructor(
    private readonly job: Job,
    private readonly bulk: BulkOperations,
    private readonly layout: Layout,
    /** -g: the program keeps no free lists of its own (KeptBlocks), so that each free comes here. */
    private readonly debug: boolean,
    private readonly zones: RedZones | undefined,
    state: Int32Array = new Int32Array(STATE_WORDS),
  ) {
    const { I32, BASE } = job.space;
    this.blocks = new Blocks(I32, state, 0, 'up');
    if (state.every((word) => word === 0)) this.blocks.open((BASE + layout.heapStart) >>> 2);
    this.kept = new KeptBlocks(I32, this.blocks);
    this.limit = (BASE + layout.heapEnd) >>> 2;
    this.tellEnd();
    job.hint = () => (this.refused > 0 ? gaveNull(this.refused, layout.heapEnd - layout.heapStart) : undefined);
  }

  allocate(size: number): number {
    const address = this.zones === undefined ? this.plain(size >>> 0) << 2 : this.surrounded(this.zones, size >>> 0);
    this.refused = address === 0 ? size >>> 0 : 0;
    this.tellEnd();
    return address;
  }

  /** Allocates without red zones: index of a payload, 0 if there is no room. */
  private plain(size: number): number {
    return this.take(size) || (this.kept.release() ? this.take(size) : 0);
  }

  private surrounded(zones: RedZones, size: number): number {
    const wanted = size + ZONES;
    const payload = this.take(wanted) || (zones.releaseAll() ? this.take(wanted) : 0);
    return payload === 0 ? 0 : zones.surround(payload << 2, this.blocks.usable(payload), size);
  }

  /** -g: publishes the end of the heap where the program's checks read it. */
  private tellEnd(): void {
    const { I32, BASE } = this.job.space;
    if (this.debug) I32[(BASE + ENDS.heap) >>> 2] = this.end - STATICS;
  }

  private take(size: number): number {
    return this.blocks.allocate(size, this.limit);
  }

  keep(lists: number): void {
    const { BASE } = this.job.space;
    if (!this.debug) this.kept.open(lists, BASE + this.layout.heapStart, BASE + this.layout.heapEnd);
  }

  free(address: number): void {
    if (address === 0) return;
    if (this.zones === undefined) this.blocks.free(this.payload('free', address));
    else this.retire(this.zones, 'free', address);
    this.tellEnd();
  }

  reallocate(address: number, size: number): number {
    if (address === 0) return this.allocate(size);
    if (this.zones !== undefined) return this.move(this.zones, address, size);
    const resized = this.resize(this.payload('realloc', address), address, size);
    this.tellEnd();
    return resized;
  }

  /** Resizes a block: its address then, 0 if there is no room. */
  private resize(payload: number, address: number, size: number): number {
    if (this.blocks.resize(payload, size >>> 0, this.limit)) return address;
    const moved = this.allocate(size);
    // The flushed lists may have freed the adjacent block.
    if (moved === 0) return this.blocks.resize(payload, size >>> 0, this.limit) ? address : 0;
    this.bulk.copy(moved, address, Math.min(this.blocks.usable(payload), size >>> 0));
    this.blocks.free(payload);
    return moved;
  }

  private retire(zones: RedZones, name: string, address: number): void {
    this.requireLive(zones, name, address);
    const size = zones.sizeOf(address);
    zones.retire(address, () => {
      this.blocks.free((address - BEFORE) >>> 2);
      this.tellEnd();
    });
    zones.markFreed(address, size);
  }

  /** -g: realloc always moves, so that uses of the old pointer are detected. */
  private move(zones: RedZones, address: number, size: number): number {
    this.requireLive(zones, 'realloc', address);
    const moved = this.allocate(size);
    if (moved === 0) return 0;
    this.bulk.copy(moved, address, Math.min(zones.sizeOf(address), size >>> 0));
    this.retire(zones, 'realloc', address);
    return moved;
  }

  /** Ends the job unless it is the start of a live block that was not overrun. */
  private requireLive(zones: RedZones, name: string, address: number): void {
    const { space } = this.job;
    const standing = rankOf(space, address) === space.MYTHREAD ? zones.standing(address) : 'foreign';
    if (standing !== 'used') this.refuse(name, address, standing);
    if (zones.isOverrun(address)) this.job.fail(blockOverrun(name, address, zones.described(zones.recordOf(address))));
  }

  /** Addresses of the allocator's blocks. */
  *starts(): Iterable<number> {
    for (const payload of this.blocks.used()) yield payload << 2;
  }

  sizeOf(address: number): number {
    if (this.zones !== undefined) {
      this.requireLive(this.zones, 'malloc_usable_size', address);
      return this.zones.sizeOf(address);
    }
    return this.blocks.usable(this.payload('malloc_usable_size', address));
  }

  /** Offset in the region of the heap's high-water mark, less trimmed blocks. */
  get end(): number {
    return this.blocks.high * 4 - (this.job.space.BASE >>> 0);
  }

  /** Index of the block's payload, after validating it. */
  private payload(name: string, address: number): number {
    const payload = address >>> 2;
    const standing = (address & 3) === 0 ? this.blocks.standing(payload) : 'foreign';
    if (standing !== 'used') this.refuse(name, address, standing);
    return payload;
  }

  private refuse(name: string, address: number, standing: 'free' | 'foreign'): never {
    const { space } = this.job;
    const owner = rankOf(space, address);
    if (owner !== space.MYTHREAD) this.job.fail(foreignBlock(name, address, owner));
    const { zones } = this;
    const record = standing === 'free' ? zones?.recordOf(address) : zones?.recordAround(address, this.starts());
    const block = record && zones?.described(record);
    this.job.fail(
      standing === 'free' ? freedTwice(name, address, block) : notAllocated(name, address, block, record?.[0]),
    );
  }
}
