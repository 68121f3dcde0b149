/**
 * The environment of a program compiled with -trace: a wrapper that records each call by the program.
 *
 * Calls by libraries and the runtime are part of the operation that makes them.
 */
import type { Environment } from '../abi.ts';
import { extended } from '../memory/joined.ts';
import type { Recorder } from './recorder.ts';
import { type Known, tracedLibrary } from './traced-library.ts';
import { tracedBarrier, tracedBits, tracedValues } from './traced-values.ts';

/** The unwrapped environment, if nothing is recorded. */
export function tracedEnvironment(environment: Environment, recorder: Recorder | undefined, known: Known): Environment {
  if (recorder === undefined) return environment;
  return extended(environment, {
    ...tracedValues(environment, recorder, known.isPrivate),
    ...tracedBits(environment, recorder),
    ...tracedBarrier(environment, recorder),
    library: tracedLibrary(environment.library, recorder, known),
    direct: undefined, // nothing passes by the wrappers
  });
}
