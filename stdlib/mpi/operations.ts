/** What a request is of: sends, receives, and what the program completes itself (MPI 3.1, 3.7, 12.2). */
import type { Communicator } from './communicators.ts';
import { ANY, PROC_NULL } from './constants.ts';
import { ERR_TRUNCATE, ERR_TYPE, Mistake } from './errors.ts';
import type { Ending } from './state.ts';

/** What a receive or a probe looks for; below 0: any. */
export interface Wanted {
  readonly context: number;
  /** A rank of the job. */
  readonly source: number;
  readonly tag: number;
}

/** What becomes a status; of none: any source, any tag, no bytes. */
export interface Outcome {
  readonly source: number;
  readonly tag: number;
  readonly bytes: number;
  readonly isCancelled?: boolean;
}

export const NOTHING: Outcome = { source: ANY, tag: ANY, bytes: 0 };

export abstract class Operation {
  isDone = false;
  /** Nobody will ask for it: its request has been freed. */
  protected isForgotten = false;
  private isSettled = false;
  /** Over the memory that it uses. */
  watch: Ending | undefined;

  constructor(
    readonly comm: Communicator,
    /** Handle of it. */
    readonly commHandle: number,
  ) {}

  /** The rank of the job that it waits for; -1: any. */
  abstract get whom(): number;
  /** What it is, for a roll-call. */
  abstract get text(): string;
  abstract get outcome(): Outcome;

  /** Most bytes that move before it is done. */
  get most(): number {
    return 0;
  }

  /** What was wrong with it, for who ends it; `call`: who that is. Whose error handler is to be asked is set. */
  mistakeFor(_call: string, _ask: (comm: Communicator, handle: number) => void): Mistake | undefined {
    return undefined;
  }

  /** Gives back what it has, and the program its data. */
  protected abstract conclude(): void;

  /** What there is to do when it is done; once. */
  settle(): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.watch?.end();
    this.conclude();
  }

  /** What it has come to, for who looks at it and does not end it. */
  shown(): Outcome {
    this.settle();
    return this.outcome;
  }

  complete(): void {
    this.isDone = true;
    if (this.isForgotten) this.settle();
  }

  /** The request is freed; what is under way goes on. */
  forget(): void {
    this.isForgotten = true;
    if (this.isDone) this.settle();
  }
}

export class Send extends Operation {
  isCancelled = false;

  constructor(
    comm: Communicator,
    commHandle: number,
    private readonly dest: number,
    readonly tag: number,
    readonly address: number,
    readonly bytes: number,
    private readonly release: () => void,
  ) {
    super(comm, commHandle);
    this.isDone = dest === PROC_NULL;
  }

  /** The same from another address. */
  from(address: number, release: () => void): Send {
    return new Send(this.comm, this.commHandle, this.dest, this.tag, address, this.bytes, release);
  }

  get to(): number {
    return this.comm.peers[this.dest]!;
  }

  get context(): number {
    return this.comm.team.number;
  }

  override get most(): number {
    return this.bytes;
  }

  get whom(): number {
    return this.to;
  }

  get text(): string {
    return `of ${this.bytes} bytes to ${this.dest}, tag ${this.tag}, ${this.comm.name}`;
  }

  get outcome(): Outcome {
    return { ...NOTHING, isCancelled: this.isCancelled };
  }

  protected conclude(): void {
    this.release();
  }
}

export class Receive extends Operation implements Wanted {
  readonly source: number;
  isCancelled = false;
  /** Of the message that has matched: its rank in the communicator. */
  private from = PROC_NULL;
  private gotTag = ANY;
  private bytes = 0;

  constructor(
    comm: Communicator,
    commHandle: number,
    private readonly sourceRank: number,
    readonly tag: number,
    readonly address: number,
    /** Bytes that the buffer has. */
    readonly room: number,
    /** Gives the program so many bytes that have come. */
    private readonly deliver: (bytes: number) => void,
    /** Whether so many bytes are whole elements of its datatype. */
    private readonly areWhole: (bytes: number) => boolean = () => true,
  ) {
    super(comm, commHandle);
    this.isDone = sourceRank === PROC_NULL;
    this.source = sourceRank < 0 ? ANY : comm.peers[sourceRank]!;
  }

  get context(): number {
    return this.comm.team.number;
  }

  /** A message of a rank of the job. */
  matched(from: number, tag: number, bytes: number): void {
    [this.from, this.gotTag, this.bytes] = [rankIn(this.comm, from), tag, bytes];
  }

  override get most(): number {
    return this.room;
  }

  get whom(): number {
    return this.source;
  }

  get text(): string {
    return `from ${this.sourceRank < 0 ? 'any' : this.sourceRank}, tag ${this.tag < 0 ? 'any' : this.tag}, ${this.comm.name}`;
  }

  get outcome(): Outcome {
    const { from: source, gotTag: tag, bytes, room, isCancelled } = this;
    return { source, tag, bytes: Math.min(bytes, room), isCancelled };
  }

  /** Of a message that was too large, or of other elements. */
  override mistakeFor(call: string, ask: (comm: Communicator, handle: number) => void): Mistake | undefined {
    const isTruncated = this.bytes > this.room;
    if (!isTruncated && (this.bytes === this.room || this.areWhole(this.bytes))) return undefined;
    ask(this.comm, this.commHandle);
    const text = `the message from ${this.from}, tag ${this.gotTag}, has ${this.bytes} bytes, `;
    if (isTruncated) return new Mistake(ERR_TRUNCATE, `${call}: truncated: ${text}and the receive buffer ${this.room}`);
    return new Mistake(ERR_TYPE, `${call}: ${text}which are no whole elements of the receive's datatype`);
  }

  protected conclude(): void {
    this.deliver(Math.min(this.bytes, this.room));
  }
}

/** The rank among a communicator's peers of one of the job. */
export function rankIn({ peers }: Communicator, rank: number): number {
  return peers[rank] === rank ? rank : Array.from(peers).indexOf(rank);
}
