/**
 * Frames: what travels between processes. Behind the entry of its buffer lie four words, then a packet as it lies in a ring
 * (providers/shm/packet.ts), or the words of a request or an answer.
 *
 *     word 0    kind; receive context, of a REQUEST its number; rank that it is for
 *     word 1    offset in the region of that rank: PACKET: of the receiving endpoint's bytes. ACKNOWLEDGEMENT: of the word that is to be 1.
 *               ANSWER: of the slot that it is for. REQUEST, ATOMIC, BATCH: of that slot in the region of the sender, 0 if none is wanted
 *     word 2    bytes of the packet; rank that sends it, and
 *     word 3    credits that are given back for the lanes to that rank: 10 bits a lane
 *
 * They are few, as some of libfabric's providers inject 64 bytes at most.
 */
import { ENTRY_BYTES, REQUEST_LANE, WIRE_HEADER } from './sizes.ts';

export const [PACKET, ACKNOWLEDGEMENT, CREDITS, REQUEST, ATOMIC, ANSWER, BATCH] = [0, 1, 2, 3, 4, 5, 6];
/** Of these kinds are frames that are executed, and answered. */
export const isRequest = (kind: number): boolean => kind === REQUEST || kind === ATOMIC || kind === BATCH;
const [CONTEXT_SHIFT, RANK_SHIFT] = [8, 16];
const MASK = 255;

/** Word 0, and what it says. */
export const what = (kind: number, context: number, rank: number): number =>
  kind | (context << CONTEXT_SHIFT) | (rank << RANK_SHIFT);
export const kindOf = (word: number): number => word & MASK;
export const contextOf = (word: number): number => (word >>> CONTEXT_SHIFT) & MASK;
export const rankOf = (word: number): number => word >>> RANK_SHIFT;
/** Of a packet or a request. */
export const laneOf = (word: number): number => (kindOf(word) === PACKET ? contextOf(word) : REQUEST_LANE);

export const [WHAT, TARGET, SIZE, RETURNED] = [0, 1, 2, 3];

/** Word 2, and what it says. */
export const sizeFrom = (size: number, rank: number): number => size | (rank << RANK_SHIFT);
export const sizeOf = (word: number): number => word & 0xffff;
export const senderOf = (word: number): number => word >>> RANK_SHIFT;

/** Where the packet lies in a buffer. */
export const PACKET_AT = ENTRY_BYTES + WIRE_HEADER;
