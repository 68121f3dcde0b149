/* <pthread.h>, <semaphore.h>: locks for readers, conditions, barriers, semaphores. (POSIX) */
#include "waiting.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes) {
  *lock = (pthread_rwlock_t){0, 0};
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) { return lock->__readers || lock->__writer ? EBUSY : 0; }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) { return lock->__writer ? EBUSY : (lock->__readers++, 0); }

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return lock->__readers || lock->__writer ? EBUSY : (lock->__writer = 1, 0);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return pthread_rwlock_tryrdlock(lock) ? EDEADLK : 0; }

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  if (lock->__writer) return EDEADLK;
  if (pthread_rwlock_trywrlock(lock)) __pgasc_wait_for_ever("pthread_rwlock_wrlock");
  return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (!lock->__writer && !lock->__readers) return EPERM;
  if (lock->__writer) lock->__writer = 0;
  else lock->__readers--;
  return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes) { return attributes->__clock = CLOCK_REALTIME; }
int pthread_condattr_destroy(pthread_condattr_t *attributes) { return 0; }

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  attributes->__clock = clock;
  return 0;
}

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes) {
  condition->__clock = attributes ? attributes->__clock : CLOCK_REALTIME;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
int pthread_cond_signal(pthread_cond_t *condition) { return 0; }
int pthread_cond_broadcast(pthread_cond_t *condition) { return 0; }
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  __pgasc_wait_for_ever("pthread_cond_wait");
}
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict end) {
  return __pgasc_wait_until(condition->__clock, end);
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes,
                         unsigned int count) {
  barrier->__count = count;
  return count ? 0 : EINVAL;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) { return 0; }

int pthread_barrier_wait(pthread_barrier_t *barrier) {
  if (barrier->__count != 1) __pgasc_wait_for_ever("pthread_barrier_wait");
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

static int fail(int number) {
  errno = number;
  return -1;
}

int sem_init(sem_t *semaphore, int between, unsigned int value) {
  if (between || value > SEM_VALUE_MAX) return fail(between ? ENOSYS : EINVAL);
  semaphore->__value = value;
  return 0;
}

int sem_destroy(sem_t *semaphore) { return 0; }
int sem_trywait(sem_t *semaphore) { return semaphore->__value ? (semaphore->__value--, 0) : fail(EAGAIN); }
int sem_post(sem_t *semaphore) { return semaphore->__value == SEM_VALUE_MAX ? fail(EOVERFLOW) : (semaphore->__value++, 0); }

int sem_wait(sem_t *semaphore) {
  if (!semaphore->__value) __pgasc_wait_for_ever("sem_wait");
  return sem_trywait(semaphore);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
  return semaphore->__value ? sem_trywait(semaphore) : fail(__pgasc_wait_until(CLOCK_REALTIME, end));
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
  *value = semaphore->__value;
  return 0;
}

sem_t *sem_open(const char *name, int flags, ...) { return errno = ENOSYS, SEM_FAILED; }
int sem_close(sem_t *semaphore) { return fail(EINVAL); }
int sem_unlink(const char *name) { return fail(ENOENT); }
