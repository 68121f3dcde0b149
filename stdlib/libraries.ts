/** All libraries that a thread is given. */
import type { LibraryFactory } from '../runtime/abi.ts';
import { callsLibrary, coarrayLibrary, gasnetLibrary, upcrLibrary } from '../runtime/index.ts';
import { armciLibrary } from './armci/index.ts';
import { gaLibrary } from './ga/index.ts';
import { processLibraries } from './index.ts';
import { mpiLibrary } from './mpi/index.ts';
import { shmemLibrary } from './shmem/index.ts';
import { simulationLibrary } from './simulation/index.ts';

/** Those that know what the threads of the job do together. */
export const jobLibraries: readonly LibraryFactory[] = [
  ...[...upcrLibrary, ...coarrayLibrary, ...gasnetLibrary, callsLibrary],
  ...[...shmemLibrary, ...armciLibrary, gaLibrary, ...mpiLibrary, simulationLibrary],
];
export { processLibraries };

export const libraries: readonly LibraryFactory[] = [...jobLibraries, ...processLibraries];
