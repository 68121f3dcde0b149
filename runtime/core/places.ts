/**
 * Places in the source, readable by other threads.
 *
 * A thread records its place before it may wait, for the roll-call. A place's text is interned once in the thread's
 * control area, so that a barrier stores only its index.
 */
import { PLACES, PLACES_SIZE } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import type { Range } from './views.ts';

const HEADER = 4;
/** Longer texts are truncated at the front, keeping file name and line. */
const LONGEST = 250;
/** Index of "no place". */
export const NO_PLACE = 0;
/** The entry of what a wait tells, which changes; behind it those that stay. */
const TOLD = HEADER;
const FIRST = TOLD + 1 + LONGEST;

export class Places {
  private readonly indexes = new Map<string, number>();
  private last = '';
  private lastIndex = NO_PLACE;

  constructor(private readonly space: Space) {}

  /** Index of the place in this thread's table; none of an empty text, so that a long wait is located. */
  intern(place: string): number {
    if (place === this.last) return this.lastIndex;
    if (place === '') return NO_PLACE;
    this.last = place;
    this.lastIndex = this.indexes.get(place) ?? this.add(place);
    return this.lastIndex;
  }

  /** Appends a text: length byte, bytes. A full table keeps the places it has and overwrites its last entry. */
  private add(place: string): number {
    const { space } = this;
    const used = wordOf(space, space.MYTHREAD, PLACES);
    const bytes = encoded(place);
    const last = PLACES_SIZE - 1 - LONGEST;
    const index = Math.min(Math.max(space.I32[used]!, FIRST), last);
    this.put(index, bytes);
    if (index < last) this.indexes.set(place, index);
    space.I32[used] = index + 1 + bytes.length;
    return index;
  }

  /** Index of a text in the place of the one before. */
  tell(text: string): number {
    this.put(TOLD, encoded(text));
    return TOLD;
  }

  private put(index: number, bytes: Uint8Array): void {
    const { U8, BASE } = this.space;
    const start = (BASE >>> 0) + PLACES + index;
    U8.set(bytes, start + 1);
    U8[start] = bytes.length;
  }
}

const encoded = (place: string): Uint8Array => new TextEncoder().encode(place).subarray(-LONGEST);

/** A thread's table. */
export function placesRange(thread: number): Range {
  return { rank: thread, offset: PLACES, size: PLACES_SIZE };
}

/** The text of a place of any thread; empty for NO_PLACE. */
export function placeText(space: Space, thread: number, index: number): string {
  if (index === NO_PLACE) return '';
  const start = wordOf(space, thread, PLACES) * 4 + index;
  return new TextDecoder().decode(space.U8.slice(start + 1, start + 1 + space.U8[start]!));
}
