/**
 * Between a module and the runtime's generators, for one rank: an operation that waits unwinds the module.
 *
 * Takes: a function that the module calls, or its main. Gives: what the module is given, or main as a generator. One idea: while an operation
 * waits nothing of the module is on the stack, and its generator alone is driven. When it is over the module is rewound, calls it again, and gets what it
 * has given. So a failure of it is thrown where the whole stack stands.
 */
import { type Environment, type Instance, type NativeFunction, SUSPENDED, SUSPENSION } from '../abi.ts';
import type { SUSPEND } from './coroutines.ts';
import { scheduler } from './scheduler.ts';
import { SUSPENDED_AGAIN, WrittenSteps } from './steps.ts';
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
    const run = (argc: number, argv: number) => waiting(() => new MainSteps(this, () => main(argc, argv)));
    return run as unknown as NonNullable<Instance['main']>;
  }

  /** Whether the module has been unwound; it is not in an operation then. */
  hasUnwound(): boolean {
    if (this.state !== SUSPENSION.UNWINDING) return false;
    this.state = 0;
    return true;
  }

  /** The operation goes on, which has stopped at its first wait: whether it is over, so that the module can be rewound. */
  advance(): boolean {
    return this.endsBy(() => this.operation!.next());
  }

  /** The same where what it waits for has failed, such as a handler that leaves by longjmp. */
  fail(error: unknown): boolean {
    return this.endsBy(() => this.operation!.throw(error));
  }

  private endsBy(go: () => IteratorResult<symbol, unknown>): boolean {
    try {
      const step = go();
      if (!step.done) return false;
      this.given = step.value;
      this.hasFailed = false;
    } catch (error) {
      this.given = error;
      this.hasFailed = true;
    }
    this.operation = undefined;
    this.state = SUSPENSION.REWINDING;
    return true;
  }
}

/** A run of main: it is called anew after each operation that has waited. */
class MainSteps extends WrittenSteps {
  private isWaiting = false;
  private hasEnded = false;

  constructor(
    private readonly rewinding: Rewinding,
    private readonly main: () => number,
  ) {
    super();
  }

  next(): IteratorResult<typeof SUSPEND, unknown> {
    return this.goOn(!this.isWaiting || this.rewinding.advance());
  }

  override throw(error: unknown): IteratorResult<typeof SUSPEND, unknown> {
    if (!this.isWaiting) throw error;
    return this.goOn(this.rewinding.fail(error));
  }

  private goOn(mayRun: boolean): IteratorResult<typeof SUSPEND, unknown> {
    if (this.hasEnded) return { done: true, value: undefined };
    if (!mayRun) return SUSPENDED_AGAIN;
    this.isWaiting = false; // where main fails it is over, as a generator is
    const status = this.main();
    this.isWaiting = this.rewinding.hasUnwound();
    if (this.isWaiting) return SUSPENDED_AGAIN;
    this.hasEnded = true;
    return { done: true, value: status };
  }
}
