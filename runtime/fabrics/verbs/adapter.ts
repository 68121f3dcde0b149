/**
 * A rank's adapter: tables and queues in an area of each region, where all ranks access them.
 *
 *     events        ring of asynchronous events, raised by peers
 *     keys          memory regions, by key (keys.ts)
 *     queue pairs   their contexts, by number (contexts.ts)
 *     heap          rings of completion queues, slots of receive queues
 *
 * The initiator does all the work of both adapters: it checks the tables of the target, moves the bytes, and enters the
 * completion into the target's queue. The target's processor takes no part.
 * The port of rank r has the local identifier r + 1.
 */
import { RING_HEADER, Ring } from '../../memory/ring.ts';
import { addressOf, rankOf, type Space, wordOf } from '../../memory/space.ts';
import type { Hardware } from '../hardware.ts';
import { AdapterHeap } from './heap.ts';

const EVENT_BYTES = 4096;
export const KEY_BYTES = 16;
export const CONTEXT_BYTES = 64;
/** Maximum keys of a rank; fewer where many ranks share the memory. */
const MOST_KEYS = 8192;
const LEAST_KEYS = 512;
const ALL_KEYS = 2 ** 20;

/** Capacity of an adapter, for a number of ranks. */
export interface Limits {
  readonly max_mr: number;
  readonly max_qp: number;
  /** Bytes for queues. */
  readonly heap: number;
}

export function limitsFor(ranks: number, queueBytes: number): Limits {
  const share = Math.floor(ALL_KEYS / ranks);
  return { max_mr: Math.max(LEAST_KEYS, Math.min(MOST_KEYS, share)), max_qp: ranks + 64, heap: queueBytes };
}

/** Bytes of the area that an adapter occupies. */
export function adapterBytes({ max_mr, max_qp, heap }: Limits): number {
  return RING_HEADER + EVENT_BYTES + max_mr * KEY_BYTES + max_qp * CONTEXT_BYTES + heap + 4 * 64;
}

export class Adapter {
  readonly rank: number;
  readonly heap: AdapterHeap;
  private readonly eventsOffset: number;
  private readonly keysOffset: number;
  private readonly contextsOffset: number;
  private readonly ownEvents: Ring;
  /** By rank and address. */
  private readonly rings = new Map<number, Ring>();

  /** Takes its part of the area; all ranks must construct theirs alike. */
  constructor(
    readonly hardware: Hardware,
    readonly limits: Limits,
  ) {
    const { area, space } = hardware;
    this.rank = space.MYTHREAD;
    this.eventsOffset = area.take(RING_HEADER + EVENT_BYTES);
    this.keysOffset = area.take(limits.max_mr * KEY_BYTES);
    this.contextsOffset = area.take(limits.max_qp * CONTEXT_BYTES);
    this.heap = new AdapterHeap(space.BASE + area.take(limits.heap), limits.heap, hardware.bulk);
    this.ownEvents = this.ringAt(this.rank, space.BASE + this.eventsOffset, EVENT_BYTES);
  }

  /** The memory of a rank: this process's, or another's. Addresses of its queues are of that memory. */
  memoryOf(rank: number): Space {
    return this.hardware.memories.at(rank);
  }

  /** Index in I32 of its memory of the key table of a rank. */
  keysOf(rank: number): number {
    return wordOf(this.memoryOf(rank), rank, this.keysOffset);
  }

  /** Index in I32 of its memory of the context of queue pair `number` of a rank. */
  contextOf(rank: number, number: number): number {
    return wordOf(this.memoryOf(rank), rank, this.contextsOffset + number * CONTEXT_BYTES);
  }

  /** The ring at an address of the memory of a rank. */
  ringAt(rank: number, address: number, capacity: number): Ring {
    const key = rank * 2 ** 32 + (address >>> 0);
    let ring = this.rings.get(key);
    if (ring?.capacity !== capacity) {
      ring = new Ring(this.memoryOf(rank).I32, this.hardware.bulk, address, capacity);
      this.rings.set(key, ring);
    }
    return ring;
  }

  /** Raises an asynchronous event at a rank. Like an adapter's event queue, a full one loses the newest. */
  raise(rank: number, type: number, element: number): void {
    const { hardware } = this;
    const there = this.memoryOf(rank);
    const ring = this.ringAt(rank, addressOf(there, rank, this.eventsOffset), EVENT_BYTES);
    const packet = ring.reserve(8);
    if (packet === 0) return;
    const { I32 } = there;
    I32[packet >>> 2] = type;
    I32[(packet >>> 2) + 1] = element;
    ring.publish(packet);
    hardware.rouse(rank);
  }

  /** Takes the oldest event of this rank: its type and the number of the element. */
  takeEvent(): { type: number; element: number } | undefined {
    const packet = this.ownEvents.first();
    if (packet === 0) return undefined;
    const { I32 } = this.hardware.space;
    const event = { type: I32[packet >>> 2]!, element: I32[(packet >>> 2) + 1]! };
    this.ownEvents.release();
    return event;
  }

  /** Whether [address, address + size) is memory of this rank. */
  owns(address: number, size: number): boolean {
    const { space } = this.hardware;
    const end = (address >>> 0) + size - 1;
    return size >= 1 && end < 2 ** 32 && rankOf(space, address) === this.rank && rankOf(space, end) === this.rank;
  }
}
