/* Berkeley UPC for files that are C: the start and the end of the job, and what C has no words for. */
#ifndef _BUPC_EXTERN_H
#define _BUPC_EXTERN_H

#include <stddef.h>

/* Every thread runs main, so there is nothing left to start; the second runs `pmain` and ends the thread with its result. */
void bupc_init(int *argc, char ***argv);
void bupc_init_reentrant(int *argc, char ***argv, int (*pmain)(int, char **)) __attribute__((__noreturn__));
/* Ends this thread, as exit does; the job ends when all threads have. */
void bupc_exit(int exitcode) __attribute__((__noreturn__));

int bupc_extern_mythread(void);
int bupc_extern_threads(void);
char *bupc_extern_getenv(const char *env_name);
void bupc_extern_notify(int barrier_id);
void bupc_extern_wait(int barrier_id);
void bupc_extern_barrier(int barrier_id);
/* Addresses of this thread's part; bupc_local_to_shared makes pointers-to-shared of them. */
void *bupc_extern_alloc(size_t bytes);
void *bupc_extern_all_alloc(size_t nblocks, size_t blocksz);
void bupc_extern_free(void *ptr, int thread);

#endif
