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
  /** Of the resources in use, by number: their place in the arrays below. */
  private readonly places: Int32Array;
  private used: number[] = [];
  /** By place: what is left of the rate, and for how many unbound flows. */
  private left = new Float64Array(0);
  private load = new Int32Array(0);
  /** Flows of a resource: members[first[place]] to members[first[place + 1] - 1]. */
  private first = new Int32Array(0);
  private members = new Int32Array(0);
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
    this.flows = flows;
    this.rates = new Float64Array(flows.length);
    this.bound = new Uint8Array(flows.length);
    this.number();
    this.list();
    this.fill();
    for (const resource of this.used) this.places[resource] = -1;
    return this.rates;
  }

  /** Resources in use get places. */
  private number(): void {
    this.used = [];
    for (const { resources } of this.flows)
      for (const resource of resources)
        if (this.places[resource]! < 0) {
          this.places[resource] = this.used.length;
          this.used.push(resource);
        }
    this.left = Float64Array.from(this.used, this.rateOf);
  }

  /** Their flows, counted and then put down. */
  private list(): void {
    const { places } = this;
    this.load = new Int32Array(this.used.length);
    for (const { resources } of this.flows) for (const resource of resources) this.load[places[resource]!]!++;
    this.first = new Int32Array(this.used.length + 1);
    for (const [place, load] of this.load.entries()) this.first[place + 1] = this.first[place]! + load;
    this.members = new Int32Array(this.first[this.used.length]!);
    const next = this.first.slice();
    for (const [flow, { resources }] of this.flows.entries())
      for (const resource of resources) this.members[next[places[resource]!]!++] = flow;
  }

  private fill(): void {
    const shares = new Shares(this.used.length, (place) => this.shareOf(place));
    const byLimit = [...this.flows.keys()].sort((a, b) => this.flows[a]!.limit - this.flows[b]!.limit || a - b);
    let level = 0;
    for (const flow of byLimit) {
      // Resources that are full before this flow reaches its limit; a level never falls, whatever rounding does.
      while (!this.bound[flow] && shares.settled() < this.flows[flow]!.limit) {
        level = Math.max(level, shares.least);
        this.bindAll(shares.top, level);
      }
      this.bind(flow, this.flows[flow]!.limit);
    }
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
