/**
 * States of a thread as published in its control area (memory/control.ts), and kinds of waits.
 */

/** Values of STATE. */
export const STARTING = 0;
export const RUNNING = 1;
export const BLOCKED = 2;
export const ENDED = 3;
/** Between inputs of a session, or calls by JavaScript: it waits for nobody. */
export const RESTING = 4;

/** Blocked, and testing whether it may proceed, perhaps by an answer from the network still in flight. */
export const ASKING = 5;

/** Kinds of waits; BLOCKING_ON is given in brackets; a word's is its offset, and BLOCKING_RANK says in whose region. */
export const AT_BARRIER = 1; // (phase)
export const FOR_LOCK = 2; // (the lock)
export const FOR_COLLECTIVE = 3; // (number of the collective call that others have not reached)
export const FOR_SEMAPHORE = 4; // (the semaphore; count)
export const AT_WAIT = 5; // (phase): split-phase
export const AT_START = 6; // (phase): the barrier before main
export const AT_STAGE = 7; // (stage): all threads in a collective function
export const FOR_STAGE = 8; // (stage): one thread in a collective function
export const AT_BOARD = 9; // (board; count is the phase): the images of a team
export const FOR_IMAGE = 10; // (the counter; count): one image in sync_images
export const FOR_EVENT = 11; // (the event; count)
export const FOR_POST = 12; // (the mailbox): a post of one image, or of any
export const FOR_IMAGE_LOCK = 13; // (the lock)
export const FOR_EVENT_OR_END = 14; // (the event; count), or that all other threads have ended
export const FOR_INPUT = 15; // (descriptor): input of the system, which may come any time
export const FOR_NETWORK = 16; // (0; whom is -1 if no particular rank): a transfer, an answer, or room to send
export const FOR_TIME = 17; // (0)
export const FOR_VALUE = 18; // (the first variable, or 0): stores of another thread without a bell, or its letter
export const LEAVING = 19; // (0): it ends the job, once no other thread can go on (leaving.ts)
/** Number of kinds, including 0. */
export const WAIT_KINDS = 20;

/** A wait of a thread. */
export interface Wait {
  /** AT_BARRIER ... */
  readonly kind: number;
  readonly on: number;
  /** The rank in whose region the word waited for is. */
  readonly rank?: number;
  /** The thread waited for, if only one. */
  readonly whom?: number;
  /** Value that the counter at `on` must reach. */
  readonly count?: number;
  /** Place of the program's call, "file:line"; unknown if the call did not give it. */
  readonly place?: string;
  /** What a roll-call says besides the place, where that is unknown; asked for when the wait takes long. */
  readonly told?: () => string;
  /** Number (awaited.ts) of the word that changes, or is woken (bell.ts), with the condition; without it, polling. */
  readonly word?: number;
  /**
   * The condition communicates. It is tested when `word` has changed, and now and then; not on every message, as
   * threads that wait for each other would then keep each other awake forever.
   */
  readonly isRemote?: boolean;
  /** Bytes that the network moves meanwhile, as the thread polls. */
  readonly bytes?: number;
  /** Time at which it becomes true by itself, in milliseconds of the platform's clock. */
  readonly until?: number;
  /** Gives the time at which the condition is to be tested again, whatever has come, likewise: it repeats what may be lost. */
  readonly again?: (() => number) | undefined;
}

/** A wait for the network: an answer, a completion, or room to send. */
export const FOR_TRANSFER: Wait = { kind: FOR_NETWORK, on: 0, whom: -1 };

/** A wait for the network on behalf of one rank, while so many bytes are moved; `again`: see Wait. */
export function forNetwork(whom: number | undefined, bytes = 0, again?: () => number): Wait {
  return whom === undefined ? FOR_TRANSFER : { kind: FOR_NETWORK, on: 0, whom, bytes, again };
}
