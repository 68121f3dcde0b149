/**
 * What the members of a team have told each other: as many words of each, by its rank in the team.
 *
 * One array: a job of thousands of ranks has such a table in each of them.
 */
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
    return Int32Array.from({ length: this.size }, (_, rank) => this.at(rank, word));
  }

  /** The words of each member. */
  rows(): Int32Array[] {
    return Array.from({ length: this.size }, (_, rank) =>
      this.words.subarray(rank * this.width, (rank + 1) * this.width),
    );
  }
}
