/**
 * The shared heaps of all threads.
 *
 * A symmetric block has the same offset on every thread: these grow from the bottom of the shared heaps, accounted for
 * once, in thread 0's: in its memory, where an offset is an address. Local blocks, of one thread, grow from the top of
 * its own. All metadata is in the memory of the process under one lock, so any of its threads may allocate and free
 * any block there.
 */
import type { Job } from '../core/job.ts';
import { locked } from '../core/mutex.ts';
import { blockOverrun, freedTwice, insideSymmetric, notAllocated, sharedHeapExhausted } from '../errors.ts';
import { HEAP_LOCK, LOCAL_BINS, SYMMETRIC_BINS } from '../memory/control.ts';
import { GUARD } from '../memory/guards.ts';
import type { Layout } from '../memory/layout.ts';
import { addressOf, isAddress, isHere, offsetOf, processWord, rankOf, wordOf } from '../memory/space.ts';
import { Blocks } from './blocks.ts';
import type { Border } from './border.ts';
import { BEFORE, type BlockRecord, KEPT_BYTES, type RedZones, ZONES } from './redzones.ts';

function* addressesOf(blocks: Blocks): Iterable<number> {
  for (const payload of blocks.used()) yield payload << 2;
}

/** Maximum share of a heap that all quarantines may hold: each thread can release only its own. */
const KEPT_PART = 1 / 16;

/** -g: bytes of each thread's quarantine of shared blocks. */
export function keptShared({ sharedHeapEnd, sharedHeapStart, threads }: Layout): number {
  return Math.min(KEPT_BYTES, Math.floor(((sharedHeapEnd - sharedHeapStart) * KEPT_PART) / threads));
}

/** Outcomes of a free. */
const [FREED, FREED_BEFORE, FOREIGN, INSIDE, OVERRUN] = [0, 1, 2, 3, 4];
const FAULTS = { used: FREED, free: FREED_BEFORE, foreign: FOREIGN } as const;

/** An outcome; under -g also the block that the address points to, in words that other processes may be told. */
interface Released {
  readonly fault: number;
  readonly record?: BlockRecord | undefined;
}
const DONE: Released = { fault: FREED };

/** Largest size that an offset in a region can express. */
export const LARGEST = 2 ** 31;

export class SharedHeap {
  /** Symmetric blocks, by their offsets: in use where thread 0's region is. */
  private readonly symmetric: Blocks;
  /** By thread of the process: of those that this one has had to do with. */
  private readonly local = new Map<number, Blocks>();

  constructor(
    private readonly job: Job,
    private readonly layout: Layout,
    private readonly zones?: RedZones,
    /** With separate memories. */
    private readonly border?: Border,
  ) {
    const { I32 } = job.space;
    this.symmetric = new Blocks(I32, I32, processWord(job.space, SYMMETRIC_BINS), 'up');
  }

  /** Run once in each thread, before any allocates. */
  open(): void {
    const { MYTHREAD } = this.job.space;
    this.localOf(MYTHREAD).open(wordOf(this.job.space, MYTHREAD, this.layout.sharedHeapEnd - GUARD));
    if (MYTHREAD === 0) this.symmetric.open(this.layout.sharedHeapStart >>> 2);
  }

  /** Allocates a symmetric block; returns its address in thread 0. */
  allocateSymmetric(name: string, bytes: number): number {
    return this.trySymmetric(bytes) || this.exhausted(name, bytes, this.largestSymmetric());
  }

  /** Allocates in this thread's shared heap. */
  allocateLocal(name: string, bytes: number): number {
    return this.tryLocal(bytes) || this.exhausted(name, bytes, this.largestLocal(this.job.space.MYTHREAD));
  }

  /** In the process of thread 0. Returns 0 if there is no room. `place`: of the program that asks. */
  trySymmetric(bytes: number, place = this.place): number {
    return this.withLock(() => {
      const payload = this.take(this.symmetric, bytes, () => this.symmetricLimit());
      if (payload === 0) return 0;
      return this.zones ? this.surroundSymmetric(this.zones, payload, bytes, place) : payload << 2;
    });
  }

