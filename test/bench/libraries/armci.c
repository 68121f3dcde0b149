/*
 * Nanoseconds of ARMCI's calls from process 0 to the last one: 8 bytes, a fetch-and-add, strided copies of short and of long rows (of a row), and
 * accumulates (of a double). Compiled by pgasc and, over ARMCI-MPI, by mpicc. An argument is how often each; lines: what, the median of several rounds.
 */
#include <armci.h>
#include <message.h>
#include "times.h"

#define WORDS 256
#define ROWS 64
/* Doubles of a long row, and from row to row. */
#define LONG_ROW 64
#define PITCH 128

static double *there, *here;
static double one = 1;

static void put(int n, int proc) {
  for (int i = 0; i < n; i++) ARMCI_Put(&here[i % WORDS], &there[i % WORDS], sizeof(double), proc);
}
static void get(int n, int proc) {
  for (int i = 0; i < n; i++) ARMCI_Get(&there[i % WORDS], &here[i % WORDS], sizeof(double), proc);
}
static void acc(int n, int proc) {
  for (int i = 0; i < n; i++) ARMCI_Acc(ARMCI_ACC_DBL, &one, &here[i % WORDS], &there[i % WORDS], sizeof(double), proc);
}
static void add(int n, int proc) {
  long old;
  for (int i = 0; i < n; i++) ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, there, 1, proc);
}

static int pitch[] = {PITCH * sizeof(double)};
static void put_rows(int n, int doubles, int proc) {
  int count[] = {doubles * sizeof(double), ROWS};
  for (int i = 0; i < n; i += ROWS) ARMCI_PutS(here, pitch, there, pitch, count, 1, proc);
}
static void get_rows(int n, int doubles, int proc) {
  int count[] = {doubles * sizeof(double), ROWS};
  for (int i = 0; i < n; i += ROWS) ARMCI_GetS(there, pitch, here, pitch, count, 1, proc);
}
static void puts_short(int n, int proc) { put_rows(n, 1, proc); }
static void gets_short(int n, int proc) { get_rows(n, 1, proc); }
static void puts_long(int n, int proc) { put_rows(n, LONG_ROW, proc); }
static void gets_long(int n, int proc) { get_rows(n, LONG_ROW, proc); }

static void acc_many(int n, int proc) {
  for (int i = 0; i < n; i += ROWS * PITCH) ARMCI_Acc(ARMCI_ACC_DBL, &one, here, there, ROWS * PITCH * sizeof(double), proc);
}
static void acc_rows(int n, int proc) {
  int count[] = {LONG_ROW * sizeof(double), ROWS};
  for (int i = 0; i < n; i += ROWS * LONG_ROW) ARMCI_AccS(ARMCI_ACC_DBL, &one, here, pitch, there, pitch, count, 1, proc);
}
static void barrier(int n, int proc) {
  for (int i = 0; i < n; i++) ARMCI_Barrier();
}

int main(int argc, char **argv) {
#ifdef MPI_VERSION /* ARMCI-MPI wants it begun */
  MPI_Init(&argc, &argv);
#endif
  ARMCI_Init_args(&argc, &argv);
  int count = argc > 1 ? atoi(argv[1]) : 100000, me = armci_msg_me(), last = armci_msg_nproc() - 1;
  void *blocks[64];
  ARMCI_Malloc(blocks, ROWS * PITCH * sizeof(double));
  here = ARMCI_Malloc_local(ROWS * PITCH * sizeof(double));
  there = blocks[last];
  for (int i = 0; i < ROWS * PITCH; i++) here[i] = i;
  const struct { const char *name; void (*run)(int, int); int is_common; } rows[] = {
    {"put8", put}, {"get8", get}, {"acc8", acc}, {"fetch-add", add}, {"put-rows8", puts_short}, {"get-rows8", gets_short},
    {"put-rows512", puts_long}, {"get-rows512", gets_long}, {"acc-double", acc_many}, {"acc-row-double", acc_rows}, {"barrier", barrier, 1},
  };
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
    ARMCI_Barrier();
    if (me == 0 || rows[i].is_common) {
      double time = median_of(rows[i].run, count, last);
      if (me == 0) printf("%s %.2f\n", rows[i].name, time);
    }
  }
  fflush(stdout);
  ARMCI_Barrier();
  ARMCI_Free_local(here);
  ARMCI_Free(blocks[me]);
  ARMCI_Finalize();
#ifdef MPI_VERSION
  MPI_Finalize();
#endif
  return 0;
}
