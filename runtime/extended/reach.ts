/**
 * Operands in memory of other threads, for functions that compute, such as collectives.
 *
 * Direct memory is accessed in place. Elsewhere operands are first fetched to buffers of this thread, and results are
 * put.
 */

import type { Job } from '../core/job.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import { badAccess } from '../errors.ts';
import { rangeFault } from '../memory/check.ts';
import { isLoaded } from '../memory/space.ts';
import type { Movement } from './movement.ts';
import type { ValueSlots } from './valueslots.ts';

export class Reach {
  /** Buffer for a value: 16 bytes. */
  private readonly slot: number;

  constructor(
    private readonly job: Job,
    private readonly movement: Movement,
    /** Whether the memory of all threads is accessed in place. */
    readonly isDirect: boolean,
    slots: ValueSlots,
  ) {
    this.slot = slots.take();
  }

  /** Address to read the `size` bytes at `address` from: itself, or `room`, which then holds a fetched copy. */
  here(address: number, room: number, size: number): number {
    if (this.isDirect || this.isMine(address)) return address;
    this.finish(this.start(room, address, size));
    return room;
  }

  /** Address to read a value of up to 16 bytes from, valid until the next call. */
  value(address: number, size: number): number {
    return this.here(address, this.slot, size);
  }

  /** Copies between any two addresses given by a program; blocking. */
  copy(destination: number, source: number, size: number): void {
    if (size === 0) return;
    this.check(destination, size);
    this.check(source, size);
    this.movement.move(destination, source, size);
  }

  /** Starts to copy at least one byte: several copies may be outstanding. */
  start(destination: number, source: number, size: number): number {
    return this.movement.copy(destination, source, size);
  }

  finish(handle: number): void {
    if (!this.movement.test(handle)) this.waitFor(handle);
  }

  private waitFor(handle: number): void {
    this.job.block(FOR_TRANSFER, () => this.movement.test(handle) === true);
  }

  isMine(address: number): boolean {
    return isLoaded(this.job.space, address);
  }

  private check(address: number, size: number): void {
    const fault = rangeFault(this.job.space, address, size);
    if (fault !== undefined) this.job.fail(badAccess(address, size, fault));
  }
}
