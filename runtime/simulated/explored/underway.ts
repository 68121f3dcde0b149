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
    const may = (access: Access) =>
      !access.isDone && access.after.every(({ isDone }) => isDone) && !this.waitsForDelivery(access);
    return this.accesses.filter(may).map(({ process, footprint }) => ({ process, footprint, enabled: true }));
  }

  of(process: number): Access | undefined {
    return process < this.ranks ? undefined : this.accesses.find((each) => each.process === process);
  }

  complete(access: Access): void {
    access.perform();
    access.isDone = true;
  }

  /** A rank that writes has seen what was written there before. */
  private waitsForDelivery({ to, bytes, rank }: Access): boolean {
    return to === undefined && bytes.writes && this.isUndelivered(rank, bytes);
  }

  private isUndelivered(to: number, bytes: Extent): boolean {
    return this.accesses.some((each) => !each.isDone && each.to === to && overlap(each.bytes, bytes));
  }

  // ---------------------------------------------------------------- operations of ranks

  /** Whether an operation of the rank has to wait for some. */
  delays(rank: number, operation: Operation): boolean {
    return this.accesses.some((access) => !access.isDone && mustPrecede(access, rank, operation));
  }

  /** The rank begins the operation: it knows of what has come before. */
  join(rank: number, operation: Operation): void {
    for (const access of this.accesses)
      if (mustPrecede(access, rank, operation)) this.clocks.order(access.process, rank);
    if (operation.synchronizes)
      this.accesses = this.accesses.filter((access) => !access.isDone || access.rank !== rank);
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
      after: this.before(rank, bytes),
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
      after: this.before(rank, bytes),
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

  private before(rank: number, bytes: Extent): Access[] {
    return this.accesses.filter((each) => each.rank === rank && each.to === undefined && meet([each.bytes], [bytes]));
  }

  private begin(access: Omit<Access, 'process' | 'isDone'>, by = access.rank): Access {
    const begun = { ...access, process: access.rank + this.ranks * ++this.counts[access.rank]!, isDone: false };
    this.accesses.push(begun);
    this.clocks.order(by, begun.process);
    return begun;
  }
}

/**
 * Whether the access comes before the rank's operation: if that synchronizes, all of the rank; else those to the same bytes. Who touches memory itself, and not
 * only sees it, comes behind what is on its way: to the rank where it reads, to all where it writes.
 */
function mustPrecede(
  { rank: own, process, to, bytes }: Access,
  rank: number,
  { synchronizes, footprint, isViewed, wants }: Operation,
): boolean {
  if (wants === process || (own === rank && synchronizes)) return true;
  if (to === undefined) return own === rank && meet([bytes], footprint);
  return !isViewed && footprint.some((each) => (each.writes || to === rank) && overlap(each, bytes));
}

const inView = (rank: number, { from, to, writes }: Extent): Extent => ({
  from: from + VIEW * (rank + 1),
  to: to + VIEW * (rank + 1),
  writes,
});
