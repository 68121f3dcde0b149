/**
 * The interface between a program whose functions JavaScript calls and its caller: the board of each thread in memory, and messages.
 *
 * The caller writes a request on the boards of all threads and rings their bells; the last thread that has answered says so. Nothing else
 * passes between them, so a call costs what waking the threads costs.
 */

/** Offsets in a board (compiler/serving.ts declares it). */
export const [REQUEST, FUNCTION, COME, RESULT, ARGUMENTS] = [0, 4, 8, 16, 24];
/** Of an argument, and of the result. */
export const VALUE_BYTES = 8;

/** Values of FUNCTION: to end, to allocate, to free; the functions of the program follow. */
export const [END, ALLOCATE, FREE, FIRST_FUNCTION] = [0, 1, 2, 3];

/** What the caller hears. */
export type Told =
  /** All threads wait for requests: addresses of their boards, indices of the words that wake them and that say what they do. */
  | {
      readonly memory: WebAssembly.Memory;
      readonly boards: readonly number[];
      readonly bells: readonly number[];
      /** Threads rest when they have answered. The caller has all of them run before it asks the first, who would take the others for idle. */
      readonly states: readonly number[];
    }
  /** All have answered. */
  | { readonly done: true }
  /** What the job would write on standard error: last, why it ends. */
  | { readonly says: string };

/** A thread's message for its caller, which the supervisor passes on. */
export interface ForCaller {
  readonly forCaller: Told;
}
