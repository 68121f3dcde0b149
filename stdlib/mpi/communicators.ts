/**
 * Communicators: teams of the engine by handle, with what programs attach to them. The number of the team is the context, by which messages are
 * matched (MPI 3.1, 6.2.3, 6.4).
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import type { Keys, Owner } from './attributes.ts';
import { CONGRUENT, IDENT, UNDEFINED, UNEQUAL, WORLD } from './constants.ts';
import type { ErrorHandlers } from './errorhandlers.ts';
import { ERR_COMM, ERR_GROUP, ERR_ROOT } from './errors.ts';
import { type Group, type Groups, relationOf } from './groups.ts';
import { COMM, Handles, nullOf } from './handles.ts';
import type { Info, Infos } from './info.ts';
import type { Shortcut } from './shortcut.ts';
import type { Body, State } from './state.ts';
import type { Topology } from './topologies.ts';

/** MPI_COMM_TYPE_SHARED. */
const SHARED = 1;
/** Numbers of teams made of those of another library, which has operations of its own under them. */
const FOREIGN = 2 ** 27;

/** Ranks in `whole` of the two groups, by rank there. */
export interface Sides {
  readonly local: readonly number[];
  readonly remote: readonly number[];
}

export interface Communicator extends Owner {
  /** For messages. */
  readonly name: string;
  /** By MPI_Comm_set_name. */
  given: string;
  /** This rank's group: of an intercommunicator, the local one, whose number is that of both. */
  readonly team: Team;
  /** All members, who make collective calls together: of an intercommunicator, both groups. */
  readonly whole: Team;
  /** Ranks of the job to which messages go: of an intercommunicator, the remote group. */
  readonly peers: ArrayLike<number>;
  /** Of an intercommunicator. */
  readonly sides?: Sides | undefined;
  /** Handle of its error handler. */
  errorHandler: number;
  readonly topology?: Topology | undefined;
  hints: Info;
}

export class Communicators {
  readonly handles: Handles<Communicator>;
  /** Of teams of another library, by number. */
  private readonly foreign = new Map<number, number>();

  constructor(
    private readonly state: State,
    private readonly groups: Groups,
    private readonly errorHandlers: ErrorHandlers,
    private readonly keys: Keys,
    private readonly infos: Infos,
    shortcut: Shortcut,
  ) {
    this.handles = new Handles(COMM, ERR_COMM, (handle) => shortcut.forget(handle));
  }

  /** The predefined ones. */
  open(): void {
    const { engine } = this.state.environment.runtime;
    const own = { number: engine.nextTeam++, members: [this.state.environment.MYTHREAD], rank: 0, count: 0 };
    const teams = [
      ['MPI_COMM_WORLD', engine.everybody],
      ['MPI_COMM_SELF', own],
    ] as const;
    for (const [i, [name, team]] of teams.entries())
      this.handles.predefine(this.made(name, team, { handle: WORLD + i, given: name }));
    const world = this.handles.at('MPI', 'comm', WORLD);
    this.state.first = (mistake) => this.errorHandlers.handle(mistake, world.errorHandler, WORLD);
  }

  all(): Communicator[] {
    return this.handles.all();
  }

  /** The communicator of a call, whose error handler is asked from then on. */
  at(call: string, handle: number, argument = 'comm'): Communicator {
    const comm = this.handles.at(call, argument, handle);
    this.ask(comm, handle);
    return comm;
  }

  /** One of a single group. */
  intra(call: string, handle: number, argument = 'comm'): Communicator {
    const comm = this.at(call, handle, argument);
    if (comm.sides === undefined) return comm;
    return this.state.refuse(call, argument, comm.name, 'it must be an intracommunicator', ERR_COMM);
  }

  inter(call: string, handle: number, argument = 'comm'): Communicator & { readonly sides: Sides } {
    const comm = this.at(call, handle, argument);
    const { sides } = comm;
    if (sides !== undefined) return { ...comm, sides };
    return this.state.refuse(call, argument, comm.name, 'it must be an intercommunicator', ERR_COMM);
  }

  /** Whether a handle is that of an intercommunicator. */
  isInter(handle: number): boolean {
    return this.handles.find(handle)?.sides !== undefined;
  }

  /** Whether a root is a rank of it. */
  root(call: string, root: number, { name, team }: Communicator): void {
    if (root >>> 0 < team.members.length) return;
    this.state.refuse(call, 'root', root, `ranks of ${name} are 0 .. ${team.members.length - 1}`, ERR_ROOT);
  }

