/**
 * Received frames that wait in their buffers, as the ring of their receiver is full or their answer has no room: a list for each lane, first come
 * first served.
 *
 * Lists are the process's, linked by their entries, as it may be another thread that goes on.
 */
import type { Space } from '../../../../memory/space.ts';
import { NEXT } from './entry.ts';
import { laneOf, rankOf, WHAT } from './frame.ts';
import { ENTRY_BYTES, LANES } from './sizes.ts';

/** Words of a list: its first and its last entry. */
const [HEAD, TAIL] = [0, 1];

export class Parking {
  private readonly I32: Int32Array;

  constructor(
    private readonly space: Space,
    /** Indexes: of the word that counts the entries, and of the lists. */
    private readonly count: number,
    private readonly lists: number,
  ) {
    this.I32 = space.I32;
  }

  get isEmpty(): boolean {
    return this.I32[this.count] === 0;
  }

  /** Whether others wait that the entry must not overtake. */
  holdsUp(entry: number): boolean {
    return !this.isEmpty && this.I32[this.listOf(entry) + HEAD] !== 0;
  }

  add(entry: number): void {
    const { I32 } = this;
    const list = this.listOf(entry);
    I32[(entry >>> 2) + NEXT] = 0;
    if (I32[list + HEAD] === 0) I32[list + HEAD] = entry;
    else I32[(I32[list + TAIL]! >>> 2) + NEXT] = entry;
    I32[list + TAIL] = entry;
    I32[this.count]!++;
  }

  /** Takes out those that `deliver` takes, which may link them elsewhere. */
  release(deliver: (entry: number) => boolean): void {
    const { I32, space } = this;
    for (let lane = 0; lane < LANES * space.REACH; lane++) {
      const list = this.lists + 2 * lane;
      for (let entry = I32[list + HEAD]!; entry !== 0; entry = I32[list + HEAD]!) {
        const next = I32[(entry >>> 2) + NEXT]!;
        if (!deliver(entry >>> 0)) break;
        I32[list + HEAD] = next;
        I32[this.count]!--;
      }
    }
  }

  private listOf(entry: number): number {
    const what = this.I32[((entry + ENTRY_BYTES) >>> 2) + WHAT]!;
    return this.lists + 2 * (LANES * (rankOf(what) - this.space.FIRST) + laneOf(what));
  }
}
