/** FIFO queues of buckets that also support removal from the middle. A bucket is in one queue at most. */
import { SparseWords } from '../../../memory/sparse.ts';

export class BucketQueues {
  private readonly next: SparseWords;
  private readonly previous: SparseWords;
  private readonly firsts: SparseWords;
  private readonly lasts: SparseWords;

  constructor(buckets: number, queues: number) {
    this.next = new SparseWords(buckets, -1);
    this.previous = new SparseWords(buckets, -1);
    this.firsts = new SparseWords(queues, -1);
    this.lasts = new SparseWords(queues, -1);
  }

  append(queue: number, bucket: number): void {
    const last = this.lasts.get(queue);
    this.previous.set(bucket, last);
    this.next.set(bucket, -1);
    if (last < 0) this.firsts.set(queue, bucket);
    else this.next.set(last, bucket);
    this.lasts.set(queue, bucket);
  }

  remove(queue: number, bucket: number): void {
    const before = this.previous.get(bucket);
    const after = this.next.get(bucket);
    if (before < 0) this.firsts.set(queue, after);
    else this.next.set(before, after);
    if (after < 0) this.lasts.set(queue, before);
    else this.previous.set(after, before);
  }

  /** Takes the oldest; -1 if the queue is empty. */
  takeFirst(queue: number): number {
    const bucket = this.firsts.get(queue);
    if (bucket >= 0) this.remove(queue, bucket);
    return bucket;
  }
}
