/**
 * Relaxed accesses that are under way, where --reorder lets them take effect in any order (UPC 1.3, 5.1.2.3 and appendix B).
 *
 * Takes accesses as ranks begin them. Gives each as a process of its own, which the guide lets go on when it may: behind the accesses of its rank to the same bytes that
 * stand before it. One idea: a write reaches each rank by itself. It takes effect in memory, which its writer and the memory's owner see; all others see the bytes that were there
 * until it is delivered to them. A strict access, a fence and all other synchronization of the writer wait until all have it. So there is nothing that the model
 * forbids, and threads may disagree about the order of relaxed writes.
 */
import type { Clocks } from './clocks.ts';
import { type Extent, type Footprint, meet, overlap } from './footprint.ts';
import type { Operation } from './operation.ts';
import type { Pending } from './tree.ts';

/** An access, or the delivery of one. */
export interface Access {
  /** Its number as a process. */
  readonly process: number;
  /** Who began it, and where. */
  readonly rank: number;
  readonly place: number;
  readonly name: string;
  readonly bytes: Extent;
  /** As others depend on it. */
  readonly footprint: Footprint;
  /** What comes before it. */
  readonly after: readonly Access[];
  readonly perform: () => void;
  /** Of a delivery: to whom, and the bytes that this rank sees until then. */
  readonly to?: number;
  readonly old?: Uint8Array;
  isDone: boolean;
}

/** Apart from all addresses: what a rank sees of memory. */
const VIEW = 2 ** 40;

export class Underway {
  clocks!: Clocks;
  /** Writes in the order in which they began, deliveries in that in which they took effect. */
  private accesses: Access[] = [];
  private readonly counts: number[];

  constructor(
    readonly reorders: boolean,
    private readonly ranks: number,
    private readonly U8: Uint8Array,
    private readonly ownerOf: (address: number) => number,
  ) {
    this.counts = Array<number>(ranks).fill(0);
  }

  isOwn(rank: number, address: number): boolean {
    return this.ownerOf(address) === rank;
  }

  // ---------------------------------------------------------------- processes

  pending(): Pending[] {
    const { accesses, clocks } = this;
    return accesses.flatMap(({ isDone, process, footprint, after, ...access }) => {
      if (isDone || !allDone(after)) return [];
      for (const before of after) clocks.order(before.process, process);
      const deliveries = this.seenBefore(access);
      return allDone(deliveries) ? [{ process, footprint, enabled: true, follows: processesOf(deliveries) }] : [];
    });
  }

  of(process: number): Access | undefined {
    return process < this.ranks ? undefined : this.accesses.find((each) => each.process === process);
  }

  complete(access: Access): void {
    access.perform();
    access.isDone = true;
  }

  /** A rank that writes has seen what was written there before. */
  private seenBefore({ to, bytes, rank }: Pick<Access, 'to' | 'bytes' | 'rank'>): readonly Access[] {
    if (to !== undefined || !bytes.writes) return [];
    return this.accesses.filter((each) => each.to === rank && overlap(each.bytes, bytes));
  }

  // ---------------------------------------------------------------- operations of ranks

  /** What a rank is to have waited for before the operation: undefined while it has. */
  before(rank: number, operation: Operation): ReadonlySet<number> | undefined {
    const own = this.accesses.filter((access) => mustPrecede(access, rank, operation));
    const others = this.accesses.filter((access) => mustBeSeen(access, rank, operation));
    if (!allDone(own) || !allDone(others)) return undefined;
    for (const { process } of own) this.clocks.order(process, rank);
    return processesOf(others);
  }

  /** The rank begins the operation: what has come before it is known to all that it does later. Deliveries are known as such for ever. */
  begins(rank: number, { synchronizes }: Operation): void {
    const isOld = (access: Access) => access.isDone && access.rank === rank && access.to === undefined;
    if (synchronizes) this.accesses = this.accesses.filter((access) => !isOld(access));
  }

  /** What an operation of the rank touches, of memory itself and of what ranks see of it. */
  touched(rank: number, { footprint, isViewed }: Operation): Footprint {
    if (!this.reorders) return footprint;
    return footprint.flatMap((extent) => (isViewed ? this.asSeen(rank, extent) : this.everywhere(rank, extent)));
  }

