/**
 * The environment of a program compiled with -trace: each of its functions that the program calls is recorded.
 *
 * Only the program's calls: those of libraries and the runtime are part of the operation that makes them.
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
