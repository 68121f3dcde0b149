/**
 * Puts and gets between this rank and all memory of others, as firehoses pin what is reached.
 *
 * Private heaps are for the runtime's own copies; memory.ts checks programs' accesses against the segment first. The protocol depends on the size:
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

/** Bytes: of an inline put, of a put through bounce buffers, of a get through one. */
export interface Most {
  readonly inline: number;
  readonly bounce: number;
  readonly buffer: number;
}

export class VerbsHeaps implements RemoteHeaps {
  constructor(
    protected readonly host: Host,
    protected readonly operations: Operations,
    protected readonly transfers: Transfers,
    protected readonly progress: Progress,
    protected readonly most: Most,
  ) {}

  put(rank: number, offset: number, source: number, size: number): void {
    this.startPut(BLOCKING, rank, offset, source, size);
    this.finish(rank, size);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    this.startGet(BLOCKING, destination, rank, offset, size);
    this.finish(rank, size);
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

  protected startPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    const kind = size <= this.most.inline ? PUT_INLINE : PUT;
    this.transfers.start(kind, operation, rank, offset, source, size);
  }

  protected startGet(operation: number, destination: number, rank: number, offset: number, size: number): void {
    const kind = size <= this.most.buffer ? GET_BOUNCE : GET;
    this.transfers.start(kind, operation, rank, offset, destination, size);
  }

  private finish(rank: number, size: number): void {
    const { pending } = this.operations;
    if (pending[BLOCKING] === 0) return;
    const isDone = () => {
      this.progress.poll(false);
      return this.operations.pending[BLOCKING] === 0;
    };
    this.host.waitFor(rank, isDone, size);
  }
}