  /** Has mistakes of the call under way told the error handler of this one. */
  ask(comm: Communicator, handle: number): void {
    this.state.handler = (mistake) => this.errorHandlers.handle(mistake, comm.errorHandler, handle);
  }

  private made(name: string, team: Team, more: Partial<Communicator> = {}): Communicator {
    const errorHandler = this.errorHandlers.first;
    const groups = { team, whole: team, peers: team.members };
    return { name, given: '', ...groups, errorHandler, handle: 0, attributes: new Map(), hints: new Map(), ...more };
  }

  enter(name: string, team: Team, more: Partial<Communicator>): Communicator {
    return this.handles.made((handle) => this.made(name, team, { ...more, handle }));
  }

  /** An intercommunicator of the members of `whole`, of which some are this rank's group; of none if all are. */
  enterInter(name: string, whole: Team, isLocal: (member: number) => boolean, more: Partial<Communicator>): number {
    const places = Array.from(whole.members, (_, place) => place);
    const local = places.filter((place) => isLocal(whole.members[place]!));
    const remote = places.filter((place) => !isLocal(whole.members[place]!));
    if (remote.length === 0) return nullOf(COMM);
    const membersOf = (side: readonly number[]): Group => side.map((place) => whole.members[place]!);
    const [members, peers] = [membersOf(local), membersOf(remote)];
    const team = { number: whole.number, members, rank: local.indexOf(whole.rank), count: 0 };
    const title = `an intercommunicator of ${local.length} and ${remote.length} by ${name}`;
    return this.enter(title, team, { whole, peers, sides: { local, remote }, ...more }).handle;
  }

  /** Those of one colour are the members of the new one; of none where it is below 0. */
  part(call: string, parent: Communicator, colour: number, key: number, more: Partial<Communicator> = {}): number {
    const team = this.state.together.split(call, parent.whole, colour, key);
    return colour < 0 ? nullOf(COMM) : this.derived(call, parent, team, more);
  }

  /** One of the same kind as the parent, of some of its members, or all. */
  derived(call: string, parent: Communicator, team: Team, more: Partial<Communicator> = {}): number {
    const all = { errorHandler: parent.errorHandler, ...more };
    if (parent.sides !== undefined) {
      const local = Array.from(parent.team.members);
      return this.enterInter(call, team, (member) => local.includes(member), all);
    }
    return this.enter(`a communicator of ${team.members.length} by ${call}`, team, all).handle;
  }

  private give(call: string, at: number, handle: number): void {
    this.state.give(call, 'newcomm', at, handle);
  }

  private copy(call: string, handle: number, result: number, hints: (parent: Communicator) => Info): void {
    const parent = this.at(call, handle);
    this.state.local(call, 'newcomm', result, 4);
    const more = this.copied(call, parent, hints(parent));
    const team = this.state.together.duplicate(call, parent.whole);
    this.give(call, result, this.derived(call, parent, team, more));
  }

  /** What a duplicate has of the other one. */
  copied(call: string, parent: Communicator, hints: Info): Partial<Communicator> {
    return { attributes: this.keys.copied(call, parent), topology: parent.topology, hints: new Map(hints) };
  }

  /** Ranks that share memory (MPI_COMM_TYPE_SHARED). */
  private splitByMemory(call: string, handle: number, type: number, key: number, result: number): void {
    const parent = this.at(call, handle);
    if (type !== SHARED && type !== UNDEFINED)
      this.state.refuse(call, 'split_type', type, 'it is MPI_COMM_TYPE_SHARED, or MPI_UNDEFINED');
    const { MYTHREAD, runtime } = this.state.environment;
    const colour = type === UNDEFINED ? UNDEFINED : runtime.neighbourhood.memoryOf(MYTHREAD);
    this.give(call, result, this.part(call, parent, colour, key));
  }

  /** A group of members of a communicator. */
  groupIn(call: string, comm: Communicator, groupHandle: number): Group {
    const group = this.groups.at(call, 'group', groupHandle);
    const members = Array.from(comm.team.members);
    const stranger = group.findIndex((member) => !members.includes(member));
    if (stranger >= 0) {
      const rule = `its rank ${stranger} is not in the communicator, whose group it must be a part of`;
      this.state.refuse(call, 'group', `a group of ${group.length}`, rule, ERR_GROUP);
    }
    return group;
  }

