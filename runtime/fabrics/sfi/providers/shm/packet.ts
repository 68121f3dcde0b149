/**
 * How a packet lies in a ring: eight words, then the bytes of the message, or where they lie at the sender.
 *
 *     word 0    kind, flags, number of pieces
 *     word 1    bytes of the message
 *     word 2    name of the sending endpoint
 *     word 3    address of the word in which the sender wants to be told that the message has been received, or 0
 *     word 4-5  immediate data
 *     word 6-7  tag
 */

export const [MESSAGE, TAGGED, REMOTE_WRITE] = [0, 1, 2];
export const KIND = 3;
/** There is immediate data. */
export const DATA = 4;
/** Behind the header are addresses and lengths of the pieces. */
export const BY_REFERENCE = 8;
export const PIECES_SHIFT = 8;

export const [FIRST, LENGTH, SOURCE, ACKNOWLEDGE, DATA_WORD, TAG_WORD] = [0, 1, 2, 3, 4, 6];
export const HEADER = 32;
