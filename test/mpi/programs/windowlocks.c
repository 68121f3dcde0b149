/*
 * Locks of a window: exclusive holds change two words together, shared ones see them equal; ranks that share a lock wait for each other while another one
 * waits to hold it alone; each rank gets a lock that others take again and again.
 */
#include <mpi.h>
#include "check.h"

enum { ROUNDS = 60 };

static int rank, size;
static long *pair;
static MPI_Win win;

static void get(long *values, int target) {
  MPI_Get(values, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
  MPI_Win_flush(target, win);
}

static void raise(int target) {
  long values[2];
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  get(values, target);
  CHECK(values[0] == values[1]);
  values[0]++;
  MPI_Put(values, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
  MPI_Win_flush(target, win);
  values[1]++;
  MPI_Put(values + 1, 1, MPI_LONG, target, 1, 1, MPI_LONG, win);
  MPI_Win_unlock(target, win);
}

static void look(int target) {
  long values[2];
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  get(values, target);
  CHECK(values[0] == values[1]);
  MPI_Win_unlock(target, win);
}

static void mixed(void) {
  unsigned seed = 7 * rank + 1;
  for (int i = 0; i < ROUNDS; i++) {
    seed = seed * 1103515245 + 12345;
    int target = (seed >> 16) % size;
    if (i % 3 == 0) raise(target);
    else look(target);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  long sum = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Allreduce(pair, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_unlock(rank, win);
  CHECK(sum == (long)size * ROUNDS / 3);
}

/* The last rank wants the lock alone; all others share it, and meet while they do. */
static void metWhileShared(void) {
  MPI_Comm others;
  int isLast = rank == size - 1;
  MPI_Comm_split(MPI_COMM_WORLD, isLast, rank, &others);
  for (int i = 0; i < ROUNDS; i++)
    if (isLast && size > 1) raise(0);
    else {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Barrier(others);
      MPI_Win_unlock(0, win);
    }
  MPI_Comm_free(&others);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 goes on until all have had its lock. */
static void eachGetsIt(void) {
  long base = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&base, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 0) raise(0);
  else
    for (long seen = base; seen < base + size - 1;) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      seen = pair[0];
      MPI_Win_unlock(0, win);
    }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &pair, &win);
  pair[0] = pair[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  mixed();
  metWhileShared();
  eachGetsIt();
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
