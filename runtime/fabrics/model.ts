/**
 * A simulated machine, as a rank's fabric asks it: when bytes that it sends are where.
 *
 * Takes what is to be moved. Calls back in the order of virtual time, while no rank runs: the fabric moves the bytes then. The rank pays for its processor's part.
 */
export interface Model {
  /** Writes memory of another rank. */
  put(target: number, bytes: number, told: PutTold): void;
  /** Reads it: `taken` does, while it is asked for there; at `done` this rank has it. */
  get(target: number, bytes: number, told: GetTold): void;
  /** `arrived` takes it, behind earlier puts and messages to the same rank, and is tried again if there is no room yet: it gives false. Then it is `served`. */
  message(target: number, bytes: number, arrived: () => boolean, served: () => void): void;
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
