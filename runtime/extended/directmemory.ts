/**
 * One-sided access to memory accessible by load and store: each operation is a copy, complete on return.
 */
import { COMPLETE, type RemoteMemory } from '../conduits/conduit.ts';
import type { BulkOperations } from '../memory/copy.ts';
import { addressOf, type Regions } from '../memory/space.ts';

export class DirectMemory implements RemoteMemory {
  constructor(
    private readonly space: Regions,
    private readonly bulk: Pick<BulkOperations, 'copy'>,
  ) {}

  put(rank: number, offset: number, source: number, size: number): void {
    this.bulk.copy(addressOf(this.space, rank, offset), source, size);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    this.bulk.copy(destination, addressOf(this.space, rank, offset), size);
  }

  putNb(rank: number, offset: number, source: number, size: number): number {
    this.bulk.copy(addressOf(this.space, rank, offset), source, size);
    return COMPLETE;
  }

  putNbBulk(rank: number, offset: number, source: number, size: number): number {
    this.bulk.copy(addressOf(this.space, rank, offset), source, size);
    return COMPLETE;
  }

  getNb(destination: number, rank: number, offset: number, size: number): number {
    this.bulk.copy(destination, addressOf(this.space, rank, offset), size);
    return COMPLETE;
  }

  putNbi(rank: number, offset: number, source: number, size: number): void {
    this.bulk.copy(addressOf(this.space, rank, offset), source, size);
  }

  putNbiBulk(rank: number, offset: number, source: number, size: number): void {
    this.bulk.copy(addressOf(this.space, rank, offset), source, size);
  }

  getNbi(destination: number, rank: number, offset: number, size: number): void {
    this.bulk.copy(destination, addressOf(this.space, rank, offset), size);
  }

  /** No operation is ever outstanding. */
  test(handle: number): boolean | undefined {
    return handle === COMPLETE ? true : undefined;
  }

  putsDone(): boolean {
    return true;
  }

  getsDone(): boolean {
    return true;
  }
}
