/** Groups: threads in an order, by number (MPI 3.1, 6.3). All here is local. */
import { ErrorClass, refuse, refuseHandle } from './errors.ts';
import { type Named, PROC_NULL, type State, UNDEFINED } from './state.ts';

const KIND = 0x47;
const [NULL, EMPTY] = [KIND << 24, (KIND << 24) | 1];
/** What comparisons give. */
export const [IDENT, CONGRUENT, SIMILAR, UNEQUAL] = [0, 1, 2, 3];

/** Threads by rank. */
export type Members = readonly number[];

export class Groups {
  private readonly groups = new Map<number, Members>([[EMPTY, []]]);
  private last = EMPTY;

  constructor(private readonly state: State) {}

  at(name: string, argument: string, handle: number): Members {
    this.state.initialized(name);
    const rule = handle === NULL ? 'MPI_GROUP_NULL is no group' : 'no group has this handle';
    return this.groups.get(handle) ?? refuseHandle(ErrorClass.GROUP, name, argument, handle, rule);
  }

  /** Gives the handle of a group. */
  private add(members: Members): number {
    if (members.length === 0) return EMPTY;
    this.groups.set(++this.last, members);
    return this.last;
  }

  /** Ranks of a group, in the program's memory. */
  private ranks(...[name, group, count, address, areDistinct]: [string, Members, number, number, boolean]): number[] {
    if (count < 0) refuse(ErrorClass.ARG, name, 'n', count, 'it is 0 or more');
    const at = this.state.place(name, 'ranks', address, 4 * count);
    const ranks = Array.from(this.state.environment.I32.subarray(at, at + count));
    ranks.forEach((rank, i) => {
      const rule = group.length === 0 ? 'the group is empty' : `ranks of the group are 0 .. ${group.length - 1}`;
      const isNone = !areDistinct && rank === PROC_NULL;
      if (!isNone && rank >>> 0 >= group.length) refuse(ErrorClass.RANK, name, `ranks[${i}]`, rank, rule);
      if (areDistinct && ranks.indexOf(rank) < i)
        refuse(ErrorClass.RANK, name, `ranks[${i}]`, rank, 'each rank is there once');
    });
    return ranks;
  }

  functions(): Record<string, Named> {
    const { state } = this;
    const { environment } = state;

    const MPI_Comm_group: Named = (name, comm: number, result: number) =>
      state.give(name, 'group', result, this.add(Array.from(state.comm(name, comm).team.members)));
    const MPI_Group_size: Named = (name, group: number, result: number) =>
      state.give(name, 'size', result, this.at(name, 'group', group).length);
    const MPI_Group_rank: Named = (name, group: number, result: number) => {
      const rank = this.at(name, 'group', group).indexOf(environment.MYTHREAD);
      state.give(name, 'rank', result, rank < 0 ? UNDEFINED : rank);
    };

    const MPI_Group_incl: Named = (name, group: number, count: number, ranks: number, result: number) => {
      const members = this.at(name, 'group', group);
      const chosen = this.ranks(name, members, count, ranks, true);
      state.give(name, 'newgroup', result, this.add(chosen.map((rank) => members[rank]!)));
    };
    const MPI_Group_excl: Named = (name, group: number, count: number, ranks: number, result: number) => {
      const members = this.at(name, 'group', group);
      const left = new Set(this.ranks(name, members, count, ranks, true));
      state.give(name, 'newgroup', result, this.add(members.filter((_, rank) => !left.has(rank))));
    };

    const MPI_Group_translate_ranks: Named = (...[name, one, count, ranks, other, results]: [string, ...number[]]) => {
      const [from, to] = [this.at(name, 'group1', one!), this.at(name, 'group2', other!)];
      const found = this.ranks(name, from, count!, ranks!, false).map((rank) => {
        if (rank === PROC_NULL) return PROC_NULL;
        const there = to.indexOf(from[rank]!);
        return there < 0 ? UNDEFINED : there;
      });
      environment.I32.set(found, state.place(name, 'ranks2', results!, 4 * count!));
    };

    const MPI_Group_compare: Named = (name, one: number, other: number, result: number) =>
      state.give(name, 'result', result, compare(this.at(name, 'group1', one), this.at(name, 'group2', other)));

    const MPI_Group_free: Named = (name, group: number) => {
      const place = state.place(name, 'group', group);
      const handle = environment.I32[place]!;
      this.at(name, 'group', handle);
      if (handle !== EMPTY) this.groups.delete(handle);
      environment.I32[place] = NULL;
    };

    return {
      ...{ MPI_Comm_group, MPI_Group_size, MPI_Group_rank, MPI_Group_incl, MPI_Group_excl },
      ...{ MPI_Group_translate_ranks, MPI_Group_compare, MPI_Group_free },
    };
  }
}

export function compare(one: Members, other: Members): number {
  const isSimilar = one.length === other.length && one.every((thread) => other.includes(thread));
  if (!isSimilar) return UNEQUAL;
  return one.every((thread, rank) => thread === other[rank]) ? IDENT : SIMILAR;
}
