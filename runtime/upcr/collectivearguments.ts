/**
 * Argument checks of collective functions: end the job with the error, else return the decoded argument.
 */
import type { Synchronization } from '../collectives/allthreads.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCollectiveArgument, inHex } from '../errors.ts';
import { isOne, positionOf, rankOf } from '../memory/space.ts';

/** upc_flag_t, as in upc_types.h: for the exit, for the entry. */
const OUT = 1 | 2 | 4;
const IN = 8 | 16 | 32;
const SYNCHRONIZATION: Readonly<Record<number, Synchronization>> = {
  0: 'all',
  1: 'all',
  2: 'my',
  4: 'no',
  8: 'all',
  16: 'my',
  32: 'no',
};

export class Arguments {
  constructor(private readonly environment: RuntimeEnvironment) {}

  /** A pointer-to-shared as all threads of the job name it. */
  agreed(address: number): number {
    const { space } = this.environment.runtime.job;
    return isOne(space) ? address : positionOf(space, address);
  }

  /** Synchronization that the flags require at entry. */
  entry(name: string, flags: number): Synchronization {
    if ((flags & ~(IN | OUT)) !== 0)
      this.fail(name, 'flags', inHex(flags), 'it must be UPC_IN_..., UPC_OUT_..., both combined by |, or 0');
    return SYNCHRONIZATION[flags & IN] ?? this.fail(name, 'flags', inHex(flags), 'it has two UPC_IN_... flags');
  }

  /** Synchronization that they require at exit. */
  exit(name: string, flags: number): Synchronization {
    return SYNCHRONIZATION[flags & OUT] ?? this.fail(name, 'flags', inHex(flags), 'it has two UPC_OUT_... flags');
  }

  /** A count that must not be 0. */
  positive(name: string, argument: string, value: number): void {
    if (value === 0) this.fail(name, argument, '0', 'it must be greater than 0');
  }

  /** A pointer with affinity to thread 0. */
  onThread0(name: string, argument: string, address: number): void {
    this.notNull(name, argument, address);
    const thread = rankOf(this.environment.runtime.job.space, address);
    if (thread !== 0)
      this.fail(name, argument, inHex(address), `it points to thread ${thread} and must point to thread 0`);
  }

  notNull(name: string, argument: string, address: number): void {
    if (address === 0) this.fail(name, argument, 'a null pointer', 'it must point to shared data');
  }

  aligned(name: string, argument: string, address: number, size: number): void {
    if (address % size !== 0)
      this.fail(name, argument, inHex(address), `elements of ${size} bytes must be aligned to ${size}`);
  }

  fail(name: string, argument: string, value: string, wanted: string): never {
    this.environment.runtime.job.fail(badCollectiveArgument(name, argument, value, wanted));
  }
}
