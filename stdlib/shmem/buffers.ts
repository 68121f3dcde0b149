/**
 * -g: buffers of non-blocking functions, which the program may not write, or not touch at all, before a quiet completes them (OpenSHMEM 1.5, 9.6).
 */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import type { Watch } from '../../runtime/memory/watches.ts';
import { underWay } from '../common/errors.ts';

export class Buffers {
  private watches: Watch[] = [];

  constructor(private readonly environment: RuntimeEnvironment) {}

  get isWatching(): boolean {
    return this.environment.runtime.watches !== undefined;
  }

  /** Why a function may not use memory now; undefined if it may. */
  fault(address: number, bytes: number, isWritten: boolean): string | undefined {
    return bytes === 0 ? undefined : this.environment.runtime.watches?.access(address, bytes, isWritten);
  }

  /** A function that does not wait uses memory. */
  begin(name: string, address: number, bytes: number, isWritten: boolean): void {
    const { watches, job } = this.environment.runtime;
    if (watches === undefined || bytes === 0) return;
    const place = job.here();
    const told = () => underWay(name, place(), isWritten, 'shmem_quiet completes it');
    const watch = { uses: [{ runs: { addresses: [address], lengths: [bytes] }, isWritten }], told };
    watches.begin(watch);
    this.watches.push(watch);
  }

  /** All that has begun is over. */
  end(): void {
    for (const watch of this.watches) this.environment.runtime.watches!.end(watch);
    this.watches = [];
  }
}
