/**
 * Collective operations of teams, over messages and one-sided access alone (GASNet's reference collectives).
 *
 * A member that enters an operation sends the others the offset of its source; a member that needs data from it gets
 * them, and acknowledges when it has all. So no member's memory is accessed before it enters; an operation completes
 * locally when its own data have arrived and no member reads here any more; and offsets need not be symmetric. The
 * n-th operation of a team is the same on all members; several may be outstanding.
 */

import { COMPLETE } from '../conduits/conduit.ts';
import type { ActiveMessages } from '../core/am/activemessages.ts';
import type { Job } from '../core/job.ts';
import { argumentsAt } from '../core/message.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import { addressOf } from '../memory/space.ts';
import { differentCollectives, tooManyTeams } from './errors.ts';
import { COME, FETCHED } from './handlers.ts';
import type { Movement } from './movement.ts';

/** A member sends its key and the number of its next team in one word. */
const TEAM_BITS = 12;
const MOST_TEAMS = (1 << TEAM_BITS) - 1;

/** Threads in the order of their ranks in the team. `number` is the same on all members. */
export interface CollectiveTeam {
  readonly number: number;
  readonly members: readonly number[];
  readonly rank: number;
  /** Operations begun so far. */
  count: number;
}

/** A piece of another member's source, and its destination. */
export interface Fetch {
  readonly rank: number;
  readonly offset: number;
  readonly destination: number;
  readonly size: number;
}

/** A member's part in an operation. */
export interface Part {
  readonly name: string;
  /** Hash of the arguments that must be single-valued. */
  readonly signature: number;
  /** Offset in this thread's region that others get from; or a value for them. */
  readonly source: number;
  /** A second value for them. */
  readonly extra?: number;
  readonly fetches: readonly Fetch[];
  /** Members that fetch from this one. */
  readonly readers: readonly number[];
  /** No data are accessed before all have entered; complete when all have fetched. */
  readonly waitsForAll: boolean;
  readonly endsWithAll: boolean;
  /** Called when all data have arrived. */
  readonly finish?: () => void;
}

interface Arrival {
  readonly signature: number;
  readonly source: number;
  readonly extra: number;
}

/** An operation of a team: letters may arrive before this member enters. */
class Operation {
  part: Part | undefined;
  /** By rank. */
  readonly arrivals = new Map<number, Arrival>();
  readonly fetched = new Set<number>();
  toFetch: readonly Fetch[] = [];
  handles: number[] = [];
  hasAll = false;
  /** Complete for this member; it is forgotten once all others have told that they come. */
  isOver = false;
  constructor(readonly key: string) {}
}

export class TeamCollectives {
  readonly everybody: CollectiveTeam;
  private readonly teams = new Map<number, CollectiveTeam>();
  private readonly operations = new Map<string, Operation>();
  private nextTeam = 1;
  private isAdvancing = false;
  private isAttended = false;

  constructor(
    private readonly job: Job,
    private readonly messages: ActiveMessages,
    private readonly movement: Movement,
  ) {
    const { THREADS, MYTHREAD } = job.space;
    const members = Array.from({ length: THREADS }, (_, thread) => thread);
    this.everybody = { number: 0, members, rank: MYTHREAD, count: 0 };
    messages.register(
      COME,
      (_t: number, team: number, count: number, rank: number, signature: number, source: number, extra: number) =>
        void this.operation(team, count).arrivals.set(rank, { signature, source, extra }),
    );
    messages.register(FETCHED, (_t: number, team: number, count: number, rank: number) => {
      this.operation(team, count).fetched.add(rank);
    });
  }

  /** From the first operation on they progress whenever this thread polls. */
  private attend(): void {
    if (this.isAttended) return;
    this.isAttended = true;
    const serve = this.job.progress;
    this.job.progress = () => {
      const served = serve();
      this.advance();
      return served;
    };
  }

  /** Starts an operation; the returned function tests for completion. */
  begin(team: CollectiveTeam, part: Part): () => boolean {
    this.attend();
    const count = ++team.count;
    const operation = this.operation(team.number, count);
    operation.part = part;
    operation.toFetch = part.fetches;
    this.teams.set(team.number, team);
    for (let rank = 0; rank < team.members.length; rank++) this.tellCome(team, rank, count, part);
    this.advance();
    return () => {
      if (!operation.isOver) this.job.poll();
      return operation.isOver;
    };
  }

