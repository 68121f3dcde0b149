/**
 * A ring (ring.ts) that survives its senders: they are of several processes, of which one may die between any two instructions.
 *
 * The tail has a lock, held for a few instructions, that says who holds it; and a reserved packet says by whom, before the tail is advanced
 * over it. So the receiver can tell what will not be published, and gives it up. All senders of such a ring must see it as one.
 */
import type { BulkOperations } from './copy.ts';
import { PREFIX, PUBLISHED, Ring, SKIPPED } from './ring.ts';

/** Beside the tail. */
const LOCK = 4;
/** How often it is tried. */
const TRIES = 100;
/** In the second word in front of a packet: its length, by 8, and the sender. */
const SENDER_SHIFT = 16;
const LENGTH_MASK = (1 << SENDER_SHIFT) - 1;
const lengthOf = (reserved: number) => (reserved & LENGTH_MASK) << 3;
const senderOf = (reserved: number) => reserved >>> SENDER_SHIFT;

export class SurvivingRing extends Ring {
  protected readonly tries: number = TRIES;
  private readonly lock: number;

  /** As for Ring; `capacity` is less than 1 MiB, `sender` less than 2^16. */
  constructor(
    I32: Int32Array,
    bulk: BulkOperations,
    address: number,
    capacity: number,
    private readonly sender: number,
  ) {
    super(I32, bulk, address, capacity);
    this.lock = (address + LOCK) >>> 2;
  }

  /** Gives 0 also while another sender holds the lock. */
  override reserve(size: number): number {
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

  override publish(packet: number): void {
    const { I32 } = this;
    const word = (packet - PREFIX) >>> 2;
    Atomics.store(I32, word, lengthOf(I32[word + 1]!) | PUBLISHED);
  }

  /**
   * Receiver only, if the ring is empty: takes the lock from a sender that is gone, and frees what such a one has reserved and not
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
    return this.packetAt(position);
  }

  private mark(position: number, length: number): void {
    this.I32[this.wordAt(position) + 1] = (length >>> 3) | (this.sender << SENDER_SHIFT);
  }
}
