/*
 * The heat equation on a square until nothing changes, by messages between bands of rows: each rank has one of these. It starts to send its
 * border rows and to receive its neighbours' (MPI_Isend, MPI_Irecv), computes the rows that need none of these, waits, and computes the others. When
 * to stop is said by the largest change on any rank (MPI_Allreduce by MPI_MAX, where the order of the ranks does not matter). The first rank gathers
 * the field and compares it with its own, computed alone: it takes as many steps, and is equal to the last bit.
 *
 *     pgasc run samples/mpi/heat-twosided.c -n 4 [side [tolerance]]
 *     mpicc heat-twosided.c -o heat && mpirun -n 4 ./heat
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { UPWARDS, DOWNWARDS };

static int me, size, side = 48;
static double tolerance = 0.1;

/* Rows of a rank are between two halos. */
static int rowsOf(int rank) { return side / size + (rank < side % size); }
static int firstRowOf(int rank) { return rank * (side / size) + (rank < side % size ? rank : side % size); }

/* Hot above, cold elsewhere; the frame around the square stays as it is. */
static void fill(double *field, int first, int rows) {
  for (int row = 0; row < rows + 2; row++)
    for (int column = 0; column < side; column++) field[row * side + column] = first + row - 1 == 0 ? 100.0 + column : 0.0;
}

/* Computes rows [row, end) of a band that begins at row `first` of the square, and gives their largest change. */
static double step(const double *from, double *to, int first, int row, int end) {
  double largest = 0;
  for (; row < end; row++) {
    int global = first + row - 1, isFrame = global == 0 || global == side - 1;
    for (int column = 0; column < side; column++) {
      const double *at = &from[row * side + column];
      double change = 0.25 * (at[-1] + at[1] + at[-side] + at[side]) - *at;
      if (isFrame || column == 0 || column == side - 1) change = 0;
      to[row * side + column] = *at + change;
      if (change < 0) change = -change;
      if (change > largest) largest = change;
    }
  }
  return largest;
}

/* Starts both border rows on their way, and the halos on theirs. Above the first rank and below the last one is MPI_PROC_NULL: nothing moves. */
static void exchange(double *field, MPI_Request *requests) {
  int rows = rowsOf(me), above = me > 0 ? me - 1 : MPI_PROC_NULL, below = me < size - 1 ? me + 1 : MPI_PROC_NULL;
  MPI_Irecv(&field[0], side, MPI_DOUBLE, above, DOWNWARDS, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&field[(rows + 1) * side], side, MPI_DOUBLE, below, UPWARDS, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&field[side], side, MPI_DOUBLE, above, UPWARDS, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&field[rows * side], side, MPI_DOUBLE, below, DOWNWARDS, MPI_COMM_WORLD, &requests[3]);
}

/* Steps of all ranks together until the change is small; the last one's result is fields[steps % 2]. */
static int solve(double **fields) {
  int rows = rowsOf(me), first = firstRowOf(me), steps = 0;
  for (double largest = tolerance; largest >= tolerance; steps++) {
    double *from = fields[steps % 2], *to = fields[(steps + 1) % 2], change;
    MPI_Request requests[4];
    exchange(from, requests);
    largest = step(from, to, first, 2, rows);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    change = step(from, to, first, 1, 2);
    if (change > largest) largest = change;
    change = step(from, to, first, rows, rows + 1);
    if (change > largest) largest = change;
    MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  return steps;
}

static int solveAlone(double **fields) {
  int steps = 0;
  for (double largest = tolerance; largest >= tolerance; steps++)
    largest = step(fields[steps % 2], fields[(steps + 1) % 2], 0, 1, side + 1);
  return steps;
}

/* Two fields of a band with its halos, and a row before and behind both, so that each element has neighbours in memory. */
static double *allocate(double **fields, int first, int rows) {
  size_t block = (size_t)(rows + 2) * side;
  double *memory = calloc(2 * block + 2 * side, sizeof(double));
  for (int i = 0; i < 2; i++) fill(fields[i] = memory + side + i * block, first, rows);
  return memory;
}

/* On the first rank: how many elements differ from the field computed alone; all of them if the steps do. */
static int differences(double *band, int steps) {
  double *all = malloc(sizeof(double) * side * side), *fields[2];
  int *counts = malloc(sizeof(int) * 2 * size), *places = counts + size, wrong = 0;
  for (int rank = 0; rank < size; rank++) counts[rank] = rowsOf(rank) * side, places[rank] = firstRowOf(rank) * side;
  MPI_Gatherv(&band[side], counts[me], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (me == 0) {
    double *memory = allocate(fields, 0, side);
    if (solveAlone(fields) != steps) wrong = side * side;
    for (int i = 0; i < side * side; i++) wrong += all[i] != fields[steps % 2][side + i];
    free(memory);
  }
  free(counts);
  free(all);
  return wrong;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) side = atoi(argv[1]);
  if (argc > 2) tolerance = atof(argv[2]);
  if (side < 3 || side < size || tolerance <= 0) {
    if (me == 0) printf("the side must be 3 or more, and not less than the number of ranks; the tolerance above 0\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  double *fields[2], *memory = allocate(fields, firstRowOf(me), rowsOf(me));
  int steps = solve(fields), wrong = differences(fields[steps % 2], steps);
  if (me == 0) {
    if (wrong) printf("%d elements differ\n", wrong);
    else printf("%d ranks, %d steps on %d x %d: Solution validates\n", size, steps, side, side);
  }
  MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
  free(memory);
  MPI_Finalize();
  return wrong != 0;
}
