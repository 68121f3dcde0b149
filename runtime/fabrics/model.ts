/**
 * A simulated machine, as a rank's fabric asks it: when bytes that it sends are where.
 *
 * Takes what is to be moved. Calls back in the order of virtual time, while no rank runs: the fabric moves the bytes then. The rank pays for its processor's part.
 */
export interface Model {
  /** Writes memory of another rank. */
  put(target: number, bytes: number, told: PutTold): void;
  /** Reads it. */
  get(target: number, bytes: number, done: () => void): void;
  /** `arrived` takes it, behind earlier puts and messages to the same rank, and is tried again if there is no room yet: it gives false. Then it is `served`. */
  message(target: number, bytes: number, arrived: () => boolean, served: () => void): void;
  /** Changes a word of another rank: `changed` does it there, `answered` is called when this rank knows. */
  atomic(target: number, changed: () => void, answered: () => void): void;
  /** The rank has taken note that so many operations are complete. */
  completed(operations: number): void;
}

export interface PutTold {
  /** The source may be changed. */
  local(): void;
  arrived(): void;
  acknowledged(): void;
}
