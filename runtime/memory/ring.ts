/**
 * Packet queue in shared memory: multiple producers, a single consumer; lossless, without locks.
 *
 * Takes the address of RING_HEADER + capacity bytes, all zero. A sender reserves room by advancing the tail, writes its
 * packet in place and publishes it by storing the word in front of it; the receiver reads in order, and zeroes what it
 * has read before it advances the head, so that a nonzero word is always a published packet. Positions count bytes
 * and wrap at 2^32. A packet does not wrap: a packet of its own kind skips the rest at the end.
 * (After the reserve-commit queues of Linux's ring buffers and Disruptor.) Who reserves must publish: of senders that may die before there is
 * survivingring.ts.
 */
import type { BulkOperations } from './copy.ts';

/** Bytes in front of the packets: tail and head, each in a line of its own. */
export const RING_HEADER = 128;
const HEAD = 64;
/** Bytes in front of each packet: its length with a mark, once published. */
export const PREFIX = 8;
export const PUBLISHED = 1;
export const SKIPPED = 2;
const MARKS = 7;

export class Ring {
  protected readonly tail: number;
  protected readonly head: number;
  private readonly start: number;
  protected readonly mask: number;
  /** Bytes of the largest packet that always fits into an empty ring. */
  readonly largest: number;

  /** `capacity` is a power of two of at least 64 bytes; `address` is a multiple of 64. */
  constructor(
    protected readonly I32: Int32Array,
    private readonly bulk: BulkOperations,
    address: number,
    readonly capacity: number,
  ) {
    this.tail = address >>> 2;
    this.head = (address + HEAD) >>> 2;
    this.start = address + RING_HEADER;
    this.mask = capacity - 1;
    this.largest = capacity / 2 - PREFIX;
  }

  /** Distinguishes the ring from others of its memory. */
  get place(): number {
    return this.head;
  }

  /** Changes when the receiver has read something: only then there is more room. */
  get position(): number {
    return Atomics.load(this.I32, this.head);
  }

  /** Reserves a packet of `size` bytes, to be published: its address, a multiple of 8; 0 if there is no room. */
  reserve(size: number): number {
    const { I32, capacity, mask } = this;
    const length = (size + PREFIX + 7) & -8;
    for (;;) {
      const tail = Atomics.load(I32, this.tail);
      const left = capacity - (tail & mask);
      const skipped = left < length ? left : 0;
      if (((tail + skipped + length - Atomics.load(I32, this.head)) | 0) > capacity) return 0;
      if (Atomics.compareExchange(I32, this.tail, tail, (tail + skipped + length) | 0) !== tail) continue;
      if (skipped === 0) return this.begin(tail, length);
      Atomics.store(I32, this.wordAt(tail), skipped | SKIPPED);
      return this.begin(tail + skipped, length);
    }
  }

  /** Makes the packet at `packet` visible to the receiver. */
  publish(packet: number): void {
    const { I32 } = this;
    const word = (packet - PREFIX) >>> 2;
    Atomics.store(I32, word, I32[word + 1]! | PUBLISHED);
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
      if ((word & MARKS) === PUBLISHED) return this.packetAt(position);
      this.drop(position, word & ~MARKS);
    }
  }

  /** Frees the oldest packet. */
  release(): void {
    const position = this.I32[this.head]!;
    this.drop(position, this.I32[this.wordAt(position)]! & ~MARKS);
  }

  /** The length lies behind the publishing word, after which the receiver reads it. */
  private begin(position: number, length: number): number {
    this.I32[this.wordAt(position) + 1] = length;
    return this.packetAt(position);
  }

  protected packetAt(position: number): number {
    return (this.start + (position & this.mask) + PREFIX) | 0;
  }

  protected drop(position: number, length: number): void {
    this.bulk.fill((this.start + (position & this.mask)) | 0, 0, length);
    Atomics.store(this.I32, this.head, (position + length) | 0);
  }

  protected wordAt(position: number): number {
    return (this.start + (position & this.mask)) >>> 2;
  }
}
