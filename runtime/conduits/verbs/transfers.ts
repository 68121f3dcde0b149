/**
 * Transfers between this rank and another: split into requests, each with a firehose on its remote bucket.
 *
 * The remote bucket comes first, then, where the adapter accesses memory of this rank, the local one: nothing waits for
 * a remote bucket while it holds a local one. A request whose firehose must be moved is parked, and the program's other
 * transfers proceed; a firehose that arrives is held for the requests parked on it until they are posted.
 */
import {
  IBV_SEND_INLINE,
  IBV_SEND_SIGNALED,
  IBV_WR_ATOMIC_CMP_AND_SWP,
  IBV_WR_ATOMIC_FETCH_AND_ADD,
  IBV_WR_RDMA_READ,
  IBV_WR_RDMA_WRITE,
  IbvSendWr,
  IbvSge,
} from '../../fabrics/verbs/index.ts';
import { addressIn, offsetOf } from '../../memory/space.ts';
import type { Host } from '../conduit.ts';
import type { Endpoint } from './endpoint.ts';
import type { LocalBuckets } from './firehose/local.ts';
import type { Moves } from './firehose/moves.ts';
import type { RemoteBuckets } from './firehose/remote.ts';
import type { Links } from './links.ts';
import type { Operations } from './operations.ts';
import type { Progress } from './progress.ts';
import { ATOMIC, GET, GET_BOUNCE, type Kind, PUT, PUT_BOUNCE, PUT_INLINE, type Requests } from './requests.ts';

const OPCODES = [
  0,
  0,
  IBV_WR_RDMA_WRITE,
  IBV_WR_RDMA_WRITE,
  IBV_WR_RDMA_WRITE,
  IBV_WR_RDMA_READ,
  IBV_WR_RDMA_READ,
  IBV_WR_ATOMIC_FETCH_AND_ADD,
];

/** A parked request. */
class Parked {
  constructor(
    readonly kind: Kind,
    readonly operation: number,
    readonly rank: number,
    readonly offset: number,
    readonly local: number,
    readonly size: number,
    readonly buffer: number,
    readonly opcode: number,
    readonly operand: bigint,
    readonly swap: bigint,
  ) {}
}

export class Transfers {
  /** Requests that wait for a firehose, by bucket; and those that have it and wait for room. */
  private readonly parked = new Map<number, Parked[]>();
  private ready: Parked[] = [];
  /** What `changes` was when those were tried last; none: one has come since. */
  private tried: number | undefined;
  /** Transfers by kind. */
  readonly started = new Float64Array(OPCODES.length);
  private readonly wr = new IbvSendWr([new IbvSge()]);
  private readonly bucketMask: number;
  private moves!: Moves;
  private progress!: Progress;

  constructor(
    private readonly host: Host,
    private readonly endpoint: Endpoint,
    private readonly links: Links,
    private readonly requests: Requests,
    private readonly operations: Operations,
    private readonly remotes: RemoteBuckets,
    private readonly locals: LocalBuckets,
    bucketShift: number,
  ) {
    this.bucketMask = (1 << bucketShift) - 1;
  }

  /** Sets the progress engine and the move protocol, which are constructed after it. */
  drivenBy(progress: Progress, moves: Moves): void {
    this.progress = progress;
    this.moves = moves;
  }

  /** Puts or gets that many bytes between `offset` of the region of `rank` and `local`, which is 0 if the data lie in a bounce buffer. */
  start(kind: Kind, operation: number, rank: number, offset: number, local: number, size: number): void {
    this.started[kind]!++;
    this.reach(rank);
    while (size > 0) {
      const piece = this.pieceOf(kind, offset, local, size);
      this.startPiece(kind, operation, rank, offset, local, piece);
      offset = (offset + piece) | 0;
      local = (local + piece) | 0;
      size -= piece;
    }
  }

