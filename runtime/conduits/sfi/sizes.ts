/**
 * How much memory the conduit takes in each region, by the number of ranks: less for each, where there are many.
 */

import { REGION_TABLE_BYTES } from '../../fabrics/sfi/mr.ts';
import { ofiArea } from '../../fabrics/sfi/providers/ofi/sizes.ts';
import { STAGE_BYTES as TIMED_STAGE_BYTES } from '../../fabrics/sfi/providers/timed/sizes.ts';
import { RING_HEADER } from '../../memory/ring.ts';

const LARGEST_RING = 65536;
const SMALLEST_RING = 8192;
/** Bytes of the rings of all ranks together, where there are many. */
const ALL_RINGS = 2 ** 24;

/** Buffers posted in each receive context; send buffers for requests, for replies, of which one is for those that must wait. */
export const BUFFERS = 2;
export const REQUEST_BUFFERS = 8;
export const REPLY_BUFFERS = 5;
/** Room to compose a message that is injected. */
export const STAGE_BYTES = 1024;
/** Words of endpoints, places where receivers tell of messages, what alignment leaves, and where a packet is composed on a simulated machine. */
const FABRIC_BYTES = 4096 + TIMED_STAGE_BYTES;

export function ringCapacity(ranks: number): number {
  const share = 2 ** Math.floor(Math.log2(ALL_RINGS / ranks));
  return Math.min(Math.max(share, SMALLEST_RING), LARGEST_RING);
}

/** Bytes of a message. */
export function largestMessage(ranks: number): number {
  return ringCapacity(ranks) / 4;
}

/** Bytes of a buffer that takes many messages. */
export function bufferBytes(ranks: number): number {
  return ringCapacity(ranks);
}

export function areaOf(ranks: number, firsts: readonly number[] = [0]): number {
  return (
    ofiArea(ranks, firsts) +
    FABRIC_BYTES +
    REGION_TABLE_BYTES +
    2 * (RING_HEADER + ringCapacity(ranks) + BUFFERS * bufferBytes(ranks) + STAGE_BYTES) +
    (REQUEST_BUFFERS + REPLY_BUFFERS) * largestMessage(ranks)
  );
}
