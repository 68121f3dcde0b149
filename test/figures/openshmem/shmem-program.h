/* What the OpenSHMEM programs of the figures share. */
#include <shmem.h>
#include <stdlib.h>
#include <time.h>
#include "../points.h"

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}
