/**
 * The environment of a program compiled with -trace: what the program calls of it is told to the recorder first.
 *
 * Only the program's: what libraries and the runtime do for themselves is part of the operation that they do it for.
 */
import type { Environment } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { tracedLibrary } from './traced-library.ts';
import { tracedBarrier, tracedBits, tracedValues } from './traced-values.ts';

/** The environment itself, if nothing is recorded. `base` is the environment of the libraries. */
export function tracedEnvironment(environment: Environment, base: RuntimeEnvironment): Environment {
  const { recorder } = base;
  if (recorder === undefined) return environment;
  const { isPrivate } = base.runtime;
  return {
    ...environment,
    ...tracedValues(environment, recorder, isPrivate),
    ...tracedBits(environment, recorder),
    ...tracedBarrier(environment, recorder),
    library: tracedLibrary(environment.library, recorder, environment.I32, isPrivate),
  };
}
