/* Waiting until a time, of a thread that nobody wakes. */
#include "waiting.h"
#include <errno.h>

int __pgasc_wait_until(clockid_t clock, const struct timespec *end) {
  if ((unsigned long)end->tv_nsec >= 1000000000) return EINVAL;
  int failed = clock_nanosleep(clock, TIMER_ABSTIME, end, NULL);
  return failed ? failed : ETIMEDOUT;
}
