// What grows with the number of processes: barriers of threads and of images, a reduction of 8 bytes, upc_all_alloc with upc_free,
// xmp_comalloc with xmp_cofree, form_team. Prints: operation, microseconds at p50, at p99. growth COUNT
#include <coarray.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <upc.h>

#define MOST 5000

static double times[MOST];
static long value;

static double now(void) {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec * 1e6 + t.tv_usec;
}

static void meet(void) { upc_barrier; }
static void sync(void) { sync_all(); }
static void reduce(void) {
  value = 1;
  co_sum(&value);
  if (value != num_images()) error_stop(1);
}
static void allocate(void) {
  shared char *block = upc_all_alloc(THREADS, 100);
  upc_barrier;
  if (MYTHREAD == 0) upc_free(block);
}
static void coallocate(void) { xmp_cofree(xmp_comalloc(100)); }
static void form(void) {
  team_type team;
  form_team(1 + this_image() % 2, &team);
}
static void add(void) {
  static int counter:[*];
  int old;
  if (this_image() == 0) atomic_fetch_add(&counter:[num_images() - 1], 1, &old);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void measure(const char *name, void (*operation)(void), int count) {
  upc_barrier;
  for (int i = 0; i < count; i++) {
    double start = now();
    operation();
    times[i] = now() - start;
  }
  qsort(times, count, sizeof *times, compare);
  if (MYTHREAD == 0) printf("%s %.2f %.2f\n", name, times[count / 2], times[count - count / 100 - 1]);
  upc_barrier;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1000;
  measure("atomic", add, count);
  measure("barrier", meet, count);
  measure("sync", sync, count);
  measure("reduce8", reduce, count);
  measure("alloc", allocate, count / 10 + 1);
  measure("comalloc", coallocate, count / 10 + 1);
  measure("team", form, count / 10 + 1);
  return 0;
}
