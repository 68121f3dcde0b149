/**
 * Making of intercommunicators, and of communicators that only their members make (MPI 3.1, 6.4.2, 6.6).
 *
 * Two leaders tell each other their groups, and each tells its own. From then on both groups are one team of the engine, on which all is done that concerns both.
 */
import { broadcast } from '../../runtime/collectives/algorithms.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { ERR_COMM, ERR_RANK } from './errors.ts';
import { COMM, nullOf } from './handles.ts';
import type { Notes } from './notes.ts';
import type { PointToPoint } from './pointtopoint.ts';
import type { Body, State } from './state.ts';
import type { TeamNumbers } from './teamnumbers.ts';

/** What a leader tells: the number it would give, and the ranks of its group. */
interface Told {
  readonly number: number;
  readonly members: readonly number[];
}

export class Intercommunicators {
  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly pointToPoint: PointToPoint,
    private readonly notes: Notes,
    private readonly numbers: TeamNumbers,
  ) {}

  // ---------------------------------------------------------------- of two groups

  private create(call: string, ...[handle, leader, peer, remoteLeader, tag, result]: Six): void {
    const { communicators, state } = this;
    const local = communicators.intra(call, handle, 'local_comm');
    this.leader(call, leader, local);
    state.local(call, 'newintercomm', result, 4);
    const own: Told = { number: 0, members: Array.from(local.team.members) };
    const isLeader = local.team.rank === leader;
    const there = this.toAll(call, local, leader, isLeader ? this.exchanged(call, own, peer, remoteLeader, tag) : NONE);
    communicators.ask(local, handle);
    this.disjoint(call, own, there);
    // The group of which the leader has the lower rank in the job is the first one; its number is taken.
    const isFirst = own.members[leader]! < there.leader;
    const members = isFirst ? [...own.members, ...there.members] : [...there.members, ...own.members];
    const team = this.team(there.number, members);
    const made = communicators.enterInter(call, team, (member) => own.members.includes(member), {
      errorHandler: local.errorHandler,
    });
    state.give(call, 'newintercomm', result, made);
  }

  private leader(call: string, leader: number, { team, name }: Communicator): void {
    if (leader >>> 0 < team.members.length) return;
    const rule = `ranks of ${name} are 0 .. ${team.members.length - 1}`;
    this.state.refuse(call, 'local_leader', leader, rule, ERR_RANK);
  }

  /** What the other leader tells; with its rank in the job, and the number of both. */
  private exchanged(call: string, { members }: Told, handle: number, to: number, tag: number): There {
    const peer = this.communicators.at(call, handle, 'peer_comm');
    this.pointToPoint.rank(call, 'remote_leader', to, peer, false);
    this.pointToPoint.tag(call, 'tag', tag, false);
    const { MYTHREAD, THREADS } = this.state.environment;
    const own = this.numbers.next(call);
    const sent = this.notes.send(peer, to, tag, [own, ...members]);
    const [number, ...others] = this.notes.receive(call, peer, to, tag, 1 + THREADS);
    this.notes.ended(call, sent);
    const leader = peer.peers[to]!;
    return { leader, number: MYTHREAD < leader ? own : number!, members: others };
  }

  /** What the leader of a group knows, to all of it. */
  private toAll(call: string, { team }: Communicator, leader: number, there: There): There {
    const { I32, THREADS } = this.state.environment;
    const words = [there.leader, there.number, there.members.length, ...there.members];
    const bytes = 4 * (3 + THREADS);
    let told = words;
    this.state.together.perform(call, team, [leader], function* (part) {
      const room = part.room(bytes);
      I32.set(words, room >>> 2);
      yield* broadcast(part, leader, room, room, bytes);
      told = Array.from(I32.subarray(room >>> 2, (room + bytes) >>> 2));
    });
    const [other, number, count, ...members] = told as [number, number, number, ...number[]];
    return { leader: other, number, members: members.slice(0, count) };
  }

  private disjoint(call: string, own: Told, there: Told): void {
    const both = own.members.find((member) => there.members.includes(member));
    if (both === undefined) return;
    const rule = `rank ${both} of MPI_COMM_WORLD is in both groups, which must have no member in common`;
    this.state.refuse(call, 'local_comm', `a group of ${own.members.length}`, rule, ERR_COMM);
  }

  private team(number: number, members: readonly number[]): Team {
    return { number, members, rank: members.indexOf(this.state.environment.MYTHREAD), count: 0 };
  }

  // ---------------------------------------------------------------- of one group

  /** One communicator of both groups: first the one that says it is not high; of two that say the same, the first one. */
  private merge(call: string, handle: number, high: number, result: number): void {
    const { communicators, state } = this;
    const { whole, sides, errorHandler } = communicators.inter(call, handle, 'intercomm');
    state.local(call, 'newintracomm', result, 4);
    const told = state.together.gather(call, whole, [high === 0 ? 0 : 1]).column();
    this.alike(
      call,
      high,
      sides.local.map((place) => told[place]!),
    );
    const isHigh = told[sides.local[0]!] === told[sides.remote[0]!] ? sides.local[0]! > sides.remote[0]! : high !== 0;
    const key = (isHigh ? whole.members.length : 0) + sides.local.indexOf(whole.rank);
    const team = state.together.split(call, whole, 0, key);
    const name = `a communicator of ${team.members.length} by ${call}`;
    state.give(call, 'newintracomm', result, communicators.enter(name, team, { errorHandler }).handle);
  }

  private alike(call: string, high: number, told: readonly number[]): void {
    const other = told.findIndex((word) => word !== told[0]);
    if (other >= 0)
      this.state.refuse(call, 'high', high, `ranks 0 and ${other} of the local group give different ones`);
  }

  /** Of a group, whose members alone call it: the first one tells the others the number. */
  private createOfGroup(call: string, handle: number, groupHandle: number, tag: number, result: number): void {
    const { communicators, state } = this;
    const comm = communicators.intra(call, handle);
    const group = communicators.groupIn(call, comm, groupHandle);
    this.pointToPoint.tag(call, 'tag', tag, false);
    state.local(call, 'newcomm', result, 4);
    const isMember = group.includes(state.environment.MYTHREAD);
    const made = isMember ? this.ofGroup(call, comm, group, tag) : nullOf(COMM);
    state.give(call, 'newcomm', result, made);
  }

  private ofGroup(call: string, comm: Communicator, group: readonly number[], tag: number): number {
    const { notes } = this;
    const [first, ...others] = group.map((member) => Array.from(comm.peers).indexOf(member));
    const isFirst = first === comm.team.rank;
    const number = isFirst ? this.numbers.next(call) : notes.receive(call, comm, first!, tag, 1)[0]!;
    const sent = isFirst ? others.map((to) => notes.send(comm, to, tag, [number])) : [];
    for (const send of sent) notes.ended(call, send);
    return this.communicators.derived(call, comm, this.team(number, group));
  }

  readonly bodies: Record<string, Body> = {
    MPI_Intercomm_create: (call, ...parameters) => this.create(call, ...(parameters as Six)),
    MPI_Intercomm_merge: (call, comm, high, result) => this.merge(call, comm!, high!, result!),
    MPI_Comm_create_group: (call, comm, group, tag, result) => this.createOfGroup(call, comm!, group!, tag!, result!),
  };
}

/** The other group, its leader's rank in the job, and the number of both. */
interface There extends Told {
  readonly leader: number;
}
const NONE: There = { leader: -1, number: 0, members: [] };

type Six = [number, number, number, number, number, number];
