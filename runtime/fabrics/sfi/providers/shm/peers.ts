/** Who is behind an address: the rank, and the ring of the receive context that the address names. */
import { RING_HEADER, Ring } from '../../../../memory/ring.ts';
import type { Space } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import type { AddressVector } from '../../av.ts';
import { type Endpoint, NAME_CAPACITY, NAME_CONTEXTS, NAME_READS, NAME_WRITES } from '../../endpoint.ts';
import { FI_REMOTE_WRITE } from '../../flags.ts';

/** An endpoint's words, in front of its rings. */
export const NAME_BYTES = 64;

/** Address of the ring of a receive context. */
export function ringAt(name: number, context: number, capacity: number): number {
  return (name + NAME_BYTES + context * (RING_HEADER + capacity)) | 0;
}

export class Peers {
  private readonly hardware: Hardware;
  private readonly vector: AddressVector;
  private readonly rings: Ring[] = [];

  constructor(endpoint: Endpoint) {
    this.hardware = endpoint.domain.fabric.hardware;
    this.vector = endpoint.vector!;
  }

  /** -1 if the vector has no such address. */
  rankOf(address: number): number {
    const name = this.vector.nameOf(address);
    return name === 0 ? -1 : name >>> this.hardware.space.SHIFT;
  }

  /** Undefined as long as there is none: the address is wrong, or its endpoint is not there yet. */
  ringOf(address: number): Ring | undefined {
    const slot = this.vector.slotOf(address);
    return this.rings[slot] ?? this.findRing(address, slot);
  }

  /** Whether the address is right, but its endpoint is not there yet. */
  mayCome(address: number): boolean {
    const name = this.vector.nameOf(address);
    return name !== 0 && Atomics.load(this.at(name).I32, (name >>> 2) + NAME_CONTEXTS) === 0;
  }

  /** Counts an access to the peer's memory, if its endpoint wants that. */
  countAccess(address: number, access: number): void {
    const name = this.vector.nameOf(address);
    const { I32 } = this.at(name);
    const word = (name >>> 2) + (access === FI_REMOTE_WRITE ? NAME_WRITES : NAME_READS);
    const counter = I32[word]!;
    if (counter !== 0) Atomics.add(I32, counter >>> 2, 1);
  }

  /** The memory in which an endpoint with this name lies. */
  private at(name: number): Space {
    const { memories, space } = this.hardware;
    return memories.at(name >>> space.SHIFT);
  }

  private findRing(address: number, slot: number): Ring | undefined {
    const name = this.vector.nameOf(address);
    const context = this.vector.contextOf(address);
    const { I32 } = this.at(name);
    if (name === 0 || context >= Atomics.load(I32, (name >>> 2) + NAME_CONTEXTS)) return undefined;
    const capacity = Atomics.load(I32, (name >>> 2) + NAME_CAPACITY);
    if (capacity === 0) return undefined;
    return (this.rings[slot] = new Ring(I32, this.hardware.bulk, ringAt(name, context, capacity), capacity));
  }
}
