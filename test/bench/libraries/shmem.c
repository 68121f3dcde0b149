/*
 * Nanoseconds of OpenSHMEM's calls from PE 0 to the last PE: elements, blocks of 8 bytes, fetch-and-add, and the barrier of all. Compiled by
 * pgasc and by oshcc. An argument is how often each; lines: what, the median of several rounds.
 */
#include <shmem.h>
#include "times.h"

#define WORDS 256

static long there[WORDS], here[WORDS], counter;
/* An object of either array, another one each time. */
#define AT(array, i) (&(array)[(i) & (WORDS - 1)])

static void p(int n, int pe) {
  for (int i = 0; i < n; i++) shmem_long_p(AT(there, i), i, pe);
}
static void g(int n, int pe) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum += shmem_long_g(AT(there, i), pe);
  here[0] = sum;
}
static void put(int n, int pe) {
  for (int i = 0; i < n; i++) shmem_long_put(AT(there, i), AT(here, i), 1, pe);
}
static void complete(int n, int pe) {
  for (int i = 0; i < n; i++) {
    shmem_long_put(AT(there, i), AT(here, i), 1, pe);
    shmem_quiet();
  }
}
static void get(int n, int pe) {
  for (int i = 0; i < n; i++) shmem_long_get(AT(here, i), AT(there, i), 1, pe);
}
static void add(int n, int pe) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum += shmem_long_atomic_fetch_add(&counter, 1, pe);
  here[0] = sum;
}
static void barrier(int n, int pe) {
  for (int i = 0; i < n; i++) shmem_barrier_all();
}

int main(int argc, char **argv) {
  shmem_init();
  int count = argc > 1 ? atoi(argv[1]) : 100000, me = shmem_my_pe(), last = shmem_n_pes() - 1;
  const struct { const char *name; void (*run)(int, int); int is_common; } rows[] = {
    {"p", p}, {"g", g}, {"put8", put}, {"put8+quiet", complete}, {"get8", get}, {"fetch-add", add}, {"barrier", barrier, 1},
  };
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
    shmem_barrier_all();
    if (me == 0 || rows[i].is_common) {
      double time = median_of(rows[i].run, count, last);
      if (me == 0) printf("%s %.2f\n", rows[i].name, time);
    }
  }
  fflush(stdout);
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
