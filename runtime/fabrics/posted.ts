/**
 * The point at which a null driver takes a request: all above a fabric's entry (`ibv_post_send` for one) ends there.
 *
 * Nothing is done there. A tool that counts instructions links a module of its own in the place of this one, whose functions leave
 * a mark (test/bench/instructions/posted.ts).
 */

/** A request has come to the fabric's entry point. */
export function posted(): void {}

/** The same as code of WebAssembly. */
export const POSTED: readonly number[] = [];
