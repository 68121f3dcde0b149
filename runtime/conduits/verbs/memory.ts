/**
 * Access to segments: that of heaps.ts, checked in debug mode, and puts whose source may be changed on return. Such a put is copied to bounce buffers up to
 * PGAS_VERBS_BOUNCE; a larger one is waited for.
 */
import { type AtomicOperation, type AtomicType, COMPLETE, type RemoteAtomic, type RemoteMemory } from '../conduit.ts';
import type { EndedOperations } from '../endedoperations.ts';
import { outside } from './errors.ts';
import { VerbsHeaps } from './heaps.ts';
import { GETS, PUTS } from './operations.ts';
import { PUT_BOUNCE } from './requests.ts';
import { ADD, COMPARE_AND_SWAP } from './transfers.ts';

export class VerbsMemory extends VerbsHeaps implements RemoteMemory {
  /** Without the check. */
  readonly heaps = new VerbsHeaps(this.host, this.operations, this.transfers, this.progress, this.most);

  putNb(rank: number, offset: number, source: number, size: number): number {
    const operation = this.operations.begin();
    this.startCopiedPut(operation, rank, offset, source, size);
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

  get ended(): EndedOperations {
    return this.operations.ended;
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

  protected override startPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    if (this.host.debug) this.check('put', rank, offset, size);
    super.startPut(operation, rank, offset, source, size);
  }

  protected override startGet(
    operation: number,
    destination: number,
    rank: number,
    offset: number,
    size: number,
  ): void {
    if (this.host.debug) this.check('get', rank, offset, size);
    super.startGet(operation, destination, rank, offset, size);
  }

  private startCopiedPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    if (size <= this.most.inline) this.startPut(operation, rank, offset, source, size);
    else if (size <= this.most.bounce) this.startBouncedPut(operation, rank, offset, source, size);
    else this.put(rank, offset, source, size);
  }

  private startBouncedPut(operation: number, rank: number, offset: number, source: number, size: number): void {
    if (this.host.debug) this.check('put', rank, offset, size);
    this.transfers.start(PUT_BOUNCE, operation, rank, offset, source, size);
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
