/*
 * Pingpongs of 8 bytes between random pairs, 1 to 16 iterations of each pair (Benner and Jea: pingpong): "iterations" has the mean of all pairs, "sixteen"
 * each pair's time of one of 16 iterations. An iteration is one way: the document's are half of the round trip, by its sum of latencies.
 */
#include "shmem-program.h"

enum { MOST = 16 };

static long flag;

static void await(long value) { shmem_long_wait_until(&flag, SHMEM_CMP_GE, value); }

/* Time of `iterations` round trips that begin with `first`. */
static double play(int me, int a, int b, int iterations, long first) {
  double start = microseconds();
  for (long i = first; i < first + iterations; i++)
    if (me == a) {
      shmem_long_p(&flag, i, b);
      await(i);
    } else {
      await(i);
      shmem_long_p(&flag, i, a);
    }
  return (microseconds() - start) / iterations / 2;
}

static unsigned random_(void) {
  static unsigned state = 775;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

int main(int argc, char **argv) {
  shmem_init();
  int pairs = argc > 1 ? atoi(argv[1]) : 32, me = shmem_my_pe(), n = shmem_n_pes();
  for (int pair = 0; pair < pairs; pair++) {
    int a = random_() % n, b = (a + 1 + random_() % (n - 1)) % n;
    flag = 0;
    shmem_barrier_all();
    long first = 1;
    for (int iterations = 1; (me == a || me == b) && iterations <= MOST; first += iterations, iterations *= 2) {
      double time = play(me, a, b, iterations, first);
      if (me == a) point("iterations", iterations, time);
      if (me == a && iterations == MOST) point("sixteen", pair, time);
    }
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
