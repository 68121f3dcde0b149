/**
 * Memory regions of each rank, by key. The table lies in the rank's region, where the initiator performs the checks of
 * the target's adapter.
 *
 * A key is an index in the table and, in its low byte, a generation that changes on reuse: a stale key is invalid.
 * An entry is four words: key (0: free), address, length, access flags and protection domain.
 */
import type { Adapter } from './adapter.ts';

const VARIANTS = 8;
const ENTRY_WORDS = 4;
const [KEY, ADDRESS, LENGTH, RIGHTS] = [0, 1, 2, 3];
const ACCESS_BITS = 8;

export class KeyTable {
  private readonly I32: Int32Array;
  private readonly own: number;
  private readonly freed: number[] = [];
  private used = 1;

  constructor(private readonly adapter: Adapter) {
    this.I32 = adapter.hardware.space.I32;
    this.own = adapter.keysOf(adapter.rank);
  }

  /** Enters a region; returns its key, 0 if the table is full. */
  enter(address: number, length: number, access: number, pd: number): number {
    const index = this.freed.pop() ?? (this.used < this.adapter.limits.max_mr ? this.used++ : 0);
    if (index === 0) return 0;
    const { I32 } = this;
    const entry = this.own + index * ENTRY_WORDS;
    const key = (index << VARIANTS) | ((I32[entry + RIGHTS]! + 1) & 255);
    I32[entry + ADDRESS] = address;
    I32[entry + LENGTH] = length;
    I32[entry + RIGHTS] = access | (pd << ACCESS_BITS);
    Atomics.store(I32, entry + KEY, key);
    return key;
  }

  remove(key: number): void {
    const index = key >>> VARIANTS;
    const entry = this.own + index * ENTRY_WORDS;
    Atomics.store(this.I32, entry + KEY, 0);
    this.I32[entry + RIGHTS] = key & 255;
    this.freed.push(index);
  }

  /** Whether `key` of this rank grants `access` to the bytes, for queue pairs of the protection domain. */
  allowsHere(key: number, address: number, size: number, access: number, pd: number): boolean {
    return this.check(this.I32, this.own, key, address, size, access, pd);
  }

  /** The same for a key of another rank. */
  allows(rank: number, key: number, address: number, size: number, access: number, pd: number): boolean {
    const { I32 } = this.adapter.hardware.memories.at(rank);
    return this.check(I32, this.adapter.keysOf(rank), key, address, size, access, pd);
  }

  private check(
    I32: Int32Array,
    table: number,
    key: number,
    address: number,
    size: number,
    access: number,
    pd: number,
  ): boolean {
    const index = key >>> VARIANTS;
    if (index === 0 || index >= this.adapter.limits.max_mr) return false;
    const entry = table + index * ENTRY_WORDS;
    if (I32[entry + KEY] !== key) return false;
    const rights = I32[entry + RIGHTS]!;
    const offset = (address >>> 0) - (I32[entry + ADDRESS]! >>> 0);
    return (
      rights >>> ACCESS_BITS === pd &&
      (rights & access) === access &&
      offset >= 0 &&
      offset + size <= I32[entry + LENGTH]! >>> 0
    );
  }
}
