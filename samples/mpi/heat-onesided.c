/*
 * The heat equation on a square by halo exchange, one-sided: each rank puts its border rows into the halos of its neighbours
 * (MPI 3.1, 11.3), and MPI_Win_fence ends each step. The first rank gets the whole field and compares it with its own, computed alone:
 * they are equal to the last bit.
 *
 *     pgasc -O2 heat-onesided.c -o heat.js && node heat.js -n 4 [side [steps]]
 *     mpicc heat-onesided.c -o heat && mpirun -n 4 ./heat
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me, size, side = 96, steps = 60;

/* Rows of a rank are between two halos. */
static int rowsOf(int rank) { return side / size + (rank < side % size); }
static int firstRowOf(int rank) { return rank * (side / size) + (rank < side % size ? rank : side % size); }

/* Warm in the upper left corner; the frame around the square, column 0 and the last one among it, stays as it is. */
static double begin(int row, int column) { return row < side / 3 && column < side / 4 ? 100.0 + row - 2.0 * column : 0.0; }

static void fill(double *field, int first, int rows) {
  for (int row = 0; row < rows + 2; row++)
    for (int column = 0; column < side; column++) field[row * side + column] = begin(first + row - 1, column);
}

/* One step of `rows` rows between two others. */
static void step(const double *from, double *to, int first, int rows) {
  for (int row = 1; row <= rows; row++) {
    int global = first + row - 1, isFrame = global == 0 || global == side - 1;
    for (int column = 0; column < side; column++) {
      const double *at = &from[row * side + column];
      if (isFrame || column == 0 || column == side - 1) to[row * side + column] = *at;
      else to[row * side + column] = *at + 0.2 * (at[-1] + at[1] + at[-side] + at[side] - 4 * *at);
    }
  }
}

/* Puts the border rows of one of both fields where the neighbours have their halos. */
static void putBorders(double *field, int which, MPI_Win win) {
  int rows = rowsOf(me);
  if (me > 0) {
    int there = rowsOf(me - 1);
    MPI_Aint halo = (MPI_Aint)which * (there + 2) * side + (MPI_Aint)(there + 1) * side;
    MPI_Put(&field[side], side, MPI_DOUBLE, me - 1, halo, side, MPI_DOUBLE, win);
  }
  if (me < size - 1) {
    MPI_Aint halo = (MPI_Aint)which * (rowsOf(me + 1) + 2) * side;
    MPI_Put(&field[rows * side], side, MPI_DOUBLE, me + 1, halo, side, MPI_DOUBLE, win);
  }
}

/* Differences from the field that one rank alone computes. */
static int differences(int which, MPI_Win win) {
  double *fields[2], *all = malloc(sizeof(double) * side * side);
  int wrong = 0;
  MPI_Win_lock_all(0, win);
  for (int rank = 0; rank < size; rank++) {
    int rows = rowsOf(rank);
    MPI_Aint place = (MPI_Aint)which * (rows + 2) * side + side;
    MPI_Get(&all[firstRowOf(rank) * side], rows * side, MPI_DOUBLE, rank, place, rows * side, MPI_DOUBLE, win);
  }
  MPI_Win_unlock_all(win);
  for (int i = 0; i < 2; i++) fields[i] = malloc(sizeof(double) * (side + 2) * side);
  fill(fields[0], 0, side);
  for (int i = 0; i < steps; i++) step(fields[i % 2], fields[(i + 1) % 2], 0, side);
  for (int i = 0; i < side * side; i++) wrong += all[i] != fields[steps % 2][side + i];
  free(fields[0]);
  free(fields[1]);
  free(all);
  return wrong;
}

int main(int argc, char **argv) {
  double *memory, *fields[2];
  int wrong = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) side = atoi(argv[1]);
  if (argc > 2) steps = atoi(argv[2]);
  if (side < 3 || side < size || steps < 0) {
    if (me == 0) printf("the side must be 3 or more, and not less than the number of ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int rows = rowsOf(me), first = firstRowOf(me);
  size_t block = (size_t)(rows + 2) * side;
  MPI_Win_allocate(2 * block * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  fields[0] = memory;
  fields[1] = memory + block;
  fill(fields[0], first, rows);
  fill(fields[1], first, rows);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < steps; i++) {
    step(fields[i % 2], fields[(i + 1) % 2], first, rows);
    putBorders(fields[(i + 1) % 2], (i + 1) % 2, win);
    MPI_Win_fence(i == steps - 1 ? MPI_MODE_NOSUCCEED : 0, win);
  }
  if (me == 0) {
    wrong = differences(steps % 2, win);
    if (wrong) printf("%d of %d elements differ\n", wrong, side * side);
    else printf("%d ranks, %d steps on %d x %d: Solution validates\n", size, steps, side, side);
  }
  MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong != 0;
}
