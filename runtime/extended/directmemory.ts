/**
 * One-sided access to memory accessible by load and store: each operation is a copy, complete on return.
 */
import { COMPLETE, type RemoteMemory } from '../conduits/conduit.ts';
import type { BulkOperations } from '../memory/copy.ts';

export class DirectMemory implements RemoteMemory {
  constructor(private readonly bulk: BulkOperations) {}

  put(destination: number, source: number, size: number): void {
    this.bulk.copy(destination, source, size);
  }

  get(destination: number, source: number, size: number): void {
    this.bulk.copy(destination, source, size);
  }

  putNb(destination: number, source: number, size: number): number {
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  putNbBulk(destination: number, source: number, size: number): number {
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  getNb(destination: number, source: number, size: number): number {
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  putNbi(destination: number, source: number, size: number): void {
    this.bulk.copy(destination, source, size);
  }

  putNbiBulk(destination: number, source: number, size: number): void {
    this.bulk.copy(destination, source, size);
  }

  getNbi(destination: number, source: number, size: number): void {
    this.bulk.copy(destination, source, size);
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
