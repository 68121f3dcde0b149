/** Groups: ordered sets of ranks of MPI_COMM_WORLD (MPI 3.1, 6.3). They are known to their rank alone. */
import { IDENT, PROC_NULL, SIMILAR, UNDEFINED, UNEQUAL } from './constants.ts';
import { ERR_GROUP, ERR_RANK } from './errors.ts';
import { GROUP, Handles, nullOf } from './handles.ts';
import type { Body, State } from './state.ts';

export type Group = readonly number[];

/** MPI_GROUP_EMPTY, which functions give for every empty group. */
const EMPTY = nullOf(GROUP) + 1;

export function relationOf(one: Group, other: Group): number {
  if (one.length !== other.length) return UNEQUAL;
  if (one.every((member, rank) => member === other[rank])) return IDENT;
  return one.every((member) => other.includes(member)) ? SIMILAR : UNEQUAL;
}

export class Groups {
  readonly handles = new Handles<Group>(GROUP, ERR_GROUP);

  constructor(private readonly state: State) {
    this.handles.predefine([]);
  }

  at(call: string, argument: string, handle: number): Group {
    return this.handles.at(call, argument, handle);
  }

  private give(call: string, at: number, group: Group): void {
    this.state.give(call, 'newgroup', at, group.length === 0 ? EMPTY : this.handles.add(group));
  }

  /** Ranks of a list, each of the group, each once. */
  private chosen(call: string, group: Group, n: number, list: number): number[] {
    this.state.natural(call, 'n', n);
    const ranks = Array.from(this.state.words(call, 'ranks', list, n));
    this.check(call, group, ranks, (i) => `ranks[${i}]`);
    return ranks;
  }

  private check(call: string, group: Group, ranks: readonly number[], argument: (i: number) => string): void {
    ranks.forEach((rank, i) => {
      if (rank >>> 0 >= group.length)
        this.state.refuse(call, argument(i), rank, `ranks of the group are 0 .. ${group.length - 1}`, ERR_RANK);
      if (ranks.indexOf(rank) !== i) this.state.refuse(call, argument(i), rank, 'it is in the list twice', ERR_RANK);
    });
  }

  /** Ranks of triples: the first, the last, the stride. */
  private ranged(call: string, group: Group, n: number, list: number): number[] {
    this.state.natural(call, 'n', n);
    const words = this.state.words(call, 'ranges', list, 3 * n);
    const ranges = Array.from({ length: n }, (_, i) => {
      const [first, last, stride] = words.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
      if (stride === 0) this.state.refuse(call, `ranges[${i}][2]`, stride, 'the stride is not 0');
      const length = Math.max(0, Math.floor((last - first) / stride) + 1);
      return Array.from({ length }, (__, step) => first + step * stride);
    });
    this.check(call, group, ranges.flat(), () => 'ranges');
    return ranges.flat();
  }

  /** Functions of a list of ranks, or of ranges. */
  private byList(chosen: Chosen, make: (group: Group, ranks: readonly number[]) => Group): Body {
    return (call, handle, n, list, result) => {
      const group = this.at(call, 'group', handle!);
      this.give(call, result!, make(group, chosen(call, group, n!, list!)));
    };
  }

  private translate(
    ...[call, first, n, ranks, second, result]: [string, number, number, number, number, number]
  ): void {
    const [from, to] = [this.at(call, 'group1', first), this.at(call, 'group2', second)];
    this.state.natural(call, 'n', n);
    this.state.words(call, 'ranks1', ranks, n).forEach((rank, i) => {
      if (rank !== PROC_NULL && rank >>> 0 >= from.length)
        this.state.refuse(call, `ranks1[${i}]`, rank, `ranks of group1 are 0 .. ${from.length - 1}`, ERR_RANK);
      const there = rank === PROC_NULL ? PROC_NULL : to.indexOf(from[rank]!);
      this.state.give(call, 'ranks2', result + 4 * i, there === -1 ? UNDEFINED : there);
    });
  }

  private ofTwo(make: (one: Group, other: Group) => Group): Body {
    return (call, one, other, result) =>
      this.give(call, result, make(this.at(call, 'group1', one), this.at(call, 'group2', other)));
  }

  readonly bodies: Record<string, Body> = {
    MPI_Group_size: (call, group, result) =>
      this.state.give(call, 'size', result, this.at(call, 'group', group).length),
    MPI_Group_rank: (call, group, result) => {
      const rank = this.at(call, 'group', group).indexOf(this.state.environment.MYTHREAD);
      this.state.give(call, 'rank', result, rank < 0 ? UNDEFINED : rank);
    },
    MPI_Group_translate_ranks: (call, first, n, ranks, second, result) =>
      this.translate(call, first!, n!, ranks!, second!, result!),
    MPI_Group_compare: (call, one, other, result) =>
      this.state.give(call, 'result', result, relationOf(this.at(call, 'group1', one), this.at(call, 'group2', other))),
    MPI_Group_incl: this.byList((...given) => this.chosen(...given), included),
    MPI_Group_excl: this.byList((...given) => this.chosen(...given), excluded),
    MPI_Group_range_incl: this.byList((...given) => this.ranged(...given), included),
    MPI_Group_range_excl: this.byList((...given) => this.ranged(...given), excluded),
    MPI_Group_union: this.ofTwo((one, other) => [...one, ...other.filter((member) => !one.includes(member))]),
    MPI_Group_intersection: this.ofTwo((one, other) => one.filter((member) => other.includes(member))),
    MPI_Group_difference: this.ofTwo((one, other) => one.filter((member) => !other.includes(member))),
    MPI_Group_free: (call, at) => {
      const handle = this.state.word(call, 'group', at);
      // The empty group may be one that a function gave.
      if (!this.handles.isPredefined(handle)) this.handles.remove(call, 'group', handle);
      else this.at(call, 'group', handle);
      this.state.give(call, 'group', at, nullOf(GROUP));
    },
  };
}

type Chosen = (call: string, group: Group, n: number, list: number) => number[];
const included = (group: Group, ranks: readonly number[]): Group => ranks.map((rank) => group[rank]!);
const excluded = (group: Group, ranks: readonly number[]): Group => group.filter((_, rank) => !ranks.includes(rank));
