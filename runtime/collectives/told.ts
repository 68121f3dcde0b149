/**
 * A table of words that the members of a team have told each other: as many of each, by its rank in the team.
 *
 * One array: a job of thousands of ranks has such a table in each of them.
 */
import { gatherAll } from './algorithms.ts';
import type { Awaited, Part } from './engine.ts';

export class Told {
  /** `words`: those of the first member, then those of the next; `width` of each. */
  constructor(
    private readonly words: Int32Array,
    private readonly width: number,
    readonly size: number,
  ) {}

  at(rank: number, word = 0): number {
    return this.words[rank * this.width + word]!;
  }

  /** One word of each member. */
  column(word = 0): Int32Array {
    const column = new Int32Array(this.size);
    for (let rank = 0; rank < this.size; rank++) column[rank] = this.at(rank, word);
    return column;
  }

  /** The words of each member. */
  rows(): Int32Array[] {
    return Array.from({ length: this.size }, (_, rank) =>
      this.words.subarray(rank * this.width, (rank + 1) * this.width),
    );
  }
}

/** Tells all members the words, of which each gives as many. */
export function* tell(part: Part, words: readonly number[]): Generator<Awaited, Told, void> {
  const { I32 } = part.space;
  const bytes = 4 * words.length;
  const [own, all] = [part.room(bytes), part.room(bytes * part.size)];
  I32.set(words, own >>> 2);
  yield* gatherAll(part, all, own, bytes);
  return new Told(I32.slice(all >>> 2, (all + part.size * bytes) >>> 2), words.length, part.size);
}
