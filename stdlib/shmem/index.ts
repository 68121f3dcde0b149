/**
 * OpenSHMEM 1.5 (shmem.h): what its functions in C (shmem-*.c) leave to the runtime.
 *
 * A PE is a thread; a symmetric object has one offset in the region of each. The functions in C are those of each type, and make loads
 * and stores of what they reach.
 */
import { allOf, type LibraryFactory, type NativeFunction } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { access } from './access.ts';
import { collectives } from './collectives.ts';
import { heap } from './heap.ts';
import { life } from './life.ts';
import { locks } from './locks.ts';
import { State } from './state.ts';
import { Teams } from './teams.ts';
import { waiting } from './waiting.ts';

export const shmemLibrary: LibraryFactory = (environment) => {
  const state = new State(environment as RuntimeEnvironment);
  const teams = new Teams(state);
  return withProfilingNames(
    allOf([
      ...[life(state), waiting(state), locks(state), heap(state), access(state)],
      ...[teams.functions(), collectives(state, teams)],
    ]),
  );
};

/** Public functions also by the names of the profiling interface (pshmem.h); those in C get theirs when the library is built. */
const withProfilingNames = (functions: Record<string, NativeFunction>): Record<string, NativeFunction> =>
  allOf([
    functions,
    ...Object.entries(functions).map(([name, body]) => (name.startsWith('shmem_') ? { [`p${name}`]: body } : {})),
  ]);
