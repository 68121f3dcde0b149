/**
 * Batches: small writes and atomic operations without results that travel to a process together, as one request (frame.ts, BATCH).
 *
 * An entry is at a multiple of 8 bytes:
 *
 *     word 0    operation: WRITE and its bytes, or type and operator (targetatomics.ts); rank whose region it changes
 *     word 1    offset there
 *     word 2    the bytes to be written, or the operand
 */
import type { BulkOperations } from '../../../../memory/copy.ts';
import { addressOf, type Space } from '../../../../memory/space.ts';
import { OFFSET, OPERAND, type TargetAtomics } from './targetatomics.ts';

/** Bit of the operation that says it is a write. */
export const WRITE = 1 << 15;
const OPERATION_MASK = 0xffff;
const RANK_SHIFT = 16;

/** Word 0. */
export const entryWord = (operation: number, rank: number): number => operation | (rank << RANK_SHIFT);

/** Words of an entry with so many bytes. */
export const entryWords = (bytes: number): number => OPERAND + 2 * ((bytes + 7) >>> 3);

export class TargetBatches {
  constructor(
    private readonly space: Space,
    private readonly bulk: BulkOperations,
    private readonly atomics: TargetAtomics,
  ) {}

  /** Executes the entries in I32[at, end), one after the other. Old values go to the two words at I32[spare]. */
  perform(at: number, end: number, spare: number): void {
    const { I32 } = this.space;
    for (let entry = at; entry < end; ) {
      const operation = I32[entry]! & OPERATION_MASK;
      const rank = I32[entry]! >>> RANK_SHIFT;
      if ((operation & WRITE) !== 0) entry += this.write(rank, entry, operation & ~WRITE);
      else entry += entryWords(this.atomics.perform(operation, rank, entry, spare));
    }
  }

  /** Gives the words of the entry. */
  private write(rank: number, entry: number, bytes: number): number {
    const target = addressOf(this.space, rank, this.space.I32[entry + OFFSET]!);
    this.bulk.copy(target, (entry + OPERAND) << 2, bytes);
    return entryWords(bytes);
  }
}
