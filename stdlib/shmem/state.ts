/**
 * State that the functions of a PE share: whether the library is initialized, where symmetric objects are, and the checks of arguments.
 *
 * Takes addresses as the program gives them: of this PE's own object. C has a copy of what its fast ways look at (job.h).
 */
import { NULL_PAGE } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { inHex } from '../../runtime/errors.ts';
import { rangeFault } from '../../runtime/memory/check.ts';
import { counterpart, isOwn, offsetOf, regionBytes } from '../../runtime/memory/space.ts';
import { badArgument } from '../common/errors.ts';
import { meetingWords } from '../common/meeting.ts';
import { Names } from '../common/names.ts';
import { nearRanks, sharedRanks } from '../common/neighbours.ts';
import { privatePart } from '../common/private.ts';
import { Together } from '../common/together.ts';
import { Buffers } from './buffers.ts';
import {
  badPe,
  initializedTwice,
  notInitialized,
  notSymmetric,
  OTHER,
  otherCollective,
  partnerEnded,
} from './errors.ts';

/** Bytes as a word of C, or as a product that no word holds. */
const extent = (bytes: number) => (bytes < 0 ? bytes >>> 0 : bytes);

export class State {
  private isOpen = false;
  /** After finalization. */
  isClosed = false;
  readonly together: Together;
  readonly buffers: Buffers;
  private readonly names: Names;
  private told: readonly number[] | undefined;

  constructor(readonly environment: RuntimeEnvironment) {
    this.names = new Names(environment);
    this.buffers = new Buffers(environment);
    this.together = new Together(environment, { otherCollective, partnerEnded, other: OTHER });
  }

  /** The text of a C string, the same string each time. */
  nameAt(address: number): string {
    return this.names.at(address);
  }

  open(name: string): void {
    if (this.isClosed || this.isOpen) this.fail(initializedTwice(name));
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
    this.isClosed = true;
  }

  /** What C has of the state: the words of struct __shmem_job, which it asks for one by one. */
  get words(): readonly number[] {
    this.told ??= this.wordsOfJob();
    return this.told;
  }

  private wordsOfJob(): readonly number[] {
    const { BASE, MYTHREAD, SHIFT, THREADS, runtime } = this.environment;
    const { statics, heap } = runtime.symmetric;
    const [nearest, near] = nearRanks(this.environment);
    const parts = [
      [statics.start, heap.end],
      [heap.start, heap.end],
      [statics.start, statics.end],
    ];
    const ranges = parts.flatMap(([start, end]) => [BASE + start!, end! - start!]);
    const low = BASE + (nearest - MYTHREAD) * regionBytes(SHIFT) + NULL_PAGE;
    const memory = [low, near * regionBytes(SHIFT) - NULL_PAGE];
    const open = near === 0 ? 0 : THREADS;
    const { first, stride, count } = sharedRanks(this.environment);
    const own = [MYTHREAD, THREADS, first, stride, count, open];
    return [
      near,
      nearest,
      ...memory,
      ...ranges,
      ...own,
      ...meetingWords(this.environment),
      this.buffers.isWatching ? 1 : 0,
    ];
  }

  // ---------------------------------------------------------------- checks

  initialized(name: string): void {
    if (!this.isOpen) this.fail(notInitialized(name, this.isClosed));
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
    const where = this.elsewhere(address, extent(bytes));
    if (where !== undefined) this.fail(notSymmetric(name, argument, address, where));
    const fault = this.environment.runtime.transfers.fault(address, extent(bytes));
    if (fault !== undefined) this.refuse(name, argument, inHex(address), fault);
  }

  /** What else than a symmetric object an address is of. */
  private elsewhere(address: number, bytes: number): string | undefined {
    const { environment } = this;
    const { statics, heap, phantoms } = environment.runtime.symmetric;
    const fault = rangeFault(environment, address, bytes);
    if (fault !== undefined) return fault;
    if (!isOwn(environment, address)) return "an address in another PE's memory";
    const offset = offsetOf(environment, address) >>> 0;
    for (const part of [statics, heap, phantoms])
      if (offset >= part.start && offset < part.end)
        return offset + bytes <= part.end ? undefined : `${bytes} bytes reach beyond the symmetric memory`;
    return privatePart(environment, offset);
  }

  /** Memory of this PE alone, which the function reads or writes. */
  local(name: string, argument: string, address: number, bytes: number, isWritten: boolean): void {
    const fault =
      (bytes === 0 ? undefined : this.environment.runtime.transfers.fault(address, extent(bytes))) ??
      this.buffers.fault(address, bytes, isWritten);
    if (fault !== undefined) this.refuse(name, argument, inHex(address), fault);
  }

  /** Ends the job with a message about an argument. */
  refuse(name: string, argument: string, value: number | string, rule: string): never {
    return this.fail(badArgument(name, argument, `${value}`, rule));
  }

  fail(message: string): never {
    return this.environment.runtime.job.fail(message);
  }
}