  tryLocal(bytes: number): number {
    return this.withLock(() => {
      const own = this.localOf(this.job.space.MYTHREAD);
      const payload = this.take(own, bytes, () => this.localLimit());
      if (payload === 0) return 0;
      return this.zones ? this.zones.surround(payload << 2, own.usable(payload), bytes) : payload << 2;
    });
  }

  /** Index of the word that symmetric blocks may grow up to. */
  private symmetricLimit(): number {
    return (this.border?.offset ?? this.lowestLocal()[0]) >>> 2;
  }

  /** Index of the word that a thread's local blocks may grow down to. */
  private localLimit(thread = this.job.space.MYTHREAD): number {
    return wordOf(this.job.space, thread, this.border?.offset ?? this.symmetric.high * 4);
  }

  /** Allocates a block with so many bytes and the red zones: index of the payload, or 0. */
  private take(blocks: Blocks, bytes: number, limit: () => number): number {
    const { zones } = this;
    if (bytes >= LARGEST) return 0;
    const wanted = bytes + (zones ? ZONES : 0);
    return blocks.allocate(wanted, limit()) || (zones?.releaseAll() ? blocks.allocate(wanted, limit()) : 0);
  }

  /** -g: poisons a symmetric block's zones in each region; its zone words are in thread 0's. */
  private surroundSymmetric(zones: RedZones, payload: number, bytes: number, place: number): number {
    const usable = this.symmetric.usable(payload);
    for (const thread of this.threads())
      if (thread !== 0) zones.markAround(addressOf(this.job.space, thread, payload << 2), usable, bytes);
    return zones.surround(payload << 2, usable, bytes, place);
  }

  /** Bytes of the largest block that a thread of the process could now allocate in its own shared heap. */
  largestLocal(thread: number): number {
    return this.withLock(() => this.withoutZones(this.localOf(thread).largest(this.localLimit(thread))));
  }

  /** The same of symmetric blocks: in the process of thread 0. */
  largestSymmetric(): number {
    return this.withLock(() => this.withoutZones(this.symmetric.largest(this.symmetricLimit())));
  }

  private withoutZones(bytes: number): number {
    return this.zones ? Math.max(0, bytes - ZONES) : bytes;
  }

  /** Frees a symmetric or local block, of any thread of the process. */
  free(name: string, address: number): void {
    this.judge(name, address, this.release(address));
  }

  /** Frees a block, of any thread of the process; `place`: of the program that asks. */
  release(address: number, place = this.place): Released {
    return this.withLock(() => {
      const isSymmetric = this.isSymmetric(address);
      const blocks = this.blocksAt(address, isSymmetric);
      const fault = isSymmetric && rankOf(this.job.space, address) !== 0 ? INSIDE : this.faultOf(address, blocks);
      if (fault !== FREED) return { fault, record: this.recordOf(fault, address, blocks) };
      return this.zones ? this.retire(this.zones, address, blocks!, place) : this.freePlain(address, blocks!);
    });
  }

  /** Ends the job if a block of any thread could not be freed. */
  judge(name: string, address: number, { fault, record }: Released): void {
    if (fault !== FREED) this.job.fail(this.faultText(name, address, fault, record));
  }

  private faultText(name: string, address: number, fault: number, record: BlockRecord | undefined): string {
    const block = record && this.zones?.described(record);
    if (fault === INSIDE) return insideSymmetric(address, rankOf(this.job.space, address));
    if (fault === FREED_BEFORE) return freedTwice(name, address, block);
    if (fault === OVERRUN && block) return blockOverrun(name, address, block);
    return notAllocated(name, address, block, record?.[0]);
  }

  /** The heap that an address is in; undefined if it is none of the process. */
  private blocksAt(address: number, isSymmetric: boolean): Blocks | undefined {
    const { space } = this.job;
    const thread = rankOf(space, address);
    if (!isAddress(space, address) || !isHere(space, thread)) return undefined;
    return isSymmetric ? this.symmetric : this.localOf(thread);
  }

  private isSymmetric(address: number): boolean {
    return offsetOf(this.job.space, address) >>> 0 < (this.border?.offset ?? this.symmetric.high * 4);
  }

