/**
 * State that the functions of a process share: whether ARMCI is initialized, where blocks are, the checks of arguments.
 *
 * An address that the program has of another process is one in its region: this memory's where that has the region, else one of this
 * process's own region at the same offset. With the process beside it, it is a place of the job. The state in C (job.h) has what the
 * fast ways look at.
 */
import { FOREIGN_CAST, type NativeFunction } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { rangeFault } from '../../runtime/memory/check.ts';
import { addressOf, isAddress, isEverybodys, isOwn, isReached, offsetOf, rankOf } from '../../runtime/memory/space.ts';
import { Texts } from '../../runtime/memory/texts.ts';
import type { Progression } from '../../runtime/neighbourhood.ts';
import { badArgument } from '../common/errors.ts';
import { meetingWords } from '../common/meeting.ts';
import { Names } from '../common/names.ts';
import { nearRanks, type Range } from '../common/neighbours.ts';
import { privatePart } from '../common/private.ts';
import { Together } from '../common/together.ts';
import { type Block, Blocks } from './blocks.ts';
import { badProc, notInitialized, notOfArmci, notReadable, OTHER, otherCollective, partnerEnded } from './errors.ts';

/** Words of struct __armci_job. */
const [PROCS, DOMAIN, MEETING, ADDS_UP, REGIONS] = [0, 1, 6, 8, 9];
/** Words of a region that C has, and how many there are. */
const [REGION, MOST_REGIONS] = [3, 64];

export class State {
  /** Address of the state in C; 0 before initialization. */
  private job = 0;
  /** The processes whose memory this one loads and stores. */
  private near: Range = [0, 0];
  /** After finalization. */
  isClosed = false;
  private readonly names: Names;
  readonly blocks = new Blocks();
  readonly together: Together;
  /** Table indexes of the functions in C that accumulate, and that combine operands. */
  private accumulate = 0;
  private combine = 0;
  /** The processes of each. */
  domains: readonly Progression[] = [];

  constructor(readonly environment: RuntimeEnvironment) {
    this.names = new Names(environment);
    this.together = new Together(environment, { otherCollective, partnerEnded, other: OTHER });
  }

  nameAt(address: number): string {
    return this.names.at(address);
  }

  /** A text that is read once. */
  textAt(address: number): string {
    return new Texts(this.environment).read(address);
  }

  open(job: number, accumulate: number, combine: number): void {
    const { environment } = this;
    [this.job, this.accumulate, this.combine, this.isClosed] = [job, accumulate, combine, false];
    this.near = nearRanks(environment);
    environment.I32[(job >>> 2) + PROCS] = environment.THREADS;
    environment.I32.set(meetingWords(environment), (job >>> 2) + MEETING);
    this.forgetRegions();
    environment.I32[(environment.BASE + FOREIGN_CAST) >>> 2] = -1; // addresses of others are valid
  }

  /** Accumulates of memory that C loads and stores are its own. */
  letAddUp(): void {
    this.environment.I32[(this.job >>> 2) + ADDS_UP] = 1;
  }

  enterDomains(domains: readonly Progression[]): void {
    const { I32, MYTHREAD } = this.environment;
    this.domains = domains;
    const own = this.domainOf(MYTHREAD);
    const { first, count } = domains[own]!;
    I32.set([first, count, own, domains.length], (this.job >>> 2) + DOMAIN);
  }

  domainOf(proc: number): number {
    return this.domains.findIndex(({ first, stride, count }) => {
      const index = (proc - first) / stride;
      return Number.isInteger(index) && index >= 0 && index < count;
    });
  }

  close(): void {
    const { I32 } = this.environment;
    I32[(this.job >>> 2) + PROCS] = 0;
    this.forgetRegions();
    this.isClosed = true;
    this.job = 0;
  }

  /** Adds up: (operation, scale, source, destination, bytes), addresses of this memory. */
  get accumulates(): NativeFunction {
    return this.environment.table[this.accumulate]!;
  }

