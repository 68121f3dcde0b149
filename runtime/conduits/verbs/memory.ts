/**
 * One-sided access. The protocol depends on the size and on when the source must be reusable:
 *
 *     put up to PGAS_VERBS_INLINE               inline: no local bucket is pinned, source reusable on return
 *     put whose source must be reusable         through bounce buffers up to PGAS_VERBS_BOUNCE; larger ones block
 *     other puts                                in place, with local buckets pinned
 *     get up to a buffer                        through a bounce buffer
 *     other gets                                in place, with local buckets pinned
 */
import {
  type AtomicOperation,
  type AtomicType,
  COMPLETE,
  type Host,
  type RemoteAtomic,
  type RemoteMemory,
} from '../conduit.ts';
import { outside } from './errors.ts';
import { BLOCKING, GETS, type Operations, PUTS } from './operations.ts';
import type { Progress } from './progress.ts';
import { GET, GET_BOUNCE, PUT, PUT_BOUNCE, PUT_INLINE } from './requests.ts';
import { ADD, COMPARE_AND_SWAP, type Transfers } from './transfers.ts';

/** Puts by protocol. */
export class PutCounts {
  inline = 0;
  bounce = 0;
  zeroCopy = 0;
}

export class VerbsMemory implements RemoteMemory {
  readonly counts = new PutCounts();

  constructor(
    private readonly host: Host,
    private readonly operations: Operations,
    private readonly transfers: Transfers,
    private readonly progress: Progress,
    private readonly inlineLimit: number,
    private readonly bounceLimit: number,
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

  putNb(rank: number, offset: number, source: number, size: number): number {
    const operation = this.operations.begin();
    this.startCopiedPut(operation, rank, offset, source, size);
    return this.operations.handleOf(operation);
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

  putNbi(rank: number, offset: number, source: number, size: number): void {
    this.startCopiedPut(PUTS, rank, offset, source, size);
  }

  putNbiBulk(rank: number, offset: number, source: number, size: number): void {
    this.startPut(PUTS, rank, offset, source, size);
  }

  getNbi(destination: number, rank: number, offset: number, size: number): void {
    this.startGet(GETS, destination, rank, offset, size);
  }

  test(handle: number): boolean | undefined {
    if (handle === COMPLETE) return true;
    const operation = this.operations.operationOf(handle);
    if (operation < 0) return undefined;
    if (!this.isDone(operation)) return false;
    this.operations.end(operation);
    return true;
  }

  get known(): number {
    return this.transfers.known;
  }

  isUnderWay(handle: number): boolean {
    const operation = this.operations.operationOf(handle);
    return operation >= 0 && this.operations.pending[operation] !== 0;
  }

  putsDone(): boolean {
    return this.isDone(PUTS);
  }

  getsDone(): boolean {
    return this.isDone(GETS);
  }

  /** The adapter supports fetch-and-add and compare-and-swap on aligned 64-bit integers. */
  readonly atomic: RemoteAtomic = (operation, type, rank, offset, operand, compare, result) => {
    if (!isNative(operation, type) || (offset & 7) !== 0) return undefined;
    if (this.host.debug) this.check('atomic operation', rank, offset, 8);
    const first = this.scalar(operation === 'add' ? operand : compare);
    const swap = operation === 'add' ? 0n : this.scalar(operand);
    const opcode = operation === 'add' ? ADD : COMPARE_AND_SWAP;
    const started = this.operations.begin();
    this.transfers.startAtomic(started, opcode, rank, offset, first, swap, result);
    return this.operations.handleOf(started);
  };

  private startPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    if (this.host.debug) this.check('put', rank, offset, size);
    if (size <= this.inlineLimit) {
      this.counts.inline++;
      this.transfers.start(PUT_INLINE, operation, rank, offset, source, size);
    } else {
      this.counts.zeroCopy++;
      this.transfers.start(PUT, operation, rank, offset, source, size);
    }
  }

  private startCopiedPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    if (size <= this.inlineLimit) this.startPut(operation, rank, offset, source, size);
    else if (size <= this.bounceLimit) this.startBouncedPut(operation, rank, offset, source, size);
    else this.put(rank, offset, source, size);
  }

  private startBouncedPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    if (this.host.debug) this.check('put', rank, offset, size);
    this.counts.bounce++;
    this.transfers.start(PUT_BOUNCE, operation, rank, offset, source, size);
  }

  private startGet(operation: number, destination: number, rank: number, offset: number, size: number): void {
    if (this.host.debug) this.check('get', rank, offset, size);
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

  private isDone(operation: number): boolean {
    if (this.operations.pending[operation] === 0) return true;
    this.progress.poll(false);
    return this.operations.pending[operation] === 0;
  }

  private scalar(address: number): bigint {
    const { I64 } = this.host.space;
    if ((address & 7) === 0) return I64[address >>> 3]!;
    return new DataView(I64.buffer).getBigInt64(address >>> 0, true);
  }

  /** The whole range lies in the segment of another rank. */
  private check(operation: string, rank: number, offset: number, size: number): void {
    const { start, end } = this.host.segment;
    if (rank >>> 0 < this.host.space.THREADS && offset >>> 0 >= start && (offset >>> 0) + size <= end) return;
    this.host.fail(outside(operation, rank, offset, size, start, end));
  }
}

function isNative(operation: AtomicOperation, type: AtomicType): boolean {
  return (operation === 'add' || operation === 'cas') && (type === 'i64' || type === 'u64');
}
