/**
 * The environment of a program compiled with -trace: what the program calls of it is told to the recorder first.
 *
 * Only the program's: what libraries and the runtime do for themselves is part of the operation that they do it for.
 */
import type { Environment } from '../abi.ts';
import type { Recorder } from './recorder.ts';
import { tracedLibrary } from './traced-library.ts';
import { tracedBarrier, tracedBits, tracedValues } from './traced-values.ts';

/** The environment itself, if nothing is recorded. */
export function tracedEnvironment(
  environment: Environment,
  recorder: Recorder | undefined,
  isPrivate: (address: number) => boolean,
): Environment {
  if (recorder === undefined) return environment;
  return {
    ...environment,
    ...tracedValues(environment, recorder, isPrivate),
    ...tracedBits(environment, recorder),
    ...tracedBarrier(environment, recorder),
    library: tracedLibrary(environment.library, recorder, environment.I32, isPrivate),
  };
}