  /** Combines arrays: (type, operation, to, from, number). */
  get combines(): NativeFunction {
    return this.environment.table[this.combine]!;
  }

  // ---------------------------------------------------------------- regions that C knows

  private enterRegion(proc: number, { offset, bytes }: Block): void {
    const [nearest, near] = this.near;
    if (proc < nearest || proc >= nearest + near) return;
    const at = (this.job >>> 2) + REGIONS + REGION * (proc % MOST_REGIONS);
    this.environment.I32.set([proc, this.pointerTo(proc, offset), bytes], at);
  }

  forgetRegions(): void {
    const at = (this.job >>> 2) + REGIONS;
    this.environment.I32.fill(0, at, at + REGION * MOST_REGIONS);
  }

  // ---------------------------------------------------------------- addresses

  /** What the program is given for the offset in the region of a process. */
  pointerTo(proc: number, offset: number): number {
    const { environment } = this;
    return isReached(environment, proc) ? addressOf(environment, proc, offset) : (environment.BASE + offset) | 0;
  }

  /** The address in the job of `bytes` of a process. They must be in a block; this process's own may be anywhere in its memory. */
  remote(name: string, argument: string, address: number, bytes: number, proc: number): number {
    this.proc(name, proc);
    const { environment } = this;
    const where = bytes === 0 ? undefined : this.elsewhere(address, bytes, proc);
    if (where !== undefined) this.fail(notOfArmci(name, argument, address, proc, where));
    return addressOf(environment, proc, offsetOf(environment, address));
  }

  /** What else than a block of the process an address is of. */
  private elsewhere(address: number, bytes: number, proc: number): string | undefined {
    const { environment } = this;
    const isForeign =
      !isEverybodys(address) &&
      isReached(environment, proc) &&
      isAddress(environment, address) &&
      rankOf(environment, address) !== proc;
    if (isForeign)
      return (
        rangeFault(environment, address, 1) ?? `an address in the memory of process ${rankOf(environment, address)}`
      );
    const offset = offsetOf(environment, address) >>> 0;
    const block = this.blocks.at(proc, offset);
    if (block !== undefined) {
      const left = block.offset + block.bytes - offset;
      if (bytes > left) return `${bytes} bytes reach ${bytes - left} bytes beyond the block`;
      this.enterRegion(proc, block);
      return undefined;
    }
    if (proc === environment.MYTHREAD) return environment.runtime.transfers.fault(address, bytes);
    return rangeFault(environment, address, bytes) ?? this.partAt(offset);
  }

  private partAt(offset: number): string {
    const { statics, heap } = this.environment.runtime.symmetric;
    if (offset < statics.end) return 'static data';
    if (offset < heap.end) return 'no block is there, or it has been freed';
    return privatePart(this.environment, offset);
  }

  /** Memory of this process. */
  local(name: string, argument: string, address: number, bytes: number): void {
    const fault = bytes === 0 ? undefined : this.environment.runtime.transfers.fault(address, bytes);
    if (fault !== undefined) this.fail(notReadable(name, argument, address, bytes, fault));
  }

  /** Whether an address is of this process's own region. */
  isOwn(address: number): boolean {
    return isOwn(this.environment, address);
  }

  // ---------------------------------------------------------------- other checks

  initialized(name: string): void {
    if (this.job === 0) this.fail(notInitialized(name, this.isClosed));
  }

  proc(name: string, proc: number): void {
    this.initialized(name);
    this.exists(name, proc);
  }

  /** Messages do not need ARMCI_Init. */
  exists(name: string, proc: number): void {
    const { THREADS } = this.environment;
    if (proc >>> 0 >= THREADS) this.fail(badProc(name, proc, THREADS));
  }

  /** Ends the job with a message about an argument. */
  refuse(name: string, argument: string, value: number | bigint | string, rule: string): never {
    return this.fail(badArgument(name, argument, `${value}`, rule));
  }

  fail(message: string): never {
    return this.environment.runtime.job.fail(message);
  }
}
