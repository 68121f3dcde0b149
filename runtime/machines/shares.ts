/**
 * A heap of resources by the share that each leaves to its flows, for shares that only grow: one that has grown is noticed,
 * and sinks, when it comes to the top.
 */
export class Shares {
  private readonly heap: Int32Array;
  private readonly known: Float64Array;

  constructor(
    count: number,
    private readonly shareOf: (resource: number) => number,
  ) {
    this.heap = Int32Array.from({ length: count }, (_, k) => k);
    this.known = Float64Array.from(this.heap, shareOf);
    for (let at = (count >> 1) - 1; at >= 0; at--) this.sink(at, this.heap[at]!, this.known[at]!);
  }

  get top(): number {
    return this.heap[0]!;
  }

  get least(): number {
    return this.heap.length === 0 ? Number.POSITIVE_INFINITY : this.known[0]!;
  }

  /** Looks at the top again, until it is as it was known; gives the least share. */
  settled(): number {
    if (this.heap.length === 0) return Number.POSITIVE_INFINITY;
    for (;;) {
      const share = this.shareOf(this.top);
      if (!(share > this.known[0]!)) return this.known[0]!;
      this.sink(0, this.top, share);
    }
  }

  private sink(at: number, resource: number, share: number): void {
    for (let child = 2 * at + 1; child < this.heap.length; child = 2 * at + 1) {
      if (child + 1 < this.heap.length && this.precedes(child + 1, this.heap[child]!, this.known[child]!)) child++;
      if (!this.precedes(child, resource, share)) break;
      this.heap[at] = this.heap[child]!;
      this.known[at] = this.known[child]!;
      at = child;
    }
    this.heap[at] = resource;
    this.known[at] = share;
  }

  /** Ties go by number, so that the order does not depend on what was before. */
  private precedes(at: number, resource: number, share: number): boolean {
    return this.known[at]! < share || (this.known[at] === share && this.heap[at]! < resource);
  }
}
