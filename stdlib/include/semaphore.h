/* Semaphores of one thread: a wait that nobody could end ends the job. There are none with names (ENOSYS). (POSIX) */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <time.h>

typedef struct {
  int __value;
} sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 0x7fffffff

int sem_init(sem_t *, int, unsigned int);
int sem_destroy(sem_t *);
int sem_post(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *restrict, const struct timespec *restrict);
int sem_getvalue(sem_t *restrict, int *restrict);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);

#endif
