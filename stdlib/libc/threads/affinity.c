/*
 * <sched.h>, <pthread.h>: the processors a thread may run on. (GNU) They are all of the machine, and the system decides: a set that leaves one
 * out is refused with ENOSYS, and which one a thread is on is not known.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

/* The processors there are, of those that a set of so many bytes has room for. */
static int processors(size_t size) {
  long all = sysconf(_SC_NPROCESSORS_ONLN), room = 8 * (long)size;
  return all < room ? all : room;
}

int __pgasc_cpu_equal(const cpu_set_t *left, const cpu_set_t *right) { return memcmp(left, right, sizeof *left) == 0; }
int __pgasc_cpu_count(const cpu_set_t *set) {
  int count = 0;
  for (int i = 0; i < CPU_SETSIZE; i++) count += CPU_ISSET(i, set);
  return count;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  if (thread != pthread_self()) return ESRCH;
  memset(set, 0, size);
  for (int i = processors(size); i-- > 0;) CPU_SET(i, set);
  return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  int chosen = 0, all = processors(size);
  if (thread != pthread_self()) return ESRCH;
  for (int i = 0; i < all; i++) chosen += CPU_ISSET(i, set);
  return chosen == 0 ? EINVAL : chosen < sysconf(_SC_NPROCESSORS_ONLN) ? ENOSYS : 0;
}

/* The process 0 is the caller's own. */
static int fails(int number) { return number == 0 ? 0 : (errno = number, -1); }
static int own(pid_t process) { return process == 0 || process == getpid(); }

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  return fails(own(process) ? pthread_getaffinity_np(pthread_self(), size, set) : ESRCH);
}
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
  return fails(own(process) ? pthread_setaffinity_np(pthread_self(), size, set) : ESRCH);
}
int sched_getcpu(void) { return fails(ENOSYS); }
