/**
 * Between a module and the runtime's generators, for one rank: an operation that waits unwinds the module.
 *
 * Takes: a function that the module imports, or its main. Gives: an import that the module can call, or main as a generator. One idea: while an operation
 * waits nothing of the module is on the stack, and its generator alone is driven. When it is over the module is rewound, calls it again, and gets what it
 * has given. So a failure of it is thrown where the whole stack stands.
 */
import { type Environment, type Instance, type NativeFunction, SUSPENDED, SUSPENSION } from '../abi.ts';
import { type SUSPEND, scheduler } from './scheduler.ts';
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

  /** A function, as the module is to be given it. */
  import(f: NativeFunction): NativeFunction {
    return (...values) => {
      if (scheduler.direct === 0 && this.state === SUSPENSION.REWINDING) return this.goOn();
      const given = f(...values);
      return given?.$waits ? this.begin(given) : given;
    };
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
    const run = (argc: number, argv: number) => waiting(() => new Run(this, () => main(argc, argv)));
    return run as unknown as NonNullable<Instance['main']>;
  }

  /** Whether the module has been unwound; it is not in an operation then. */
  hasUnwound(): boolean {
    if (this.state !== SUSPENSION.UNWINDING) return false;
    this.state = 0;
    return true;
  }

  /** Goes on with the operation; gives its step, or undefined once it is over, and the module can be rewound. It has stopped at its first wait. */
  step(): IteratorResult<symbol, unknown> | undefined {
    try {
      const step = this.operation!.next();
      if (!step.done) return step;
      this.given = step.value;
      this.hasFailed = false;
    } catch (error) {
      this.given = error;
      this.hasFailed = true;
    }
    this.operation = undefined;
    this.state = SUSPENSION.REWINDING;
    return undefined;
  }
}

/** A run of main: it is called anew behind each operation that has waited. */
class Run extends WrittenSteps {
  private isWaiting = false;
  private isOver = false;

  constructor(
    private readonly rewinding: Rewinding,
    private readonly main: () => number,
  ) {
    super();
  }

  next(): IteratorResult<typeof SUSPEND, unknown> {
    if (this.isOver) return { done: true, value: undefined };
    if (this.isWaiting && this.rewinding.step() !== undefined) return SUSPENDED_AGAIN;
    const status = this.main();
    this.isWaiting = this.rewinding.hasUnwound();
    if (this.isWaiting) return SUSPENDED_AGAIN;
    this.isOver = true;
    return { done: true, value: status };
  }
}
