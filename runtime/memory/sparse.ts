/**
 * Words by number, such as by rank, of which a job of thousands of ranks uses few.
 *
 * There may be more than were foreseen. One idea: pages. All that have only first values are one and the same page, which is copied before a word of it is changed.
 */
const BITS = 6;
const MASK = (1 << BITS) - 1;

export class SparseWords {
  private readonly unused: readonly number[];
  private readonly pages: (readonly number[])[];

  constructor(count: number, first = 0) {
    this.unused = new Array<number>(1 << BITS).fill(first);
    this.pages = new Array<readonly number[]>((count + MASK) >>> BITS).fill(this.unused);
  }

  get(index: number): number {
    const page = this.pages[index >>> BITS] ?? this.unused;
    return page[index & MASK]!;
  }

  set(index: number, word: number): void {
    this.own(index >>> BITS)[index & MASK] = word;
  }

  /** Gives the sum. */
  add(index: number, by: number): number {
    return (this.own(index >>> BITS)[index & MASK]! += by);
  }

  private own(number: number): number[] {
    while (this.pages.length <= number) this.pages.push(this.unused);
    const page = this.pages[number]!;
    return (page === this.unused ? (this.pages[number] = [...page]) : page) as number[];
  }
}
