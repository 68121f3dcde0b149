/**
 * States of a thread as others see them, and what it waits for: words of its control area (memory/control.ts).
 */

/** Values of STATE. */
export const STARTING = 0;
export const RUNNING = 1;
export const BLOCKED = 2;
export const ENDED = 3;
/** In a session: the thread has come to the end of its input. */
export const RESTING = 4;

/** It is blocked, and asks whether it may go on: by what it takes over the network, and has not heard of yet. */
export const ASKING = 5;

/** What a blocked thread waits for; BLOCKING_ON is given in brackets. */
export const AT_BARRIER = 1; // (phase)
export const FOR_LOCK = 2; // (address of the lock)
export const FOR_COLLECTIVE = 3; // (number of the collective call that others have not reached)
export const FOR_SEMAPHORE = 4; // (address of the semaphore; count)
export const AT_WAIT = 5; // (phase): split-phase
export const AT_START = 6; // (phase): the barrier before main
export const AT_STAGE = 7; // (stage): all threads in a collective function
export const FOR_STAGE = 8; // (stage): one thread in a collective function
export const AT_BOARD = 9; // (board; count is the phase): the images of a team
export const FOR_IMAGE = 10; // (address of the counter; count): one image in sync_images
export const FOR_EVENT = 11; // (address of the event; count)
export const FOR_POST = 12; // (address of the mailbox): a post of one image, or of any
export const FOR_IMAGE_LOCK = 13; // (address of the lock)
export const FOR_EVENT_OR_END = 14; // (address of the event; count), or that all other threads have ended
export const FOR_INPUT = 15; // (descriptor): what the system reads, which may come any time
export const FOR_NETWORK = 16; // (0; whom is -1 if it is for no one rank): a transfer or an answer, or room to send
export const FOR_TIME = 17; // (0)
/** How many kinds there are, and 0. */
export const WAIT_KINDS = 18;

/** What a thread waits for. */
export interface Wait {
  /** AT_BARRIER ... */
  readonly kind: number;
  readonly on: number;
  /** The thread waited for, where it is one. */
  readonly whom?: number;
  /** What the counter at `on` must reach. */
  readonly count?: number;
  /** The place of the program's call, "file:line"; unknown where the call did not say it. */
  readonly place?: string;
  /** Index in I32 of the word that is changed, or woken (bell.ts), by who makes the condition true; else it is polled for. */
  readonly word?: number;
  /**
   * The condition asks over the network. It is tested when `word` was changed, and now and then: if messages were a reason to
   * ask, threads that wait for each other would keep each other awake for ever.
   */
  readonly isRemote?: boolean;
  /** Called when the thread is about to sleep, and tests the condition once more. */
  readonly beforeSleep?: () => void;
  /** It holds by itself at this time of the platform's clock, in milliseconds. */
  readonly until?: number;
}

/** A wait for the network: an answer, a completion, or room to send. */
export const FOR_TRANSFER: Wait = { kind: FOR_NETWORK, on: 0, whom: -1 };

/** The same for what one rank is to do. */
export function forNetwork(whom: number | undefined): Wait {
  return whom === undefined ? FOR_TRANSFER : { ...FOR_TRANSFER, whom };
}
