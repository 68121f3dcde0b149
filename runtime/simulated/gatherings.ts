/**
 * Collective operations of a simulated job that the machine's hardware does.
 *
 * Takes each rank's part, at its clock. Gives the result to all when the hardware has it. One idea: nothing is sent; a gathering is the parts that are there, and the
 * last one, of a broadcast the root's, tells when it ends.
 */
import type { Collective, Gatherings, RankGroup, Taking } from '../fabrics/model.ts';
import { say } from '../launch/output.ts';
import { type HardwareCollectives, keyOf } from '../machines/collectives.ts';
import { NO_RANK } from '../machines/queue.ts';
import type { Picoseconds } from '../machines/time.ts';
import { atOnce } from './atonce.ts';
import type { Doer } from './criticalpath.ts';
import { scheduler } from './scheduler.ts';

/** Parts of one operation. `T`: what members give and get. */
interface Gathering<T> {
  readonly first: Taking<T>;
  /** By member. */
  readonly taken: Taking<T>[];
  count: number;
  /** When the last part has come; of a broadcast, the root's. */
  at: Picoseconds;
  /** Whose is the last, for the critical path: calls that commute do not come in the order of clocks. */
  latest?: Doer | undefined;
  /** When a broadcast's data are there. */
  ready?: Picoseconds;
}

export class HardwareGatherings implements Gatherings {
  private hasTold = false;
  /** By group, then by number. */
  private readonly open = new Map<number | string, Map<number, Gathering<unknown>>>();
  /** By group: when the hardware has taken the bytes of the latest broadcast. */
  private readonly free = new Map<number | string, Picoseconds>();
  /** By rank: operations that it has taken part in. */
  readonly taken: Int32Array;

  constructor(
    private readonly hardware: HardwareCollectives,
    private readonly ranks: number,
    /** The processor's part of each operation. */
    private readonly initiate: Picoseconds,
  ) {
    this.taken = new Int32Array(ranks);
  }

  does(collective: Collective, group: RankGroup): boolean {
    return this.hardware.does(collective, group);
  }

  take<T>(group: RankGroup, sequence: number, taking: Taking<T>): void {
    scheduler.settle();
    scheduler.spend(this.initiate);
    this.taken[scheduler.rank]!++;
    this.tellRounding(taking);
    const open = this.openOf(group);
    const gathering = (open.get(sequence) as Gathering<T> | undefined) ?? this.begin(open, group, sequence, taking);
    if (gathering.first.signature !== taking.signature)
      atOnce(taking.differs?.(gathering.first.me, gathering.first.signature));
    gathering.taken[taking.me] = taking;
    if (++gathering.count === (group.ranks?.length ?? this.ranks)) this.close(group, open, sequence);
    if (taking.kind === 'broadcast') this.spread(group, gathering, taking);
    else this.meet(group, gathering, taking);
  }

  /** The job says once where results may not be those of messages. */
  private tellRounding({ kind, type, operation }: Collective): void {
    if (this.hasTold || kind !== 'allreduce' || operation !== 'sum' || type?.[0] !== 'f') return;
    this.hasTold = true;
    say(
      "the machine's hardware adds floating-point numbers in an order of its own, so sums may round differently (collectives=software: as without it)",
    );
  }

  private openOf(group: RankGroup): Map<number, Gathering<unknown>> {
    const key = placeOf(group);
    let open = this.open.get(key);
    if (open === undefined) this.open.set(key, (open = new Map()));
    return open;
  }

  /** A group of some ranks may never meet again. */
  private close(group: RankGroup, open: Map<number, Gathering<unknown>>, sequence: number): void {
    open.delete(sequence);
    if (open.size === 0 && group.ranks !== undefined) this.open.delete(keyOf(group));
  }

  private begin<T>(
    open: Map<number, Gathering<unknown>>,
    group: RankGroup,
    sequence: number,
    first: Taking<T>,
  ): Gathering<T> {
    const members = group.ranks?.length ?? this.ranks;
    const taken = new Array<Taking<T>>(members); // ranks come in any order: without its length the engine keeps it as a dictionary
    const gathering: Gathering<T> = { first, taken, count: 0, at: 0 };
    open.set(sequence, gathering as Gathering<unknown>);
    return gathering;
  }

  /** All give, and all get when the last has given. */
  private meet<T>(group: RankGroup, gathering: Gathering<T>, taking: Taking<T>): void {
    this.comesLast(gathering);
    if (gathering.count < (group.ranks?.length ?? this.ranks)) return;
    const end = gathering.at + this.hardware.span(taking, group);
    scheduler.queue.add(end, NO_RANK, {
      happen: () => {
        if (gathering.latest !== undefined) scheduler.path?.goesBackTo(gathering.latest);
        const result = this.combined(group, gathering.taken, taking);
        for (const each of gathering.taken) atOnce(each.done(result));
      },
    });
  }

  /** Unless another part came later. */
  private comesLast<T>(gathering: Gathering<T>): void {
    const { clock, path } = scheduler;
    if (clock < gathering.at) return;
    gathering.at = clock;
    if (path !== undefined) gathering.latest = scheduler.doer;
  }

  private combined<T>(group: RankGroup, taken: readonly Taking<T>[], { combine }: Taking<T>): T {
    const sums = taken.map(({ given }) => given as T);
    if (combine !== undefined)
      for (const [into, from] of this.hardware.steps(group)) sums[into] = atOnce(combine(sums[into]!, sums[from]!));
    return sums[0]!;
  }

  /** The root gives, and goes on; the others get it when it is there, and they are. */
  private spread<T>(group: RankGroup, gathering: Gathering<T>, taking: Taking<T>): void {
    const { root = 0, me } = taking;
    if (me === root) {
      gathering.ready = this.streamed(group, taking.bytes) + this.hardware.span(taking, group);
      for (const other of gathering.taken) if (other !== undefined) this.give(gathering, other);
    } else if (gathering.ready !== undefined) this.give(gathering, taking);
  }

  /** When the hardware takes these bytes of a root that may be ahead of it. */
  private streamed(group: RankGroup, bytes: number): Picoseconds {
    const key = placeOf(group);
    const begin = Math.max(scheduler.clock, this.free.get(key) ?? 0);
    this.free.set(key, begin + this.hardware.streaming(bytes));
    return begin;
  }

  private give<T>(gathering: Gathering<T>, taking: Taking<T>): void {
    const { root = 0, me } = taking;
    const at = me === root ? scheduler.clock : Math.max(scheduler.clock, gathering.ready!);
    scheduler.queue.add(at, NO_RANK, { happen: () => atOnce(taking.done(gathering.taken[root]!.given!)) });
  }
}

const placeOf = (group: RankGroup): number | string => (group.ranks === undefined ? group.id : keyOf(group));
