/*
 * Heat: explicit time steps of the heat equation on a square, rows dealt to the images in bands. Each image puts its border
 * rows into its neighbours' halos and synchronizes with these two only. The same steps are then done in UPC, on a shared
 * array with upc_forall; both fields must be equal to the last bit.
 *
 *     pgasc run samples/coarray/heat.upc -n 4 [steps]
 */
#include <coarray.h>
#include <upc_relaxed.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 120, WIDTH = N + 2 };
#define RATE 0.2

/* This image's rows 1 .. rows, with a halo row above and below; now and after the step. */
static double (*field)[WIDTH]:[], (*next)[WIDTH]:[];
/* The twin's: the whole square, row i on thread i % THREADS. */
shared [WIDTH] double grid[2][WIDTH * THREADS][WIDTH];

static int rowStart(int image) { return 1 + N * image / num_images(); }
static int rowsOf(int image) { return rowStart(image + 1) - rowStart(image); }

/* A hot disc beside the middle, and edges at fixed temperatures. */
static double initial(int row, int column) {
  if (row == 0) return 100;
  if (column == 0) return 100.0 * (N + 1 - row) / (N + 1);
  if (row > N || column > N) return 0;
  return hypot(row - N / 3.0, column - N / 2.0) < N / 6.0 ? 80 : 20;
}

static double step(double here, double above, double below, double left, double right) {
  return here + RATE * (above + below + left + right - 4 * here);
}

/* What the neighbours need. Halos at the edge of the square keep their values. */
static int sendBorders(int neighbours[2]) {
  int me = this_image(), count = 0;
  if (me > 0) {
    field[rowsOf(me - 1) + 1][:]:[me - 1] = field[1][:];
    neighbours[count++] = me - 1;
  }
  if (me + 1 < num_images()) {
    field[0][:]:[me + 1] = field[rowsOf(me)][:];
    neighbours[count++] = me + 1;
  }
  return count;
}

static void relax(int rows) {
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j <= N; j++)
      next[i][j] = step(field[i][j], field[i - 1][j], field[i + 1][j], field[i][j - 1], field[i][j + 1]);
}

static void coarrayHeat(int steps) {
  int me = this_image(), rows = rowsOf(me), set[2];
  size_t bytes = sizeof(double[WIDTH]) * (N / num_images() + 3);
  field = xmp_comalloc(bytes);
  next = xmp_comalloc(bytes);
  for (int i = 0; i <= rows + 1; i++)
    for (int j = 0; j < WIDTH; j++) field[i][j] = next[i][j] = initial(rowStart(me) + i - 1, j);
  sync_all();
  for (int n = 0; n < steps; n++) {
    int count = sendBorders(set);
    sync_images(count, set);
    relax(rows);
    sync_images(count, set); /* the halos have been read */
    for (int i = 1; i <= rows; i++) field[i][:] = next[i][:];
  }
}

static void upcHeat(int steps) {
  for (int i = 0; i < WIDTH; i++)
    upc_forall (int j = 0; j < WIDTH; j++; &grid[0][i][0]) grid[0][i][j] = grid[1][i][j] = initial(i, j);
  upc_barrier;
  for (int n = 0; n < steps; n++) {
    shared [WIDTH] double (*u)[WIDTH] = grid[n % 2], (*v)[WIDTH] = grid[(n + 1) % 2];
    upc_forall (int i = 1; i <= N; i++; &u[i][0])
      for (int j = 1; j <= N; j++) v[i][j] = step(u[i][j], u[i - 1][j], u[i + 1][j], u[i][j - 1], u[i][j + 1]);
    upc_barrier;
  }
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 100, me = this_image(), different = 0;
  if (num_images() > N) {
    if (me == 0) fprintf(stderr, "heat: %d images; each needs a row, there are %d\n", num_images(), N);
    return 2;
  }
  double begin = xmp_wtime();
  coarrayHeat(steps);
  sync_all();
  double middle = xmp_wtime();
  upcHeat(steps);
  double end = xmp_wtime();
  double heat = 0;
  for (int i = 1; i <= rowsOf(me); i++)
    for (int j = 1; j <= N; j++) {
      different += field[i][j] != grid[steps % 2][rowStart(me) + i - 1][j];
      heat += field[i][j];
    }
  co_sum(&different);
  co_sum(&heat);
  if (me == 0) {
    printf("%d x %d cells, %d steps: mean temperature %.6f; coarrays %.3f s, UPC %.3f s\n", N, N, steps, heat / N / N, middle - begin, end - middle);
    printf(different ? "%d cells differ from UPC's\n" : "Solution validates\n", different);
  }
  return different != 0;
}
