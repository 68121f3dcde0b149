/**
 * Handlers of the extended layer's active messages, by index, among the runtime's own (core/am/handlers.ts).
 */

/** One-sided access made of messages (extended/reference). */
export const PUT = 64;
export const GET = 65;
export const FILL = 66;
export const ATOMIC = 67;
/** Their responses. */
export const ANSWER = 68;
export const GOT = 69;
export const ATOMIC_RESULT = 70;
/** Barrier letters (extended/barrier/messages.ts). */
export const LETTER = 71;
/** Non-contiguous pieces packed into one message (extended/reference/packing.ts). */
export const SCATTER = 72;
export const GATHER = 73;
export const GATHERED = 74;
/** Letters of collective operations (collectives/engine.ts). */
export const DATA = 75;
export const OFFER = 76;
export const TAKEN = 77;
