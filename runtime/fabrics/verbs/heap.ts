/**
 * Allocator of queues in the adapter's memory: first fit over a sorted free list, which the owner keeps privately.
 */
import type { BulkOperations } from '../../memory/copy.ts';

const UNIT = 64;

interface Piece {
  address: number;
  size: number;
}

export class AdapterHeap {
  private readonly free: Piece[];

  constructor(
    address: number,
    size: number,
    private readonly bulk: BulkOperations,
  ) {
    this.free = [{ address: address >>> 0, size: Math.floor(size / UNIT) * UNIT }];
  }

  /** Allocates `size` zero bytes at a multiple of 64; 0 if there is no room. */
  take(size: number): number {
    const rounded = round(size);
    const index = this.free.findIndex((piece) => piece.size >= rounded);
    if (index < 0) return 0;
    const piece = this.free[index]!;
    const { address } = piece;
    piece.address += rounded;
    piece.size -= rounded;
    if (piece.size === 0) this.free.splice(index, 1);
    this.bulk.fill(address | 0, 0, rounded);
    return address | 0;
  }

  give(address: number, size: number): void {
    const piece = { address: address >>> 0, size: round(size) };
    const next = this.free.findIndex((other) => other.address > piece.address);
    const index = next < 0 ? this.free.length : next;
    this.free.splice(index, 0, piece);
    this.join(index);
    if (index > 0) this.join(index - 1);
  }

  /** Coalesces this free block with the next if they are adjacent. */
  private join(index: number): void {
    const piece = this.free[index]!;
    const next = this.free[index + 1];
    if (next === undefined || piece.address + piece.size !== next.address) return;
    piece.size += next.size;
    this.free.splice(index + 1, 1);
  }
}

function round(size: number): number {
  return Math.ceil(size / UNIT) * UNIT;
}
