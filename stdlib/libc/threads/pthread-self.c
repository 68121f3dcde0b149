/* <pthread.h>: the thread itself, and what belongs to it. (POSIX) */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#define SELF 1

pthread_t pthread_self(void) { return SELF; }
int pthread_equal(pthread_t left, pthread_t right) { return left == right; }

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument) {
  return ENOSYS;
}

int pthread_join(pthread_t thread, void **result) { return thread == SELF ? EDEADLK : ESRCH; }
int pthread_detach(pthread_t thread) { return thread == SELF ? 0 : ESRCH; }
int pthread_cancel(pthread_t thread) { return thread == SELF ? ENOSYS : ESRCH; }
int pthread_kill(pthread_t thread, int number) { return thread != SELF ? ESRCH : number == 0 || raise(number) == 0 ? 0 : errno; }
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) { return 0; }
void pthread_testcancel(void) {}

static int exchange(int *place, int *old, int value) {
  if ((unsigned)value > 1) return EINVAL;
  if (old) *old = *place;
  *place = value;
  return 0;
}

int pthread_setcancelstate(int state, int *old) {
  static int now = PTHREAD_CANCEL_ENABLE;
  return exchange(&now, old, state);
}

int pthread_setcanceltype(int type, int *old) {
  static int now = PTHREAD_CANCEL_DEFERRED;
  return exchange(&now, old, type);
}

int pthread_attr_init(pthread_attr_t *attributes) {
  *attributes = (pthread_attr_t){PTHREAD_CREATE_JOINABLE, 1 << 20};
  return 0;
}
int pthread_attr_destroy(pthread_attr_t *attributes) { return 0; }

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
  return exchange(&attributes->__detached, NULL, state);
}
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
  *state = attributes->__detached;
  return 0;
}
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
  return size < PTHREAD_STACK_MIN ? EINVAL : (attributes->__stack = size, 0);
}
int pthread_attr_getstacksize(const pthread_attr_t *restrict attributes, size_t *restrict size) {
  *size = attributes->__stack;
  return 0;
}

int pthread_once(pthread_once_t *once, void (*function)(void)) {
  if (*once) return 0;
  *once = 1;
  function();
  return 0;
}

static struct key {
  int used;
  void (*destroy)(void *);
  void *value;
} keys[PTHREAD_KEYS_MAX];

static struct key *find(pthread_key_t key) { return key < PTHREAD_KEYS_MAX && keys[key].used ? &keys[key] : NULL; }

int pthread_key_create(pthread_key_t *result, void (*destroy)(void *)) {
  pthread_key_t key = 0;
  while (key < PTHREAD_KEYS_MAX && keys[key].used) key++;
  if (key == PTHREAD_KEYS_MAX) return EAGAIN;
  keys[key] = (struct key){1, destroy, NULL};
  *result = key;
  return 0;
}

int pthread_key_delete(pthread_key_t key) {
  struct key *found = find(key);
  if (!found) return EINVAL;
  found->used = 0;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  struct key *found = find(key);
  return found ? found->value : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  struct key *found = find(key);
  if (!found) return EINVAL;
  found->value = (void *)value;
  return 0;
}

/* The values of keys are destroyed, and those that this sets again, some times. */
static void destroy_values(void) {
  for (int round = 0, again = 1; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    again = 0;
    for (struct key *key = keys; key < keys + PTHREAD_KEYS_MAX; key++) {
      void *value = key->value;
      key->value = NULL;
      if (!key->used || !key->destroy || !value) continue;
      key->destroy(value);
      again = 1;
    }
  }
}

/* The last thread of a process ends it with 0. */
void pthread_exit(void *result) {
  destroy_values();
  exit(0);
}
