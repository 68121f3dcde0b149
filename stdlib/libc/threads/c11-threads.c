/* <threads.h>: C11's names for what <pthread.h> has. (C11 7.26) */
#include <errno.h>
#include <sched.h>
#include <threads.h>

static int result_of(int failed) {
  switch (failed) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) { return thrd_error; }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_detach(thrd_t thread) { return result_of(pthread_detach(thread)); }
int thrd_equal(thrd_t left, thrd_t right) { return left == right; }
void thrd_exit(int result) { pthread_exit(NULL); }
int thrd_join(thrd_t thread, int *result) { return result_of(pthread_join(thread, NULL)); }
void thrd_yield(void) { sched_yield(); }

int thrd_sleep(const struct timespec *time, struct timespec *rest) {
  return nanosleep(time, rest) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

void call_once(once_flag *once, void (*function)(void)) { pthread_once(once, function); }

int mtx_init(mtx_t *mutex, int type) {
  if (type < 0 || type > (mtx_recursive | mtx_timed)) return thrd_error;
  *mutex = (mtx_t){type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL, 0};
  return thrd_success;
}
void mtx_destroy(mtx_t *mutex) {}
int mtx_lock(mtx_t *mutex) { return result_of(pthread_mutex_lock(mutex)); }
int mtx_trylock(mtx_t *mutex) { return result_of(pthread_mutex_trylock(mutex)); }
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict end) {
  return result_of(pthread_mutex_timedlock(mutex, end));
}
int mtx_unlock(mtx_t *mutex) { return result_of(pthread_mutex_unlock(mutex)); }

int cnd_init(cnd_t *condition) { return result_of(pthread_cond_init(condition, NULL)); }
void cnd_destroy(cnd_t *condition) {}
int cnd_wait(cnd_t *condition, mtx_t *mutex) { return result_of(pthread_cond_wait(condition, mutex)); }
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict end) {
  return result_of(pthread_cond_timedwait(condition, mutex, end));
}
int cnd_signal(cnd_t *condition) { return thrd_success; }
int cnd_broadcast(cnd_t *condition) { return thrd_success; }

int tss_create(tss_t *key, tss_dtor_t destroy) { return result_of(pthread_key_create(key, destroy)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return result_of(pthread_setspecific(key, value)); }
