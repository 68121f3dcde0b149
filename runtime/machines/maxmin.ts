/**
 * Max-min fair rates: how flows that share resources divide them.
 *
 * By progressive filling: all flows grow alike, until a resource is full or a flow at its own limit; what is then bound stays
 * as it is, and the others grow on. The result is the one allocation in which no flow can be raised without lowering one
 * that is not larger. One idea: the share that a resource leaves to each of its unbound flows only grows, so a heap of shares
 * is right if its top is looked at again before it is believed.
 */

export interface Flow {
  /** Numbers of what it passes; one that it passes twice, twice. */
  readonly resources: readonly number[];
  /** It takes no more than this. */
  readonly limit: number;
}

/** The rate of each flow; `rateOf` says what a resource carries. */
export function maxMinRates(flows: readonly Flow[], rateOf: (resource: number) => number): Float64Array {
  return new Filling(flows, rateOf).rates();
}

class Filling {
  private readonly members = new Map<number, number[]>();
  private readonly left = new Map<number, number>();
  /** Unbound flows of a resource. */
  private readonly load = new Map<number, number>();
  private readonly found: Float64Array;
  private readonly isBound: Uint8Array;

  constructor(
    private readonly flows: readonly Flow[],
    rateOf: (resource: number) => number,
  ) {
    this.found = new Float64Array(flows.length);
    this.isBound = new Uint8Array(flows.length);
    for (const [flow, { resources }] of flows.entries())
      for (const resource of resources) {
        const members = this.members.get(resource);
        if (members) members.push(flow);
        else this.members.set(resource, [flow]);
        this.load.set(resource, (this.load.get(resource) ?? 0) + 1);
        if (!members) this.left.set(resource, rateOf(resource));
      }
  }

  rates(): Float64Array {
    const shares = new Shares([...this.members.keys()], (resource) => this.shareOf(resource));
    const byLimit = [...this.flows.keys()].sort((a, b) => this.flows[a]!.limit - this.flows[b]!.limit || a - b);
    let level = 0;
    for (const flow of byLimit) {
      // Resources that are full before this flow reaches its limit; a level never falls, whatever rounding does.
      while (!this.isBound[flow] && shares.least < this.flows[flow]!.limit) {
        level = Math.max(level, shares.least);
        for (const member of this.members.get(shares.top)!) this.bind(member, level);
        shares.settle();
      }
      this.bind(flow, this.flows[flow]!.limit);
      shares.settle();
    }
    return this.found;
  }

  private bind(flow: number, rate: number): void {
    if (this.isBound[flow]) return;
    this.isBound[flow] = 1;
    this.found[flow] = rate;
    for (const resource of this.flows[flow]!.resources) {
      this.left.set(resource, this.left.get(resource)! - rate);
      this.load.set(resource, this.load.get(resource)! - 1);
    }
  }

  private shareOf(resource: number): number {
    const load = this.load.get(resource)!;
    return load === 0 ? Number.POSITIVE_INFINITY : Math.max(0, this.left.get(resource)!) / load;
  }
}

/** A heap of resources by share, whose shares only grow. */
class Shares {
  private readonly known: Float64Array;

  constructor(
    private readonly heap: number[],
    private readonly shareOf: (resource: number) => number,
  ) {
    heap.sort((a, b) => shareOf(a) - shareOf(b) || a - b);
    this.known = Float64Array.from(heap, shareOf);
  }

  get top(): number {
    return this.heap[0]!;
  }

  get least(): number {
    return this.heap.length === 0 ? Number.POSITIVE_INFINITY : this.known[0]!;
  }

  /** Looks at the top again, until it is as it was known. */
  settle(): void {
    for (;;) {
      if (this.heap.length === 0) return;
      const share = this.shareOf(this.top);
      if (!(share > this.known[0]!)) return;
      this.sink(share);
    }
  }

  private sink(share: number): void {
    const resource = this.top;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.heap.length) break;
      const least = left + 1 < this.heap.length && this.isLess(left + 1, left) ? left + 1 : left;
      if (this.known[least]! > share || (this.known[least] === share && this.heap[least]! > resource)) break;
      this.heap[at] = this.heap[least]!;
      this.known[at] = this.known[least]!;
      at = least;
    }
    this.heap[at] = resource;
    this.known[at] = share;
  }

  private isLess(a: number, b: number): boolean {
    return this.known[a]! < this.known[b]! || (this.known[a] === this.known[b] && this.heap[a]! < this.heap[b]!);
  }
}
