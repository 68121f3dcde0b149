/**
 * A heap of resources by the share that each leaves to its flows, for shares that only grow: one that has grown is noticed,
 * and sinks, when it comes to the top.
 */
export class Shares {
  private heap = new Int32Array(16);
  private known = new Float64Array(16);
  private length = 0;

  constructor(private readonly shareOf: (resource: number) => number) {}

  /** Resources 0 to length - 1. */
  fill(length: number): void {
    this.length = length;
    if (length > this.heap.length) {
      this.heap = new Int32Array(2 * length);
      this.known = new Float64Array(2 * length);
    }
    for (let k = 0; k < length; k++) {
      this.heap[k] = k;
      this.known[k] = this.shareOf(k);
    }
    for (let at = (length >> 1) - 1; at >= 0; at--) this.sink(at, this.heap[at]!, this.known[at]!);
  }

  get top(): number {
    return this.heap[0]!;
  }

  get least(): number {
    return this.length === 0 ? Number.POSITIVE_INFINITY : this.known[0]!;
  }

  /** Looks at the top again, until it is as it was known; gives the least share. */
  settled(): number {
    if (this.length === 0) return Number.POSITIVE_INFINITY;
    for (;;) {
      const share = this.shareOf(this.top);
      if (!(share > this.known[0]!)) return this.known[0]!;
      this.sink(0, this.top, share);
    }
  }

  private sink(at: number, resource: number, share: number): void {
    for (let child = 2 * at + 1; child < this.length; child = 2 * at + 1) {
      if (child + 1 < this.length && this.precedes(child + 1, this.heap[child]!, this.known[child]!)) child++;
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
