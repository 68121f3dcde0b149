/**
 * This rank's firehoses on the memory of others: buckets there that are pinned for it, with their keys.
 *
 * A transfer to a bucket with a firehose needs no message (a hit). For another bucket (a miss) a firehose that no transfer
 * uses, the one idle for longest, is moved: the owner unpins and pins (moves.ts). Misses of a bucket that is being moved
 * to share that move. Buckets are numbered over all memory of the job: address >>> bucketShift.
 */
import { BucketQueues } from './fifo.ts';

/** States of a bucket; otherwise the number of transfers that use it. */
const ABSENT = -2;
const PENDING = -1;

export class RemoteBuckets {
  hits = 0;
  misses = 0;
  private readonly users: Int32Array;
  private readonly keys: Int32Array;
  private readonly idle: BucketQueues;
  /** Firehoses on each rank, those on their way included. */
  private readonly held: Int32Array;

  /** `ownerShift`: bucket >>> ownerShift is the rank. */
  constructor(
    ranks: number,
    buckets: number,
    private readonly ownerShift: number,
    private readonly perPeer: number,
  ) {
    this.users = new Int32Array(buckets).fill(ABSENT);
    this.keys = new Int32Array(buckets);
    this.idle = new BucketQueues(buckets, ranks);
    this.held = new Int32Array(ranks);
  }

  /** Takes the bucket for a transfer, if there is a firehose on it. */
  use(bucket: number): boolean {
    if (!this.take(bucket)) return this.missed();
    this.hits++;
    return true;
  }

  /** The same, for a transfer that has missed it before. */
  take(bucket: number): boolean {
    const users = this.users[bucket]!;
    if (users < 0) return false;
    if (users === 0) this.idle.remove(bucket >>> this.ownerShift, bucket);
    this.users[bucket] = users + 1;
    return true;
  }

  /** The key of a bucket that was taken. */
  keyOf(bucket: number): number {
    return this.keys[bucket]!;
  }

  /** The transfer is done. */
  release(bucket: number): void {
    if (--this.users[bucket]! === 0) this.idle.append(bucket >>> this.ownerShift, bucket);
  }

  /** Whether a firehose is on its way there. */
  isPending(bucket: number): boolean {
    return this.users[bucket] === PENDING;
  }

  markPending(bucket: number): void {
    this.users[bucket] = PENDING;
  }

  /** A firehose to move: NEW while fewer are held than may be, else a victim, or NO_VICTIM while all are in use. */
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

  /** The firehose has come; so many transfers have waited for it and take it. */
  moved(bucket: number, key: number, waiting: number): void {
    this.keys[bucket] = key;
    this.users[bucket] = waiting;
    if (waiting === 0) this.idle.append(bucket >>> this.ownerShift, bucket);
  }

  private missed(): boolean {
    this.misses++;
    return false;
  }
}

export const NEW = -1;
export const NO_VICTIM = -2;
