/**
 * OpenSHMEM 1.5 (shmem.h): what its functions in C (shmem-*.c) leave to the runtime.
 *
 * A PE is a thread; a symmetric object has one offset in the region of each. The functions in C are those of each type, and make loads
 * and stores of what they reach.
 */
import { allOf, type NativeFunction, sharedBy } from '../../runtime/abi.ts';
import { ofJob, type RuntimeEnvironment } from '../../runtime/environment.ts';
import { access } from './access.ts';
import { collectives } from './collectives.ts';
import { heap } from './heap.ts';
import { life } from './life.ts';
import { locks } from './locks.ts';
import { State } from './state.ts';
import { Teams } from './teams.ts';
import { waiting } from './waiting.ts';

const stateOf = sharedBy((own: RuntimeEnvironment) => new State(own));
const teamsOf = sharedBy((own: RuntimeEnvironment) => new Teams(stateOf(own)));

/** Public functions also by the names of the profiling interface (pshmem.h); those in C get theirs when the library is built. */
const withProfilingNames = (functions: Record<string, NativeFunction>): Record<string, NativeFunction> =>
  allOf([
    functions,
    ...Object.entries(functions).map(([name, body]) => (name.startsWith('shmem_') ? { [`p${name}`]: body } : {})),
  ]);

export const shmemLibrary = ofJob([
  ...[life, waiting, locks, heap, access].map(
    (part) => (own: RuntimeEnvironment) => withProfilingNames(part(stateOf(own))),
  ),
  (own) => withProfilingNames(teamsOf(own).functions()),
  (own) => withProfilingNames(collectives(stateOf(own), teamsOf(own))),
]);
