/**
 * This rank's firehoses: buckets of other ranks' memory pinned for it, with their keys.
 *
 * A transfer to a bucket with a firehose needs no message (a hit). On a miss a firehose that no transfer uses, the
 * least recently used one, is moved: the owner unpins and pins (moves.ts). Misses of a bucket whose move is pending
 * share that move. Buckets are numbered over all ranks (numbers.ts).
 */
import { BucketQueues } from './fifo.ts';
import { type BucketNumbers, roomFor } from './numbers.ts';

/** States of a bucket; otherwise its reference count. */
const ABSENT = -2;
const PENDING = -1;

export class RemoteBuckets {
  hits = 0;
  misses = 0;
  private users: Int32Array;
  private keys: Int32Array;
  private readonly idle: BucketQueues;
  /** Firehoses on each rank, pending ones included. */
  private readonly held: Int32Array;

  constructor(
    ranks: number,
    private readonly numbers: BucketNumbers,
    private readonly perPeer: number,
  ) {
    const buckets = numbers.count;
    this.users = new Int32Array(buckets).fill(ABSENT);
    this.keys = new Int32Array(buckets);
    this.idle = new BucketQueues(buckets, ranks);
    this.held = new Int32Array(ranks);
  }

  /** Number of the bucket at an offset of the region of a rank. */
  bucketOf(rank: number, offset: number): number {
    const bucket = this.numbers.at(rank, offset);
    if (bucket >= this.users.length) this.grow();
    return bucket;
  }

  /** References the bucket for a transfer, on a hit. */
  use(bucket: number): boolean {
    if (!this.take(bucket)) return this.missed();
    this.hits++;
    return true;
  }

  /** References a bucket that the transfer missed before. */
  take(bucket: number): boolean {
    const users = this.users[bucket]!;
    if (users < 0) return false;
    if (users === 0) this.idle.remove(this.numbers.ownerOf(bucket), bucket);
    this.users[bucket] = users + 1;
    return true;
  }

  /** The key of a referenced bucket. */
  keyOf(bucket: number): number {
    return this.keys[bucket]!;
  }

  /** The transfer is complete. */
  release(bucket: number): void {
    if (--this.users[bucket]! === 0) this.idle.append(this.numbers.ownerOf(bucket), bucket);
  }

  /** Whether a move to the bucket is pending. */
  isPending(bucket: number): boolean {
    return this.users[bucket] === PENDING;
  }

  markPending(bucket: number): void {
    this.users[bucket] = PENDING;
  }

  /** A firehose to move: NEW below the limit, else a victim, or NO_VICTIM while all are in use. */
  findVictim(rank: number): number {
    if (this.held[rank]! < this.perPeer) {
      this.held[rank]!++;
      return NEW;
    }
    const victim = this.idle.takeFirst(rank);
    if (victim < 0) return NO_VICTIM;
    this.users[victim] = ABSENT;
    return victim;
  }

  /** The move is complete; the `waiting` transfers reference the bucket. */
  moved(bucket: number, key: number, waiting: number): void {
    this.keys[bucket] = key;
    this.users[bucket] = waiting;
    if (waiting === 0) this.idle.append(this.numbers.ownerOf(bucket), bucket);
  }

  private grow(): void {
    const { count } = this.numbers;
    this.users = roomFor(count, this.users, ABSENT);
    this.keys = roomFor(count, this.keys, 0);
    this.idle.grow(this.users.length);
  }

  private missed(): boolean {
    this.misses++;
    return false;
  }
}

export const NEW = -1;
export const NO_VICTIM = -2;
