/**
 * A simulated machine, as a rank's fabric asks it: when bytes that it sends are where.
 *
 * Takes what is to be moved. Calls back in the order of virtual time, while no rank runs: the fabric moves the bytes then. The rank pays for its processor's part.
 */
export interface Model {
  /** The same object for all ranks of a job: what they have in common is kept by it. */
  readonly job: object;
  /** Collective operations by the machine's hardware, if it has any. */
  readonly collectives?: Gatherings | undefined;
  /** What the rank has had of the machine, counted as it goes on (--stats). */
  readonly events: Readonly<Record<string, number>>;
  /** Writes memory of another rank. */
  put(target: number, bytes: number, told: PutTold): void;
  /** Reads it: `taken` does, while it is asked for there; at `done` this rank has it. */
  get(target: number, bytes: number, told: GetTold): void;
  /** Brings bytes into a queue of another rank, behind earlier puts and messages to it. */
  message(target: number, bytes: number, told: MessageTold): void;
  /** Changes a word of another rank: `changed` does it there, at `answered` this rank knows. */
  atomic(target: number, told: AtomicTold): void;
  /** The rank has taken note that so many operations are complete. */
  completed(operations: number): void;
}

export interface PutTold {
  /** The source may be changed. */
  local(): void;
  arrived(): void;
  acknowledged(): void;
}

/** A ring of the target, which makes room by reading: the position changes then. */
export interface Room {
  readonly place: number;
  readonly position: number;
}

export interface MessageTold {
  /** Takes it at the target, and is tried again if there is no room yet: it gives false. */
  arrived(): boolean;
  /** The target's ring that has no room for it. Undefined: either rank may make room, by whatever it does. */
  readonly room?: Room;
  /** By the rank while it is in the runtime, or whoever the machine has for that. */
  served(): void;
  /** By its progress thread in any case: known when it arrives. */
  readonly isForThread?: boolean;
}

/** What comes to its target behind all puts and messages before it, where an adapter serves it: so a queue pair of verbs has it. */
interface Ordered {
  readonly isOrdered?: true;
}

export interface GetTold extends Ordered {
  taken(): void;
  done(): void;
}

export interface AtomicTold extends Ordered {
  changed(): void;
  answered(): void;
}

/** Ranks that take part in collective operations together. */
export interface RankGroup {
  /** Distinguishes those of one rank. */
  readonly id: number;
  /** Undefined: all of the job. */
  readonly ranks: ArrayLike<number> | undefined;
}

export interface Collective {
  readonly kind: 'barrier' | 'broadcast' | 'allreduce';
  readonly bytes: number;
  /** Of a reduction: i32, u64, f64 ..., and sum, min ... */
  readonly type?: string;
  readonly operation?: string;
}

/** One rank's part of a collective operation. */
export interface Taking<T> extends Collective {
  /** The rank's number in the group; of a broadcast, the root's. */
  readonly me: number;
  readonly root?: number;
  /** What it gives: nothing where a root does. */
  readonly given: T | undefined;
  /** Adds the second to the first. */
  readonly combine?: (sum: T, more: T) => T;
  /** The result is there. */
  done(result: T): void;
  /** The same for all that make the same operation. */
  readonly signature: number;
  /** The member with this number makes another one. */
  readonly differs?: ((member: number, signature: number) => void) | undefined;
}

export interface Gatherings {
  /** Whether the hardware does it for these ranks. */
  does(collective: Collective, group: RankGroup): boolean;
  /** The rank takes part, at its clock, in the operation of its group with this number. */
  take<T>(group: RankGroup, sequence: number, taking: Taking<T>): void;
}
