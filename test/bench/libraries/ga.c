/*
 * Nanoseconds of Global Arrays' puts and gets of 8 bytes from process 0 to the last one, and seconds of dgemm of 2000 x 2000. Compiled by pgasc and, over
 * Debian's GA, by mpicc. An argument is how often each; lines: what, the median of several rounds.
 */
#include <ga.h>
#include <macdecls.h>
#include <mp3.h>
#include "times.h"

#define WORDS 256
#define SIZE 2000

static int vector, first;

static void put(int n, int proc) {
  double value = 1;
  for (int i = 0; i < n; i++) {
    int at = first + i % WORDS, ld = 1;
    NGA_Put(vector, &at, &at, &value, &ld);
  }
}
static void get(int n, int proc) {
  double value;
  for (int i = 0; i < n; i++) {
    int at = first + i % WORDS, ld = 1;
    NGA_Get(vector, &at, &at, &value, &ld);
  }
}

static int made(char *name) {
  int sizes[] = {SIZE, SIZE};
  return NGA_Create(C_DBL, 2, sizes, name, NULL);
}

static double seconds_of_product(void) {
  int a = made("a"), b = made("b"), c = made("c");
  double one = 1;
  GA_Fill(a, &one);
  GA_Fill(b, &one);
  GA_Sync();
  double begin = now();
  GA_Dgemm('N', 'N', SIZE, SIZE, SIZE, 1, a, b, 0, c);
  GA_Sync();
  double time = (now() - begin) * 1e-9;
  if (GA_Ddot(a, c) != (double)SIZE * SIZE * SIZE) GA_Error("the product is wrong", 1);
  return time;
}

int main(int argc, char **argv) {
  MP_INIT(argc, argv);
  GA_INIT(argc, argv);
  int count = argc > 1 ? atoi(argv[1]) : 100000, me = GA_Nodeid(), last = GA_Nnodes() - 1;
  MA_init(C_DBL, 1 << 20, 1 << 23);
  int size = WORDS * GA_Nnodes(), low, high;
  vector = NGA_Create(C_DBL, 1, &size, "vector", NULL);
  NGA_Distribution(vector, last, &low, &high);
  first = low;
  GA_Sync();
  if (me == 0) {
    printf("put8 %.2f\n", median_of(put, count, last));
    printf("get8 %.2f\n", median_of(get, count, last));
  }
  double time = seconds_of_product();
  if (me == 0) printf("dgemm %.3f\n", time);
  fflush(stdout);
  GA_Terminate();
  MP_FINALIZE();
  return 0;
}
