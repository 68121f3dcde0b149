/**
 * Communicators: teams of the engine by handle. The number of the team is the context, by which messages are matched (MPI 3.1, 6.2.3).
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { split } from '../../runtime/collectives/split.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { CONGRUENT, IDENT, UNDEFINED } from './constants.ts';
import type { ErrorHandlers } from './errorhandlers.ts';
import { ERR_COMM, ERR_ROOT } from './errors.ts';
import { type Group, type Groups, relationOf } from './groups.ts';
import { COMM, Handles, nullOf } from './handles.ts';
import type { Body, State } from './state.ts';

/** Numbers of teams made of those of another library, which has operations of its own under them. */
const FOREIGN = 2 ** 27;

export interface Communicator {
  readonly name: string;
  readonly team: Team;
  /** Handle of its error handler. */
  errorHandler: number;
}

export class Communicators {
  readonly handles = new Handles<Communicator>(COMM, ERR_COMM);
  /** Of teams of another library, by number. */
  private readonly foreign = new Map<number, number>();

  constructor(
    private readonly state: State,
    private readonly groups: Groups,
    private readonly errorHandlers: ErrorHandlers,
  ) {}

  /** The predefined ones. */
  open(): void {
    const { engine } = this.state.environment.runtime;
    const own = { number: engine.nextTeam++, members: [this.state.environment.MYTHREAD], rank: 0, count: 0 };
    const errorHandler = this.errorHandlers.first;
    this.handles.predefine({ name: 'MPI_COMM_WORLD', team: engine.everybody, errorHandler });
    this.handles.predefine({ name: 'MPI_COMM_SELF', team: own, errorHandler });
  }

  /** The communicator of a call, whose error handler is asked from then on. */
  at(call: string, handle: number, argument = 'comm'): Communicator {
    const { state } = this;
    state.handler = state.fatal;
    const comm = this.handles.at(call, argument, handle);
    state.handler = (mistake) => this.errorHandlers.handle(mistake, comm.errorHandler, handle);
    return comm;
  }

  /** Whether a root is a rank of it. */
  root(call: string, root: number, { name, team }: Communicator): void {
    if (root >>> 0 < team.members.length) return;
    this.state.refuse(call, 'root', root, `ranks of ${name} are 0 .. ${team.members.length - 1}`, ERR_ROOT);
  }

  private enter(parent: Communicator, name: string, team: Team): number {
    return this.handles.add({ name, team, errorHandler: parent.errorHandler });
  }

  /** Those of one colour are the members of the new one; of none where it is below 0. */
  private part(call: string, parent: Communicator, colour: number, key: number, result: number): void {
    this.state.local(call, 'newcomm', result, 4);
    const team = split(this.state.environment.runtime.engine, parent.team, colour, key, call);
    const name = `a communicator of ${team.members.length} by ${call}`;
    this.state.give(call, 'newcomm', result, colour < 0 ? nullOf(COMM) : this.enter(parent, name, team));
  }

  /** The members of a group, which only they may name. */
  private create(call: string, handle: number, groupHandle: number, result: number): void {
    const comm = this.at(call, handle);
    const group = this.groups.at(call, 'group', groupHandle);
    const members = Array.from(comm.team.members);
    const stranger = group.findIndex((member) => !members.includes(member));
    if (stranger >= 0) {
      const rule = `its rank ${stranger} is not in the communicator, whose group it must be a part of`;
      this.state.refuse(call, 'group', `a group of ${group.length}`, rule);
    }
    const rank = group.indexOf(this.state.environment.MYTHREAD);
    this.part(call, comm, rank < 0 ? UNDEFINED : Math.min(...group), rank, result);
  }

  private compare(call: string, one: number, other: number): number {
    const [a, b] = [this.at(call, one, 'comm1'), this.at(call, other, 'comm2')];
    if (a === b) return IDENT;
    const relation = relationOf(groupOf(a), groupOf(b));
    return relation === IDENT ? CONGRUENT : relation;
  }

  /** The communicator of a team of another library, always the same: its members know the number alike, so none has to hear of another. */
  private ofTeam(number: number, count: number, list: number): number {
    const { I32, MYTHREAD } = this.state.environment;
    const known = this.foreign.get(number);
    if (known !== undefined) return known;
    const members = I32.slice(list >>> 2, (list >>> 2) + count);
    const team = { number: FOREIGN + number, members, rank: members.indexOf(MYTHREAD), count: 0 };
    const handle = this.handles.add({ name: `a group of ${count}`, team, errorHandler: this.errorHandlers.first });
    this.foreign.set(number, handle);
    return handle;
  }

  /** For C (ga/ga-mpi.c). */
  functions(): Record<string, NativeFunction> {
    return { __mpi_comm_of: (number: number, count: number, list: number) => this.ofTeam(number, count, list) };
  }

  readonly bodies: Record<string, Body> = {
    MPI_Comm_rank: (call, comm, result) => this.state.give(call, 'rank', result, this.at(call, comm).team.rank),
    MPI_Comm_size: (call, comm, result) =>
      this.state.give(call, 'size', result, this.at(call, comm).team.members.length),
    MPI_Comm_dup: (call, comm, result) => {
      const parent = this.at(call, comm);
      this.part(call, parent, 0, parent.team.rank, result);
    },
    MPI_Comm_split: (call, comm, colour, key, result) => {
      const parent = this.at(call, comm);
      if (colour < 0 && colour !== UNDEFINED)
        this.state.refuse(call, 'color', colour, 'it is 0 or more, or MPI_UNDEFINED');
      this.part(call, parent, colour, key, result);
    },
    MPI_Comm_create: (call, comm, group, result) => this.create(call, comm, group, result),
    MPI_Comm_free: (call, at) => {
      const handle = this.state.word(call, 'comm', at);
      this.at(call, handle);
      this.handles.remove(call, 'comm', handle);
      this.state.give(call, 'comm', at, nullOf(COMM));
    },
    MPI_Comm_compare: (call, one, other, result) =>
      this.state.give(call, 'result', result, this.compare(call, one, other)),
    MPI_Comm_test_inter: (call, comm, flag) => {
      this.at(call, comm);
      this.state.give(call, 'flag', flag, 0);
    },
    MPI_Comm_group: (call, comm, result) =>
      this.state.give(call, 'group', result, this.groups.handles.add(groupOf(this.at(call, comm)))),
  };
}

const groupOf = ({ team }: Communicator): Group => Array.from(team.members);
