/**
 * Operations in flight: a counter of pending parts for each, decremented by PAMI's event functions; 0 is complete.
 *
 * The first few counters are those of operations without a handle. A handle is the index of a counter and its
 * generation, so that a handle already waited for is recognized.
 */
import type { EventFunction } from '../../fabrics/pami/completions.ts';

/** Permanent counters. */
export const BLOCKING = 0;
export const NBI_PUTS = 1;
export const NBI_GETS = 2;
/** Puts that are not complete locally. */
export const LOCAL = 3;
export const FENCES = 4;
const FIRST = 5;

const NUMBER_BITS = 20;
const NUMBER_MASK = (1 << NUMBER_BITS) - 1;
const TIMES = (1 << (31 - NUMBER_BITS)) - 1;
const FIRST_CAPACITY = 8;

export class Progress {
  /** By counter. */
  counts = new Int32Array(FIRST_CAPACITY);
  private times = new Uint16Array(FIRST_CAPACITY).fill(1);
  private readonly free: number[] = [];
  private next = FIRST;

  /** One part of the operation is complete. */
  readonly done: EventFunction = (_context, counter) => {
    this.counts[counter]!--;
  };
  /** Local completion of a put. */
  readonly localDone: EventFunction = () => {
    this.counts[LOCAL]!--;
  };

  /** Allocates a counter for an operation with a handle. Undefined if a million are in flight. */
  take(): number | undefined {
    if (this.free.length !== 0) return this.free.pop()!;
    if (this.next > NUMBER_MASK) return undefined;
    if (this.next === this.counts.length) this.grow();
    return this.next++;
  }

  handleOf(counter: number): number {
    return (this.times[counter]! << NUMBER_BITS) | counter;
  }

  /** The counter of a handle; -1 if the handle is stale. */
  counterOf(handle: number): number {
    const counter = handle & NUMBER_MASK;
    return counter >= FIRST && counter < this.next && this.times[counter] === handle >>> NUMBER_BITS ? counter : -1;
  }

  /** Frees the counter: the operation is complete and the program has been told. */
  giveUp(counter: number): void {
    this.times[counter] = (this.times[counter]! % TIMES) + 1;
    this.free.push(counter);
  }

  private grow(): void {
    const capacity = 2 * this.counts.length;
    this.counts = widened(this.counts, new Int32Array(capacity));
    this.times = widened(this.times, new Uint16Array(capacity).fill(1));
  }
}

function widened<T extends Int32Array | Uint16Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}
