/**
 * The functions of a program for one simulated rank. Those that may wait are generators in JavaScript; those of a module unwind and are rewound
 * (module.ts).
 *
 * One idea: the program calls its functions, and the libraries', as they are; what the runtime calls of the program (handlers, operators of
 * reductions) runs through at once, and may not wait, but for exit actions after main.
 */
import type { Environment, NativeFunction } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { toldAccesses } from './explored/accesses.ts';
import { exploring } from './explored/exploring.ts';
import { told } from './explored/told.ts';
import { fair } from './fairness.ts';
import { moduleInstance, type Values } from './module.ts';
import { extended } from './record.ts';
import { scheduler } from './scheduler.ts';

/** How a rank's functions are called after main, by its table. */
const afterMain = new WeakMap<Environment['table'], (index: number) => unknown>();

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
    afterMain.set(environment.table, (index) => table[index]!());
    return instance;
  }
  const instance = moduleInstance(module!, environment, ofModule(image.webassembly.places) as unknown as Values);
  afterMain.set(environment.table, instance.callAfterMain);
  return instance;
};

export const callAfterMain: Simulation['callAfterMain'] = (table, index) => afterMain.get(table)!(index);

/** What the program calls, as the order of its ranks wants it. */
export const inTurn = <T>(name: string, value: T): T => (exploring.isOn ? told(name, value) : fair(value));

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
