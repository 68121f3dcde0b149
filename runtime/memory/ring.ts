/**
 * Packet queue in shared memory: multiple producers, a single consumer; lossless.
 *
 * Takes the address of RING_HEADER + capacity bytes, all zero. A sender reserves room by advancing the tail, writes its
 * packet in place and publishes it by storing the word in front of it; the receiver reads in order, and zeroes what it
 * has read before it advances the head, so that a nonzero word is always a published packet. Positions count bytes
 * and wrap at 2^32. A packet does not wrap: a packet of its own kind skips the rest at the end.
 * (After the reserve-commit queues of Linux's ring buffers and Disruptor.)
 *
 * Senders may be of other processes, of which one may die between any two instructions, and must not hold up the others. So the tail has a
 * lock that says who holds it, for a few instructions, and what is reserved says by whom: the receiver gives up what will not be published.
 */
import type { BulkOperations } from './copy.ts';

/** Bytes in front of the packets: tail and its lock, and head, each in a line of its own. */
export const RING_HEADER = 128;
const LOCK = 4;
const HEAD = 64;
/** Bytes in front of each packet: its length with a mark, once published; and its length, by 8, and sender, once reserved. */
const PREFIX = 8;
const PUBLISHED = 1;
const SKIPPED = 2;
const MARKS = 7;
const SENDER_SHIFT = 16;
const LENGTH_MASK = (1 << SENDER_SHIFT) - 1;
const LONGEST = LENGTH_MASK << 3;
/** Of the word of a reserved packet. */
const lengthOf = (reserved: number) => (reserved & LENGTH_MASK) << 3;
const senderOf = (reserved: number) => reserved >>> SENDER_SHIFT;

export class Ring {
  private readonly tail: number;
  private readonly lock: number;
  private readonly head: number;
  private readonly start: number;
  private readonly mask: number;
  /** Bytes of the largest packet that always fits into an empty ring. */
  readonly largest: number;
  /** How often the lock is tried before there is no room. */
  protected readonly tries: number = 100;

  /** `capacity` is a power of two of at least 64 bytes; `address` is a multiple of 64; `sender` is below 2^16. */
  constructor(
    private readonly I32: Int32Array,
    private readonly bulk: BulkOperations,
    address: number,
    readonly capacity: number,
    private readonly sender: number,
  ) {
    this.tail = address >>> 2;
    this.lock = (address + LOCK) >>> 2;
    this.head = (address + HEAD) >>> 2;
    this.start = address + RING_HEADER;
    this.mask = capacity - 1;
    this.largest = Math.min(capacity / 2, LONGEST) - PREFIX;
  }

  /** Reserves a packet of `size` bytes, to be published: its address, a multiple of 8; 0 if there is no room now. */
  reserve(size: number): number {
    const { I32, capacity, mask } = this;
    if (!this.acquire()) return 0;
    const length = (size + PREFIX + 7) & -8;
    const tail = I32[this.tail]!;
    const left = capacity - (tail & mask);
    const skipped = left < length ? left : 0;
    const hasRoom = ((tail + skipped + length - Atomics.load(I32, this.head)) | 0) <= capacity;
    const packet = hasRoom ? this.take(tail, skipped, length) : 0;
    Atomics.store(I32, this.lock, 0);
    return packet;
  }

  /** Makes the packet at `packet` visible to the receiver. */
  publish(packet: number): void {
    const { I32 } = this;
    const word = (packet - PREFIX) >>> 2;
    Atomics.store(I32, word, lengthOf(I32[word + 1]!) | PUBLISHED);
  }

  /**
   * Receiver only: address of the oldest packet; 0 if the ring is empty. A plain load detects an empty ring, the common
   * case: V8 calls a function for an atomic one.
   */
  first(): number {
    const { I32 } = this;
    for (;;) {
      const position = I32[this.head]!;
      if (I32[this.wordAt(position)] === 0) return 0;
      const word = Atomics.load(I32, this.wordAt(position));
      if ((word & MARKS) === PUBLISHED) return (this.start + (position & this.mask) + PREFIX) | 0;
      this.drop(position, word & ~MARKS);
    }
  }

  /** Frees the oldest packet. */
  release(): void {
    const position = this.I32[this.head]!;
    this.drop(position, this.I32[this.wordAt(position)]! & ~MARKS);
  }

  /**
   * Receiver only, of a ring that is empty: takes the lock from a sender that is gone, and frees what such a one has reserved and not
   * published; true if there may be packets behind it.
   */
  giveUp(isGone: (sender: number) => boolean): boolean {
    const { I32 } = this;
    const holder = I32[this.lock]!;
    if (holder !== 0 && isGone(holder - 1)) Atomics.compareExchange(I32, this.lock, holder, 0);
    const position = I32[this.head]!;
    if (!this.isReserved(position)) return false;
    const reserved = I32[this.wordAt(position) + 1]!;
    if (!isGone(senderOf(reserved))) return false;
    this.drop(position, lengthOf(reserved));
    return true;
  }

  /** Whether the packet is reserved, and not published. */
  private isReserved(position: number): boolean {
    return this.I32[this.wordAt(position)] === 0 && Atomics.load(this.I32, this.tail) !== position;
  }

  private acquire(): boolean {
    for (let i = 0; i < this.tries; i++)
      if (Atomics.compareExchange(this.I32, this.lock, 0, this.sender + 1) === 0) return true;
    return false;
  }

  /** Whatever lies behind the tail has been marked as reserved before. */
  private take(tail: number, skipped: number, length: number): number {
    const { I32 } = this;
    const position = tail + skipped;
    if (skipped !== 0) this.mark(tail, skipped);
    this.mark(position, length);
    Atomics.store(I32, this.tail, (position + length) | 0);
    if (skipped !== 0) Atomics.store(I32, this.wordAt(tail), skipped | SKIPPED);
    return (this.start + (position & this.mask) + PREFIX) | 0;
  }

  private mark(position: number, length: number): void {
    this.I32[this.wordAt(position) + 1] = (length >>> 3) | (this.sender << SENDER_SHIFT);
  }

  private drop(position: number, length: number): void {
    this.bulk.fill((this.start + (position & this.mask)) | 0, 0, length);
    Atomics.store(this.I32, this.head, (position + length) | 0);
  }

  private wordAt(position: number): number {
    return (this.start + (position & this.mask)) >>> 2;
  }
}
