/**
 * longjmp (C99 7.13.2.1): an exception caught by the activation of the function that called setjmp.
 *
 * A program in JavaScript examines the exception. A module cannot: it queries the jump in progress. Unwinding for any
 * other reason, by exit() or at the end of the job, cancels that jump, so that the two are never confused.
 */
import type { Environment, LibraryEnvironment, ModuleEnvironment } from '../abi.ts';
import type { Job } from './job.ts';

/** Thrown by longjmp. */
export class LongJump {
  constructor(
    readonly activation: number,
    readonly site: number,
    readonly value: number,
  ) {}
}

const NOT_HERE = [0, 0] as const;

export class Jumps {
  private underWay: LongJump | undefined;

  constructor(private readonly job: Pick<Job, 'isOver'>) {}

  readonly jump: LibraryEnvironment['jump'] = (activation, site, value) => {
    this.underWay = new LongJump(activation, site, value);
    throw this.underWay;
  };

  /** For programs in JavaScript. */
  readonly landing: Environment['landing'] = (error, activation) => {
    if (error instanceof LongJump && error.activation === activation) return [error.site, error.value];
    throw error;
  };

  /** For modules. */
  readonly moduleLanding: ModuleEnvironment['landing'] = (activation) => {
    const jump = this.underWay;
    if (jump?.activation !== activation || this.job.isOver()) return NOT_HERE;
    this.underWay = undefined;
    return [jump.site, jump.value];
  };

  /** Another exception unwinds the stack. */
  ended(): void {
    this.underWay = undefined;
  }
}
