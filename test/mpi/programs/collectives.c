/* Collective functions on all ranks and on parts of them; datatypes and operators. */
#include "check.h"

enum { MOST = 40000 };
static double out[MOST * 8], in[MOST * 8];

static void blocks(MPI_Comm comm, int n) {
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  for (int root = 0; root < size; root += size > 2 ? 2 : 1) {
    for (int i = 0; i < n; i++) out[i] = me * 1000 + i;
    memset(in, 0, sizeof in);
    MPI_Gather(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, root, comm);
    if (me == root)
      for (int r = 0; r < size; r++) CHECK(in[r * n] == r * 1000 && in[r * n + n - 1] == r * 1000 + n - 1);
    for (int i = 0; i < n * size; i++) out[i] = root + i;
    MPI_Scatter(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, root, comm);
    CHECK(in[0] == root + me * n && in[n - 1] == root + me * n + n - 1);
    for (int i = 0; i < n; i++) in[i] = me == root ? root + i : -1;
    MPI_Bcast(in, n, MPI_DOUBLE, root, comm);
    CHECK(in[0] == root && in[n - 1] == root + n - 1);
  }
  for (int i = 0; i < n; i++) in[me * n + i] = me + i;
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, n, MPI_DOUBLE, comm);
  for (int r = 0; r < size; r++) CHECK(in[r * n] == r && in[r * n + n - 1] == r + n - 1);
  for (int r = 0; r < size; r++)
    for (int i = 0; i < n; i++) out[r * n + i] = me * 100 + r;
  MPI_Alltoall(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, comm);
  for (int r = 0; r < size; r++) CHECK(in[r * n] == r * 100 + me && in[r * n + n - 1] == r * 100 + me);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, n, MPI_DOUBLE, comm);
  for (int r = 0; r < size; r++) CHECK(in[r * n] == me * 100 + r);
  MPI_Barrier(comm);
}

/* Rank r gives r + 1 elements to each, of none from every third. */
static void sized_blocks(MPI_Comm comm) {
  int me, size, counts[64], places[64], mine[64], at[64];
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  for (int r = 0, place = 0; r < size; r++) {
    counts[r] = r % 3 == 2 ? 0 : r + 1;
    places[r] = place;
    place += counts[r] + 1;
    at[r] = 0;
  }
  for (int r = 0; r < size; r++) mine[r] = counts[me];
  for (int i = 0; i <= me; i++) out[i] = me * 10 + i;
  for (int i = 0; i < 1000; i++) in[i] = -1;
  MPI_Allgatherv(out, counts[me], MPI_DOUBLE, in, counts, places, MPI_DOUBLE, comm);
  for (int r = 0; r < size; r++)
    for (int i = 0; i <= counts[r]; i++) CHECK(in[places[r] + i] == (i < counts[r] ? r * 10 + i : -1));
  for (int i = 0; i < 1000; i++) in[i] = -1;
  MPI_Gatherv(out, counts[me], MPI_DOUBLE, in, counts, places, MPI_DOUBLE, size - 1, comm);
  if (me == size - 1)
    for (int r = 0; r < size; r++)
      for (int i = 0; i < counts[r]; i++) CHECK(in[places[r] + i] == r * 10 + i);
  MPI_Alltoallv(out, mine, at, MPI_DOUBLE, in, counts, places, MPI_DOUBLE, comm);
  for (int r = 0; r < size; r++)
    for (int i = 0; i < counts[r]; i++) CHECK(in[places[r] + i] == r * 10 + i);
  double whole[1000], part[64] = {0};
  for (int i = 0; i < 1000; i++) whole[i] = i;
  MPI_Scatterv(whole, counts, places, MPI_DOUBLE, part, counts[me], MPI_DOUBLE, 0, comm);
  for (int i = 0; i < counts[me]; i++) CHECK(part[i] == places[me] + i);
}

#define SUMS(NAME, TYPE, DATATYPE) \
  static void NAME(MPI_Comm comm, int n) { \
    static TYPE x[MOST], y[MOST]; \
    int me, size; \
    MPI_Comm_rank(comm, &me); \
    MPI_Comm_size(comm, &size); \
    for (int i = 0; i < n; i++) x[i] = me + 1, y[i] = 0; \
    MPI_Allreduce(x, y, n, DATATYPE, MPI_SUM, comm); \
    CHECK(y[0] == size * (size + 1) / 2 && y[n - 1] == y[0]); \
    MPI_Reduce(x, y, n, DATATYPE, MPI_MAX, size - 1, comm); \
    CHECK(me < size - 1 || (y[0] == size && y[n - 1] == size)); \
    MPI_Allreduce(MPI_IN_PLACE, x, n, DATATYPE, MPI_MIN, comm); \
    CHECK(x[0] == 1 && x[n - 1] == 1); \
    for (int i = 0; i < n; i++) x[i] = 2; \
    MPI_Scan(x, y, n, DATATYPE, MPI_SUM, comm); \
    CHECK(y[0] == 2 * (me + 1) && y[n - 1] == 2 * (me + 1)); \
    y[0] = 77; \
    MPI_Exscan(x, y, n, DATATYPE, MPI_SUM, comm); \
    CHECK(y[0] == (me == 0 ? 77 : 2 * me)); \
  }
SUMS(chars, signed char, MPI_SIGNED_CHAR)
SUMS(shorts, unsigned short, MPI_UNSIGNED_SHORT)
SUMS(ints, int, MPI_INT)
SUMS(longs, long, MPI_LONG)
SUMS(floats, float, MPI_FLOAT)
SUMS(doubles, double, MPI_DOUBLE)

