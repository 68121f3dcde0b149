/** FIFO queues of buckets that also support removal from the middle. A bucket is in one queue at most. */
import { roomFor } from './numbers.ts';

export class BucketQueues {
  private next: Int32Array;
  private previous: Int32Array;
  private readonly firsts: Int32Array;
  private readonly lasts: Int32Array;

  constructor(buckets: number, queues: number) {
    this.next = new Int32Array(buckets).fill(-1);
    this.previous = new Int32Array(buckets).fill(-1);
    this.firsts = new Int32Array(queues).fill(-1);
    this.lasts = new Int32Array(queues).fill(-1);
  }

  /** There are more buckets. */
  grow(buckets: number): void {
    this.next = roomFor(buckets, this.next, -1);
    this.previous = roomFor(buckets, this.previous, -1);
  }

  append(queue: number, bucket: number): void {
    const last = this.lasts[queue]!;
    this.previous[bucket] = last;
    this.next[bucket] = -1;
    if (last < 0) this.firsts[queue] = bucket;
    else this.next[last] = bucket;
    this.lasts[queue] = bucket;
  }

  remove(queue: number, bucket: number): void {
    const before = this.previous[bucket]!;
    const after = this.next[bucket]!;
    if (before < 0) this.firsts[queue] = after;
    else this.next[before] = after;
    if (after < 0) this.lasts[queue] = before;
    else this.previous[after] = before;
  }

  /** Takes the oldest; -1 if the queue is empty. */
  takeFirst(queue: number): number {
    const bucket = this.firsts[queue]!;
    if (bucket >= 0) this.remove(queue, bucket);
    return bucket;
  }
}
