/**
 * Between a module and the runtime's generators, for one rank: an operation that waits unwinds the module.
 *
 * Takes: a function that the module calls, or its main. Gives: what the module is given, or main as a generator. One idea: while an operation
 * waits nothing of the module is on the stack, and its generator alone is driven. When it is over the module is rewound, calls it again, and gets what it
 * has given. So a failure of it is thrown where the whole stack stands.
 */
import { type Environment, type Instance, type NativeFunction, SUSPENDED, SUSPENSION } from '../abi.ts';
import { type Coroutine, SUSPEND, scheduler } from './scheduler.ts';
import { waiting } from './waiting.ts';

/** The rest of an operation that has begun to wait. */
type Rest = Generator<symbol, unknown>;

export class Rewinding {
  private readonly I32: Int32Array;
  private readonly word: number;
  private readonly stackLimit: number;
  private operation: Rest | undefined;
  /** What it has given, or its failure. */
  private given: unknown;
  private hasFailed = false;

  constructor(environment: Environment) {
    this.stackLimit = environment.stackLimit;
    this.I32 = environment.I32;
    this.word = (environment.BASE + SUSPENSION.WORD) >>> 2;
  }

  private get state(): number {
    return this.I32[this.word]!;
  }

  private set state(state: number) {
    this.I32[this.word] = state;
  }

  /** The module calls a function of its rank. */
  call(f: () => NativeFunction, values: readonly unknown[]): unknown {
    if (scheduler.direct === 0 && this.state === SUSPENSION.REWINDING) return this.goOn();
    const given = f()(...values);
    return given?.$waits ? this.begin(given) : given;
  }

  private begin(operation: Rest): unknown {
    const step = operation.next();
    if (step.done) return step.value;
    this.operation = operation;
    this.I32[this.word + ((SUSPENDED - SUSPENSION.WORD) >> 2)] = this.stackLimit;
    this.state = SUSPENSION.UNWINDING;
    return false; // an integer of any size
  }

  private goOn(): unknown {
    const { given } = this;
    this.state = 0;
    this.given = undefined;
    if (this.hasFailed) throw given;
    return given;
  }

  main(main: NonNullable<Instance['main']>): NonNullable<Instance['main']> {
    const run = (argc: number, argv: number) => waiting(() => this.run(main, argc, argv));
    return run as unknown as NonNullable<Instance['main']>;
  }

  private *run(main: NonNullable<Instance['main']>, argc: number, argv: number): Coroutine {
    let status = main(argc, argv);
    while (this.state === SUSPENSION.UNWINDING) {
      this.state = 0;
      do
        yield SUSPEND; // the operation has stopped at its first wait
      while (!this.isOver());
      this.state = SUSPENSION.REWINDING;
      status = main(argc, argv);
    }
    return status;
  }

  /** The operation goes on: whether it ends. */
  private isOver(): boolean {
    try {
      const step = this.operation!.next();
      if (!step.done) return false;
      this.given = step.value;
      this.hasFailed = false;
    } catch (error) {
      this.given = error;
      this.hasFailed = true;
    }
    this.operation = undefined;
    return true;
  }
}
