/**
 * Copying and filling bytes.
 *
 * Takes the shared memory; gives `copy` and `fill`. WebAssembly's bulk instructions are fastest from 32 bytes up,
 * aligned or not; loops are faster for a few words. Source and destination may overlap.
 */
import type { Instructions } from './instructions.ts';
import type { Space } from './space.ts';

/** `copy` moves 1, 2, 4 and 8 aligned bytes atomically. */
export type BulkOperations = Pick<Instructions, 'copy' | 'fill'>;

/** `copy` and `fill` on the memory of `space`. */
export function bulkOperations({ I32 }: Space, instructions: Instructions): BulkOperations {
  const { copy: copyBytes, copy8, fill } = instructions;

  function copy(destination: number, source: number, size: number): void {
    if (size >>> 0 > 16 || ((destination | source | size) & 3) !== 0) copyBytes(destination, source, size);
    else if (size === 8 && ((destination | source) & 7) === 0) copy8(destination, source);
    else copyWords(destination >>> 2, source >>> 2, size >>> 2);
  }

  /** At most four words, all read before the first is written. */
  function copyWords(to: number, from: number, count: number): void {
    const a = I32[from]!;
    const b = I32[from + 1]!;
    const c = I32[from + 2]!;
    const d = I32[from + 3]!;
    if (count > 0) I32[to] = a;
    if (count > 1) I32[to + 1] = b;
    if (count > 2) I32[to + 2] = c;
    if (count > 3) I32[to + 3] = d;
  }

  return { copy, fill };
}
