/*
 * LU factorization over Global Arrays, without pivoting, by blocks dealt to a grid of processes in both dimensions.
 *
 *     pgasc run samples/ga/lu.c -n 4 [order [block]]
 *
 * The kernel of figure 12 of Vishnu et al. (ARMCI over PAMI, IPDPS 2013), right-looking as SPLASH-2's LU: in step k the owner
 * factors the diagonal block, owners divide the blocks below and beside it, and all update the blocks behind. A process gets the
 * two strips of blocks that its updates need by non-blocking gets before it starts, and computes while they arrive.
 * The matrix is diagonally dominant, so it needs no pivots. Check: |A - LU| <= n eps |A|, element by element.
 */
#include <float.h>
#include <ga.h>
#include <macdecls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int n, side, blocks;        /* order, size of a block, blocks a dimension; the last may be smaller */
static int matrix, grid[2], my[2]; /* the array, the grid of processes, this process's place in it */
static double communication;       /* seconds */

/* A strip: blocks of one column or row that this process needs, each with its request. */
typedef struct {
  double *value;
  ga_nbhdl_t *request;
  char *pending;
} strip_t;
static strip_t left, above;

static int smaller(int a, int b) { return a < b ? a : b; }
static int height(int i) { return smaller(side, n - i * side); }
static int mine(int i, int j) { return i % grid[0] == my[0] && j % grid[1] == my[1]; }

/* Element of the matrix, by a hash of its place: in -0.5 .. 0.5, and dominant on the diagonal. */
static double element(int i, int j) {
  unsigned h = (unsigned)i * 2654435761u ^ (unsigned)j * 2246822519u;
  h = (h ^ h >> 15) * 2246822519u;
  h ^= h >> 13;
  return h / 4294967296.0 - 0.5 + (i == j ? n : 0);
}

/* A block of this process in place; rows are `ld` apart. */
static double *own(int i, int j, int *ld) {
  int index[] = {i, j};
  double *p;
  NGA_Access_block_grid(matrix, index, &p, ld);
  return p;
}

static void disown(int i, int j) {
  int index[] = {i, j};
  NGA_Release_update_block_grid(matrix, index);
}

static void bounds(int i, int j, int *lo, int *hi) {
  lo[0] = i * side;
  lo[1] = j * side;
  hi[0] = lo[0] + height(i) - 1;
  hi[1] = lo[1] + height(j) - 1;
}

static void get(int i, int j, double *to) {
  int lo[2], hi[2], ld[] = {side};
  double start = MPI_Wtime();
  bounds(i, j, lo, hi);
  NGA_Get(matrix, lo, hi, to, ld);
  communication += MPI_Wtime() - start;
}

static void sync(void) {
  double start = MPI_Wtime();
  GA_Sync();
  communication += MPI_Wtime() - start;
}

/* Starts to get block (i, j) as number `k` of a strip. */
static void start(strip_t *s, int k, int i, int j) {
  int lo[2], hi[2], ld[] = {side};
  bounds(i, j, lo, hi);
  NGA_NbGet(matrix, lo, hi, s->value + (size_t)k * side * side, ld, &s->request[k]);
  s->pending[k] = 1;
}

static const double *arrived(strip_t *s, int k) {
  if (s->pending[k]) {
    double start = MPI_Wtime();
    NGA_NbWait(&s->request[k]);
    communication += MPI_Wtime() - start;
    s->pending[k] = 0;
  }
  return s->value + (size_t)k * side * side;
}

static void makeStrip(strip_t *s) {
  s->value = malloc((size_t)blocks * side * side * sizeof(double));
  s->request = malloc(blocks * sizeof(ga_nbhdl_t));
  s->pending = calloc(blocks, 1);
}

static void fill(void) {
  for (int i = my[0]; i < blocks; i += grid[0])
    for (int j = my[1]; j < blocks; j += grid[1]) {
      int ld;
      double *a = own(i, j, &ld);
      for (int r = 0; r < height(i); r++)
        for (int c = 0; c < height(j); c++) a[r * ld + c] = element(i * side + r, j * side + c);
      disown(i, j);
    }
}

/* a := L and U of a, L with a diagonal of ones that is not stored. */
static void factor(int m, double *a, int ld) {
  for (int k = 0; k < m; k++)
    for (int i = k + 1; i < m; i++) {
      double l = a[i * ld + k] /= a[k * ld + k];
      for (int j = k + 1; j < m; j++) a[i * ld + j] -= l * a[k * ld + j];
    }
}

/* a := a U^-1, for a block below the diagonal one `d`. */
static void divideByUpper(int rows, int m, double *a, int ld, const double *d) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < m; k++) {
      double l = a[i * ld + k] /= d[k * side + k];
      for (int j = k + 1; j < m; j++) a[i * ld + j] -= l * d[k * side + j];
    }
}

/* a := L^-1 a, for a block beside the diagonal one. */
static void divideByLower(int m, int columns, double *a, int ld, const double *d) {
  for (int k = 0; k < m; k++)
    for (int i = k + 1; i < m; i++)
      for (int j = 0; j < columns; j++) a[i * ld + j] -= d[i * side + k] * a[k * ld + j];
}

/* c -= a b */
static void update(int rows, int columns, int m, double *c, int ld, const double *a, const double *b) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < m; k++) {
      double factor = a[i * side + k];
      for (int j = 0; j < columns; j++) c[i * ld + j] -= factor * b[k * side + j];
    }
}