  private everywhere(rank: number, extent: Extent): Footprint {
    if (!Number.isFinite(extent.from)) return [extent];
    const viewers = extent.writes ? [...Array(this.ranks).keys()] : [rank];
    return [extent, ...viewers.map((viewer) => inView(viewer, extent))];
  }

  /** A rank sees memory of its own, and what it has written, at once. */
  private asSeen(rank: number, extent: Extent): Footprint {
    if (extent.writes) return [extent, inView(rank, extent)];
    return [this.isOwn(rank, extent.from) ? extent : inView(rank, extent)];
  }

  // ---------------------------------------------------------------- reads

  /** The bytes as the rank sees them. */
  bytesFor(rank: number, from: number, size: number): Uint8Array {
    const seen = this.U8.slice(from, from + size);
    for (const { to, old, isDone, bytes } of this.accesses.toReversed())
      if (to === rank && !isDone)
        for (let i = Math.max(from, bytes.from); i < Math.min(from + size, bytes.to); i++)
          seen[i - from] = old![i - bytes.from]!;
    return seen;
  }

  /** Begins a read; `give` is told the bytes. */
  read(rank: number, place: number, from: number, size: number, give: (bytes: Uint8Array) => void): Access {
    const bytes = { from, to: from + size, writes: false };
    return this.begin({
      ...{ rank, place, bytes, name: `the read of ${size} bytes takes effect` },
      footprint: this.asSeen(rank, bytes),
      after: this.ownBefore(rank, bytes),
      perform: () => give(this.bytesFor(rank, from, size)),
    });
  }

  // ---------------------------------------------------------------- writes

  /** Begins a write to memory of another rank. */
  write(rank: number, place: number, from: number, value: Uint8Array): void {
    const bytes = { from, to: from + value.length, writes: true };
    const access = this.begin({
      ...{ rank, place, bytes, name: `the write of ${value.length} bytes takes effect` },
      footprint: this.asSeen(rank, bytes),
      after: this.ownBefore(rank, bytes),
      perform: () => this.takeEffect(rank, place, from, value, access.process),
    });
  }

  /** A write takes effect in memory, and is on its way to those who do not see it there; `by`: the process that does it. */
  takeEffect(rank: number, place: number, from: number, value: Uint8Array, by = rank): void {
    const bytes = { from, to: from + value.length, writes: true };
    for (let to = 0; to < this.ranks; to++)
      if (to !== rank && !this.isOwn(to, from))
        this.begin(
          {
            ...{ rank, place, bytes, to, name: `the write of ${value.length} bytes reaches thread ${to}` },
            old: this.U8.slice(from, from + value.length),
            footprint: [inView(to, bytes)],
            after: this.accesses.filter((each) => each.to === to && overlap(each.bytes, bytes)),
            perform: () => {},
          },
          by,
        );
    this.U8.set(value, from);
  }

  private ownBefore(rank: number, bytes: Extent): Access[] {
    return this.accesses.filter((each) => each.rank === rank && each.to === undefined && meet([each.bytes], [bytes]));
  }

  private begin(access: Omit<Access, 'process' | 'isDone'>, by = access.rank): Access {
    const begun = { ...access, process: access.rank + this.ranks * ++this.counts[access.rank]!, isDone: false };
    this.accesses.push(begun);
    this.clocks.order(by, begun.process);
    return begun;
  }
}

/** Whether the access comes before an operation of its own rank: if that synchronizes, all; else those to the same bytes. */
function mustPrecede({ rank: own, process, to, bytes }: Access, rank: number, operation: Operation): boolean {
  if (operation.wants === process || (own === rank && operation.synchronizes)) return true;
  return to === undefined && own === rank && meet([bytes], operation.footprint);
}

/** Who touches memory itself, and not only sees it, comes behind what is on its way: to the rank where it reads, to all where it writes. */
function mustBeSeen({ to, bytes }: Access, rank: number, { footprint, isViewed }: Operation): boolean {
  if (to === undefined || isViewed) return false;
  return footprint.some((each) => (each.writes || to === rank) && overlap(each, bytes));
}

const allDone = (accesses: readonly Access[]) => accesses.every(({ isDone }) => isDone);

const processesOf = (accesses: readonly Access[]) => new Set(accesses.map(({ process }) => process));

const inView = (rank: number, { from, to, writes }: Extent): Extent => ({
  from: from + VIEW * (rank + 1),
  to: to + VIEW * (rank + 1),
  writes,
});
