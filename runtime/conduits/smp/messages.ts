/**
 * Messages of the smp conduit: composed in place, in one of two rings of the receiver.
 *
 * Requests and replies have a ring each: waiting for room to send a reply serves replies only, whose handlers send
 * nothing, so that all ranks may flood all others without deadlock.
 */
import { RING_HEADER, Ring } from '../../memory/ring.ts';
import { addressOf } from '../../memory/space.ts';
import type { Host, Messages } from '../conduit.ts';

const LARGEST_RING = 65536;
const SMALLEST_RING = 8192;
/** Maximum bytes of the rings of all ranks together. */
const ALL_RINGS = 2 ** 24;
/** Maximum messages of one poll. */
const BATCH = 16;

function ringCapacity(ranks: number): number {
  const share = 2 ** Math.floor(Math.log2(ALL_RINGS / ranks));
  return Math.min(Math.max(share, SMALLEST_RING), LARGEST_RING);
}

export function areaOf(ranks: number): number {
  return 2 * (RING_HEADER + ringCapacity(ranks)) + 64;
}

export class SmpMessages implements Messages {
  readonly largest: number;
  readonly requestRing: { readonly offset: number; readonly capacity: number };
  private readonly requests: readonly Ring[];
  private readonly replies: readonly Ring[];
  private readonly ownRequests: Ring;
  private readonly ownReplies: Ring;

  constructor(private readonly host: Host) {
    const { area, space } = host;
    const capacity = ringCapacity(space.THREADS);
    const offset = area.take(RING_HEADER + capacity);
    this.requestRing = { offset, capacity };
    this.requests = rings(host, offset, capacity);
    this.replies = rings(host, area.take(RING_HEADER + capacity), capacity);
    this.ownRequests = this.requests[space.MYTHREAD]!;
    this.ownReplies = this.replies[space.MYTHREAD]!;
    this.largest = this.ownRequests.largest;
  }

  prepare(rank: number, size: number, reply: boolean): number {
    const ring = (reply ? this.replies : this.requests)[rank]!;
    return ring.reserve(size) || this.waitForRoom(rank, ring, size, reply);
  }

  commit(rank: number, message: number, _size: number, reply: boolean): void {
    (reply ? this.replies : this.requests)[rank]!.publish(message);
    this.host.rouse(rank);
  }

  poll(repliesOnly: boolean): boolean {
    const replied = this.serve(this.ownReplies);
    return repliesOnly ? replied : this.serve(this.ownRequests) || replied;
  }

  private waitForRoom(rank: number, ring: Ring, size: number, reply: boolean): number {
    let room = 0;
    this.host.waitFor(rank, () => {
      this.poll(reply);
      room = ring.reserve(size);
      return room !== 0;
    });
    return room;
  }

  private serve(ring: Ring): boolean {
    let message = ring.first();
    if (message === 0) return false;
    for (let served = 0; message !== 0 && served < BATCH; served++) {
      this.host.deliver(message);
      ring.release();
      message = ring.first();
    }
    return true;
  }
}

function rings({ space, bulk }: Host, offset: number, capacity: number): Ring[] {
  const at = (rank: number) => addressOf(space, rank, offset);
  return Array.from({ length: space.THREADS }, (_, rank) => new Ring(space.I32, bulk, at(rank), capacity));
}
