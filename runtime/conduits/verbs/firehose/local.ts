/**
 * The buckets of this rank's own memory: reference counts of pinned ones.
 *
 * A bucket stays pinned while others have firehoses on it or transfers of this rank use it, and after that until its
 * room is needed: then it is a victim, in a FIFO queue. Buckets with remote firehoses are bounded by M, as peers hold
 * no more firehoses than they were given. Buckets pinned for this rank's transfers and victims are bounded by
 * MAXVICTIM: one more evicts a victim, and if there is none, the transfer must wait for another to complete.
 */
import { BucketQueues } from './fifo.ts';
import { type BucketNumbers, roomFor } from './numbers.ts';

/** Registers a bucket, counted from where the region begins, and returns its key, greater than 0; or deregisters it. */
export interface Pinner {
  pin(bucket: number): number;
  unpin(bucket: number): void;
}

const VICTIMS = 0;

export class LocalBuckets {
  /** Grows whenever a bucket that could not be used may be usable. */
  changes = 0;
  /** Buckets in local use, and victims. */
  private counted = 0;
  private keys: Int32Array;
  private users: Int32Array;
  private firehoses: Int32Array;
  private readonly victims: BucketQueues;

  constructor(
    private readonly numbers: BucketNumbers,
    private readonly mostCounted: number,
    private readonly pinner: Pinner,
  ) {
    const buckets = numbers.count;
    this.keys = new Int32Array(buckets);
    this.users = new Int32Array(buckets);
    this.firehoses = new Int32Array(buckets);
    this.victims = new BucketQueues(buckets, 1);
  }

  /** The bucket at an offset of this rank's memory. */
  bucketOf(offset: number): number {
    return this.known(this.numbers.at(0, offset));
  }

  /** The bucket that others know as this one of the rank. */
  bucketAt(place: number): number {
    return this.known(this.numbers.of(0, place));
  }

  private known(bucket: number): number {
    if (bucket >= this.keys.length) this.grow();
    return bucket;
  }

  private grow(): void {
    const { count } = this.numbers;
    this.keys = roomFor(count, this.keys, 0);
    this.users = roomFor(count, this.users, 0);
    this.firehoses = roomFor(count, this.firehoses, 0);
  }

  /** Pins a bucket for a transfer: its key; 0 if another transfer must complete first. */
  use(bucket: number): number {
    if (this.users[bucket]! > 0) this.users[bucket]!++;
    else if (!this.startUse(bucket)) return 0;
    return this.keys[bucket]!;
  }

  /** The transfer is complete. */
  release(bucket: number): void {
    this.changes++;
    if (--this.users[bucket]! > 0) return;
    if (this.firehoses[bucket] === 0) this.victims.append(VICTIMS, bucket);
    else this.counted--;
  }

  isPinned(bucket: number): boolean {
    return this.keys[bucket] !== 0;
  }

  /** Another rank places a firehose on it: its key. */
  attach(bucket: number): number {
    this.changes++;
    if (this.firehoses[bucket]!++ > 0) return this.keys[bucket]!;
    if (this.isVictim(bucket)) this.takeVictim(bucket);
    if (this.keys[bucket] === 0) this.keys[bucket] = this.pinner.pin(this.numbers.bucketOf(bucket));
    return this.keys[bucket]!;
  }

  /** Another rank removes its firehose. */
  detach(bucket: number): void {
    this.changes++;
    if (--this.firehoses[bucket]! > 0 || this.users[bucket]! > 0) return;
    this.victims.append(VICTIMS, bucket);
    this.counted++;
    if (this.counted > this.mostCounted) this.evict();
  }

  private startUse(bucket: number): boolean {
    const mine = this.firehoses[bucket] === 0 && this.keys[bucket] !== 0;
    if (mine) this.takeVictim(bucket);
    else if (this.counted === this.mostCounted && !this.evict()) return false;
    if (this.keys[bucket] === 0) this.keys[bucket] = this.pinner.pin(this.numbers.bucketOf(bucket));
    this.users[bucket] = 1;
    this.counted++;
    this.changes++;
    return true;
  }

  private isVictim(bucket: number): boolean {
    return this.keys[bucket] !== 0 && this.users[bucket] === 0;
  }

  private takeVictim(bucket: number): void {
    this.victims.remove(VICTIMS, bucket);
    this.counted--;
  }

  /** Unpins the oldest victim; false if there is none. */
  private evict(): boolean {
    const bucket = this.victims.takeFirst(VICTIMS);
    if (bucket < 0) return false;
    this.pinner.unpin(this.numbers.bucketOf(bucket));
    this.keys[bucket] = 0;
    this.counted--;
    return true;
  }
}
