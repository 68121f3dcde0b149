/**
 * The functions of a program for one simulated rank. Those that may wait are generators in JavaScript; those of a module unwind and are rewound
 * (compiler/emit/wasm/suspend.ts).
 *
 * One idea: the program calls its functions, and the libraries', as they are; what the runtime calls of the program (handlers, exit actions,
 * operators of reductions) runs through at once, and may not wait.
 */
import { type Environment, type Instance, type ModuleExports, type NativeFunction, WAITS } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { fairly } from './fairness.ts';
import { Rewinding } from './rewinding.ts';
import { scheduler } from './scheduler.ts';

export const instantiate: Simulation['instantiate'] = (image, module, environment, ofModule) => {
  if ('instantiate' in image) {
    const table: Environment['table'] = [];
    const library = fairly(environment.library);
    const instance = image.instantiate({ ...fairly({ ...environment }), library, table });
    table.forEach((f, index) => {
      environment.table[index] = f && throughAtOnce(f);
    });
    return instance;
  }
  return moduleInstance(module!, environment, ofModule(image.webassembly.places) as unknown as Functions);
};

type Functions = Readonly<Record<string, unknown>>;

function moduleInstance(module: WebAssembly.Module, environment: Environment, env: Functions): Instance {
  const rewinding = new Rewinding(environment);
  const imports = { env: rewinding.imports(fairly(env)), library: rewinding.imports(fairly(environment.library)) };
  const { exports } = new WebAssembly.Instance(module, imports);
  const { main, table: own, callbacks: table = own } = exports as unknown as ModuleExports;
  for (let index = 1; index < (table?.length ?? 0); index++) {
    const f = table!.get(index) as NativeFunction | null;
    environment.table[index] = f ? throughAtOnce(f) : undefined;
  }
  return { main: main && rewinding.main(main) };
}

/** The function as the runtime calls it. */
function throughAtOnce(f: NativeFunction): NativeFunction {
  return (...values) => {
    scheduler.direct++;
    try {
      const given = f(...values);
      return given?.[WAITS] ? given.next().value : given;
    } finally {
      scheduler.direct--;
    }
  };
}
