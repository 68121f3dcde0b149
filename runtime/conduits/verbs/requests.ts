/**
 * Send requests: a slot for each, whose number is the wr_id, with the action for its completion.
 *
 * The depth of a queue pair and of the completion queue bounds the slots; without a free one, completions are polled
 * first. They need no help of a target's program, so waiting for them never waits for another rank.
 */
import {
  IBV_WC_SUCCESS,
  type IbvSendWr,
  IbvWc,
  ibv_poll_cq,
  ibv_post_send,
  type QueuePair,
} from '../../fabrics/verbs/index.ts';
import { isEverybodys, offsetOf } from '../../memory/space.ts';
import { SparseWords } from '../../memory/sparse.ts';
import type { Host } from '../conduit.ts';
import type { Endpoint } from './endpoint.ts';
import { failedRequest, notPosted, overrun } from './errors.ts';
import type { LocalBuckets } from './firehose/local.ts';
import type { RemoteBuckets } from './firehose/remote.ts';
import type { Operations } from './operations.ts';
import { DEPTH, DEPTH_PER_PEER } from './settings.ts';

/** Kinds of requests, and the resources they hold until completion. */
export const CONTROL = 0;
export const MESSAGE = 1; // a buffer
export const PUT_INLINE = 2; // a firehose
export const PUT_BOUNCE = 3; // a firehose and a buffer
export const PUT = 4; // a firehose and a local bucket
export const GET_BOUNCE = 5; // a firehose and a buffer, copied to the destination
export const GET = 6; // a firehose and a local bucket
export const ATOMIC = 7; // as GET_BOUNCE
export type Kind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

const NAMES = ['control message', 'message', 'put', 'put', 'put', 'get', 'get', 'atomic operation'];

export class Requests {
  readonly kinds = new Uint8Array(DEPTH);
  readonly ranks = new Int32Array(DEPTH);
  readonly operations = new Int32Array(DEPTH);
  /** Offset and bucket at the other rank, and local address; local 0: the result is not wanted. */
  readonly offsets = new Int32Array(DEPTH);
  readonly buckets = new Int32Array(DEPTH);
  readonly locals = new Int32Array(DEPTH);
  readonly buffers = new Int32Array(DEPTH);
  readonly sizes = new Int32Array(DEPTH);
  /** Outstanding requests by rank; those to this rank are datagrams. */
  private readonly outstanding: SparseWords;
  private readonly free = Int32Array.from({ length: DEPTH }, (_, slot) => slot);
  private left = DEPTH;
  /** Grows with each completion. */
  completed = 0;
  /** Waits for room that this rank is in. */
  waits = 0;
  private readonly wc = [new IbvWc()];
  private readonly bad = { wr: null };

  constructor(
    private readonly host: Host,
    private readonly endpoint: Endpoint,
    private readonly operationTable: Operations,
    private readonly remoteBuckets: RemoteBuckets,
    private readonly localBuckets: LocalBuckets,
  ) {
    this.outstanding = new SparseWords(host.space.THREADS);
  }

  /** Whether there is room for no request at all. */
  get isFull(): boolean {
    return this.left === 0;
  }

  /** Whether there is room for a request to the rank. */
  hasRoom(rank: number): boolean {
    return this.left > 0 && this.outstanding.get(rank) < DEPTH_PER_PEER;
  }

  /** Waits for room to send. Other ranks may wait for what is sent then. */
  waitFor(rank: number | undefined, holds: () => boolean): void {
    this.waits++;
    try {
      this.host.waitFor(rank, holds);
    } finally {
      this.waits--;
    }
  }

  private waitForRoom(rank: number): void {
    this.waitFor(rank, () => {
      this.reap();
      return this.hasRoom(rank);
    });
  }

  /** Allocates a slot for a request to the rank, waiting if necessary. It must be posted. */
  claim(kind: Kind, rank: number): number {
    if (!this.hasRoom(rank)) this.waitForRoom(rank);
    const slot = this.free[--this.left]!;
    this.outstanding.add(rank, 1);
    this.kinds[slot] = kind;
    this.ranks[slot] = rank;
    return slot;
  }

  post(qp: QueuePair, wr: IbvSendWr, slot: number): void {
    wr.wr_id = slot;
    const error = ibv_post_send(qp, wr, this.bad);
    if (error !== 0) this.host.fail(notPosted(NAMES[this.kinds[slot]!]!, this.ranks[slot]!, error));
  }

  /** Takes all completions; true if there was one. */
  reap(): boolean {
    const { wc } = this;
    const first = ibv_poll_cq(this.endpoint.sent, 1, wc);
    for (let count = first; count !== 0; count = ibv_poll_cq(this.endpoint.sent, 1, wc)) {
      if (count < 0) this.host.fail(overrun('requests'));
      this.finish(wc[0]!.wr_id, wc[0]!.status);
    }
    return first !== 0;
  }

  private finish(slot: number, status: number): void {
    const kind = this.kinds[slot]!;
    const rank = this.ranks[slot]!;
    if (status !== IBV_WC_SUCCESS) this.fail(slot, status);
    if (kind > MESSAGE) this.finishAccess(slot, kind);
    else if (kind === MESSAGE) this.endpoint.messageBuffers.give(this.buffers[slot]!);
    this.outstanding.add(rank, -1);
    this.free[this.left++] = slot;
    this.completed++;
  }

  private finishAccess(slot: number, kind: number): void {
    if (kind === PUT || kind === GET)
      this.localBuckets.release(this.localBuckets.bucketOf(offsetOf(this.host.space, this.locals[slot]!)));
    else if (kind === PUT_BOUNCE) this.endpoint.bounceBuffers.give(this.buffers[slot]!);
    else if (kind !== PUT_INLINE) this.unpack(slot);
    this.remoteBuckets.release(this.buckets[slot]!);
    this.operationTable.finishOne(this.operations[slot]!);
  }

  /** Copies a bounce buffer to its destination; an atomic operation may have none, and from a phantom array nothing has come. */
  private unpack(slot: number): void {
    const buffer = this.buffers[slot]!;
    if (this.locals[slot] !== 0 && !isEverybodys(this.offsets[slot]!))
      this.host.bulk.copy(this.locals[slot]!, buffer, this.sizes[slot]!);
    this.endpoint.bounceBuffers.give(buffer);
  }

  private fail(slot: number, status: number): never {
    const kind = this.kinds[slot]!;
    return this.host.fail(
      failedRequest(NAMES[kind]!, this.ranks[slot]!, this.offsets[slot]!, this.sizes[slot]!, status),
    );
  }
}
