/**
 * This rank's firehoses: buckets of other ranks' memory pinned for it, with their keys.
 *
 * A transfer to a bucket with a firehose needs no message (a hit). On a miss a firehose that no transfer uses, the
 * least recently used one, is moved: the owner unpins and pins (moves.ts). Misses of a bucket whose move is pending
 * share that move. Buckets are numbered over all ranks (numbers.ts).
 */
import { SparseWords } from '../../../memory/sparse.ts';
import { BucketQueues } from './fifo.ts';
import type { BucketNumbers } from './numbers.ts';

/** States of a bucket; otherwise its reference count. */
const ABSENT = -2;
const PENDING = -1;

export class RemoteBuckets {
  hits = 0;
  misses = 0;
  /** Called when a firehose on the rank can be moved. */
  idled: (rank: number) => void = () => {};
  private readonly users: SparseWords;
  private readonly keys: SparseWords;
  private readonly idle: BucketQueues;
  /** Firehoses on each rank, pending ones included. */
  private readonly held: SparseWords;

  constructor(
    ranks: number,
    private readonly numbers: BucketNumbers,
    private readonly perPeer: number,
  ) {
    const buckets = numbers.count;
    this.users = new SparseWords(buckets, ABSENT);
    this.keys = new SparseWords(buckets);
    this.idle = new BucketQueues(buckets, ranks);
    this.held = new SparseWords(ranks);
  }

  /** Number of the bucket at an offset of the region of a rank. */
  bucketOf(rank: number, offset: number): number {
    return this.numbers.at(rank, offset);
  }

  /** References the bucket for a transfer, on a hit. */
  use(bucket: number): boolean {
    if (!this.take(bucket)) return this.missed();
    this.hits++;
    return true;
  }

  /** References a bucket that the transfer missed before. */
  take(bucket: number): boolean {
    const users = this.users.get(bucket);
    if (users < 0) return false;
    if (users === 0) this.idle.remove(this.numbers.ownerOf(bucket), bucket);
    this.users.set(bucket, users + 1);
    return true;
  }

  /** The key of a referenced bucket. */
  keyOf(bucket: number): number {
    return this.keys.get(bucket);
  }

  /** The transfer is complete. */
  release(bucket: number): void {
    if (this.users.add(bucket, -1) === 0) this.becomeIdle(bucket);
  }

  /** Whether a move to the bucket is pending. */
  isPending(bucket: number): boolean {
    return this.users.get(bucket) === PENDING;
  }

  markPending(bucket: number): void {
    this.users.set(bucket, PENDING);
  }

  /** A firehose to move: NEW below the limit, else a victim, or NO_VICTIM while all are in use. */
  findVictim(rank: number): number {
    if (this.held.get(rank) < this.perPeer) {
      this.held.add(rank, 1);
      return NEW;
    }
    const victim = this.idle.takeFirst(rank);
    if (victim < 0) return NO_VICTIM;
    this.users.set(victim, ABSENT);
    return victim;
  }

  /** The move is complete; the `waiting` transfers reference the bucket. */
  moved(bucket: number, key: number, waiting: number): void {
    this.keys.set(bucket, key);
    this.users.set(bucket, waiting);
    if (waiting === 0) this.becomeIdle(bucket);
  }

  private becomeIdle(bucket: number): void {
    const rank = this.numbers.ownerOf(bucket);
    this.idle.append(rank, bucket);
    this.idled(rank);
  }

  private missed(): boolean {
    this.misses++;
    return false;
  }
}

export const NEW = -1;
export const NO_VICTIM = -2;
