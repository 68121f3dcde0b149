/**
 * longjmp (C99 7.13.2.1): an exception that the landing of its activation catches (the function that called setjmp).
 *
 * A program in JavaScript looks at what it caught. A module cannot: it asks for the jump under way. Any other way out of
 * the thread's functions, by exit() or because the job is over, ends that jump, so that one is never taken for the other.
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

  /** Something else unwinds the stack. */
  ended(): void {
    this.underWay = undefined;
  }
}
