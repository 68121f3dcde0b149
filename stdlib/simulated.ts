/** Entry of the library linked into programs compiled with -simulate: as entry.ts, and the names of what may wait, for the build. */
import type { LibraryEnvironment } from '../runtime/abi.ts';
import { mayWait } from '../runtime/simulated/steps.ts';
import { libraries } from './libraries.ts';

export * from './entry.ts';

/** Names of the library functions that may wait. */
export function waitingNames(): string[] {
  const all = libraries.flatMap((make) => Object.entries(make({} as LibraryEnvironment)));
  return all.filter(([, f]) => mayWait(f)).map(([name]) => name);
}
