/**
 * What is under way: a counter for each operation, which PAMI's event functions count down; it is done at 0.
 *
 * The first few counters are those of operations without a handle. A handle is the number of a counter and how often the
 * counter has been given away, so that one that was waited for already is known as such.
 */
import type { EventFunction } from '../../fabrics/pami/completions.ts';

/** Counters that are always there. */
export const BLOCKING = 0;
export const NBI_PUTS = 1;
export const NBI_GETS = 2;
/** Puts whose source is still to be read. */
export const LOCAL = 3;
export const FENCES = 4;
const FIRST = 5;

const NUMBER_BITS = 20;
const NUMBER_MASK = (1 << NUMBER_BITS) - 1;
const TIMES = (1 << (31 - NUMBER_BITS)) - 1;
const FIRST_CAPACITY = 1024;

export class Progress {
  /** By number of the counter. */
  counts = new Int32Array(FIRST_CAPACITY);
  private times = new Uint16Array(FIRST_CAPACITY).fill(1);
  private free = new Int32Array(FIRST_CAPACITY);
  private freeCount = 0;
  private next = FIRST;

  /** One part of the operation with this counter is done. */
  readonly done: EventFunction = (_context, counter) => {
    this.counts[counter]!--;
  };
  /** The source of a put may be changed. */
  readonly localDone: EventFunction = () => {
    this.counts[LOCAL]!--;
  };

  /** A counter for an operation with a handle. Undefined if a million are under way. */
  take(): number | undefined {
    if (this.freeCount !== 0) return this.free[--this.freeCount]!;
    if (this.next > NUMBER_MASK) return undefined;
    if (this.next === this.counts.length) this.grow();
    return this.next++;
  }

  handleOf(counter: number): number {
    return (this.times[counter]! << NUMBER_BITS) | counter;
  }

  /** The counter of a handle; -1 if no operation has it. */
  counterOf(handle: number): number {
    const counter = handle & NUMBER_MASK;
    return counter >= FIRST && counter < this.next && this.times[counter] === handle >>> NUMBER_BITS ? counter : -1;
  }

  /** The operation is done, and somebody has been told. */
  giveUp(counter: number): void {
    this.times[counter] = (this.times[counter]! % TIMES) + 1;
    this.free[this.freeCount++] = counter;
  }

  private grow(): void {
    const capacity = 2 * this.counts.length;
    this.counts = widened(this.counts, new Int32Array(capacity));
    this.times = widened(this.times, new Uint16Array(capacity).fill(1));
    this.free = widened(this.free, new Int32Array(capacity));
  }
}

function widened<T extends Int32Array | Uint16Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}
