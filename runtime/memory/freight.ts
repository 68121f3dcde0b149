/**
 * Bytes of messages that are on their way, outside of all regions.
 *
 * Takes words of a memory, gives them back once. One idea: a message takes a slot of the next power of two of words, and slots that are free form a chain for
 * each size; so a short message makes no object.
 */

/** Words of the smallest slot, as a power of two. */
const LEAST = 4;
const SIZES = 32;
/** Up to so many words are copied one by one. */
const FEW = 64;
const NONE = -1;

export class Freight {
  private words = new Int32Array(1 << 16);
  private end = 0;
  /** By size, the first free slot; each names the next in its first word. */
  private readonly free = new Int32Array(SIZES).fill(NONE);

  /** Keeps `bytes` bytes from the word `at` on, rounded up to words: gives the slot. */
  keep(I32: Int32Array, at: number, bytes: number): number {
    const count = (bytes + 3) >>> 2;
    const slot = this.take(sizeOf(count));
    copy(this.words, slot, I32, at, count);
    return slot;
  }

  /** Lays them out from the word `at` on, and frees the slot. */
  unload(slot: number, bytes: number, I32: Int32Array, at: number): void {
    const count = (bytes + 3) >>> 2;
    copy(I32, at, this.words, slot, count);
    const size = sizeOf(count);
    this.words[slot] = this.free[size]!;
    this.free[size] = slot;
  }

  private take(size: number): number {
    const slot = this.free[size]!;
    if (slot === NONE) return this.add(1 << size);
    this.free[size] = this.words[slot]!;
    return slot;
  }

  private add(count: number): number {
    const slot = this.end;
    this.end += count;
    if (this.end > this.words.length) {
      const wider = new Int32Array(Math.max(2 * this.words.length, this.end));
      wider.set(this.words);
      this.words = wider;
    }
    return slot;
  }
}

const sizeOf = (count: number): number => Math.max(LEAST, 32 - Math.clz32(Math.max(count, 1) - 1));

function copy(to: Int32Array, at: number, from: Int32Array, first: number, count: number): void {
  if (count > FEW) to.set(from.subarray(first, first + count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[first + i]!;
}
