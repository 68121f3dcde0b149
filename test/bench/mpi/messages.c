/*
 * Times of MPI's calls between two ranks, as osu_latency, osu_bw, osu_mbw_mr, osu_allreduce and osu_barrier measure them, and of memcpy. Compiled by pgasc and by mpicc.
 * The argument is how often each; lines: what, the median of several rounds, in nanoseconds of one.
 */
#include <mpi.h>
#include <string.h>
#include "../libraries/times.h"

enum { MIB = 1 << 20, WINDOW = 64, FEW = 16, POSTED = 1000, WARM = 5 };

static int me;
static char small[8], *large, *other;
static MPI_Request requests[POSTED];
static MPI_Win window;
static const MPI_Comm world = MPI_COMM_WORLD;

/* Half a round trip. */
static void latency(int n, int bytes) {
  for (int i = 0; i < n / 2; i++)
    if (me == 0) {
      MPI_Send(small, bytes, MPI_CHAR, 1, 1, world);
      MPI_Recv(small, bytes, MPI_CHAR, 1, 1, world, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(small, bytes, MPI_CHAR, 0, 1, world, MPI_STATUS_IGNORE);
      MPI_Send(small, bytes, MPI_CHAR, 0, 1, world);
    }
}

static void answer(void) {
  if (me == 0) MPI_Recv(small, 1, MPI_CHAR, 1, 2, world, MPI_STATUS_IGNORE);
  else MPI_Send(small, 1, MPI_CHAR, 0, 2, world);
}

/* A message of a window of them. */
static void stream(int n, int in_window, char *data, int bytes) {
  for (int i = 0; i < n; i += in_window) {
    for (int k = 0; k < in_window; k++)
      if (me == 0) MPI_Isend(data, bytes, MPI_CHAR, 1, 1, world, &requests[k]);
      else MPI_Irecv(data, bytes, MPI_CHAR, 0, 1, world, &requests[k]);
    MPI_Waitall(in_window, requests, MPI_STATUSES_IGNORE);
    answer();
  }
}
static void rate(int n, int unused) { stream(n, WINDOW, small, sizeof small); }
static void bandwidth(int n, int unused) { stream(n, FEW, large, MIB); }
static void copy(int n, int unused) {
  for (int i = 0; i < n; i++) {
    memcpy(other, large, MIB);
    large[i % MIB]++;
  }
}

/* A message of as many receives that have been posted, the last one first. */
static void match(int n, int unused) {
  for (int i = 0; i < n; i += POSTED) {
    if (me == 1)
      for (int tag = 0; tag < POSTED; tag++) MPI_Irecv(small, sizeof small, MPI_CHAR, 0, tag, world, &requests[tag]);
    MPI_Barrier(world);
    if (me == 0)
      for (int tag = POSTED; --tag >= 0;) MPI_Send(small, sizeof small, MPI_CHAR, 1, tag, world);
    else MPI_Waitall(POSTED, requests, MPI_STATUSES_IGNORE);
    answer();
  }
}

static void barrier(int n, int unused) {
  for (int i = 0; i < n; i++) MPI_Barrier(world);
}
static void allreduce(int n, int unused) {
  double one = 1, sum;
  for (int i = 0; i < n; i++) MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, world);
}
static void broadcast(int n, int unused) {
  for (int i = 0; i < n; i++) MPI_Bcast(small, sizeof small, MPI_CHAR, 0, world);
}
static void fence(int n, int unused) {
  for (int i = 0; i < n; i++) MPI_Win_fence(0, window);
}
static void duplicate(int n, int unused) {
  for (int i = 0; i < n; i++) {
    MPI_Comm copy;
    MPI_Comm_dup(world, &copy);
    MPI_Comm_free(&copy);
  }
}

/* Behind operations that are not measured, as OSU's skip: a just-in-time compiler is at work in them. */
static void show(const char *name, void (*run)(int, int), int count, int argument) {
  run(WARM * count, argument);
  MPI_Barrier(world);
  double time = median_of(run, count, argument);
  if (me == 0) printf("%s %.1f\n", name, time);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = argc > 1 ? atoi(argv[1]) : 10000, few = n / 10;
  MPI_Comm_rank(world, &me);
  large = calloc(MIB, 1);
  other = calloc(MIB, 1);
  MPI_Win_create(large, MIB, 1, MPI_INFO_NULL, world, &window);
  show("latency", latency, n, sizeof small);
  show("barrier", barrier, n, 0);
  show("allreduce", allreduce, n, 0);
  show("bcast", broadcast, n, 0);
  show("rate", rate, n / WINDOW * WINDOW + WINDOW, 0);
  show("1MiB", bandwidth, n / 1000 * FEW, 0);
  show("memcpy", copy, n / 1000 * FEW, 0);
  show("matching", match, POSTED, 0);
  show("fence", fence, few, 0);
  show("dup+free", duplicate, few, 0);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
