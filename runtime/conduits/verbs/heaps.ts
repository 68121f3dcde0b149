/**
 * Access to all memory of other ranks, private heaps too: firehoses pin what is reached. For the runtime's own copies; accesses of programs
 * are checked before (memory.ts). The protocol depends on the size:
 *
 *     put up to PGAS_VERBS_INLINE               inline: no local bucket is pinned, source reusable on return
 *     other puts                                in place, with local buckets pinned
 *     get up to a buffer                        through a bounce buffer
 *     other gets                                in place, with local buckets pinned
 */
import type { Host, RemoteHeaps } from '../conduit.ts';
import { BLOCKING, type Operations } from './operations.ts';
import type { Progress } from './progress.ts';
import { GET, GET_BOUNCE, PUT, PUT_INLINE } from './requests.ts';
import type { Transfers } from './transfers.ts';

/** Puts by protocol. */
export class PutCounts {
  inline = 0;
  bounce = 0;
  zeroCopy = 0;
}

export class VerbsHeaps implements RemoteHeaps {
  readonly counts = new PutCounts();

  constructor(
    private readonly host: Host,
    private readonly operations: Operations,
    private readonly transfers: Transfers,
    private readonly progress: Progress,
    private readonly inlineLimit: number,
    private readonly getBounceLimit: number,
  ) {}

  put(rank: number, offset: number, source: number, size: number): void {
    this.startPut(BLOCKING, rank, offset, source, size);
    this.waitFor(BLOCKING);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    this.startGet(BLOCKING, destination, rank, offset, size);
    this.waitFor(BLOCKING);
  }

  putNbBulk(rank: number, offset: number, source: number, size: number): number {
    const operation = this.operations.begin();
    this.startPut(operation, rank, offset, source, size);
    return this.operations.handleOf(operation);
  }

  getNb(destination: number, rank: number, offset: number, size: number): number {
    const operation = this.operations.begin();
    this.startGet(operation, destination, rank, offset, size);
    return this.operations.handleOf(operation);
  }

  startPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    const isInline = size <= this.inlineLimit;
    if (isInline) this.counts.inline++;
    else this.counts.zeroCopy++;
    this.transfers.start(isInline ? PUT_INLINE : PUT, operation, rank, offset, source, size);
  }

  startGet(operation: number, destination: number, rank: number, offset: number, size: number): void {
    const kind = size <= this.getBounceLimit ? GET_BOUNCE : GET;
    this.transfers.start(kind, operation, rank, offset, destination, size);
  }

  private waitFor(operation: number): void {
    const { pending } = this.operations;
    if (pending[operation] === 0) return;
    this.host.waitFor(undefined, () => {
      this.progress.poll(false);
      return pending[operation] === 0;
    });
  }
}
