/* <pthread.h>: mutexes and spin locks. (POSIX) The first member of a mutex is its type, the second how often it is held. */
#include "waiting.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) { return attributes->__type = PTHREAD_MUTEX_DEFAULT, 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { return 0; }

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
  if ((unsigned)type > PTHREAD_MUTEX_ERRORCHECK) return EINVAL;
  attributes->__type = type;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type) {
  *type = attributes->__type;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int between) {
  return between == PTHREAD_PROCESS_PRIVATE ? 0 : between == PTHREAD_PROCESS_SHARED ? ENOTSUP : EINVAL;
}

int pthread_mutex_init(pthread_mutex_t *restrict mutex, const pthread_mutexattr_t *restrict attributes) {
  *mutex = (pthread_mutex_t){attributes ? attributes->__type : PTHREAD_MUTEX_DEFAULT, 0};
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return mutex->__held ? EBUSY : 0; }

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  if (mutex->__held && mutex->__type != PTHREAD_MUTEX_RECURSIVE) return EBUSY;
  if (mutex->__held == INT_MAX) return EAGAIN;
  mutex->__held++;
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  int failed = pthread_mutex_trylock(mutex);
  if (failed == EBUSY && mutex->__type == PTHREAD_MUTEX_NORMAL) __pgasc_wait_for_ever("pthread_mutex_lock");
  return failed == EBUSY ? EDEADLK : failed;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
  int failed = pthread_mutex_trylock(mutex);
  if (failed != EBUSY) return failed;
  return mutex->__type == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : __pgasc_wait_until(CLOCK_REALTIME, end);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!mutex->__held) return EPERM;
  mutex->__held--;
  return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int between) { return *lock = 0; }
int pthread_spin_destroy(pthread_spinlock_t *lock) { return 0; }
int pthread_spin_trylock(pthread_spinlock_t *lock) { return *lock ? EBUSY : (*lock = 1, 0); }
int pthread_spin_unlock(pthread_spinlock_t *lock) { return *lock = 0; }

int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (pthread_spin_trylock(lock) != 0) __pgasc_wait_for_ever("pthread_spin_lock");
  return 0;
}
