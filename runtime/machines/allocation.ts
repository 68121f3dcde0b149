/**
 * Max-min fair rates of flows that come and go: only those are found anew that a change concerns.
 *
 * An allocation is max-min fair if each flow has a bottleneck: a full resource of which none takes more than it, or its own limit (Bertsekas and
 * Gallager, 6.5.2). That can be looked at from near: the flows that have changed are filled (maxmin.ts) within what all others leave; who then has no bottleneck
 * joins them, or has those join them that take more at its full resources; until there is none. The others' rates stand.
 */
import { type Flow, MaxMin } from './maxmin.ts';

/** What rounding does. */
const NEARLY = 1 - 1e-9;

/** A flow with its share, a second; 0 until it has one. */
export interface Sharing extends Flow {
  share: number;
}

export class Allocation<T extends Sharing> {
  /** By resource; who passes it twice is there twice. */
  private readonly members: T[][] = [];
  private readonly maxMin: MaxMin;
  /** Those whose shares are found anew. */
  private readonly concerned = new Set<T>();
  /** Resources whose flows have changed. */
  private readonly touched = new Set<number>();
  /** Of resources: what is looked up once a round. */
  private readonly sums = new Map<number, number>();
  private readonly largest = new Map<number, number>();

  constructor(
    count: number,
    private readonly rateOf: (resource: number) => number,
  ) {
    this.maxMin = new MaxMin(count, (resource) => this.leftAt(resource));
  }

  add(flow: T): void {
    for (const resource of flow.resources) {
      const members = this.members[resource];
      if (members === undefined) this.members[resource] = [flow];
      else members.push(flow);
    }
    this.concerned.add(flow);
  }

  remove(flow: T): void {
    this.concerned.delete(flow);
    for (const resource of flow.resources) {
      const members = this.members[resource]!;
      members.splice(members.indexOf(flow), 1);
      this.touched.add(resource);
    }
  }

  /** Finds the shares; gives the flows whose may have changed. */
  settle(): readonly T[] {
    const { concerned, touched } = this;
    do {
      for (const { resources } of concerned) for (const resource of resources) touched.add(resource);
      this.share([...concerned]);
    } while (this.join());
    const changed = [...concerned];
    concerned.clear();
    touched.clear();
    return changed;
  }

  private share(flows: readonly T[]): void {
    this.sums.clear();
    this.largest.clear();
    const shares = this.maxMin.ratesOf(flows);
    for (let k = 0; k < flows.length; k++) flows[k]!.share = shares[k]!;
  }

  /** What those leave who keep their shares. */
  private leftAt(resource: number): number {
    let left = this.rateOf(resource);
    for (const flow of this.members[resource]!) if (!this.concerned.has(flow)) left -= flow.share;
    return Math.max(0, left);
  }

  /** Flows near the change that have no bottleneck, or deny one; whether there were any. */
  private join(): boolean {
    const { concerned } = this;
    const before = concerned.size;
    const joining: T[] = [];
    for (const resource of this.touched)
      for (const flow of this.members[resource] ?? [])
        if (!this.hasBottleneck(flow)) {
          if (concerned.has(flow)) this.deniers(flow, joining);
          else joining.push(flow);
        }
    for (const flow of joining) concerned.add(flow);
    return concerned.size > before;
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

  private isFull(resource: number): boolean {
    let sum = this.sums.get(resource);
    if (sum === undefined) {
      sum = 0;
      for (const { share } of this.members[resource]!) sum += share;
      this.sums.set(resource, sum);
    }
    return sum >= this.rateOf(resource) * NEARLY;
  }

  private largestAt(resource: number): number {
    let most = this.largest.get(resource);
    if (most === undefined) {
      most = 0;
      for (const { share } of this.members[resource]!) most = Math.max(most, share);
      this.largest.set(resource, most);
    }
    return most;
  }
}
