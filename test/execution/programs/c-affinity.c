/* Which processors a thread may run on: all, and a set that leaves some out is refused but for its form. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

int main(void) {
  cpu_set_t all, some, none;
  CPU_ZERO(&none);
  CHECK(CPU_COUNT(&none) == 0 && !CPU_ISSET(0, &none) && !CPU_ISSET(CPU_SETSIZE - 1, &none));
  some = none;
  CPU_SET(3, &some);
  CPU_SET(64, &some);
  CHECK(CPU_COUNT(&some) == 2 && CPU_ISSET(3, &some) && CPU_ISSET(64, &some) && !CPU_ISSET(4, &some) && !CPU_EQUAL(&some, &none));
  CPU_CLR(64, &some);
  CPU_CLR(3, &some);
  CHECK(CPU_EQUAL(&some, &none));

  CHECK(sched_getaffinity(0, sizeof all, &all) == 0 && CPU_COUNT(&all) >= 1);
  CHECK(pthread_getaffinity_np(pthread_self(), sizeof some, &some) == 0 && CPU_EQUAL(&some, &all));
  CHECK(sched_setaffinity(0, sizeof all, &all) == 0 && sched_setaffinity(getpid(), sizeof all, &all) == 0);
  CHECK(pthread_setaffinity_np(pthread_self(), sizeof all, &all) == 0);
  errno = 0;
  CHECK(sched_setaffinity(0, sizeof none, &none) == -1 && errno == EINVAL);
#ifdef __PGASC__
  CHECK(CPU_COUNT(&all) == sysconf(_SC_NPROCESSORS_ONLN) && sched_getcpu() == -1 && errno == ENOSYS);
  some = all;
  CPU_CLR(0, &some);
  CHECK(pthread_setaffinity_np(pthread_self(), sizeof some, &some) == (CPU_COUNT(&all) == 1 ? EINVAL : ENOSYS));
#endif
  return bad != 0;
}