  /** The members of a group, which only they may name; of an intercommunicator, each side names its own. */
  private create(call: string, handle: number, groupHandle: number, result: number): void {
    const comm = this.at(call, handle);
    const group = this.groupIn(call, comm, groupHandle);
    const rank = group.indexOf(this.state.environment.MYTHREAD);
    const colour = comm.sides === undefined ? Math.min(...group) : 0;
    this.give(call, result, this.part(call, comm, rank < 0 ? UNDEFINED : colour, rank));
  }

  private compare(call: string, one: number, other: number): number {
    const [a, b] = [this.at(call, one, 'comm1'), this.at(call, other, 'comm2')];
    if (a === b) return IDENT;
    if ((a.sides === undefined) !== (b.sides === undefined)) return UNEQUAL;
    // The less alike of both groups.
    return Math.max(
      CONGRUENT,
      relationOf(groupOf(a), groupOf(b)),
      relationOf(Array.from(a.peers), Array.from(b.peers)),
    );
  }

  /** The communicator of a team of another library, always the same: its members know the number alike, so none has to hear of another. */
  private ofTeam(number: number, count: number, list: number): number {
    const { I32, MYTHREAD } = this.state.environment;
    const known = this.foreign.get(number);
    if (known !== undefined) return known;
    const members = I32.slice(list >>> 2, (list >>> 2) + count);
    const team = { number: FOREIGN + number, members, rank: members.indexOf(MYTHREAD), count: 0 };
    const { handle } = this.enter(`a group of ${count}`, team, {});
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
    MPI_Comm_dup: (call, comm, result) => this.copy(call, comm!, result!, ({ hints }) => hints),
    MPI_Comm_dup_with_info: (call, comm, info, result) =>
      this.copy(call, comm!, result!, () => this.infos.given(call, info!) ?? new Map()),
    MPI_Comm_split: (call, comm, colour, key, result) => {
      const parent = this.at(call, comm!);
      if (colour! < 0 && colour !== UNDEFINED)
        this.state.refuse(call, 'color', colour!, 'it is 0 or more, or MPI_UNDEFINED');
      this.state.local(call, 'newcomm', result!, 4);
      this.give(call, result!, this.part(call, parent, colour!, key!));
    },
    MPI_Comm_split_type: (call, comm, type, key, _info, result) =>
      this.splitByMemory(call, comm!, type!, key!, result!),
    MPI_Comm_create: (call, comm, group, result) => this.create(call, comm, group, result),
    MPI_Comm_free: (call, at) => {
      const handle = this.state.word(call, 'comm', at);
      const comm = this.at(call, handle);
      this.handles.check(call, 'comm', handle);
      this.keys.deleteAll(call, comm);
      this.handles.remove(call, 'comm', handle);
      this.state.give(call, 'comm', at, nullOf(COMM));
    },
    MPI_Comm_compare: (call, one, other, result) =>
      this.state.give(call, 'result', result, this.compare(call, one, other)),
    MPI_Comm_test_inter: (call, comm, flag) =>
      this.state.give(call, 'flag', flag, this.at(call, comm).sides === undefined ? 0 : 1),
    MPI_Comm_remote_size: (call, comm, result) =>
      this.state.give(call, 'size', result, this.inter(call, comm).peers.length),
    MPI_Comm_remote_group: (call, comm, result) => {
      const group = Array.from(this.inter(call, comm).peers);
      this.state.give(call, 'group', result, this.groups.handles.add(group));
    },
    MPI_Comm_set_name: (call, comm, text) => {
      this.at(call, comm!).given = this.state.name(call, 'comm_name', text!);
    },
    MPI_Comm_get_name: (call, comm, text, length) =>
      this.state.giveText(call, 'comm_name', text!, length!, this.at(call, comm!).given),
    MPI_Comm_set_info: (call, comm, info) => {
      this.at(call, comm!).hints = new Map(this.infos.given(call, info!) ?? []);
    },
    MPI_Comm_get_info: (call, comm, at) => this.infos.give(call, 'info_used', at!, new Map(this.at(call, comm!).hints)),
    MPI_Comm_group: (call, comm, result) =>
      this.state.give(call, 'group', result, this.groups.handles.add(groupOf(this.at(call, comm)))),
  };
}

const groupOf = ({ team }: Communicator): Group => Array.from(team.members);