static void operators(int me, int size) {
  struct { double value; int place; } pair = {(me * 7) % 5, me}, result;
  struct { short value; int place; } small = {-me, me}, least;
  int bits = 1 << me, all, yes = me == 1, any, none;
  MPI_Allreduce(&pair, &result, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  for (int r = size; r-- > 0;) CHECK((r * 7) % 5 < result.value || ((r * 7) % 5 == result.value && r >= result.place));
  MPI_Allreduce(&small, &least, 1, MPI_SHORT_INT, MPI_MINLOC, MPI_COMM_WORLD);
  CHECK(least.value == 1 - size && least.place == size - 1);
  MPI_Allreduce(&bits, &all, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
  CHECK(all == (1 << size) - 1);
  MPI_Allreduce(&bits, &all, 1, MPI_INT, MPI_BXOR, MPI_COMM_WORLD);
  CHECK(all == (1 << size) - 1);
  MPI_Allreduce(&yes, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
  MPI_Allreduce(&yes, &none, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  CHECK(any == (size > 1) && none == 0);
  MPI_Allreduce(&yes, &any, 1, MPI_INT, MPI_LXOR, MPI_COMM_WORLD);
  CHECK(any == (size > 1));
  double complex_number[2] = {0, 1}, product[2], power[2] = {1, 0};
  MPI_Allreduce(complex_number, product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++) {
    double real = power[0];
    power[0] = -power[1], power[1] = real;
  }
  CHECK(product[0] == power[0] && product[1] == power[1]);
}

/* Not commutative: a (x, y) stands for the function x t + y. */
static void compose(void *in, void *inout, int *n, MPI_Datatype *type) {
  double *a = in, *b = inout;
  for (int i = 0; i < *n; i++, a += 2, b += 2) b[1] += b[0] * a[1], b[0] *= a[0];
}

static void of_program(int me, int size) {
  MPI_Op op;
  MPI_Datatype function;
  MPI_Aint low, extent;
  double own[2] = {2, me}, all[2], x = 1, y = 0;
  int bytes, rank;
  /* Handles are a rank's own: those of one operation and type need not be the same numbers. */
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < rank; i++) MPI_Type_contiguous(2, MPI_INT, &function), MPI_Op_create(compose, 0, &op);
  MPI_Type_contiguous(2, MPI_DOUBLE, &function);
  MPI_Type_commit(&function);
  MPI_Type_size(function, &bytes);
  MPI_Type_get_extent(function, &low, &extent);
  CHECK(bytes == 16 && low == 0 && extent == 16);
  MPI_Op_create(compose, 0, &op);
  MPI_Allreduce(own, all, 1, function, op, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++) y = 2 * y + r, x *= 2;
  CHECK(all[0] == x && all[1] == y);
  double block = -1, *each = malloc(size * sizeof *each);
  for (int r = 0; r < size; r++) each[r] = me + r;
  MPI_Reduce_scatter_block(each, &block, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  CHECK(block == size * (size - 1) / 2 + size * me);
  free(each);
  MPI_Op_free(&op);
  MPI_Type_free(&function);
  CHECK(op == MPI_OP_NULL && function == MPI_DATATYPE_NULL);
}

/* A value and an int are the same data however a rank says that, with the gap behind them or not. */
static void pairs(int me, int size) {
  struct pair { double value; int place; } mine[2], got[2], *each = calloc(2 * size, sizeof *each);
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_DOUBLE_INT, &two);
  MPI_Type_commit(&two);
  for (int i = 0; i < 2; i++) mine[i] = got[i] = (struct pair){me + i, 10 * me + i};
  MPI_Bcast(got, me % 2 ? 1 : 2, me % 2 ? two : MPI_DOUBLE_INT, 0, MPI_COMM_WORLD);
  CHECK(got[0].place == 0 && got[1].value == 1 && got[1].place == 1);
  MPI_Allgather(mine, 2, MPI_DOUBLE_INT, each, 1, two, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * size; i++) CHECK(each[i].value == i / 2 + i % 2 && each[i].place == 10 * (i / 2) + i % 2);
  int *counts = malloc(2 * size * sizeof(int)), *places = counts + size;
  for (int r = 0; r < size; r++) counts[r] = 2, places[r] = 2 * (size - 1 - r);
  MPI_Allgatherv(mine, 1, two, each, counts, places, MPI_DOUBLE_INT, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++) CHECK(each[places[r] + 1].value == r + 1 && each[places[r] + 1].place == 10 * r + 1);
  MPI_Type_free(&two);
  free(counts);
  free(each);
}

static void all(MPI_Comm comm) {
  int sizes[] = {1, 700, MOST / 2};
  for (int i = 0; i < 3; i++) {
    blocks(comm, sizes[i]);
    chars(comm, sizes[i]), shorts(comm, sizes[i]), ints(comm, sizes[i]);
    longs(comm, sizes[i]), floats(comm, sizes[i]), doubles(comm, sizes[i]);
  }
  sized_blocks(comm);
}

int main(int argc, char **argv) {
  int me, size;
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  all(MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
  all(half);
  MPI_Comm_free(&half);
  all(MPI_COMM_SELF);
  operators(me, size);
  of_program(me, size);
  pairs(me, size);
  MPI_Finalize();
  return 0;
}