  /** Fetch-and-add of `operand`, or compare-and-swap of it with `swap`; `result` gets the old value unless it is 0. */
  startAtomic(
    operation: number,
    opcode: number,
    rank: number,
    offset: number,
    operand: bigint,
    swap: bigint,
    result: number,
  ): void {
    this.reach(rank);
    const buffer = this.takeBuffer();
    this.operations.pending[operation]!++;
    if (!this.remotes.use(this.remotes.bucketOf(rank, offset)))
      this.park(new Parked(ATOMIC, operation, rank, offset, result, 8, buffer, opcode, operand, swap));
    else this.postAtomic(operation, opcode, rank, offset, operand, swap, result, buffer);
  }

  /** Whether a request that has its firehose can be posted, perhaps. */
  get isReady(): boolean {
    return this.ready.length > 0 && this.tried !== this.changes && !this.requests.isFull;
  }

  private get changes(): number {
    return this.requests.completed + this.locals.changes;
  }

  /** A firehose has arrived on a bucket: returns the number of requests that now use it. */
  readonly arrived = (bucket: number): number => {
    const waiting = this.parked.get(bucket) ?? [];
    this.parked.delete(bucket);
    for (const one of waiting) this.addReady(one);
    return waiting.length;
  };

  /** Posts parked requests that have their firehose, as far as there is room. */
  goOn(): void {
    const waiting = this.ready;
    this.ready = [];
    this.tried = this.changes;
    let tried = 0;
    for (; tried < waiting.length && !this.requests.isFull; tried++) {
      const one = waiting[tried]!;
      if (!this.tryParked(one)) this.ready.push(one);
    }
    if (tried < waiting.length) this.ready = this.ready.concat(waiting.slice(tried));
  }

  private addReady(one: Parked): void {
    this.ready.push(one);
    this.tried = undefined;
  }

  private reach(rank: number): void {
    if (!this.links.isConnected(rank)) this.links.connect(rank, this.progress.pollAll);
  }

  /** Bytes up to the end of the remote bucket, and of the buffer or the local bucket. */
  private pieceOf(kind: Kind, offset: number, local: number, size: number): number {
    const { bucketMask } = this;
    const there = bucketMask + 1 - (offset & bucketMask);
    const piece = size < there ? size : there;
    if (kind === PUT_INLINE) return piece;
    const here =
      kind === PUT || kind === GET ? bucketMask + 1 - (local & bucketMask) : this.endpoint.bounceBuffers.bytes;
    return piece < here ? piece : here;
  }

  private startPiece(kind: Kind, operation: number, rank: number, offset: number, local: number, size: number): void {
    this.operations.pending[operation]!++;
    let buffer = 0;
    if (kind === PUT_BOUNCE || kind === GET_BOUNCE) {
      buffer = this.takeBuffer();
      if (kind === PUT_BOUNCE) this.host.bulk.copy(buffer, local, size);
    }
    if (this.remotes.use(this.remotes.bucketOf(rank, offset)))
      this.postPiece(kind, operation, rank, offset, local, size, buffer);
    else if (kind === PUT_INLINE) this.parkInline(operation, rank, offset, local, size);
    else this.park(new Parked(kind, operation, rank, offset, local, size, buffer, OPCODES[kind]!, 0n, 0n));
  }

  /** A parked inline put copies its data into a bounce buffer. */
  private parkInline(operation: number, rank: number, offset: number, local: number, size: number): void {
    const buffer = this.takeBuffer();
    this.host.bulk.copy(buffer, local, size);
    this.park(new Parked(PUT_BOUNCE, operation, rank, offset, local, size, buffer, IBV_WR_RDMA_WRITE, 0n, 0n));
  }

  private park(one: Parked): void {
    const bucket = this.remotes.bucketOf(one.rank, one.offset);
    // While it waited for a buffer the firehose may have arrived.
    if (this.remotes.take(bucket)) {
      this.addReady(one);
      return;
    }
    const list = this.parked.get(bucket);
    if (list === undefined) this.parked.set(bucket, [one]);
    else list.push(one);
    this.moves.want(bucket);
    this.moves.ask();
  }

