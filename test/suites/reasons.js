/** Reasons why a program does not apply, as README.md has them; the tables name them. */
export const THREADS = 'needs SHMEM_THREAD_MULTIPLE';
export const INTERNALS = 'about internals or extensions of its library';
