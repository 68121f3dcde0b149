/**
 * The module of a program, of which all simulated ranks of a memory share one instance.
 *
 * Takes: the module; of each rank what it imports. Gives: its functions, as each rank's. One idea: what tells ranks apart in a module are a few numbers, its stack pointer and
 * the functions that it imports. Whoever calls the module says as which rank it is to run (compiler/emit/wasm/rank-function.ts); an import calls the function of that rank, which
 * is made when the rank first calls it.
 */
import { type Environment, type Instance, MODULE_NUMBERS, type ModuleExports, type NativeFunction } from '../abi.ts';
import { exploring } from './explored/exploring.ts';
import { fair } from './fairness.ts';
import { Rewinding } from './rewinding.ts';
import { scheduler } from './scheduler.ts';
import { mayWait } from './steps.ts';

/** What a module imports from one of its two sources, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** By the memory of the ranks. */
const shared = new WeakMap<WebAssembly.Memory, SharedModule>();

/** The functions of the program for one rank; those by table index come into the table of its environment. */
export function moduleInstance(
  module: WebAssembly.Module,
  environment: Environment,
  env: Values,
): Instance & AfterMain {
  const resident = new Resident(environment, env);
  const memory = env.memory as WebAssembly.Memory;
  const one = shared.get(memory) ?? new SharedModule(module, memory, resident);
  shared.set(memory, one);
  one.tableAs(resident).forEach((f, index) => {
    environment.table[index] = f;
  });
  return { main: one.mainAs(resident), callAfterMain: (index) => one.callAfterMain(resident, index) };
}

interface AfterMain {
  /** Calls a function by table index when main is over. It may wait. */
  callAfterMain(index: number): unknown;
}

/** A rank, as the module needs it. */
class Resident {
  readonly rewinding: Rewinding;
  /** As `runAs` takes them: the stack pointer, as the rank has left it, is the last. */
  readonly numbers: number[];
  /** By the number of the import. */
  readonly functions: (NativeFunction | undefined)[] = [];

  constructor(
    private readonly environment: Environment,
    private readonly env: Values,
  ) {
    this.rewinding = new Rewinding(environment);
    this.numbers = [...MODULE_NUMBERS.map((name) => env[name] as number), environment.stackTop];
  }

  /** What is imported by these names. */
  value(from: string, name: string): unknown {
    return from === 'env' ? fair(this.env[name]) : (this.environment.library as Values)[name];
  }
}

class SharedModule {
  private readonly exports: ModuleExports;
  /** By table index. */
  private readonly table: readonly (NativeFunction | undefined)[];
  /** As which rank the module runs. */
  private me: Resident | undefined;

  /** `first`: one of its ranks, whose functions are of the same kinds as those of all. */
  constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, first: Resident) {
    const imports: Record<string, Record<string, WebAssembly.Memory | NativeFunction>> = {
      env: { memory },
      library: {},
    };
    WebAssembly.Module.imports(module).forEach(({ module: from, name, kind }, index) => {
      if (kind === 'function') imports[from]![name] = this.import(index, from, name, first.value(from, name));
    });
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as ModuleExports;
    const { table: own, callbacks: table = own } = this.exports;
    this.table = Array.from({ length: table?.length ?? 0 }, (_, index) => functionAt(table!, index));
  }

  /** Where schedules are explored any function may wait. */
  private import(index: number, from: string, name: string, example: unknown): NativeFunction {
    if (STATELESS.has(example)) return example as NativeFunction;
    const own = (): NativeFunction => {
      const { functions } = this.me!;
      return (functions[index] ??= this.me!.value(from, name) as NativeFunction);
    };
    if (exploring.isOn || mayWait(example)) return (...values) => this.me!.rewinding.call(own, values);
    return (...values) => own()(...values);
  }

  /** From now on it runs as this rank. */
  private become(resident: Resident): void {
    const { me } = this;
    if (me === resident) return;
    const stackPointer = this.exports.runAs!(...resident.numbers);
    if (me !== undefined) me.numbers[MODULE_NUMBERS.length] = stackPointer;
    this.me = resident;
  }

  /** What a rank's program begins with. It may wait. */
  mainAs(resident: Resident): Instance['main'] {
    const { main } = this.exports;
    return (
      main &&
      resident.rewinding.main((argc, argv) => {
        this.become(resident);
        return main(argc, argv);
      })
    );
  }

  callAfterMain(resident: Resident, index: number): unknown {
    const f = this.table[index]!;
    const main = resident.rewinding.main(() => {
      this.become(resident);
      return f() as number;
    });
    return main(0, 0);
  }

  /** What the runtime calls of a rank's program, also while the module runs as another one: it may not wait. */
  tableAs(resident: Resident): (NativeFunction | undefined)[] {
    return this.table.map((f) => f && ((...values) => this.callAs(resident, f, values)));
  }

  private callAs(resident: Resident, f: NativeFunction, values: readonly unknown[]): unknown {
    const { me } = this;
    this.become(resident);
    scheduler.direct++;
    try {
      return f(...values);
    } finally {
      scheduler.direct--;
      if (me !== undefined) this.become(me);
    }
  }
}

const functionAt = (table: WebAssembly.Table, index: number): NativeFunction | undefined =>
  (table.get(index) as NativeFunction | null) ?? undefined;

/** JavaScript's own functions, which are the same for all ranks: the engine has instructions for some. */
const STATELESS: ReadonlySet<unknown> = new Set(
  Object.getOwnPropertyNames(Math).map((name) => Math[name as keyof Math]),
);
