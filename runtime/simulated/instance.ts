/**
 * The functions of a program for one simulated rank. Those that may wait are generators in JavaScript.
 *
 * One idea: the program calls its functions, and the libraries', as they are; what the runtime calls of the program (handlers, exit actions,
 * operators of reductions) runs through at once, and may not wait.
 */
import { type Environment, type Instance, type NativeFunction, WAITS } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { scheduler } from './scheduler.ts';

export const instantiate: Simulation['instantiate'] = (image, _module, environment) => {
  if (!('instantiate' in image)) throw new Error('a module cannot be simulated yet');
  const table: Environment['table'] = [];
  const instance: Instance = image.instantiate({ ...environment, table });
  table.forEach((f, index) => {
    environment.table[index] = f && throughAtOnce(f);
  });
  return instance;
};

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
