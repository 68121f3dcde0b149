/**
 * -g: memory of this thread that an operation under way uses, which the program may not write, or not touch at all, until the operation is over.
 *
 * Memory may also be observed: somebody is told of accesses that are right.
 *
 * Takes the shadow: the units of such memory have a mark of their own, so that the fast path of a check sends an access here, and only here the bytes
 * are compared. The mark keeps what the unit had before, so that an operation's end leaves the shadow as it was, however operations overlap.
 */
import { isFirstDecisive, type Shadow } from './shadow.ts';
import { isOwn, type Space } from './space.ts';

/** Runs of bytes. */
export interface Runs {
  readonly addresses: ArrayLike<number>;
  readonly lengths: ArrayLike<number>;
}

/** What an operation uses. */
export interface Use {
  readonly runs: Runs;
  /** Whether it writes there, so that the program may not even read. */
  readonly isWritten: boolean;
}

interface Marked {
  readonly uses: readonly Use[];
}

/** An operation under way. */
export interface Watch extends Marked {
  /** What it is, what is forbidden and until when. */
  told(isWritten: boolean): string;
}

/** Is told of accesses to memory. */
export interface Observer extends Marked {
  seen(address: number, size: number, isStore: boolean): void;
}

export class Watches {
  private readonly all = new Set<Watch>();
  private readonly observers = new Set<Observer>();
  private paused = 0;

  constructor(
    private readonly space: Space,
    private readonly shadow: Shadow,
  ) {}

  begin(watch: Watch): void {
    this.all.add(watch);
    this.mark(watch);
  }

  end(watch: Watch): void {
    if (this.all.delete(watch)) this.unmark(watch);
  }

  observe(observer: Observer): void {
    this.observers.add(observer);
    this.mark(observer);
  }

  ignore(observer: Observer): void {
    if (this.observers.delete(observer)) this.unmark(observer);
  }

  /** Runs an action of a library, in which functions of the program may touch what is under way. */
  without<T>(action: () => T): T {
    this.paused++;
    try {
      return action();
    } finally {
      this.paused--;
    }
  }

  /** The program accesses these bytes: tells observers, and why it may not; undefined if it may. */
  access(address: number, size: number, isStore: boolean): string | undefined {
    const fault = this.fault(address, size, isStore);
    if (fault === undefined && this.paused === 0)
      for (const { uses, seen } of this.observers)
        if (uses.some(({ runs }) => includes(runs, address, size))) seen(address, size, isStore);
    return fault;
  }

  /** Why the program may not access these bytes now; undefined if it may. */
  fault(address: number, size: number, isStore: boolean): string | undefined {
    if (this.paused > 0 || this.all.size === 0 || this.shadow.isOpen(address, size)) return undefined;
    const bytes = isStore || !isFirstDecisive(address, size) ? size : 1;
    for (const { uses, told } of this.all)
      for (const { runs, isWritten } of uses)
        if ((isStore || isWritten) && includes(runs, address, bytes)) return told(isWritten);
    return undefined;
  }

  private mark(marked: Marked): void {
    this.visit(marked, (address, size) => this.shadow.watch(address, size));
  }

  /** Others keep their marks. */
  private unmark(marked: Marked): void {
    this.visit(marked, (address, size) => this.shadow.unwatch(address, size));
    for (const set of [this.all, this.observers]) for (const other of set) if (meet(marked, other)) this.mark(other);
  }

  /** Only this thread's own memory is marked: others do not know what is under way here. */
  private visit({ uses }: Marked, act: (address: number, size: number) => void): void {
    for (const { runs } of uses)
      for (let i = 0; i < runs.addresses.length; i++) {
        const [address, size] = [runs.addresses[i]! | 0, runs.lengths[i]!];
        if (size > 0 && isOwn(this.space, address)) act(address, size);
      }
  }
}

function includes({ addresses, lengths }: Runs, address: number, size: number): boolean {
  const start = address >>> 0;
  for (let i = 0; i < addresses.length; i++) {
    const from = addresses[i]! >>> 0;
    if (start < from + lengths[i]! && from < start + size) return true;
  }
  return false;
}

/** The units that its runs lie between. */
function hullOf({ uses }: Marked): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { runs } of uses)
    for (let i = 0; i < runs.addresses.length; i++) {
      const from = runs.addresses[i]! >>> 0;
      first = Math.min(first, from >>> 3);
      last = Math.max(last, (from + runs.lengths[i]! - 1) >>> 3);
    }
  return [first, last];
}

function meet(one: Marked, other: Marked): boolean {
  const [[first, last], [otherFirst, otherLast]] = [hullOf(one), hullOf(other)];
  return first <= otherLast && otherFirst <= last;
}
