/**
 * One-sided access. The protocol depends on the size and on when the source must be reusable:
 *
 *     put up to PGAS_VERBS_INLINE               inline: no local bucket is pinned, source reusable on return
 *     put whose source must be reusable         through bounce buffers up to PGAS_VERBS_BOUNCE; larger ones block
 *     other puts                                in place, with local buckets pinned
 *     get up to a buffer                        through a bounce buffer
 *     other gets                                in place, with local buckets pinned
 */
import { regionBytes } from '../../memory/space.ts';
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
  private readonly offsetMask: number;

  constructor(
    private readonly host: Host,
    private readonly operations: Operations,
    private readonly transfers: Transfers,
    private readonly progress: Progress,
    private readonly inlineLimit: number,
    private readonly bounceLimit: number,
    private readonly getBounceLimit: number,
  ) {
    this.offsetMask = regionBytes(host.space.SHIFT) - 1;
  }

  put(destination: number, source: number, size: number): void {
    this.startPut(BLOCKING, destination, source, size);
    this.waitFor(BLOCKING);
  }

  get(destination: number, source: number, size: number): void {
    this.startGet(BLOCKING, destination, source, size);
    this.waitFor(BLOCKING);
  }

  putNb(destination: number, source: number, size: number): number {
    const operation = this.operations.begin();
    this.startCopiedPut(operation, destination, source, size);
    return this.operations.handleOf(operation);
  }

  putNbBulk(destination: number, source: number, size: number): number {
    const operation = this.operations.begin();
    this.startPut(operation, destination, source, size);
    return this.operations.handleOf(operation);
  }

  getNb(destination: number, source: number, size: number): number {
    const operation = this.operations.begin();
    this.startGet(operation, destination, source, size);
    return this.operations.handleOf(operation);
  }

  putNbi(destination: number, source: number, size: number): void {
    this.startCopiedPut(PUTS, destination, source, size);
  }

  putNbiBulk(destination: number, source: number, size: number): void {
    this.startPut(PUTS, destination, source, size);
  }

  getNbi(destination: number, source: number, size: number): void {
    this.startGet(GETS, destination, source, size);
  }

  test(handle: number): boolean | undefined {
    if (handle === COMPLETE) return true;
    const operation = this.operations.operationOf(handle);
    if (operation < 0) return undefined;
    if (!this.isDone(operation)) return false;
    this.operations.end(operation);
    return true;
  }

  putsDone(): boolean {
    return this.isDone(PUTS);
  }

  getsDone(): boolean {
    return this.isDone(GETS);
  }

  /** The adapter supports fetch-and-add and compare-and-swap on aligned 64-bit integers. */
  readonly atomic: RemoteAtomic = (operation, type, target, operand, compare, result) => {
    if (!isNative(operation, type) || (target & 7) !== 0) return undefined;
    if (this.host.debug) this.check('atomic operation', target, 8);
    const first = this.scalar(operation === 'add' ? operand : compare);
    const swap = operation === 'add' ? 0n : this.scalar(operand);
    const opcode = operation === 'add' ? ADD : COMPARE_AND_SWAP;
    const started = this.operations.begin();
    this.transfers.startAtomic(started, opcode, target, first, swap, result);
    return this.operations.handleOf(started);
  };

  private startPut(operation: number, destination: number, source: number, size: number): void {
    if (this.host.debug) this.check('put', destination, size);
    if (size <= this.inlineLimit) {
      this.counts.inline++;
      this.transfers.start(PUT_INLINE, operation, destination, source, size);
    } else {
      this.counts.zeroCopy++;
      this.transfers.start(PUT, operation, destination, source, size);
    }
  }

  private startCopiedPut(operation: number, destination: number, source: number, size: number): void {
    if (size <= this.inlineLimit) this.startPut(operation, destination, source, size);
    else if (size <= this.bounceLimit) this.startBouncedPut(operation, destination, source, size);
    else this.put(destination, source, size);
  }

  private startBouncedPut(operation: number, destination: number, source: number, size: number): void {
    if (this.host.debug) this.check('put', destination, size);
    this.counts.bounce++;
    this.transfers.start(PUT_BOUNCE, operation, destination, source, size);
  }

  private startGet(operation: number, destination: number, source: number, size: number): void {
    if (this.host.debug) this.check('get', source, size);
    const kind = size <= this.getBounceLimit ? GET_BOUNCE : GET;
    this.transfers.start(kind, operation, source, destination, size);
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
  private check(operation: string, address: number, size: number): void {
    const { segment, space } = this.host;
    const rank = address >>> space.SHIFT;
    const offset = (address & this.offsetMask) >>> 0;
    if (rank < space.THREADS && offset >= segment.start && offset + size <= segment.end) return;
    const start = rank << space.SHIFT;
    this.host.fail(outside(operation, rank, address, size, start + segment.start, start + segment.end));
  }
}

function isNative(operation: AtomicOperation, type: AtomicType): boolean {
  return (operation === 'add' || operation === 'cas') && (type === 'i64' || type === 'u64');
}
