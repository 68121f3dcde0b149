/** All libraries that a thread is given: UPC's, that of coarrays, GASNet's, OpenSHMEM's, ARMCI's, MPI's, C's. Which there are is decided here alone. */
import type { LibraryFactory } from '../runtime/abi.ts';
import { coarrayLibrary, gasnetLibrary, upcrLibrary } from '../runtime/index.ts';
import { armciLibrary } from './armci/index.ts';
import { libraries as libc } from './index.ts';
import { mpiLibrary } from './mpi/index.ts';
import { shmemLibrary } from './shmem/index.ts';

/** Those that know what the threads of the job do together. */
export const jobLibraries: readonly LibraryFactory[] = [
  ...[upcrLibrary, coarrayLibrary, gasnetLibrary],
  ...[shmemLibrary, armciLibrary, mpiLibrary],
];
/** Those that serve one thread as if it were a process. */
export const processLibraries: readonly LibraryFactory[] = libc;

export const libraries: readonly LibraryFactory[] = [...jobLibraries, ...processLibraries];
