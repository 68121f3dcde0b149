/* <pthread.h>, <semaphore.h>, <threads.h> in a program with one thread, as SQLite uses them; what glibc says of each. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int calls, destroyed;
static void call(void) { calls++; }
static void destroy(void *value) { destroyed += *(int *)value; }
static void ended(void) { _Exit(bad != 0 || destroyed != 7); }
static void undo(void *value) { ++*(int *)value; }

static struct timespec soon(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += 2000000;
  if (time.tv_nsec >= 1000000000) time.tv_sec++, time.tv_nsec -= 1000000000;
  return time;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutex_t checked;
  CHECK(pthread_mutex_lock(&plain) == 0 && pthread_mutex_trylock(&plain) == EBUSY && pthread_mutex_unlock(&plain) == 0);
  CHECK(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0 && pthread_mutex_trylock(&recursive) == 0);
  for (int i = 0; i < 3; i++) CHECK(pthread_mutex_unlock(&recursive) == 0);
  CHECK(pthread_mutex_unlock(&recursive) == EPERM);
  CHECK(pthread_mutexattr_init(&kind) == 0 && pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK) == 0);
  CHECK(pthread_mutexattr_settype(&kind, 99) == EINVAL && pthread_mutex_init(&checked, &kind) == 0);
  CHECK(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK && pthread_mutex_destroy(&checked) == EBUSY);

  struct timespec end = soon();
  CHECK(pthread_mutex_lock(&plain) == 0 && pthread_mutex_timedlock(&plain, &end) == ETIMEDOUT);
  CHECK(pthread_cond_signal(&condition) == 0 && pthread_cond_timedwait(&condition, &plain, &end) == ETIMEDOUT);
  CHECK(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_trywrlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_wrlock(&lock) == 0);
  CHECK(pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK);

  sem_t semaphore;
  int value;
  CHECK(sem_init(&semaphore, 0, 1) == 0 && sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  CHECK(sem_timedwait(&semaphore, &end) == -1 && errno == ETIMEDOUT && sem_post(&semaphore) == 0);
  CHECK(sem_getvalue(&semaphore, &value) == 0 && value == 1);
  pthread_barrier_t barrier;
  CHECK(pthread_barrier_init(&barrier, NULL, 1) == 0 && pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);

  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static once_flag flag = ONCE_FLAG_INIT;
  for (int i = 0; i < 3; i++) pthread_once(&once, call), call_once(&flag, call);
  CHECK(calls == 2 && pthread_equal(pthread_self(), pthread_self()) && pthread_join(pthread_self(), NULL) == EDEADLK);
  pthread_cleanup_push(undo, &calls);
  pthread_cleanup_pop(1);
  CHECK(calls == 3);

  mtx_t mutex;
  tss_t key;
  static int seven = 7;
  CHECK(mtx_init(&mutex, mtx_plain) == thrd_success && mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_busy);
  CHECK(tss_create(&key, destroy) == thrd_success && tss_get(key) == NULL && tss_set(key, &seven) == thrd_success);
  CHECK(tss_get(key) == &seven && thrd_sleep(&(struct timespec){0, 1000}, NULL) == 0);
#ifdef __PGASC__
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, NULL, NULL) == ENOSYS && thrd_create(&thread, NULL, NULL) == thrd_error);
#endif
  atexit(ended);
  pthread_exit(NULL); /* destroys what the key has, and ends the program with 0 */
}
