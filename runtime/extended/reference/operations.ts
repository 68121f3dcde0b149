/**
 * Outstanding operations that replies complete: the number of replies each still lacks.
 *
 * A handle is the number of a slot and a generation count, so that a completed one differs from the next
 * one there. Slots grow on demand: there is no limit that a program would meet (GASNet requires 65535). The first
 * two slots are reserved: all implicit puts, and all implicit gets.
 */
import type { Job } from '../../core/job.ts';
import { tooManyOperations } from '../errors.ts';

/** Places of the operations without handles. */
export const IMPLICIT_PUTS = 0;
export const IMPLICIT_GETS = 1;
const FIRST = 2;

const PLACE_BITS = 20;
const MOST = 1 << PLACE_BITS;
/** Uses are counted modulo this; a handle has at most 30 bits. */
const USES = 1 << 10;
const NONE = 0;

export class Operations {
  /** Answers that the operation at a place still lacks; places that are free lack -1. */
  private lacking: Int32Array = new Int32Array(64).fill(-1);
  private uses: Int32Array = new Int32Array(64);
  /** The next free place behind a free one. */
  private next: Int32Array = new Int32Array(64);
  private free = NONE;
  private used = FIRST;

  constructor(private readonly job: Job) {
    this.lacking[IMPLICIT_PUTS] = this.lacking[IMPLICIT_GETS] = 0;
  }

  /** A place for an operation that begins, with no answers to come yet. */
  open(): number {
    const place = this.free === NONE ? this.take() : this.free;
    this.free = this.next[place]!;
    this.lacking[place] = 0;
    return place;
  }

  /** One answer more is to come. */
  expect(place: number): void {
    this.lacking[place]!++;
  }

  /** An answer has come. */
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

  /** Whether the operation is done, undefined if none has this handle; one that is done is given up. */
  test(handle: number): boolean | undefined {
    const place = handle & (MOST - 1);
    if (place < FIRST || place >= this.used || handle >>> PLACE_BITS !== this.uses[place]) return undefined;
    const lacking = this.lacking[place]!;
    if (lacking < 0) return undefined;
    if (lacking === 0) this.close(place);
    return lacking === 0;
  }

  /** Gives up the place of an operation that is done. */
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
