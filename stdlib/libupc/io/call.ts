/**
 * One call of an I/O function by all threads: entry, what each thread does, exit, and failures as -1 and errno.
 *
 * A file has one descriptor in each process; thread 0 does what must happen once (creating, truncating ...) when all
 * have come, and the others take its result. (UPC 1.3, upc_io.h: common constraints)
 */
import type { AllThreads, Synchronization } from '../../../runtime/collectives/allthreads.ts';
import { COLLECTIVE_FUNCTIONS, functionNumber } from '../../../runtime/core/stages.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { badCollectiveArgument } from '../../../runtime/errors.ts';
import { positionOf } from '../../../runtime/memory/space.ts';
import { errorNumber, failure, setErrno } from '../../libc/errno.ts';

/** A failure that the function reports by -1 and errno; with a text, it is an error of the program. */
export class IoFailure extends Error {
  constructor(
    readonly number: number,
    text = '',
  ) {
    super(text);
  }
}

/** A wrong argument: its value, and the rule it breaks. */
export class WrongArgument extends IoFailure {
  constructor(number: number, argument: string, value: string, wanted: string) {
    super(number, badCollectiveArgument('', argument, value, wanted).slice(2));
  }
}

/** Berkeley UPC's way to silence what it says about calls that fail. */
const QUIET = 'UPC_QUIET_UPCIO';

/** A call: the arguments all threads must agree on, and the synchronization its flags require. */
export interface IoCall {
  readonly name: string;
  readonly agreed: readonly number[];
  readonly entry: Synchronization;
  readonly exit: Synchronization;
}

/** A call with single-valued arguments; it returns when thread 0 has done its part. */
export function together(name: string, agreed: readonly number[], exit: Synchronization = 'no'): IoCall {
  return { name, agreed, entry: 'all', exit };
}

/** The two words of a 64-bit argument. */
export function wordsOf(value: bigint): [number, number] {
  return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
}

export class IoCalls {
  private readonly numbers = new Map<string, number>();

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** Either all threads wait for each other in a call, or none does. */
  get agreeOnWaiting(): boolean {
    return this.environment.runtime.team.agreeOnWaiting;
  }

  /** Takes part in the call; gives what `work` gives, or -1 with errno set. */
  perform(call: IoCall, work: () => number): number {
    const { team } = this.environment.runtime;
    this.enter(call);
    if (call.entry !== 'no') team.beforeTouchingAll();
    const result = this.attempt(call.name, work);
    team.leave();
    return result;
  }

  enter({ name, agreed, entry, exit }: IoCall): void {
    let number = this.numbers.get(name);
    if (number === undefined) this.numbers.set(name, (number = functionNumber(name)));
    this.environment.runtime.team.enter({ name, number, arguments: this.inAllProcesses(number, agreed), entry, exit });
  }

  /** A file is named by its position. */
  private inAllProcesses(number: number, agreed: readonly number[]): readonly number[] {
    const { parameters } = COLLECTIVE_FUNCTIONS[number]!;
    return agreed.map((value, i) => (parameters[i] === 'fd' ? positionOf(this.environment, value) : value));
  }

  /** Result of `work`; -1 and errno where it fails. */
  attempt(name: string, work: () => number): number {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof IoFailure)) return failure(this.environment, error);
      if (error.message !== '') this.warn(name, error.message);
      setErrno(this.environment, error.number);
      return -1;
    }
  }

  warn(name: string, text: string): void {
    if (this.environment.variables[QUIET] === undefined) this.environment.runtime.job.warn(`${name}: ${text}`);
  }

  /** Ends the job: the argument cannot be used at all. */
  refuse(name: string, argument: string, value: string, wanted: string): never {
    return this.environment.runtime.job.fail(badCollectiveArgument(name, argument, value, wanted));
  }

  /** Thread 0 acts, when all have entered; all get its result, or its failure. */
  byThread0(action: () => number): number {
    this.contribute(this.environment.MYTHREAD === 0, action);
    return resultOf(this.contribution(0));
  }

  /**
   * The first thread of each process acts, but for thread 0; each thread gets its own process's result, nothing in thread 0's
   * process. Fails with the first failure of any.
   */
  byOtherProcesses(action: () => number): number | undefined {
    const { MYTHREAD, FIRST, runtime } = this.environment;
    const others = runtime.leaders.slice(1);
    if (others.length === 0) return undefined;
    this.contribute(MYTHREAD === FIRST && FIRST !== 0, action);
    const results = others.map((leader) => this.contribution(leader)).map(resultOf);
    return results[others.indexOf(FIRST)];
  }

  /** Each thread acts; gives the results of all by thread. Fails with the first failure of any. */
  byEach(action: () => number): number[] {
    this.contribute(true, action);
    return Array.from({ length: this.environment.THREADS }, (_, thread) => this.contribution(thread)).map(resultOf);
  }

  private contribute(acts: boolean, action: () => number): void {
    const { team } = this.environment.runtime;
    if (acts) this.environment.F64[team.ownValue() >>> 3] = outcomeOf(action);
    team.contribute();
  }

  private contribution(thread: number): number {
    const team: AllThreads = this.environment.runtime.team;
    return this.environment.F64[team.contribution(thread) >>> 3]!;
  }
}

/** The result, or the number of its error, negative: fits one word for the other threads. */
function outcomeOf(action: () => number): number {
  try {
    return action();
  } catch (error) {
    if (error instanceof IoFailure) return -error.number;
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    return -errorNumber(code);
  }
}

function resultOf(outcome: number): number {
  if (outcome < 0) throw new IoFailure(-outcome);
  return outcome;
}
