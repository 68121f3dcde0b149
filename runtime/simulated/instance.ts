/**
 * The functions of a program for one simulated rank. Those that may wait are generators in JavaScript; those of a module unwind and are rewound
 * (compiler/emit/wasm/suspend.ts).
 *
 * One idea: the program calls its functions, and the libraries', as they are; what the runtime calls of the program (handlers, exit actions,
 * operators of reductions) runs through at once, and may not wait.
 */
import type { Environment, Instance, ModuleExports, NativeFunction } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { toldAccesses } from './explored/accesses.ts';
import { exploring } from './explored/exploring.ts';
import { told } from './explored/told.ts';
import { fair } from './fairness.ts';
import { extended } from './record.ts';
import { Rewinding } from './rewinding.ts';
import { scheduler } from './scheduler.ts';
import { mayWait } from './steps.ts';

export const instantiate: Simulation['instantiate'] = (image, module, environment, ofModule) => {
  if ('instantiate' in image) {
    const table: Environment['table'] = [];
    const asked = exploring.isOn ? extended(environment, toldAccesses(environment)) : environment;
    const operations: Record<string, unknown> = { table };
    for (const name in asked) operations[name] ??= inTurn(name, asked[name as keyof Environment]);
    const instance = image.instantiate(operations as unknown as Environment);
    table.forEach((f, index) => {
      environment.table[index] = f && throughAtOnce(f);
    });
    return instance;
  }
  return moduleInstance(module!, environment, ofModule(image.webassembly.places) as unknown as Values);
};

/** What the program calls, as the order of its ranks wants it. */
export const inTurn = <T>(name: string, value: T): T => (exploring.isOn ? told(name, value) : fair(value));

type Values = Readonly<Record<string, unknown>>;

function moduleInstance(module: WebAssembly.Module, environment: Environment, env: Values): Instance {
  const rewinding = new Rewinding(environment);
  const { exports } = new WebAssembly.Instance(module, importsOf(module, env, environment.library, rewinding));
  const { main, table: own, callbacks: table = own } = exports as unknown as ModuleExports;
  for (let index = 1; index < (table?.length ?? 0); index++) {
    const f = table!.get(index) as NativeFunction | null;
    environment.table[index] = f ? throughAtOnce(f) : undefined;
  }
  return { main: main && rewinding.main(main) };
}

/** What the module asks for, and no more: each rank has its own. Where schedules are explored any function may wait. */
function importsOf(module: WebAssembly.Module, env: Values, library: Values, rewinding: Rewinding) {
  const imports: Record<string, Record<string, unknown>> = { env: {}, library: {} };
  for (const { module: from, name, kind } of namesOf(module)) {
    const value = from === 'env' ? fair(env[name]) : library[name];
    const waits = kind === 'function' && (exploring.isOn || mayWait(value));
    imports[from]![name] = waits ? rewinding.import(value as NativeFunction) : value;
  }
  return imports;
}

/** They are the same for all ranks. */
const known = new WeakMap<WebAssembly.Module, Imports>();
type Imports = ReturnType<typeof WebAssembly.Module.imports>;

function namesOf(module: WebAssembly.Module): Imports {
  const names = known.get(module) ?? WebAssembly.Module.imports(module);
  known.set(module, names);
  return names;
}

/** The function as the runtime calls it. */
function throughAtOnce(f: NativeFunction): NativeFunction {
  return (...values) => {
    scheduler.direct++;
    try {
      const given = f(...values);
      return given?.$waits ? given.next().value : given;
    } finally {
      scheduler.direct--;
    }
  };
}
