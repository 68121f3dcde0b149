/* Barriers, broadcasts and reductions of all ranks, and of a communicator of every second one; their results are checked, their times printed. */
#include <mpi.h>
#include <stdio.h>

enum { MOST = 100, COUNT = 10 };

long long source[MOST], target[MOST];
double real[MOST], sum[MOST];
int world, wrong;

static void tell(const char *name, int count, double begin) {
  if (world == 0) printf("%s %d %.3f\n", name, count, (MPI_Wtime() - begin) * 1e6 / COUNT);
}

static void broadcast(MPI_Comm comm, int rank, int size, int count) {
  for (int i = 0; i < COUNT; i++) {
    for (int j = 0; j < count; j++) target[j] = rank == i % size ? 1000 * i + j : -1;
    MPI_Bcast(target, count, MPI_LONG_LONG, i % size, comm);
    for (int j = 0; j < count; j++) wrong += target[j] != 1000 * i + j;
  }
}

static void reduce(MPI_Comm comm, int rank, int size, int count) {
  for (int j = 0; j < count; j++) source[j] = rank + j, real[j] = 1.0 / (1 + rank);
  double expected = 0, begin = MPI_Wtime();
  for (int i = 0; i < COUNT; i++) MPI_Allreduce(source, target, count, MPI_LONG_LONG, MPI_SUM, comm);
  if (comm == MPI_COMM_WORLD) tell("allreduce", count, begin);
  for (int j = 0; j < count; j++) wrong += target[j] != (long long)size * (size - 1) / 2 + (long long)size * j;
  for (int i = 0; i < size; i++) {
    target[0] = -1;
    MPI_Reduce(source, target, count, MPI_LONG_LONG, MPI_MAX, i, comm);
    wrong += target[0] != (rank == i ? size - 1 : -1);
    expected += 1.0 / (1 + i);
  }
  MPI_Allreduce(real, sum, count, MPI_DOUBLE, MPI_SUM, comm);
  for (int j = 0; j < count; j++) wrong += sum[j] < expected - 1e-12 || sum[j] > expected + 1e-12;
  MPI_Allreduce(MPI_IN_PLACE, source, count, MPI_LONG_LONG, MPI_PROD, comm);
  wrong += source[0] != 0;
}

static void both(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int count = 1; count <= MOST; count += MOST - 1) broadcast(comm, rank, size, count), reduce(comm, rank, size, count);
  MPI_Request requests[3];
  target[0] = rank == 0 ? 7 : 0;
  int one = 1, all = 0;
  MPI_Ibcast(target, 1, MPI_LONG_LONG, 0, comm, &requests[0]);
  MPI_Iallreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm, &requests[1]);
  MPI_Ibarrier(comm, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  wrong += target[0] != 7 || all != size;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  for (int i = 0; i < COUNT; i++) MPI_Barrier(MPI_COMM_WORLD);
  tell("barrier", 0, begin);
  both(MPI_COMM_WORLD);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, world % 2, -world, &half);
  both(half);
  MPI_Comm_free(&half);
  if (wrong) printf("wrong %d\n", wrong);
  MPI_Finalize();
  return 0;
}
