/** Allocates the numbers of a rank's queue pairs, from 1. */
import type { Adapter } from './adapter.ts';
import type { QueuePair } from './queue-pair.ts';

export class QueuePairs {
  private readonly byNumber: (QueuePair | undefined)[] = [undefined];
  private readonly freed: number[] = [];

  constructor(private readonly adapter: Adapter) {}

  /** A free number; 0 if none is left. */
  enter(): number {
    const number = this.byNumber.length;
    if (number >= this.adapter.limits.max_qp) return this.freed.shift() ?? 0;
    this.byNumber.push(undefined);
    return number;
  }

  set(number: number, qp: QueuePair): void {
    this.byNumber[number] = qp;
  }

  remove(number: number): void {
    this.byNumber[number] = undefined;
    this.freed.push(number);
  }
}
