/* Waiting of a thread that nobody wakes: until a time, or for ever, which ends the job. */
#include "waiting.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void __pgasc_wait_for_ever(const char *function) {
  fprintf(stderr, "%s: deadlock: this thread waits for another one of its process, and there is none\n", function);
  exit(1);
}

int __pgasc_wait_until(clockid_t clock, const struct timespec *end) {
  if ((unsigned long)end->tv_nsec >= 1000000000) return EINVAL;
  int failed = clock_nanosleep(clock, TIMER_ABSTIME, end, NULL);
  return failed ? failed : ETIMEDOUT;
}
