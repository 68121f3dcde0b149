/**
 * Max-min fair rates of flows that come and go: only those are found anew that a change concerns.
 *
 * An allocation is max-min fair if each flow has a bottleneck: a full resource of which none takes more than it, or its own limit (Bertsekas and
 * Gallager, 6.5.2). That can be looked at from near: the flows that have changed are filled (maxmin.ts) within what all others leave; who then has no bottleneck
 * joins them, or has those join them that take more at its full resources; until there is none. The others' rates stand. A change concerns two or three
 * flows of hundreds, so what is known stays in arrays by resource and in the flows themselves: nothing is made or cleared for a change.
 */
import { type Flow, MaxMin } from './maxmin.ts';

/** What rounding does. */
const NEARLY = 1 - 1e-9;
const UNKNOWN = -1;

/** A flow with its share, a second; 0 until it has one. */
export interface Sharing extends Flow {
  share: number;
  /** The allocation's: its share is found anew. */
  isConcerned: boolean;
  /** The allocation's: the round that it was looked at last; 0 in the beginning. */
  looked: number;
}

export class Allocation<T extends Sharing> {
  /** By resource; who passes it twice is there twice. */
  private readonly members: T[][] = [];
  private readonly maxMin: MaxMin;
  /** Those whose shares are found anew. */
  private concerned: T[] = [];
  /** Resources whose flows have changed; 1 of those in the list. */
  private readonly touched: number[] = [];
  private readonly isTouched: Uint8Array;
  /** By resource: its rate, what its flows take together and the largest of them takes, where that has been looked up. */
  private readonly rates: Float64Array;
  private readonly sums: Float64Array;
  private readonly largest: Float64Array;
  private round = 0;

  constructor(
    count: number,
    private readonly rateOf: (resource: number) => number,
  ) {
    this.isTouched = new Uint8Array(count);
    [this.rates, this.sums, this.largest] = [unknown(count), unknown(count), unknown(count)];
    this.maxMin = new MaxMin(count, (resource) => this.leftAt(resource));
  }

  add(flow: T): void {
    for (const resource of flow.resources) {
      const members = this.members[resource];
      if (members === undefined) this.members[resource] = [flow];
      else members.push(flow);
      this.forget(resource);
    }
    this.concern(flow);
  }

  remove(flow: T): void {
    if (flow.isConcerned) this.concerned.splice(this.concerned.indexOf(flow), 1);
    flow.isConcerned = false;
    for (const resource of flow.resources) {
      const members = this.members[resource]!;
      members.splice(members.indexOf(flow), 1);
      this.forget(resource);
      this.touch(resource);
    }
  }

  /** Finds the shares; gives the flows whose may have changed. */
  settle(): readonly T[] {
    do {
      for (const { resources } of this.concerned) for (const resource of resources) this.touch(resource);
      this.share(this.concerned);
    } while (this.join());
    const changed = this.concerned;
    for (const flow of changed) flow.isConcerned = false;
    for (const resource of this.touched) this.isTouched[resource] = 0;
    this.concerned = [];
    this.touched.length = 0;
    return changed;
  }

  private concern(flow: T): void {
    if (flow.isConcerned) return;
    flow.isConcerned = true;
    this.concerned.push(flow);
  }

  private touch(resource: number): void {
    if (this.isTouched[resource] !== 0) return;
    this.isTouched[resource] = 1;
    this.touched.push(resource);
  }

  private share(flows: readonly T[]): void {
    const shares = this.maxMin.ratesOf(flows);
    for (let k = 0; k < flows.length; k++) {
      const flow = flows[k]!;
      if (flow.share === shares[k]!) continue;
      flow.share = shares[k]!;
      for (const resource of flow.resources) this.forget(resource);
    }
  }

  private forget(resource: number): void {
    this.sums[resource] = UNKNOWN;
    this.largest[resource] = UNKNOWN;
  }

  /** What those leave who keep their shares. */
  private leftAt(resource: number): number {
    let left = this.rateAt(resource);
    for (const flow of this.members[resource]!) if (!flow.isConcerned) left -= flow.share;
    return Math.max(0, left);
  }

  /** Flows near the change that have no bottleneck, or deny one; whether there were any. */
  private join(): boolean {
    const joining: T[] = [];
    this.round++;
    for (const resource of this.touched)
      for (const flow of this.members[resource] ?? []) {
        if (flow.looked === this.round) continue;
        flow.looked = this.round;
        if (!this.hasBottleneck(flow)) this.wrong(flow, joining);
      }
    const before = this.concerned.length;
    for (const flow of joining) this.concern(flow);
    return this.concerned.length > before;
  }

  private wrong(flow: T, joining: T[]): void {
    if (flow.isConcerned) this.deniers(flow, joining);
    else joining.push(flow);
  }

  private hasBottleneck(flow: T): boolean {
    if (flow.share >= flow.limit * NEARLY) return true;
    for (const resource of flow.resources)
      if (this.isFull(resource) && flow.share >= this.largestAt(resource) * NEARLY) return true;
    return false;
  }

  /** Who takes more at its full resources. */
  private deniers(flow: T, joining: T[]): void {
    for (const resource of flow.resources)
      if (this.isFull(resource))
        for (const other of this.members[resource]!) if (other.share > flow.share) joining.push(other);
  }

  private rateAt(resource: number): number {
    if (this.rates[resource] === UNKNOWN) this.rates[resource] = this.rateOf(resource);
    return this.rates[resource]!;
  }

  private isFull(resource: number): boolean {
    if (this.sums[resource] === UNKNOWN) this.look(resource);
    return this.sums[resource]! >= this.rateAt(resource) * NEARLY;
  }

  private largestAt(resource: number): number {
    if (this.largest[resource] === UNKNOWN) this.look(resource);
    return this.largest[resource]!;
  }

  private look(resource: number): void {
    let sum = 0;
    let most = 0;
    for (const { share } of this.members[resource]!) {
      sum += share;
      if (share > most) most = share;
    }
    this.sums[resource] = sum;
    this.largest[resource] = most;
  }
}

const unknown = (length: number): Float64Array => new Float64Array(length).fill(UNKNOWN);
