/**
 * Bulk transfers: blocking, with an explicit handle (nb), and implicit (nbi), with access regions that gather implicit ones.
 *
 * Takes addresses of the job's memory. A handle belongs to the thread that started the operation, and is synchronized once.
 */
import { STATICS } from '../abi.ts';
import { COMPLETE, type Conduit } from '../conduits/conduit.ts';
import type { Job } from '../core/job.ts';
import { badHandle, badTransfer } from '../errors.ts';
import type { Fault } from '../memory/check.ts';

export class Transfers {
  /** Handles of the implicit operations under way. */
  private implicit: number[] = [];
  private inAccessRegion = false;

  constructor(
    private readonly job: Job,
    private readonly conduit: Conduit,
    /** Why a transfer is wrong; `strict` asks it always. */
    private readonly faultOf: Fault,
    private readonly strict: boolean,
  ) {}

  /** Starts to copy; `name` is the C function, for messages. */
  copy(name: string, destination: number, source: number, size: number): number {
    if (size === 0) return COMPLETE;
    this.check(name, destination, size);
    this.check(name, source, size);
    return this.conduit.copy(destination, source, size);
  }

  /** Starts to set bytes. */
  fill(name: string, address: number, byte: number, size: number): number {
    if (size === 0) return COMPLETE;
    this.check(name, address, size);
    return this.conduit.fill(address, byte, size);
  }

  /** Adds an operation to those that `waitImplicit` waits for. */
  addImplicit(handle: number): void {
    if (handle !== COMPLETE) this.implicit.push(handle);
  }

  wait(name: string, handle: number): void {
    while (!this.test(name, handle)) {
      this.conduit.poll();
      this.job.poll();
    }
  }

  /** Whether it is done; then the handle is used up. */
  test(name: string, handle: number): boolean {
    return handle === COMPLETE || (this.conduit.test(handle) ?? this.job.fail(badHandle(name, handle)));
  }

  waitImplicit(name: string): void {
    while (!this.testImplicit(name)) {
      this.conduit.poll();
      this.job.poll();
    }
  }

  testImplicit(name: string): boolean {
    this.implicit = this.implicit.filter((handle) => !this.test(name, handle));
    return this.implicit.length === 0;
  }

  /** Access regions do not nest. */
  beginRegion(): void {
    if (this.inAccessRegion) this.job.fail('bupc_begin_accessregion inside an access region: they do not nest');
    this.inAccessRegion = true;
  }

  /** Gives one handle for all implicit operations of the region. */
  endRegion(): number {
    if (!this.inAccessRegion) this.job.fail('bupc_end_accessregion without bupc_begin_accessregion');
    this.inAccessRegion = false;
    this.waitImplicit('bupc_end_accessregion');
    return COMPLETE;
  }

  poll(): void {
    this.conduit.poll();
    this.job.poll();
  }

  private check(name: string, address: number, size: number): void {
    const { SHIFT, THREADS } = this.job.space;
    const start = address >>> 0;
    const offset = (address & ((1 << SHIFT) - 1)) >>> 0;
    // The common case in three comparisons; what fails them is looked at in detail.
    if (
      !this.strict &&
      size > 0 &&
      offset >= STATICS &&
      start >>> SHIFT < THREADS &&
      start >>> SHIFT === (start + size - 1) >>> SHIFT
    )
      return;
    const fault = this.faultOf(address, size >>> 0);
    if (fault !== undefined) this.job.fail(badTransfer(name, address, size >>> 0, fault));
  }
}
