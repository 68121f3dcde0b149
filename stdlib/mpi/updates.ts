/**
 * Accumulates where the target's memory is loaded and stored: operands are combined into it, and what was there before is the result (MPI 3.1,
 * 11.3.4, 11.7.1).
 *
 * One idea: a rank's window has a mutex, under which all accumulates there are made, by whoever reaches the memory: so each is atomic for
 * each element, whatever the operation, the datatype and the alignment. Large ones are made in pieces, so that nobody waits long.
 */
import { roomFor } from '../../runtime/core/room.ts';
import type { Pieces } from '../../runtime/extended/vis/lists.ts';
import type { Datatype } from './datatype.ts';
import { repeated } from './layouts.ts';
import type { Combine, Operators } from './operators.ts';
import type { Packing } from './packing.ts';
import type { State } from './state.ts';

/** Operations besides those that combine: MPI_REPLACE, MPI_NO_OP, and a comparison, whose operands are a value and what must be there. */
export const [REPLACE, NO_OP, COMPARE] = [0x0400000d, 0x0400000e, 0];

/** Most bytes of operands of a piece. */
export const PIECE = 2 ** 15;

/** Attempts at the mutex before a rank sleeps; milliseconds until it looks again, as a rank of another process rings no bell. */
const [ATTEMPTS, NAP] = [500, 1];

export interface Update {
  /** Address of the mutex. */
  readonly mutex: number;
  readonly operation: number;
  /** A predefined datatype. */
  readonly element: Datatype;
  /** Of the target, addresses of this memory. */
  readonly rows: Pieces;
  /** Packed operands, and room for the packed result; 0: none is wanted. */
  readonly operands: number;
  readonly result: number;
}

export class Updates {
  /** Room for the target's elements and the operands, aligned. */
  private scratch = 0;

  constructor(
    private readonly state: State,
    private readonly packing: Packing,
    private readonly operators: Operators,
  ) {}

  perform(update: Update): void {
    const { I32 } = this.state.environment;
    const word = update.mutex >>> 2;
    this.acquire(word);
    this.change(update);
    if (Atomics.exchange(I32, word, 0) === 2) Atomics.notify(I32, word, 1);
  }

  private acquire(word: number): void {
    const { runtime, I32 } = this.state.environment;
    for (let i = 0; i < ATTEMPTS; i++) if (Atomics.compareExchange(I32, word, 0, 1) === 0) return;
    while (Atomics.exchange(I32, word, 2) !== 0) {
      Atomics.wait(I32, word, 2, NAP);
      runtime.job.lookForEnd();
    }
  }

  private change(update: Update): void {
    const { operation, rows, operands, result, element } = update;
    if (result !== 0) this.gather(rows, result);
    if (operation === NO_OP) return;
    if (operation === REPLACE) this.scatter(rows, operands);
    else if (operation === COMPARE) this.compare(rows, operands, element.size);
    else this.combine(rows, operands, element, this.operators.combine('MPI', operation, element.handle));
  }

  // ---------------------------------------------------------------- elements

  private move(to: number, from: number, bytes: number): void {
    this.state.environment.U8.copyWithin(to >>> 0, from >>> 0, (from >>> 0) + bytes);
  }

  private gather({ addresses, lengths }: Pieces, to: number): void {
    for (let i = 0; i < lengths.length; to += lengths[i++]!) this.move(to, addresses[i]!, lengths[i]!);
  }

  private scatter({ addresses, lengths }: Pieces, from: number): void {
    for (let i = 0; i < lengths.length; from += lengths[i++]!) this.move(addresses[i]!, from, lengths[i]!);
  }

  /** Replaces one element that is equal to the second operand by the first. */
  private compare({ addresses }: Pieces, operands: number, size: number): void {
    const { U8 } = this.state.environment;
    const [there, expected] = [addresses[0]! >>> 0, (operands + size) >>> 0];
    for (let i = 0; i < size; i++) if (U8[there + i] !== U8[expected + i]) return;
    this.move(there, operands, size);
  }

  private combine(rows: Pieces, operands: number, element: Datatype, combine: Combine): void {
    const { addresses, lengths } = rows;
    const { size, layout, extent } = element;
    if (layout.kind !== 'run' || extent !== size) {
      this.combineSpread(rows, operands, element, combine);
      return;
    }
    const alignment = Math.min(size, 8) - 1;
    for (let i = 0, from = operands; i < lengths.length; from += lengths[i++]!) {
      const count = lengths[i]! / size;
      if (((addresses[i]! | from) & alignment) === 0) combine(addresses[i]! | 0, from, count);
      else this.combineAside(addresses[i]!, from, count, element, combine);
    }
  }

  /** Elements that are not aligned. */
  private combineAside(...[to, from, count, { size }, combine]: [number, number, number, Datatype, Combine]): void {
    const [there, own] = this.rooms();
    this.move(there, to, count * size);
    this.move(own, from, count * size);
    combine(there, own, count);
    this.move(to, there, count * size);
  }

  /** Elements with gaps, which stay as they are: of a value and an int. */
  private combineSpread(rows: Pieces, operands: number, { size, extent, layout }: Datatype, combine: Combine): void {
    const { packing } = this;
    const bytes = rows.lengths.reduce((sum, length) => sum + length, 0);
    const all = repeated(bytes / size, extent, layout);
    const [there, own, packed] = this.rooms();
    this.gather(rows, packed);
    packing.unpack(all, there, packed, 0, bytes);
    packing.unpack(all, own, operands, 0, bytes);
    combine(there, own, bytes / size);
    packing.pack(all, there, packed, 0, bytes);
    this.scatter(rows, packed);
  }

  /** Elements of a piece with gaps have up to half as many bytes more. */
  private rooms(): [number, number, number] {
    const { runtime, heap } = this.state.environment;
    this.scratch ||= roomFor(runtime.job, heap, 6 * PIECE, 'accumulates');
    return [this.scratch, this.scratch + 2 * PIECE, this.scratch + 4 * PIECE];
  }
}
