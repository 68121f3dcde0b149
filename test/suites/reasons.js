/** Reasons why a program does not apply, as README.md has them; the tables name them. */
export const THREADS = 'needs SHMEM_THREAD_MULTIPLE';
export const THREADED = 'needs MPI_THREAD_MULTIPLE';
export const INTERNALS = 'about internals or extensions of its library';
export const PROCESSES = 'starts processes by fork';
export const DYNAMIC = 'dynamic processes';
export const MEMORY = 'over 4 GiB';
export const PART = 'a part of others';
