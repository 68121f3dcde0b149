/** Files that a job writes at its end: what cannot be written is told before it starts. */
import { LaunchError } from '../errors.ts';
import { reasonNotWritten } from '../platform/reasons.ts';

/** Runs an action on a file before the job starts. */
export function attempt<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new LaunchError(`cannot write ${file}: ${reasonNotWritten(error)}`);
  }
}
