/* The operations of ofi/latency.c and of growth.upc by MPI, between two processes: MPI_Put and MPI_Get with a flush, a message each way,
   MPI_Fetch_and_op, MPI_Barrier, MPI_Allreduce of 8 bytes. Prints: operation, microseconds at p50, at p99. mpi COUNT */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGE (4 << 20)
#define MOST 20000

static const struct { const char *put, *get; int size, count; } sizes[] = {
  {"put8", "get8", 8, MOST}, {"put512", "get512", 512, MOST}, {"put4K", "get4K", 4096, MOST},
  {"put64K", "get64K", 65536, 1000}, {"put1M", "get1M", 1 << 20, 200}, {"put4M", "get4M", LARGE, 60},
};
#define SIZES (int)(sizeof sizes / sizeof *sizes)

static double times[MOST];
static char *here, *segment;
static MPI_Win window;
static int rank, size = 8;

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void put(void) {
  MPI_Put(here, size, MPI_BYTE, 1, 0, size, MPI_BYTE, window);
  MPI_Win_flush(1, window);
}
static void get(void) {
  MPI_Get(here, size, MPI_BYTE, 1, 0, size, MPI_BYTE, window);
  MPI_Win_flush(1, window);
}
static void fetch_add(void) {
  long one = 1, old;
  MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, window);
  MPI_Win_flush(1, window);
}
static void ping(void) {
  MPI_Send(here, 8, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(here, 8, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void pong(void) {
  MPI_Recv(here, 8, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(here, 8, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
}
static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void reduce(void) {
  long one = 1, sum;
  MPI_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
}

static void measure(const char *name, void (*operation)(void), int count) {
  for (int i = 0; i < count; i++) {
    double start = MPI_Wtime();
    operation();
    times[i] = 1e6 * (MPI_Wtime() - start);
  }
  qsort(times, count, sizeof *times, compare);
  if (rank == 0) printf("%s %.2f %.2f\n", name, times[count / 2], times[count - count / 100 - 1]);
}

/** The target waits in the library meanwhile, as that of the others polls. */
static void measure_alone(const char *name, void (*operation)(void), int count) {
  if (rank == 0) measure(name, operation, count);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int count = argc > 1 ? atoi(argv[1]) : 1000;
  here = calloc(1, LARGE);
  MPI_Win_allocate(LARGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &segment, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < SIZES; i++) {
    int some = count < sizes[i].count ? count : sizes[i].count;
    size = sizes[i].size;
    measure_alone(sizes[i].put, put, some);
    measure_alone(sizes[i].get, get, some);
  }
  measure_alone("atomic", fetch_add, count);
  measure("am", rank == 0 ? ping : pong, count);
  measure("barrier", barrier, count);
  measure("reduce8", reduce, count);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
