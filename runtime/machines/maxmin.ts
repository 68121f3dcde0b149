/**
 * Max-min fair rates: how flows that share resources divide them.
 *
 * By progressive filling: all flows grow alike, until a resource is full or a flow at its own limit; what is then bound stays
 * as it is, and the others grow on. The result is the one allocation in which no flow can be raised without lowering one
 * that is not larger. One idea: the share that a resource leaves to each of its unbound flows only grows, so a heap of shares
 * is right if its top is looked at again before it is believed.
 */
import { Shares } from './shares.ts';

export interface Flow {
  /** Numbers of what it passes; one that it passes twice, twice. */
  readonly resources: readonly number[];
  /** It takes no more than this. */
  readonly limit: number;
}

/** Finds rates again and again, in arrays that stay: numbers of resources are below `count`. */
export class MaxMin {
  /** Of the resources in use, by number: their place in the arrays below; -1 for the others. */
  private readonly places: Int32Array;
  private readonly used: number[] = [];
  /** By place: what is left of the rate, and for how many unbound flows. */
  private left = new Float64Array(16);
  private load = new Int32Array(16);
  /** Flows of a resource: members[first[place]] to members[first[place + 1] - 1]. */
  private first = new Int32Array(17);
  private members = new Int32Array(16);
  private readonly shares = new Shares((place) => this.shareOf(place));
  private flows: readonly Flow[] = [];
  private rates = new Float64Array(0);
  private bound = new Uint8Array(0);

  constructor(
    count: number,
    private readonly rateOf: (resource: number) => number,
  ) {
    this.places = new Int32Array(count).fill(-1);
  }

  /** The rate of each flow. */
  ratesOf(flows: readonly Flow[]): Float64Array {
    if (flows.length === 1) return Float64Array.of(this.rateAlone(flows[0]!));
    this.flows = flows;
    this.rates = new Float64Array(flows.length);
    this.bound = new Uint8Array(flows.length);
    this.number();
    this.list();
    this.fill();
    for (const resource of this.used) this.places[resource] = -1;
    return this.rates;
  }

  /** What the least of its resources leaves to it, as often as it passes that, or its limit. */
  private rateAlone({ resources, limit }: Flow): number {
    let least = limit;
    for (const resource of resources) {
      let load = 0;
      for (const other of resources) if (other === resource) load++;
      least = Math.min(least, Math.max(0, this.rateOf(resource)) / load);
    }
    return least;
  }

  /** Resources in use get places; flows are counted. */
  private number(): void {
    this.used.length = 0;
    for (const { resources } of this.flows)
      for (const resource of resources) {
        if (this.places[resource]! < 0) this.places[resource] = this.place(resource);
        this.load[this.places[resource]!]!++;
      }
  }

  private place(resource: number): number {
    const place = this.used.push(resource) - 1;
    if (place === this.left.length) this.grow();
    this.left[place] = this.rateOf(resource);
    this.load[place] = 0;
    return place;
  }

  /** Puts each resource's flows down. */
  private list(): void {
    let end = 0;
    for (let place = 0; place < this.used.length; place++) {
      this.first[place] = end;
      end += this.load[place]!;
    }
    if (end > this.members.length) this.members = new Int32Array(2 * end);
    for (let flow = 0; flow < this.flows.length; flow++)
      for (const resource of this.flows[flow]!.resources) this.members[this.first[this.places[resource]!]!++] = flow;
    // Each begin has moved to its end, which is the next one's begin.
    this.first.copyWithin(1, 0, this.used.length);
    this.first[0] = 0;
  }

  private grow(): void {
    const larger = <T extends Float64Array | Int32Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    const length = 2 * this.left.length;
    this.left = larger(new Float64Array(length), this.left);
    this.load = larger(new Int32Array(length), this.load);
    this.first = new Int32Array(length + 1);
  }

  private fill(): void {
    const { shares } = this;
    shares.fill(this.used.length);
    let level = 0;
    for (const flow of this.byLimit()) {
      // Resources that are full before this flow reaches its limit; a level never falls, whatever rounding does.
      while (!this.bound[flow] && shares.settled() < this.flows[flow]!.limit) {
        level = Math.max(level, shares.least);
        this.bindAll(shares.top, level);
      }
      this.bind(flow, this.flows[flow]!.limit);
    }
  }

  /** Numbers of flows, those of one limit in their order; mostly all have the adapter's. */
  private byLimit(): number[] {
    const numbers = Array.from(this.flows, (_, k) => k);
    const isSorted = numbers.every((k) => k === 0 || this.flows[k - 1]!.limit <= this.flows[k]!.limit);
    return isSorted ? numbers : numbers.sort((a, b) => this.flows[a]!.limit - this.flows[b]!.limit || a - b);
  }

  private bindAll(place: number, rate: number): void {
    for (let k = this.first[place]!; k < this.first[place + 1]!; k++) this.bind(this.members[k]!, rate);
  }

  private bind(flow: number, rate: number): void {
    if (this.bound[flow]) return;
    this.bound[flow] = 1;
    this.rates[flow] = rate;
    for (const resource of this.flows[flow]!.resources) {
      const place = this.places[resource]!;
      this.left[place]! -= rate;
      this.load[place]!--;
    }
  }

  private shareOf(place: number): number {
    const load = this.load[place]!;
    return load === 0 ? Number.POSITIVE_INFINITY : Math.max(0, this.left[place]!) / load;
  }
}
