/** Numbers of the records in C that are not in use (job.h): a count, and a list that begins with so many numbers. */
export class Unused {
  constructor(
    private readonly I32: Int32Array,
    /** Indices of the count and of the list. */
    private readonly count: number,
    private readonly list: number,
    /** How many records there are. */
    private readonly most: number,
  ) {
    for (let i = 0; i < most; i++) I32[list + i] = most - 1 - i;
    I32[count] = most;
  }

  get areAll(): boolean {
    return this.I32[this.count] === this.most;
  }

  give(number: number): void {
    this.I32[this.list + this.I32[this.count]!++] = number;
  }
}
