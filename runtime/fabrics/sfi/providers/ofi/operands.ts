/**
 * Memory of this rank that its operations read and write: which descriptor libfabric is given for it.
 *
 * Providers with FI_MR_LOCAL want all of it registered. The beginning of a region is registered from the start (opening.ts): statics, shared heap, stack, and
 * what the provider has itself. The private heap is registered when it is needed (registrationcache.ts), so a descriptor is for a part of a bucket.
 */
import { regionBytes, type Space } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import { FI_READ, FI_WRITE } from './abi.ts';
import { Registrar } from './registrar.ts';
import { RegistrationCache } from './registrationcache.ts';
import type { Wire } from './wire.ts';

const BUCKET = 2 ** 20;
/** Buckets that a rank has registered at most. */
const CAPACITY = 256;

/** Addresses are those of this memory, unsigned. */
export interface Operands {
  /** How many of `bytes` from `local` on one descriptor is for. */
  extent(local: number, bytes: number): number;
  /** That descriptor, which serves until `release(local)`: or -FI_EAGAIN while nothing more can be registered, or another negative error. */
  hold(local: number): number;
  release(local: number): void;
}

/** Undefined where the provider takes any memory. `scratch`: the address of 8 bytes of this rank's own. */
export function operandsOf(hardware: Hardware, wire: Wire, scratch: number): Operands | undefined {
  if (!wire.pins) return undefined;
  const { space, area } = hardware;
  return new CachedOperands(
    space,
    area.end,
    wire,
    new RegistrationCache(heapOf(space, wire, scratch), BUCKET, CAPACITY),
  );
}

/** Registers parts of this rank's memory. */
function heapOf({ I32 }: Space, wire: Wire, scratch: number) {
  const registrar = new Registrar(wire.library, I32, { here: scratch, there: wire.base + scratch }, wire);
  return {
    register: (address: number, bytes: number) => registrar.register(wire.base + address, bytes, FI_READ + FI_WRITE),
    descriptorOf: (region: number) => registrar.descriptorOf(region),
    close: (region: number) => registrar.close(region),
  };
}

export class CachedOperands implements Operands {
  private readonly mask: number;

  constructor(
    { SHIFT }: Pick<Space, 'SHIFT'>,
    /** Bytes of each region that are registered from its start on. */
    private readonly end: number,
    private readonly wire: Pick<Wire, 'descriptorOf'>,
    private readonly cache: RegistrationCache,
  ) {
    this.mask = regionBytes(SHIFT) - 1;
  }

  extent(local: number, bytes: number): number {
    const left = this.end - this.offsetOf(local);
    return Math.min(bytes, left > 0 ? left : this.cache.bytes - (local % this.cache.bytes));
  }

  hold(local: number): number {
    return this.isInCache(local) ? this.cache.hold(this.bucketOf(local)) : this.wire.descriptorOf(local);
  }

  release(local: number): void {
    if (this.isInCache(local)) this.cache.release(this.bucketOf(local));
  }

  private isInCache(local: number): boolean {
    return this.offsetOf(local) >= this.end;
  }

  private bucketOf(local: number): number {
    return Math.floor(local / this.cache.bytes);
  }

  private offsetOf(local: number): number {
    return (local & this.mask) >>> 0;
  }
}
