/**
 * Frames: what travels between processes. Behind the entry of its buffer lie six words, then a packet as it lies in a ring
 * (providers/shm/packet.ts).
 *
 *     word 0    kind; receive context
 *     word 1    PACKET: name of the receiving endpoint. ACKNOWLEDGEMENT: address of the word that is to be 1
 *     word 2    process that sends it
 *     word 3    bytes of the packet
 *     word 4    rank of that process, and
 *     word 5    credits that are given back for the lanes to that rank: 16 bits a receive context
 */
import { ENTRY_BYTES, WIRE_HEADER } from './sizes.ts';

export const [PACKET, ACKNOWLEDGEMENT, CREDITS] = [0, 1, 2];
export const KIND_MASK = 255;
export const CONTEXT_SHIFT = 8;
export const [WHAT, TARGET, PROCESS, SIZE, LANE_RANK, RETURNED] = [0, 1, 2, 3, 4, 5];

/** Where the packet lies in a buffer. */
export const PACKET_AT = ENTRY_BYTES + WIRE_HEADER;
