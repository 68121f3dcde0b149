/**
 * Outstanding operations that replies complete: the number of replies each still lacks.
 *
 * A handle is the number of a slot and a generation count, so that stale handles are recognized. Slots grow on demand:
 * there is no limit that a program would meet (GASNet requires 65535). The first two slots are reserved: all implicit
 * puts, and all implicit gets.
 */
import type { Job } from '../../core/job.ts';
import { tooManyOperations } from '../errors.ts';

/** Slots of the operations without handles. */
export const IMPLICIT_PUTS = 0;
export const IMPLICIT_GETS = 1;
const FIRST = 2;
const FIRST_CAPACITY = 8;

const PLACE_BITS = 20;
const MOST = 1 << PLACE_BITS;
/** The generation count wraps at this; a handle has at most 30 bits. */
const USES = 1 << 10;
const NONE = 0;

export class Operations {
  /** Outstanding replies of the operation in each slot; -1 in free slots. */
  private lacking: Int32Array = new Int32Array(FIRST_CAPACITY).fill(-1);
  private uses: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** Free list: the next free slot. */
  private next: Int32Array = new Int32Array(FIRST_CAPACITY);
  private free = NONE;
  private used = FIRST;

  constructor(private readonly job: Job) {
    this.lacking[IMPLICIT_PUTS] = this.lacking[IMPLICIT_GETS] = 0;
  }

  /** Allocates a slot for an operation without outstanding replies. */
  open(): number {
    const place = this.free === NONE ? this.take() : this.free;
    this.free = this.next[place]!;
    this.lacking[place] = 0;
    return place;
  }

  /** One more reply is outstanding. */
  expect(place: number): void {
    this.lacking[place]!++;
  }

  /** A reply has arrived. */
  answer(place: number): void {
    this.lacking[place]!--;
  }

  isDone(place: number): boolean {
    return this.lacking[place] === 0;
  }

  /** Handle of the operation, for `test`: greater than 0. */
  handleOf(place: number): number {
    return (this.uses[place]! << PLACE_BITS) | place;
  }

  /** Whether the operation is complete, undefined if the handle is stale; completion frees the slot. */
  test(handle: number): boolean | undefined {
    const place = handle & (MOST - 1);
    if (place < FIRST || place >= this.used || handle >>> PLACE_BITS !== this.uses[place]) return undefined;
    const lacking = this.lacking[place]!;
    if (lacking < 0) return undefined;
    if (lacking === 0) this.close(place);
    return lacking === 0;
  }

  /** Frees the slot of a complete operation. */
  close(place: number): void {
    this.lacking[place] = -1;
    this.uses[place] = (this.uses[place]! + 1) % USES;
    this.next[place] = this.free;
    this.free = place;
  }

  private take(): number {
    const place = this.used++;
    if (place >= MOST) this.job.fail(tooManyOperations(MOST));
    if (place >= this.lacking.length) this.grow();
    this.next[place] = NONE;
    return place;
  }

  private grow(): void {
    const length = 2 * this.lacking.length;
    this.lacking = copied(this.lacking, length).fill(-1, this.lacking.length);
    this.uses = copied(this.uses, length);
    this.next = copied(this.next, length);
  }
}

function copied(array: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
