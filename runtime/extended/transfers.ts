/**
 * Bulk transfers: blocking, with an explicit handle (nb), and implicit (nbi), with access regions that collect implicit
 * ones.
 *
 * Takes addresses of the job's memory. A handle belongs to the thread that started the operation, and is synchronized
 * once.
 */

import { COMPLETE } from '../conduits/conduit.ts';
import type { Job } from '../core/job.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import { badHandle, badTransfer, syncInRegion } from '../errors.ts';
import { type Fault, surelyInside } from '../memory/check.ts';
import { LEAST_HANDLE, type Movement } from './movement.ts';

export class Transfers {
  /** Handles of the outstanding implicit operations. */
  private readonly implicit: number[] = [];
  /** Implicit operations of the access region, if one is open. */
  private accessRegion: number[] | undefined;
  /** Handles of groups of operations: less than those of single ones. */
  private readonly groups = new Map<number, number[]>();
  private lastGroup = 0;

  constructor(
    private readonly job: Job,
    private readonly movement: Movement,
    /** Explains an invalid transfer; `strict` checks every one. */
    private readonly faultOf: Fault,
    private readonly strict: boolean,
  ) {}

  /** Blocking copy. */
  move(name: string, destination: number, source: number, size: number): void {
    if (size === 0) return;
    this.check(name, destination, size);
    this.check(name, source, size);
    this.movement.move(destination, source, size >>> 0);
  }

  /** Starts to copy; `name` is the C function, for messages. */
  copy(name: string, destination: number, source: number, size: number): number {
    if (size === 0) return COMPLETE;
    this.check(name, destination, size);
    this.check(name, source, size);
    return this.movement.copy(destination, source, size);
  }

  /** Starts to set bytes. */
  fill(name: string, address: number, byte: number, size: number): number {
    if (size === 0) return COMPLETE;
    this.check(name, address, size);
    return this.movement.fill(address, byte, size);
  }

  /** Adds an operation to those awaited by `waitImplicit`, or to the access region. */
  addImplicit(handle: number): void {
    if (handle !== COMPLETE) (this.accessRegion ?? this.implicit).push(handle);
  }

  /** Groups several operations under one handle, which replaces theirs. */
  together(handles: readonly number[]): number {
    const pending = handles.filter((handle) => handle !== COMPLETE);
    if (pending.length < 2) return pending[0] ?? COMPLETE;
    this.lastGroup = (this.lastGroup % LEAST_HANDLE) - 1;
    const group = LEAST_HANDLE + this.lastGroup;
    this.groups.set(group, pending);
    return group;
  }

  wait(name: string, handle: number): void {
    if (!this.test(name, handle)) this.block(name, handle);
  }

  private block(name: string, handle: number): void {
    this.job.block(FOR_TRANSFER, () => this.test(name, handle));
  }

  /** Tests for completion, which invalidates the handle. */
  test(name: string, handle: number): boolean {
    if (handle === COMPLETE) return true;
    const done = handle < LEAST_HANDLE ? this.testGroup(name, handle) : this.movement.test(handle);
    return done ?? this.job.fail(badHandle(name, handle));
  }

  waitImplicit(name: string): void {
    if (!this.testImplicit(name)) this.blockImplicit(name);
  }

  private blockImplicit(name: string): void {
    this.job.block(FOR_TRANSFER, () => this.testImplicit(name));
  }

  /** One after the other, from the last on, so that the first that is under way is all that is looked at. */
  testImplicit(name: string): boolean {
    if (this.accessRegion !== undefined) this.job.fail(syncInRegion(name));
    const { implicit } = this;
    while (implicit.length > 0) {
      if (!this.test(name, implicit[implicit.length - 1]!)) return false;
      implicit.pop();
    }
    return true;
  }

  /** Access regions do not nest. */
  beginRegion(): void {
    if (this.accessRegion !== undefined)
      this.job.fail('bupc_begin_accessregion inside an access region: they do not nest');
    this.accessRegion = [];
  }

  /** Returns one handle for all implicit operations of the region. */
  endRegion(): number {
    const { accessRegion } = this;
    if (accessRegion === undefined) this.job.fail('bupc_end_accessregion without bupc_begin_accessregion');
    this.accessRegion = undefined;
    return this.together(accessRegion);
  }

  /** A program may wait by calling it again and again. */
  poll(): void {
    this.job.glance();
    this.job.poll();
  }

  /** Explains why `size` bytes are not in the memory of one thread; undefined if they are. */
  fault(address: number, size: number): string | undefined {
    if (!this.strict && surelyInside(this.job.space, address, size)) return undefined;
    return this.faultOf(address, size);
  }

  private check(name: string, address: number, size: number): void {
    const fault = this.fault(address, size >>> 0);
    if (fault !== undefined) this.job.fail(badTransfer(name, address, size >>> 0, fault));
  }

  private testGroup(name: string, group: number): boolean | undefined {
    const pending = this.groups.get(group)?.filter((handle) => !this.test(name, handle));
    if (pending === undefined) return undefined;
    if (pending.length > 0) this.groups.set(group, pending);
    else this.groups.delete(group);
    return pending.length === 0;
  }
}
