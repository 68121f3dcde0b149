/*
 * Cannon's multiplication of square matrices, on a periodic grid of as many ranks as make a square; the others watch. Each rank
 * has a block of A, B and C. To begin with, row i of the grid moves its blocks of A by i to the left, column j its blocks of B by j upwards, so
 * that blocks that belong together meet. Then each rank multiplies, passes its A to the left and its B upwards (MPI_Cart_shift, MPI_Sendrecv_replace),
 * until it has seen a whole row of A and column of B. The factors are whole numbers, so that the product is exact; it is compared with a formula.
 *
 *     pgasc run samples/mpi/cannon.c -n 4 [order of a block]
 *     mpicc cannon.c -o cannon && mpirun -n 4 ./cannon
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int block = 24, edge;
static MPI_Comm grid;

/* A(i, k) = i + k and B(k, j) = k - j, whose product is the sum over k of k * k + (i - j) * k - i * j. */
static double productAt(long i, long j) {
  long n = (long)block * edge, sum = n * (n - 1) / 2, squares = (n - 1) * n * (2 * n - 1) / 6;
  return squares + (i - j) * sum - i * j * n;
}

/* Moves a block by so many places in a dimension of the grid, on all of its ranks. */
static void shift(double *matrix, int dimension, int places) {
  int from, to;
  MPI_Cart_shift(grid, dimension, places, &from, &to);
  MPI_Sendrecv_replace(matrix, block * block, MPI_DOUBLE, to, 0, from, 0, grid, MPI_STATUS_IGNORE);
}

/* C += A * B, of blocks. */
static void multiply(const double *a, const double *b, double *c) {
  for (int i = 0; i < block; i++)
    for (int k = 0; k < block; k++)
      for (int j = 0; j < block; j++) c[i * block + j] += a[i * block + k] * b[k * block + j];
}

static void cannon(double *a, double *b, double *c, const int *place) {
  shift(a, 1, -place[0]);
  shift(b, 0, -place[1]);
  for (int i = 0; i < edge; i++) {
    multiply(a, b, c);
    shift(a, 1, -1);
    shift(b, 0, -1);
  }
}

/* What a rank of the grid does: gives how many elements are wrong on all of them. */
static int wrongElements(void) {
  double *a = malloc(sizeof(double) * 3 * block * block), *b = a + block * block, *c = b + block * block;
  int rank, place[2], wrong = 0;
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, place);
  int row = place[0] * block, column = place[1] * block;
  for (int i = 0; i < block * block; i++) {
    a[i] = row + i / block + (column + i % block);
    b[i] = row + i / block - (column + i % block);
    c[i] = 0;
  }
  cannon(a, b, c, place);
  for (int i = 0; i < block * block; i++) wrong += c[i] != productAt(row + i / block, column + i % block);
  free(a);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, grid);
  return wrong;
}

int main(int argc, char **argv) {
  int me, size, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) block = atoi(argv[1]);
  if (block < 1) {
    if (me == 0) printf("a block has an order of 1 or more\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  while ((edge + 1) * (edge + 1) <= size) edge++;
  MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){edge, edge}, (int[]){1, 1}, 0, &grid);
  if (grid != MPI_COMM_NULL) { /* else there is no place for this rank */
    wrong = wrongElements();
    MPI_Comm_free(&grid);
  }
  MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (me == 0) {
    if (wrong) printf("%d elements are wrong\n", wrong);
    else printf("order %d on %d x %d of %d ranks: Solution validates\n", block * edge, edge, edge, size);
  }
  MPI_Finalize();
  return wrong != 0;
}
