/** Who is behind an address: the rank, and the ring of the receive context that the address names. */
import { RING_HEADER, Ring } from '../../../../memory/ring.ts';
import { addressOf, isMapped, type Space } from '../../../../memory/space.ts';
import { SurvivingRing } from '../../../../memory/survivingring.ts';
import type { Hardware } from '../../../hardware.ts';
import type { Packets } from '../../../packets.ts';
import type { AddressVector } from '../../av.ts';
import { type Endpoint, NAME_CAPACITY, NAME_CONTEXTS, NAME_READS, NAME_WRITES } from '../../endpoint.ts';
import { FI_REMOTE_WRITE } from '../../flags.ts';

/** An endpoint's words, in front of its rings. */
export const NAME_BYTES = 64;

/**
 * The ring of a receive context in the memory `there`, of an endpoint whose bytes are at an address of it, as this rank sees it: where processes
 * map each other's regions, it survives them.
 */
export function ringOf({ bulk, space }: Hardware, there: Space, endpoint: number, context: number, capacity: number) {
  const address = (endpoint + NAME_BYTES + context * (RING_HEADER + capacity)) | 0;
  return isMapped(there)
    ? new SurvivingRing(there.I32, bulk, address, capacity, space.MYTHREAD)
    : new Ring(there.I32, bulk, address, capacity);
}

export class Peers {
  protected readonly hardware: Hardware;
  private readonly vector: AddressVector;
  private readonly rings: Packets[] = [];

  constructor(endpoint: Endpoint) {
    this.hardware = endpoint.domain.fabric.hardware;
    this.vector = endpoint.vector!;
  }

  /** -1 if the vector has no such address. */
  rankOf(address: number): number {
    return this.vector.rankOf(address);
  }

  /** Undefined as long as there is none: the address is wrong, or its endpoint is not there yet. */
  ringOf(address: number): Packets | undefined {
    const slot = this.vector.slotOf(address);
    return this.rings[slot] ?? this.findRing(address, slot);
  }

  /** Whether the address is right, but its endpoint is not there yet. */
  mayCome(address: number): boolean {
    const rank = this.rankOf(address);
    if (rank < 0) return false;
    const there = this.hardware.memories.at(rank);
    return Atomics.load(there.I32, (this.endpointOf(there, rank, address) >>> 2) + NAME_CONTEXTS) === 0;
  }

  /** Counts an access to the memory of `rank`, if its endpoint at this address wants that. */
  countAccess(rank: number, address: number, access: number): void {
    const there = this.hardware.memories.at(rank);
    const words = this.endpointOf(there, rank, address) >>> 2;
    const counter = there.I32[words + (access === FI_REMOTE_WRITE ? NAME_WRITES : NAME_READS)]!;
    if (counter !== 0) Atomics.add(there.I32, counter >>> 2, 1);
  }

  /** Where the bytes of an endpoint lie in the memory of its rank. */
  private endpointOf(there: Space, rank: number, address: number): number {
    return addressOf(there, rank, this.vector.offsetOf(address));
  }

  private findRing(address: number, slot: number): Packets | undefined {
    const rank = this.rankOf(address);
    const context = this.vector.contextOf(address);
    if (rank < 0) return undefined;
    const there = this.hardware.memories.at(rank);
    const endpoint = this.endpointOf(there, rank, address);
    if (context >= Atomics.load(there.I32, (endpoint >>> 2) + NAME_CONTEXTS)) return undefined;
    const capacity = Atomics.load(there.I32, (endpoint >>> 2) + NAME_CAPACITY);
    if (capacity === 0) return undefined;
    const ring = ringOf(this.hardware, there, endpoint, context, capacity);
    return (this.rings[slot] = this.towards(rank, ring));
  }

  /** How packets come into a ring of `rank`. */
  protected towards(_rank: number, ring: Ring): Packets {
    return ring;
  }
}
