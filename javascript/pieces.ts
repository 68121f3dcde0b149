/**
 * Bytes of JavaScript's memory that a call copies into the program's: those of one array, or of several that overlap.
 *
 * One idea: arrays that overlap lie in one piece, and so overlap in the program too. It keeps the arrays' alignment.
 */
import type { TypedArray } from './api.ts';
import type { Block } from './blocks.ts';

/** An array that a call passes. */
export interface Given {
  readonly array: TypedArray;
  /** The argument, for messages. */
  readonly which: string;
  /** The function may write to it. */
  readonly isChanged: boolean;
}

export class Piece {
  private readonly bytes: Uint8Array;
  private readonly skipped: number;

  private constructor(
    private readonly given: readonly Given[],
    buffer: ArrayBufferLike,
    private readonly from: number,
    private readonly length: number,
  ) {
    this.bytes = viewOf(buffer, from, length) ?? throwLost(given[0]!.which);
    this.skipped = from % Math.max(...given.map(({ array }) => array.BYTES_PER_ELEMENT));
  }

  /** The fewest pieces that have all the arrays. */
  static ofAll(given: readonly Given[]): Piece[] {
    const groups: { buffer: ArrayBufferLike; from: number; to: number; given: Given[] }[] = [];
    for (const each of given.toSorted((one, other) => one.array.byteOffset - other.array.byteOffset)) {
      const { buffer, byteOffset: from, byteLength } = each.array;
      const last = groups.findLast((group) => group.buffer === buffer);
      if (last !== undefined && from < last.to) {
        last.given.push(each);
        last.to = Math.max(last.to, from + byteLength);
      } else groups.push({ buffer, from, to: from + byteLength, given: [each] });
    }
    return groups.map(({ given, buffer, from, to }) => new Piece(given, buffer, from, to - from));
  }

  /** Of the block that it needs. */
  get size(): number {
    return Math.max(this.skipped + this.length, 1);
  }

  has(array: TypedArray): boolean {
    return this.given.some((each) => each.array === array);
  }

  addressOf(array: TypedArray, block: Block): number {
    return block.address + this.skipped + array.byteOffset - this.from;
  }

  copyIn(memory: SharedArrayBuffer, block: Block): void {
    this.place(memory, block).set(this.bytesOf(this.given[0]!));
  }

  copyOut(memory: SharedArrayBuffer, block: Block): void {
    const changed = this.given.find(({ isChanged }) => isChanged);
    if (changed === undefined) return;
    this.bytesOf(changed).set(this.place(memory, block));
  }

  /** Its bytes, if they are still there. */
  private bytesOf({ which }: Given): Uint8Array {
    return this.bytes.length === this.length ? this.bytes : throwLost(which);
  }

  private place(memory: SharedArrayBuffer, block: Block): Uint8Array {
    return new Uint8Array(memory, block.address + this.skipped, this.length);
  }
}

function viewOf(buffer: ArrayBufferLike, from: number, length: number): Uint8Array | undefined {
  try {
    return new Uint8Array(buffer, from, length);
  } catch {
    return undefined; // nothing is left of the buffer
  }
}

function throwLost(which: string): never {
  throw new TypeError(`${which}: its buffer has been transferred or made smaller: do so when the call is done`);
}
