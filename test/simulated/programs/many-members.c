/* Blocks of many members: each rank gets all of all, whether they go alone, packed or doubling. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 300 };
static int me, size;

static unsigned char valueOf(int from, int to, int at) { return from * 7 + to * 31 + at * 3; }

static void gather(int bytes) {
  unsigned char own[LARGEST], *all = malloc(size * bytes);
  for (int i = 0; i < bytes; i++) own[i] = valueOf(me, 0, i);
  MPI_Allgather(own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD);
  for (int from = 0; from < size; from++)
    for (int i = 0; i < bytes; i++)
      if (all[from * bytes + i] != valueOf(from, 0, i)) printf("wrong: allgather of %d bytes, rank %d\n", bytes, me), exit(1);
  free(all);
}

static void exchange(int bytes) {
  unsigned char *out = malloc(size * bytes), *in = malloc(size * bytes);
  for (int to = 0; to < size; to++)
    for (int i = 0; i < bytes; i++) out[to * bytes + i] = valueOf(me, to, i);
  MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
  for (int from = 0; from < size; from++)
    for (int i = 0; i < bytes; i++)
      if (in[from * bytes + i] != valueOf(from, me, i)) printf("wrong: alltoall of %d bytes, rank %d\n", bytes, me), exit(1);
  free(out);
  free(in);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static const int sizes[] = {1, 12, 100, 255, 256, 257, LARGEST};
  for (int i = 0; i < 7; i++) gather(sizes[i]), exchange(sizes[i]);
  if (me == 0) printf("right\n");
  MPI_Finalize();
  return 0;
}
