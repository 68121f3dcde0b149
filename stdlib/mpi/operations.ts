/** Sends and receives under way: what a request is of. */
import type { Communicator } from './communicators.ts';
import { ANY, PROC_NULL } from './constants.ts';

/** What a receive or a probe looks for; below 0: any. */
export interface Wanted {
  readonly context: number;
  /** A rank of the job. */
  readonly source: number;
  readonly tag: number;
}

export abstract class Operation {
  isDone = false;

  constructor(
    readonly comm: Communicator,
    /** Handle of it. */
    readonly commHandle: number,
  ) {}

  /** The rank of the job that it waits for; -1: any. */
  abstract get whom(): number;
  /** What it is, for a roll-call. */
  abstract get text(): string;
}

export class Send extends Operation {
  constructor(
    comm: Communicator,
    commHandle: number,
    private readonly dest: number,
    readonly tag: number,
    readonly address: number,
    readonly bytes: number,
  ) {
    super(comm, commHandle);
    this.isDone = dest === PROC_NULL;
  }

  get to(): number {
    return this.comm.team.members[this.dest]!;
  }

  get context(): number {
    return this.comm.team.number;
  }

  get whom(): number {
    return this.to;
  }

  get text(): string {
    return `of ${this.bytes} bytes to ${this.dest}, tag ${this.tag}, ${this.comm.name}`;
  }
}

export class Receive extends Operation implements Wanted {
  readonly source: number;
  /** Of the message that has matched: its rank in the communicator. */
  from = PROC_NULL;
  gotTag = ANY;
  bytes = 0;

  constructor(
    comm: Communicator,
    commHandle: number,
    private readonly sourceRank: number,
    readonly tag: number,
    readonly address: number,
    /** Bytes that the buffer has. */
    readonly room: number,
  ) {
    super(comm, commHandle);
    this.isDone = sourceRank === PROC_NULL;
    this.source = sourceRank < 0 ? ANY : comm.team.members[sourceRank]!;
  }

  get context(): number {
    return this.comm.team.number;
  }

  /** A message of a rank of the job. */
  matched(from: number, tag: number, bytes: number): void {
    [this.from, this.gotTag, this.bytes] = [rankIn(this.comm, from), tag, bytes];
  }

  get whom(): number {
    return this.source;
  }

  get text(): string {
    return `from ${this.sourceRank < 0 ? 'any' : this.sourceRank}, tag ${this.tag < 0 ? 'any' : this.tag}, ${this.comm.name}`;
  }
}

/** The rank in a communicator of one of the job. */
export function rankIn({ team }: Communicator, rank: number): number {
  return team.members[rank] === rank ? rank : Array.from(team.members).indexOf(rank);
}
