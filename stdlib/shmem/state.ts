/**
 * What the functions of a PE share: whether the library is initialized, where symmetric objects are, and the checks of arguments.
 *
 * Takes addresses as the program gives them: of this PE's own object. The state in C (job.h) has what the fast ways look at.
 */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { rangeFault } from '../../runtime/memory/check.ts';
import { counterpart, isOwn, offsetOf } from '../../runtime/memory/space.ts';
import { Names } from '../common/names.ts';
import { nearRanks, sharedRanks } from '../common/neighbours.ts';
import { badPe, initializedTwice, notInitialized, notSymmetric } from './errors.ts';

/** Words of struct __shmem_job. */
const [NEAR, PES] = [0, 7];

export class State {
  /** Address of the state in C; 0 before initialization. */
  private job = 0;
  /** After finalization. */
  isClosed = false;
  private readonly names: Names;

  constructor(readonly environment: RuntimeEnvironment) {
    this.names = new Names(environment);
  }

  /** The text of a C string, the same string each time. */
  nameAt(address: number): string {
    return this.names.at(address);
  }

  open(name: string, job: number): void {
    const { environment } = this;
    const { I32, BASE, MYTHREAD, THREADS, runtime } = environment;
    if (this.isClosed || this.job !== 0) runtime.job.fail(initializedTwice(name));
    this.job = job;
    const { statics, heap } = runtime.symmetric;
    const [nearest, near] = nearRanks(environment);
    const parts = [heap, statics].flatMap(({ start, end }) => [BASE + start, end - start]);
    I32.set([near, nearest, ...parts, MYTHREAD, THREADS, ...sharedRanks(environment)], job >>> 2);
  }

  close(): void {
    const { I32 } = this.environment;
    this.isClosed = true;
    I32[(this.job >>> 2) + NEAR] = 0;
    I32[(this.job >>> 2) + PES] = 0;
    this.job = 0;
  }

  // ---------------------------------------------------------------- checks

  initialized(name: string): void {
    if (this.job === 0) this.fail(notInitialized(name, this.isClosed));
  }

  pe(name: string, pe: number): void {
    this.initialized(name);
    const { THREADS } = this.environment;
    if (pe >>> 0 >= THREADS) this.fail(badPe(name, pe, THREADS));
  }

  /** The PE, and that `bytes` at the address are a symmetric object; gives the address of that PE's part. */
  remote(name: string, argument: string, address: number, bytes: number, pe: number): number {
    this.pe(name, pe);
    this.symmetric(name, argument, address, bytes);
    return counterpart(this.environment, address, pe);
  }

  symmetric(name: string, argument: string, address: number, bytes: number): void {
    if (bytes === 0) return;
    const where =
      this.elsewhere(address, bytes >>> 0) ?? this.environment.runtime.transfers.fault(address, bytes >>> 0);
    if (where !== undefined) this.fail(notSymmetric(name, argument, address, where));
  }

  /** What else than a symmetric object an address is of. */
  private elsewhere(address: number, bytes: number): string | undefined {
    const { environment } = this;
    const { statics, heap } = environment.runtime.symmetric;
    const fault = rangeFault(environment, address, bytes);
    if (fault !== undefined) return fault;
    if (!isOwn(environment, address)) return "an address in another PE's memory";
    const offset = offsetOf(environment, address) >>> 0;
    for (const part of [statics, heap])
      if (offset >= part.start && offset < part.end)
        return offset + bytes <= part.end ? undefined : `${bytes} bytes reach beyond the symmetric memory`;
    return offset < heap.start ? 'an address on the stack' : "an address of C's heap (malloc)";
  }

  /** Memory of this PE alone. */
  local(name: string, argument: string, address: number, bytes: number): void {
    const fault = bytes === 0 ? undefined : this.environment.runtime.transfers.fault(address, bytes >>> 0);
    if (fault !== undefined)
      this.fail(`${name}: ${argument}: ${bytes >>> 0} bytes at 0x${(address >>> 0).toString(16)}: ${fault}`);
  }

  fail(message: string): never {
    return this.environment.runtime.job.fail(message);
  }
}