  /** Splits `parent`: members with the same colour, ordered by key; waits for all members of `parent`. */
  split(parent: CollectiveTeam, colour: number, key: number): CollectiveTeam {
    if (this.nextTeam > MOST_TEAMS) this.job.fail(tooManyTeams(MOST_TEAMS));
    const count = parent.count + 1;
    const operation = this.operation(parent.number, count);
    const everybody = parent.members.map((_, rank) => rank);
    const isOver = this.begin(parent, {
      name: 'gasnet_coll_team_split',
      signature: 0,
      source: colour,
      extra: (key << TEAM_BITS) | this.nextTeam,
      fetches: [],
      readers: everybody,
      waitsForAll: true,
      endsWithAll: true,
    });
    this.job.block(FOR_TRANSFER, isOver);
    const arrivals = everybody.map((rank) => operation.arrivals.get(rank)!);
    const ranks = everybody
      .filter((rank) => arrivals[rank]!.source === colour)
      .sort((one, other) => (arrivals[one]!.extra >> TEAM_BITS) - (arrivals[other]!.extra >> TEAM_BITS) || one - other);
    // Larger than that of any team of any member, so that no member is in two teams with one number.
    const number = Math.max(...arrivals.map(({ extra }) => extra & MOST_TEAMS));
    this.nextTeam = number + 1;
    const members = ranks.map((rank) => parent.members[rank]!);
    return { number, members, rank: members.indexOf(this.job.space.MYTHREAD), count: 0 };
  }

  private operation(team: number, count: number): Operation {
    const key = `${team} ${count}`;
    const known = this.operations.get(key);
    if (known !== undefined) return known;
    const operation = new Operation(key);
    this.operations.set(key, operation);
    return operation;
  }

  private tellCome(team: CollectiveTeam, rank: number, count: number, { signature, source, extra = 0 }: Part): void {
    const { messages, job } = this;
    const at = argumentsAt(messages.requestShort(team.members[rank]!, COME, 6)) >>> 2;
    job.space.I32.set([team.number, count, team.rank, signature, source, extra], at);
    messages.send();
  }

  private tellFetched(team: CollectiveTeam, rank: number, count: number): void {
    const { messages, job } = this;
    const at = argumentsAt(messages.requestShort(team.members[rank]!, FETCHED, 3)) >>> 2;
    job.space.I32.set([team.number, count, team.rank], at);
    messages.send();
  }

  /** Advances all operations as far as possible. */
  private advance(): void {
    if (this.isAdvancing) return;
    this.isAdvancing = true;
    try {
      for (const operation of this.operations.values()) this.goOn(operation);
    } finally {
      this.isAdvancing = false;
    }
  }

  private goOn(operation: Operation): void {
    const { part } = operation;
    if (part === undefined) return;
    const [number, count] = operation.key.split(' ').map(Number) as [number, number];
    const team = this.teams.get(number)!;
    this.compare(team, operation, part);
    if (!operation.hasAll && this.fetch(team, operation, part)) {
      operation.hasAll = true;
      part.finish?.();
      const told = part.endsWithAll ? team.members.keys() : new Set(part.fetches.map(({ rank }) => rank));
      for (const rank of told) this.tellFetched(team, rank, count);
    }
    const awaited = part.endsWithAll ? [...team.members.keys()] : part.readers;
    operation.isOver = operation.hasAll && awaited.every((rank) => operation.fetched.has(rank));
    if (operation.isOver && operation.arrivals.size === team.members.length) this.operations.delete(operation.key);
  }

  private compare(team: CollectiveTeam, { arrivals }: Operation, part: Part): void {
    for (const [rank, { signature }] of arrivals)
      if (signature !== part.signature)
        this.job.fail(differentCollectives(part.name, part.signature, team.members[rank]!, signature));
  }

  /** Fetches from members that have entered; returns whether all data have arrived. */
  private fetch(team: CollectiveTeam, operation: Operation, part: Part): boolean {
    if (part.waitsForAll && operation.arrivals.size < team.members.length) return false;
    operation.toFetch = operation.toFetch.filter(({ rank, offset, destination, size }) => {
      const arrival = operation.arrivals.get(rank);
      if (arrival === undefined) return true;
      const source = addressOf(this.job.space, team.members[rank]!, arrival.source + offset);
      const handle = size === 0 ? COMPLETE : this.movement.copy(destination, source, size);
      if (handle !== COMPLETE) operation.handles.push(handle);
      return false;
    });
    operation.handles = operation.handles.filter((handle) => !this.movement.test(handle));
    return operation.toFetch.length === 0 && operation.handles.length === 0;
  }
}
