/**
 * Implicit operations of a program that uses GASNet, and access regions, which collect them under one handle.
 */
import { IMPLICIT } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { UnderWay } from '../extended/underway.ts';

const PUTS = IMPLICIT.puts | IMPLICIT.otherPuts;
const GETS = IMPLICIT.gets | IMPLICIT.otherGets;

export class ImplicitOperations {
  /** Those that the network implements with handles only. */
  private pendingPuts: number[] = [];
  private pendingGets: number[] = [];
  /** Handles of the access region, if one is open. */
  private region: number[] | undefined;
  private readonly underWay: UnderWay;

  constructor(private readonly environment: RuntimeEnvironment) {
    this.underWay = new UnderWay(environment);
  }

  /** Whether any may be under way. */
  get areUnderWay(): boolean {
    return this.region !== undefined || this.underWay.has(PUTS | GETS);
  }

  /** Whether operations must be started with handles, for `add`. */
  get inRegion(): boolean {
    return this.region !== undefined;
  }

  add(handle: number): void {
    this.region!.push(handle);
  }

  /** The network has begun one that it counts as implicit: IMPLICIT.puts, IMPLICIT.gets. */
  counted(bit: number): void {
    this.underWay.began(bit);
  }

  /** Adds an operation with a handle, which the network does not count as implicit. */
  began(handle: number, isPut: boolean): void {
    if (handle === COMPLETE) return;
    this.underWay.began(isPut ? IMPLICIT.otherPuts : IMPLICIT.otherGets);
    (this.region ?? (isPut ? this.pendingPuts : this.pendingGets)).push(handle);
  }

  begin(): void {
    if (this.region !== undefined) this.fail('gasnet_begin_nbi_accessregion inside an access region: they do not nest');
    this.region = [];
    this.underWay.began(PUTS | GETS); // a wait in it is an error, which is told where it is called
  }

  /** Closes the region; returns the handle of its operations. */
  end(): number {
    const { region } = this;
    if (region === undefined) return this.fail('gasnet_end_nbi_accessregion without gasnet_begin_nbi_accessregion');
    this.region = undefined;
    return this.environment.runtime.transfers.together(region);
  }

  /** Whether all puts, all gets are complete, as requested. */
  test(name: string, puts: boolean, gets: boolean): boolean {
    if (this.region !== undefined)
      this.fail(`${name} inside an access region: end it by gasnet_end_nbi_accessregion and synchronize its handle`);
    if (puts && this.pendingPuts.length > 0) this.pendingPuts = this.left(name, this.pendingPuts);
    if (gets && this.pendingGets.length > 0) this.pendingGets = this.left(name, this.pendingGets);
    const { memory } = this.environment.runtime;
    if (puts && (this.pendingPuts.length > 0 || !memory.putsDone())) return false;
    if (gets && (this.pendingGets.length > 0 || !memory.getsDone())) return false;
    this.underWay.ended((puts ? PUTS : 0) | (gets ? GETS : 0));
    return true;
  }

  private left(name: string, handles: number[]): number[] {
    return handles.filter((handle) => !this.environment.runtime.transfers.test(name, handle));
  }

  private fail(message: string): never {
    return this.environment.runtime.job.fail(message);
  }
}
