/* Each kernel prints "name seconds checksum": the best of five. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <sys/time.h>

static double now(void) {
  struct timeval t;
  gettimeofday(&t, 0);
  return t.tv_sec + 1e-6 * t.tv_usec;
}

#define BENCH(name, prepare, work, checksum)                  \
  int main(void) {                                            \
    double best = 1e30;                                       \
    for (int k = 0; k < 5; k++) {                             \
      prepare;                                                \
      double start = now();                                   \
      work;                                                   \
      double time = now() - start;                            \
      if (time < best) best = time;                           \
    }                                                         \
    printf("%s %.6f %.10e\n", name, best, (double)(checksum)); \
    return 0;                                                 \
  }