/* First block after k that a process in row (or column) `at` of a grid with `count` of them has. */
static int firstAfter(int k, int at, int count) { return k + 1 + (at - (k + 1) % count + count) % count; }

static void factorDiagonal(int k) {
  int ld;
  if (!mine(k, k)) return;
  factor(height(k), own(k, k, &ld), ld);
  disown(k, k);
}

static void divideStrips(int k, double *diagonal) {
  int ld, down = k % grid[1] == my[1], across = k % grid[0] == my[0];
  if (down || across) get(k, k, diagonal);
  for (int i = firstAfter(k, my[0], grid[0]); down && i < blocks; i += grid[0]) {
    divideByUpper(height(i), height(k), own(i, k, &ld), ld, diagonal);
    disown(i, k);
  }
  for (int j = firstAfter(k, my[1], grid[1]); across && j < blocks; j += grid[1]) {
    divideByLower(height(k), height(j), own(k, j, &ld), ld, diagonal);
    disown(k, j);
  }
}

static void updateBehind(int k) {
  int top = firstAfter(k, my[0], grid[0]), first = firstAfter(k, my[1], grid[1]), ld;
  if (top >= blocks || first >= blocks) return;
  for (int i = top; i < blocks; i += grid[0]) start(&left, i, i, k);
  for (int j = first; j < blocks; j += grid[1]) start(&above, j, k, j);
  for (int i = top; i < blocks; i += grid[0])
    for (int j = first; j < blocks; j += grid[1]) {
      const double *l = arrived(&left, i), *u = arrived(&above, j);
      update(height(i), height(j), height(k), own(i, j, &ld), ld, l, u);
      disown(i, j);
    }
}

static void decompose(void) {
  double *diagonal = malloc(side * side * sizeof(double));
  for (int k = 0; k < blocks; k++) {
    factorDiagonal(k);
    sync();
    divideStrips(k, diagonal);
    sync();
    updateBehind(k);
    sync();
  }
  free(diagonal);
}

/* The largest element of A - LU in block (i, j), the product summed by itself. */
static double blockResidual(int i, int j, double *l, double *u, double *rest) {
  double largest = 0;
  for (int e = 0; e < side * side; e++) rest[e] = 0;
  for (int k = 0; k <= smaller(i, j); k++) {
    get(i, k, l);
    get(k, j, u);
    for (int r = 0; r < side; r++) /* of a diagonal block, the part that the factor has */
      for (int c = 0; c < side; c++) {
        if (k == i && r <= c) l[r * side + c] = r == c;
        if (k == j && r > c) u[r * side + c] = 0;
      }
    update(height(i), height(j), height(k), rest, side, l, u);
  }
  for (int r = 0; r < height(i); r++)
    for (int c = 0; c < height(j); c++)
      largest = fmax(largest, fabs(element(i * side + r, j * side + c) + rest[r * side + c]));
  return largest;
}

static double residual(void) {
  size_t bytes = side * side * sizeof(double);
  double *l = malloc(bytes), *u = malloc(bytes), *rest = malloc(bytes), largest = 0;
  for (int i = my[0]; i < blocks; i += grid[0])
    for (int j = my[1]; j < blocks; j += grid[1]) largest = fmax(largest, blockResidual(i, j, l, u, rest));
  GA_Dgop(&largest, 1, "max");
  free(l);
  free(u);
  free(rest);
  return largest;
}

static void setUp(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 300;
  side = argc > 2 ? atoi(argv[2]) : 32;
  if (n < 1 || side < 1) GA_Error("lu: give an order and a size of blocks, each at least 1", 2);
  blocks = (n + side - 1) / side;
  int processes = GA_Nnodes();
  for (grid[0] = (int)sqrt(processes); processes % grid[0] != 0; grid[0]--);
  grid[1] = processes / grid[0];
  int dims[] = {n, n}, block[] = {side, side};
  matrix = GA_Create_handle();
  GA_Set_data(matrix, 2, dims, C_DBL);
  GA_Set_array_name(matrix, "matrix");
  GA_Set_block_cyclic_proc_grid(matrix, block, grid);
  if (!GA_Allocate(matrix)) GA_Error("lu: no memory for a matrix of order", n);
  GA_Get_proc_index(matrix, GA_Nodeid(), my);
  makeStrip(&left);
  makeStrip(&above);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 100000, 100000);
  setUp(argc, argv);
  fill();
  GA_Sync();
  double begin = MPI_Wtime();
  decompose();
  double times[] = {MPI_Wtime() - begin, communication};
  double found = residual(), bound = n * DBL_EPSILON * n;
  GA_Dgop(times, 2, "max");
  if (GA_Nodeid() == 0) {
    printf(" order %d, blocks of %d, processes %d x %d\n", n, side, grid[0], grid[1]);
    printf(" time %.3f s, of it communication and waiting %.3f s; %.3f Gflop/s\n", times[0], times[1], 2e-9 / 3 * n * n * n / times[0]);
    printf(" |A - LU| %.3e, bound %.3e\n", found, bound);
    printf(" %s\n", found <= bound ? "Solution validates" : "Solution does not validate");
  }
  GA_Destroy(matrix);
  GA_Terminate();
  MPI_Finalize();
  return found <= bound ? 0 : 1;
}