  private faultOf(address: number, blocks: Blocks | undefined): number {
    if (blocks === undefined) return FOREIGN;
    if (this.zones) return FAULTS[this.zones.standing(address)];
    return (address & 3) === 0 ? FAULTS[blocks.standing(address >>> 2)] : FOREIGN;
  }

  /** -g: the block that an address which cannot be freed points to, or into. */
  private recordOf(fault: number, address: number, blocks: Blocks | undefined): BlockRecord | undefined {
    if (this.zones === undefined || blocks === undefined) return undefined;
    if (fault === FREED_BEFORE) return this.zones.recordOf(address);
    return fault === FOREIGN ? this.zones.recordAround(address, addressesOf(blocks)) : undefined;
  }

  private freePlain(address: number, blocks: Blocks): Released {
    blocks.free(address >>> 2);
    return DONE;
  }

  /** -g: quarantines the block. */
  private retire(zones: RedZones, address: number, blocks: Blocks, place: number): Released {
    if (zones.isOverrun(address)) return { fault: OVERRUN, record: zones.recordOf(address) };
    const size = zones.sizeOf(address);
    zones.retire(address, () => blocks.free((address - BEFORE) >>> 2), place);
    for (const part of blocks === this.symmetric ? this.counterparts(address) : [address]) zones.markFreed(part, size);
    return DONE;
  }

  /** A symmetric block in the region of each thread of the process. */
  private counterparts(address: number): number[] {
    const { space } = this.job;
    return this.threads().map((thread) => addressOf(space, thread, offsetOf(space, address)));
  }

  /** Blocks around an address of any thread of the process, and the address itself, in the first region if symmetric. */
  around(address: number): [address: number, starts: Iterable<number>] {
    const { space } = this.job;
    if (this.isSymmetric(address)) return [offsetOf(space, address), addressesOf(this.symmetric)];
    return [address, addressesOf(this.localOf(rankOf(space, address)))];
  }

  /** The lowest offset of a local block in any thread of the process, and that thread. */
  lowestLocal(): [offset: number, thread: number] {
    const { space } = this.job;
    let lowest: [number, number] = [LARGEST, space.FIRST];
    for (const thread of this.threads()) {
      const offset = (this.localOf(thread).low - wordOf(space, thread, 0)) * 4;
      if (offset < lowest[0]) lowest = [offset, thread];
    }
    return lowest;
  }

  /** -g: number of the place where the program is. */
  get place(): number {
    return this.zones?.place ?? 0;
  }

  private localOf(thread: number): Blocks {
    const { I32 } = this.job.space;
    const { local } = this;
    const at = thread - this.job.space.FIRST;
    const known = local.get(at);
    if (known !== undefined) return known;
    const blocks = new Blocks(I32, I32, wordOf(this.job.space, thread, LOCAL_BINS), 'down');
    local.set(at, blocks);
    return blocks;
  }

  /** Threads of the process. */
  private threads(): number[] {
    const { FIRST, REACH } = this.job.space;
    return Array.from({ length: REACH }, (_, index) => FIRST + index);
  }

  /** The offset of this thread's lowest block. */
  get ownStart(): number {
    const { space } = this.job;
    return (this.localOf(space.MYTHREAD).low - wordOf(space, space.MYTHREAD, 0)) * 4;
  }

  /** Offset behind the last symmetric block. */
  get symmetricEnd(): number {
    return this.symmetric.high * 4;
  }

  /** Maximum overhead of a block. */
  get overhead(): number {
    return 64 + (this.zones ? ZONES : 0);
  }

  /** Runs `action` while no other thread of the process operates on the heaps. */
  withLock<T>(action: () => T): T {
    return locked(this.job.space.I32, this.job.space.HOME + HEAP_LOCK, action);
  }

  /** Ends the job: no room, because of the blocks of thread `inTheWay`, if given. */
  exhausted(name: string, bytes: number, left: number, inTheWay = -1): never {
    this.job.fail(
      sharedHeapExhausted(
        name,
        bytes,
        left,
        this.layout.sharedHeapEnd - this.layout.sharedHeapStart,
        this.zones?.limit ?? 0,
        inTheWay,
      ),
    );
  }
}
