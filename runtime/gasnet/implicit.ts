/**
 * Operations without handles of a program that uses GASNet, and access regions, which give them one together.
 */
import { COMPLETE } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export class ImplicitOperations {
  /** Those that the network knows by handles only. */
  private pendingPuts: number[] = [];
  private pendingGets: number[] = [];
  /** Handles of those of the access region, while there is one. */
  private region: number[] | undefined;

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** Whether operations are to be begun with handles, for `add`. */
  get inRegion(): boolean {
    return this.region !== undefined;
  }

  add(handle: number): void {
    this.region!.push(handle);
  }

  /** An operation has begun that the network does not count among those without handles. */
  began(handle: number, isPut: boolean): void {
    if (handle === COMPLETE) return;
    (this.region ?? (isPut ? this.pendingPuts : this.pendingGets)).push(handle);
  }

  begin(): void {
    if (this.region !== undefined) this.fail('gasnet_begin_nbi_accessregion inside an access region: they do not nest');
    this.region = [];
  }

  /** Gives the handle of the region's operations. */
  end(): number {
    const { region } = this;
    if (region === undefined) return this.fail('gasnet_end_nbi_accessregion without gasnet_begin_nbi_accessregion');
    this.region = undefined;
    return this.environment.runtime.transfers.together(region);
  }

  /** Whether all puts, all gets are done, as far as requested. */
  test(name: string, puts: boolean, gets: boolean): boolean {
    if (this.region !== undefined)
      this.fail(`${name} inside an access region: end it by gasnet_end_nbi_accessregion and synchronize its handle`);
    if (puts && this.pendingPuts.length > 0) this.pendingPuts = this.left(name, this.pendingPuts);
    if (gets && this.pendingGets.length > 0) this.pendingGets = this.left(name, this.pendingGets);
    const { memory } = this.environment.runtime;
    return (
      (!puts || (this.pendingPuts.length === 0 && memory.putsDone())) &&
      (!gets || (this.pendingGets.length === 0 && memory.getsDone()))
    );
  }

  private left(name: string, handles: number[]): number[] {
    return handles.filter((handle) => !this.environment.runtime.transfers.test(name, handle));
  }

  private fail(message: string): never {
    return this.environment.runtime.job.fail(message);
  }
}