  private takeBuffer(): number {
    return this.endpoint.bounceBuffers.take() || this.waitForBuffer();
  }

  /** Posts a request that holds its remote bucket, waiting for room. */
  private postPiece(
    kind: Kind,
    operation: number,
    rank: number,
    offset: number,
    local: number,
    size: number,
    buffer: number,
  ): void {
    let key = this.endpoint.bounceBuffers.lkey;
    if (kind === PUT || kind === GET) key = this.pinLocal(local);
    this.post(this.requests.claim(kind, rank), operation, OPCODES[kind]!, rank, offset, local, size, buffer, key);
  }

  private pinLocal(local: number): number {
    const bucket = this.locals.bucketOf(offsetOf(this.host.space, local));
    return this.locals.use(bucket) || this.waitForPinned(bucket);
  }

  private waitForBuffer(): number {
    return this.waitFor(() => this.endpoint.bounceBuffers.take());
  }

  private waitForPinned(bucket: number): number {
    return this.waitFor(() => this.locals.use(bucket));
  }

  /** The result of `take`, once it is not 0. */
  private waitFor(take: () => number): number {
    let taken = 0;
    this.host.waitFor(undefined, () => {
      this.progress.poll(false);
      taken = take();
      return taken !== 0;
    });
    return taken;
  }

  private postAtomic(
    operation: number,
    opcode: number,
    rank: number,
    offset: number,
    operand: bigint,
    swap: bigint,
    result: number,
    buffer: number,
  ): void {
    const slot = this.requests.claim(ATOMIC, rank); // may wait, and post others by the same work request
    this.wr.compare_add = operand;
    this.wr.swap = swap;
    this.post(slot, operation, opcode, rank, offset, result, 8, buffer, this.endpoint.bounceBuffers.lkey);
  }

  private tryParked(one: Parked): boolean {
    const { kind, local } = one;
    if (!this.requests.hasRoom(one.rank)) return false;
    let key = this.endpoint.bounceBuffers.lkey;
    if (kind === PUT || kind === GET) key = this.locals.use(this.locals.bucketOf(offsetOf(this.host.space, local)));
    if (key === 0) return false;
    const slot = this.requests.claim(kind, one.rank);
    this.wr.compare_add = one.operand;
    this.wr.swap = one.swap;
    this.post(slot, one.operation, one.opcode, one.rank, one.offset, local, one.size, one.buffer, key);
    return true;
  }

  /** Fills the slot that the request has. */
  private post(
    slot: number,
    operation: number,
    opcode: number,
    rank: number,
    offset: number,
    local: number,
    size: number,
    buffer: number,
    lkey: number,
  ): void {
    const { wr, requests, remotes } = this;
    const bucket = remotes.bucketOf(rank, offset);
    requests.operations[slot] = operation;
    requests.offsets[slot] = offset;
    requests.buckets[slot] = bucket;
    requests.buffers[slot] = buffer;
    requests.locals[slot] = local;
    requests.sizes[slot] = size;

    const sge = wr.sg_list[0]!;
    sge.addr = buffer === 0 ? local : buffer;
    sge.length = size;
    sge.lkey = lkey;
    wr.opcode = opcode;
    wr.send_flags = requests.kinds[slot] === PUT_INLINE ? IBV_SEND_SIGNALED | IBV_SEND_INLINE : IBV_SEND_SIGNALED;
    wr.remote_addr = addressIn(this.host.baseOf(rank), rank, offset) >>> 0;
    wr.rkey = remotes.keyOf(bucket);
    requests.post(this.links.queuePair(rank), wr, slot);
  }
}

/** The opcode of an atomic operation of 64 bits. */
export const ADD = IBV_WR_ATOMIC_FETCH_AND_ADD;
export const COMPARE_AND_SWAP = IBV_WR_ATOMIC_CMP_AND_SWP;
