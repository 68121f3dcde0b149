/**
 * Registrations of a rank's memory for its own operations, made when they are first needed, in buckets.
 *
 * At most `capacity` buckets are registered. Whoever needs another one gives up the one that was used least recently, but none that an operation
 * under way uses. A program never gives memory back to the system, so a registration stays right. (Bell and Bonachea, CAC 2003; Tezuka
 * and others, IPPS 1998.)
 */
import { FI_EAGAIN } from '../../errno.ts';

/** Who registers buckets; regions are its own. */
export interface Registers {
  /** `bytes` from an address of this memory on: a region, or a negative error. */
  register(address: number, bytes: number): number;
  descriptorOf(region: number): number;
  close(region: number): void;
}

interface Bucket {
  readonly region: number;
  readonly descriptor: number;
  /** Operations under way that use it. */
  users: number;
}

export class RegistrationCache {
  /** By number, the one least recently used first. */
  private readonly buckets = new Map<number, Bucket>();

  constructor(
    private readonly memory: Registers,
    /** Bytes of a bucket. */
    readonly bytes: number,
    private readonly capacity: number,
  ) {}

  /** The descriptor of a bucket, which stays until `release`; -FI_EAGAIN while others use all that can be registered, or another negative error. */
  hold(number: number): number {
    const bucket = this.buckets.get(number) ?? this.add(number);
    if (typeof bucket === 'number') return bucket;
    this.buckets.delete(number);
    this.buckets.set(number, bucket);
    bucket.users++;
    return bucket.descriptor;
  }

  release(number: number): void {
    this.buckets.get(number)!.users--;
  }

  private add(number: number): Bucket | number {
    for (let status = -FI_EAGAIN; ; ) {
      if (this.buckets.size < this.capacity) {
        const region = this.memory.register(number * this.bytes, this.bytes);
        if (region >= 0) return { region, descriptor: this.memory.descriptorOf(region), users: 0 };
        status = region;
      }
      if (!this.evict()) return this.buckets.size > 0 ? -FI_EAGAIN : status;
    }
  }

  /** False if all are used. */
  private evict(): boolean {
    for (const [number, { region, users }] of this.buckets) {
      if (users > 0) continue;
      this.buckets.delete(number);
      this.memory.close(region);
      return true;
    }
    return false;
  }
}
