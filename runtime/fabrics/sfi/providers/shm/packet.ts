/**
 * How a packet lies in a ring: four words, or eight where there is immediate data or a tag, then the bytes of the message, or where they lie
 * at the sender.
 *
 *     word 0    kind, flags, number of pieces, rank of the sender
 *     word 1    bytes of the message
 *     word 2    offset of the sending endpoint's bytes in the region of that rank
 *     word 3    offset of the word there in which the sender wants to be told that the message has been received, or 0
 *     word 4-5  immediate data
 *     word 6-7  tag
 */

export const [MESSAGE, TAGGED, REMOTE_WRITE] = [0, 1, 2];
export const KIND = 3;
/** There is immediate data. */
export const DATA = 4;
/** Behind the header are offsets in the sender's region, and lengths, of the pieces. */
export const BY_REFERENCE = 8;
export const PIECES_SHIFT = 8;
export const MOST_PIECES = 4;
const PIECES_MASK = 7;
const RANK_SHIFT = 16;

/** What word 0 has of a sender. */
export const fromRank = (rank: number): number => rank << RANK_SHIFT;
export const rankOfSender = (first: number): number => first >>> RANK_SHIFT;
export const piecesOf = (first: number): number => (first >>> PIECES_SHIFT) & PIECES_MASK;

export const [FIRST, LENGTH, SOURCE, ACKNOWLEDGE, DATA_WORD, TAG_WORD] = [0, 1, 2, 3, 4, 6];
const [SHORT_HEADER, LONG_HEADER] = [16, 32];
export const LONGEST_HEADER = LONG_HEADER;

/** Bytes in front of the message, by word 0. */
export const headerOf = (first: number): number =>
  (first & DATA) !== 0 || (first & KIND) === TAGGED ? LONG_HEADER : SHORT_HEADER;
