/**
 * Slots for values of outstanding gets (gasnet_get_nb_val): a few bytes each, in the thread's own memory.
 *
 * A slot is 16 bytes: the value, then the handle of its get. The first ones are in the control area; more outstanding
 * gets, which recursion can cause, allocate slots on the private heap.
 */
import type { Heap } from '../abi.ts';
import type { Job } from '../core/job.ts';
import { roomFor } from '../core/room.ts';
import { SCRATCH, SCRATCH_SIZE } from '../memory/control.ts';

const SLOT = 16;
const HANDLE = 8;
const CHUNK = 4096;

export class ValueSlots {
  /** Slots given back; those from `unused` to `unusedEnd` have never been taken. */
  private readonly free: number[] = [];
  private unused: number;
  private unusedEnd: number;
  private readonly chunks: number[] = [];
  private readonly start: number;
  private readonly end: number;

  constructor(
    private readonly job: Job,
    private readonly heap: Heap,
  ) {
    this.start = (job.space.BASE + SCRATCH + SLOT) | 0;
    this.end = (job.space.BASE + SCRATCH + SCRATCH_SIZE) | 0;
    this.unused = this.start;
    this.unusedEnd = this.end;
  }

  /** Allocates a slot. */
  take(): number {
    if (this.free.length > 0) return this.free.pop()!;
    if (this.unused === this.unusedEnd) this.grow();
    const slot = this.unused;
    this.unused = (slot + SLOT) | 0;
    return slot;
  }

  give(slot: number): void {
    this.free.push(slot);
  }

  /** Whether the address is that of a slot. */
  has(address: number): boolean {
    if (address >= this.start && address < this.end) return true;
    return this.chunks.length > 0 && this.chunks.some((chunk) => address >= chunk && address < chunk + CHUNK);
  }

  handleOf(slot: number): number {
    return this.job.space.I32[(slot + HANDLE) >>> 2]!;
  }

  setHandle(slot: number, handle: number): void {
    this.job.space.I32[(slot + HANDLE) >>> 2] = handle;
  }

  private grow(): void {
    const chunk = roomFor(this.job, this.heap, CHUNK, 'values on their way');
    this.chunks.push(chunk);
    this.unused = chunk;
    this.unusedEnd = (chunk + CHUNK) | 0;
  }
}
