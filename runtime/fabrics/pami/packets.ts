/**
 * Layout of a packet in a ring: six words, the message's header, then from the next multiple of 8 on its data.
 *
 *     word 0   kind, dispatch id
 *     word 1   endpoint of the origin
 *     word 2   bytes of header; of a fragment: its offset in the data
 *     word 3   bytes of the message's data
 *     word 4   number of the send at its origin, if it needs an acknowledgement or continues in fragments; else 0
 *     word 5   bytes of data in this packet
 */
import type { Endpoint } from './endpoint.ts';

/** A message in one packet. */
export const EAGER = 1;
/** First packet of a message whose data follow in fragments. */
export const STREAM = 2;
export const FRAGMENT = 3;
/** The message of the send in word 4 has been received. */
export const ACKNOWLEDGEMENT = 4;
/** Part of a collective operation; words 2 to 4 are its own (collectives/call.ts). */
export const COLLECTIVE = 5;

export const PACKET_HEADER = 24;

/** Bytes of a packet. */
export const packetBytes = (headerBytes: number, dataBytes: number): number =>
  PACKET_HEADER + ((headerBytes + 7) & -8) + dataBytes;

export const headerAt = (packet: number): number => (packet + PACKET_HEADER) | 0;
export const dataAt = (packet: number, headerBytes: number): number =>
  (packet + PACKET_HEADER + ((headerBytes + 7) & -8)) | 0;

/** Writes the six words. */
export function writeWords(
  I32: Int32Array,
  packet: number,
  kind: number,
  dispatch: number,
  origin: Endpoint,
  headerBytes: number,
  dataBytes: number,
  send: number,
  here: number,
): void {
  const word = packet >>> 2;
  I32[word] = kind | (dispatch << 8);
  I32[word + 1] = origin;
  I32[word + 2] = headerBytes;
  I32[word + 3] = dataBytes;
  I32[word + 4] = send;
  I32[word + 5] = here;
}

export const kindOf = (firstWord: number): number => firstWord & 255;
export const dispatchOf = (firstWord: number): number => firstWord >>> 8;
