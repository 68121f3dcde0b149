/**
 * The smp conduit: all threads share one memory, so each operation is a copy, done on return.
 */
import type { BulkOperations } from '../../memory/copy.ts';
import { COMPLETE, type Conduit } from '../conduit.ts';

export class Smp implements Conduit {
  readonly name = 'smp';

  constructor(private readonly bulk: BulkOperations) {}

  copy(destination: number, source: number, size: number): number {
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  fill(address: number, byte: number, size: number): number {
    this.bulk.fill(address, byte, size);
    return COMPLETE;
  }

  /** There is never an operation under way. */
  test(handle: number): boolean | undefined {
    return handle === COMPLETE ? true : undefined;
  }

  poll(): void {}
}
