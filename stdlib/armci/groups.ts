/**
 * Groups: teams of the engine by number, the world being 0, those of scopes (job.h) below.
 *
 * Only the members of a new group make it, so its team's number goes by letters: the largest that any member has not used yet.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { perMemory } from '../../runtime/memory/permemory.ts';
import type { Space } from '../../runtime/memory/space.ts';
import type { Progression } from '../../runtime/neighbourhood.ts';
import { badGroup, notMember } from './errors.ts';
import { GROUPS, type Letters } from './letters.ts';
import type { State } from './state.ts';

const [NODE, MASTERS] = [-1, -2];
/** Teams that openScopes numbers: the node's, and the masters'. */
export const SCOPES = 2;

/** The same for all ranks. */
const mastersOf = perMemory((_: Space, domains: readonly Progression[]) =>
  Int32Array.from(domains, ({ first }) => first),
);

export class Groups {
  private readonly groups = new Map<number, Team>();
  private last = 0;

  constructor(
    private readonly state: State,
    private readonly letters: Letters,
  ) {}

  /** A team that this process need not be in: its rank is below 0 then. */
  any(name: string, group: number): Team {
    if (group === 0) return this.state.environment.runtime.engine.everybody;
    return this.groups.get(group) ?? this.state.fail(badGroup(name, group));
  }

  /** One that this process is in. */
  own(name: string, group: number): Team {
    const team = this.any(name, group);
    return team.rank >= 0 ? team : this.state.fail(notMember(name, group));
  }

  /** The teams of the scopes, when domains are known; `number`: of the first, agreed by all. */
  openScopes(number: number): void {
    const { domains, environment } = this.state;
    const domain = domains[this.state.domainOf(environment.MYTHREAD)]!;
    const own = Int32Array.from({ length: domain.count }, (_, index) => domain.first + index * domain.stride);
    this.groups.set(NODE, this.scope(number, own));
    this.groups.set(MASTERS, this.scope(number + 1, mastersOf(environment, domains)));
  }

  private scope(number: number, members: Int32Array): Team {
    const rank = members.indexOf(this.state.environment.MYTHREAD);
    return { number: rank < 0 ? -1 : number, members, rank, count: 0 };
  }

  functions(): Record<string, NativeFunction> {
    const { state } = this;
    return {
      __armci_group: (nameAt: number, number: number, list: number, parent: number) =>
        this.create(state.nameAt(nameAt), number, list, parent),
      __armci_group_free: (nameAt: number, group: number) => this.free(state.nameAt(nameAt), group),
      __armci_group_rank: (nameAt: number, group: number) => this.any(state.nameAt(nameAt), group).rank,
      __armci_group_size: (nameAt: number, group: number) => this.any(state.nameAt(nameAt), group).members.length,
      __armci_group_team: (nameAt: number, group: number) => this.own(state.nameAt(nameAt), group).number,
      __armci_group_member: (nameAt: number, group: number, rank: number) =>
        this.member(state.nameAt(nameAt), group, rank),
    };
  }

  private create(name: string, number: number, list: number, parent: number): number {
    const { state } = this;
    state.initialized(name);
    const above = this.any(name, parent).members;
    const ranks = Array.from({ length: Math.max(number, 0) }, (_, i) => state.environment.I32[(list >>> 2) + i]!);
    ranks.forEach((rank, i) => {
      if (rank >>> 0 >= above.length)
        state.refuse(name, `pid_list[${i}]`, rank, `the parent's processes are 0 .. ${above.length - 1}`);
      if (i > 0 && rank <= ranks[i - 1]!)
        state.refuse(name, `pid_list[${i}]`, rank, 'the list is sorted, each process once');
    });
    if (ranks.length === 0) state.refuse(name, 'n', number, 'a group has a process at least');
    const members = Int32Array.from(ranks, (rank) => above[rank]!);
    const rank = members.indexOf(state.environment.MYTHREAD);
    const team = { number: rank < 0 ? -1 : this.agree(name, members, rank), members, rank, count: 0 };
    this.groups.set(++this.last, team);
    return this.last;
  }

  /** The number of a new team: the first member hears of all, and tells all. */
  private agree(name: string, members: Int32Array, rank: number): number {
    const { engine } = this.state.environment.runtime;
    const others = Array.from(members.subarray(1));
    let number = engine.nextTeam;
    if (rank === 0) {
      for (const other of others) number = Math.max(number, this.hear(name, other));
      for (const other of others) this.tell(other, number);
    } else {
      this.tell(members[0]!, number);
      number = this.hear(name, members[0]!);
    }
    engine.nextTeam = number + 1;
    return number;
  }

  private tell(to: number, number: number): void {
    this.letters.send(to, GROUPS, number, 0, 0);
  }

  private hear(name: string, from: number): number {
    return this.letters.receive(name, { kind: GROUPS, from }).tag;
  }

  private free(name: string, group: number): void {
    this.any(name, group);
    if (group <= 0) this.state.refuse(name, 'group', group, 'the world stays as long as ARMCI');
    this.groups.delete(group);
  }

  private member(name: string, group: number, rank: number): number {
    const { members } = this.any(name, group);
    if (rank >>> 0 >= members.length)
      this.state.refuse(name, 'group_rank', rank, `the group's processes are 0 .. ${members.length - 1}`);
    return members[rank]!;
  }
}
