/**
 * Layout of an active message in memory, the same on every conduit, which only moves the bytes.
 *
 * Four words, then the arguments, then the payload of a medium message, or of a long one that travels with it:
 *
 *     word 0   handler, number of arguments, category, whether it is a reply, whether the payload is in the message
 *     word 1   rank of the sender
 *     word 2   bytes of payload
 *     word 3   offset in the region of the target at which it has the payload of a long message
 */

export const SHORT = 0;
export const MEDIUM = 1;
export const LONG = 2;
export type Category = typeof SHORT | typeof MEDIUM | typeof LONG;

/** Maximum number of arguments, 32 bits each. */
export const MAX_ARGUMENTS = 16;
const HEADER = 16;

const ARGUMENT_SHIFT = 8;
const CATEGORY_SHIFT = 13;
const REPLY = 1 << 15;
const PACKED = 1 << 16;

/** Word 0. `packed`: the payload lies in the message. */
export function firstWord(category: Category, handler: number, count: number, reply: boolean, packed: boolean): number {
  return (
    handler | (count << ARGUMENT_SHIFT) | (category << CATEGORY_SHIFT) | (reply ? REPLY : 0) | (packed ? PACKED : 0)
  );
}

export const handlerOf = (word: number): number => word & 255;
export const argumentCountOf = (word: number): number => (word >>> ARGUMENT_SHIFT) & 31;
export const categoryOf = (word: number): Category => ((word >>> CATEGORY_SHIFT) & 3) as Category;
export const isReply = (word: number): boolean => (word & REPLY) !== 0;
export const isPacked = (word: number): boolean => (word & PACKED) !== 0;

/** Address of argument 0. */
export const argumentsAt = (message: number): number => message + HEADER;
/** Address of the payload in the message: a multiple of 8, as the message's is. */
export const payloadAt = (message: number, count: number): number => message + payloadOffset(count);
/** Bytes of a message that carries `packed` bytes of payload. */
export const messageSize = (count: number, packed: number): number => payloadOffset(count) + packed;

function payloadOffset(count: number): number {
  return HEADER + ((4 * count + 7) & -8);
}
