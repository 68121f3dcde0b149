/**
 * The program's free lists of small private blocks, for its next malloc: stdlib/libc/heap/kept-blocks.h.
 *
 * They lie in the program's memory, so that malloc and free need not call the runtime: two words with the range of
 * eligible blocks (the first payload's address, a number of bytes), then for each size in units of 16 bytes the head of
 * a list linked through the payloads' first words. Here they are only initialized and flushed.
 */
import type { Blocks } from './blocks.ts';

const LISTS = 67;
const FIRST = 0;
const EXTENT = 1;
const HEADS = 2;

export class KeptBlocks {
  /** Index in I32 of the program's lists; 0 if it has none. */
  private at = 0;

  constructor(
    private readonly I32: Int32Array,
    private readonly blocks: Blocks,
  ) {}

  /** Enables the lists at `address` for blocks with payloads in [first, end), byte addresses. */
  open(address: number, first: number, end: number): void {
    this.at = address >>> 2;
    this.I32[this.at + FIRST] = first;
    this.I32[this.at + EXTENT] = end - first;
  }

  /** Frees all blocks of the lists; returns whether there were any. */
  release(): boolean {
    if (this.at === 0) return false;
    let found = false;
    for (let list = this.at + HEADS; list < this.at + HEADS + LISTS; list++) {
      found ||= this.I32[list] !== 0;
      this.releaseList(list);
    }
    return found;
  }

  private releaseList(list: number): void {
    let payload = this.I32[list]! >>> 2;
    this.I32[list] = 0;
    while (payload !== 0) {
      const next = this.I32[payload]! >>> 2;
      this.blocks.free(payload);
      payload = next;
    }
  }
}
