/**
 * The functions of a program for one thread, from an image in JavaScript or from the module that the supervisor has compiled.
 *
 * A module imports numbers and functions of the environment, some in another form: it has no texts, views or exceptions.
 */

import type { Environment, Instance, ModuleEnvironment, ModuleExports, NativeFunction, ProgramImage } from '../abi.ts';
import { commutesLike } from '../core/commuting.ts';
import type { Jumps } from '../core/jumps.ts';
import { extended } from '../memory/joined.ts';
import { simulation } from './simulation.ts';

/** `module` is that of an image that has one. */
export function instantiate(
  image: ProgramImage,
  module: WebAssembly.Module | undefined,
  environment: Environment,
  jumps: Jumps,
): Instance {
  const ofModule = (places: readonly string[]) => moduleEnvironment(environment, places, jumps);
  if (simulation !== undefined) return simulation.instantiate(image, module, environment, ofModule);
  if ('instantiate' in image) return image.instantiate(environment);
  const direct = environment.direct?.();
  const env = { ...ofModule(image.webassembly.places), ...direct?.environment };
  const library = { ...environment.library, ...direct?.library };
  const { exports } = new WebAssembly.Instance(module!, { env, library });
  const { main, table: own, callbacks: table = own } = exports as unknown as ModuleExports;
  for (let index = 1; index < (table?.length ?? 0); index++)
    environment.table[index] = (table!.get(index) as NativeFunction | null) ?? undefined;
  return { main };
}

function moduleEnvironment(env: Environment, places: readonly string[], jumps: Jumps): ModuleEnvironment {
  const own: Pick<ModuleEnvironment, 'notify' | 'wait' | 'barrier'> = {
    notify: (place, value) => env.notify(places[place]!, value),
    wait: (place, value) => env.wait(places[place]!, value),
    barrier: (place, value) => env.barrier(places[place]!, value),
  };
  commutesLike(env.notify, own.notify);
  commutesLike(env.barrier, own.barrier);
  return extended(env, { ...own, landing: jumps.moduleLanding }) as unknown as ModuleEnvironment;
}
