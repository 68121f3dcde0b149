/**
 * Operations without handles of a program that uses GASNet, and access regions, which give them one together.
 */
import type { RuntimeEnvironment } from '../environment.ts';

export class ImplicitOperations {
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

  /** Whether all puts, all gets are done, as far as they are asked for. */
  test(name: string, puts: boolean, gets: boolean): boolean {
    if (this.region !== undefined)
      this.fail(`${name} inside an access region: end it by gasnet_end_nbi_accessregion and synchronize its handle`);
    const { memory } = this.environment.runtime;
    return (!puts || memory.putsDone()) && (!gets || memory.getsDone());
  }

  private fail(message: string): never {
    return this.environment.runtime.job.fail(message);
  }
}
