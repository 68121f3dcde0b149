/* Reductions by functions of the program on datatypes with gaps and negative lower bounds; gaps stay as they are (MPI 3.1, 5.9.5). */
#include "check.h"
#include <stddef.h>

/* A factor and a shift of an affine function, with a gap between them: their composition does not commute. */
typedef struct {
  int factor;
  double gap;
  int shift;
} Affine;

static int rank, size, calls;

static Affine composed(Affine one, Affine other) {
  Affine both = {one.factor * other.factor % 1009, other.gap, (one.shift * other.factor + other.shift) % 1009};
  return both;
}

static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
  Affine *one = in, *other = inout;
  calls++;
  CHECK(((size_t)in | (size_t)inout) % _Alignof(Affine) == 0);
  for (int i = 0; i < *count; i++) other[i] = composed(one[i], other[i]);
}

static Affine of(int who, int i) {
  Affine function = {who + 2 + i, -1, who + 1};
  return function;
}

static Affine up_to(int last, int i) {
  Affine all = of(0, i);
  for (int who = 1; who <= last; who++) all = composed(all, of(who, i));
  return all;
}

static int same(Affine got, Affine wanted) { return got.factor == wanted.factor && got.shift == wanted.shift; }

static MPI_Datatype affine(void) {
  int lengths[] = {1, 1};
  MPI_Aint places[] = {offsetof(Affine, factor), offsetof(Affine, shift)};
  MPI_Datatype types[] = {MPI_INT, MPI_INT}, apart, type;
  MPI_Type_create_struct(2, lengths, places, types, &apart);
  MPI_Type_create_resized(apart, 0, sizeof(Affine), &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&apart);
  return type;
}

#define COUNT 5

static void test_with_gaps(MPI_Datatype type, MPI_Op op) {
  Affine mine[COUNT], got[COUNT + 1];
  for (int i = 0; i < COUNT; i++) mine[i] = of(rank, i);
  for (int i = 0; i <= COUNT; i++) got[i] = (Affine){-5, 7.5, -5};
  MPI_Allreduce(mine, got, COUNT, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < COUNT; i++) CHECK(same(got[i], up_to(size - 1, i)) && got[i].gap == 7.5);
  CHECK(got[COUNT].factor == -5);
  int last = size - 1;
  for (int i = 0; i < COUNT; i++) got[i] = of(rank, i), got[i].gap = 3;
  MPI_Reduce(rank == last ? MPI_IN_PLACE : mine, got, COUNT, type, op, last, MPI_COMM_WORLD);
  for (int i = 0; i < COUNT; i++) CHECK(got[i].gap == 3 && same(got[i], rank == last ? up_to(last, i) : mine[i]));
  MPI_Scan(mine, got, COUNT, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < COUNT; i++) CHECK(same(got[i], up_to(rank, i)) && got[i].gap == 3);
  MPI_Request request;
  MPI_Iexscan(mine, got, COUNT, type, op, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; rank > 0 && i < COUNT; i++) CHECK(same(got[i], up_to(rank - 1, i)) && got[i].gap == 3);
}

static void test_scattered(MPI_Datatype type, MPI_Op op) {
  Affine *mine = malloc(2 * size * sizeof(Affine)), got[2] = {{0, 9, 0}, {0, 9, 0}};
  for (int i = 0; i < 2 * size; i++) mine[i] = of(rank, i);
  MPI_Reduce_scatter_block(mine, got, 2, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++) CHECK(same(got[i], up_to(size - 1, 2 * rank + i)) && got[i].gap == 9);
  free(mine);
}

static void test_local(MPI_Datatype type, MPI_Op op) {
  Affine one[2] = {of(3, 0), of(3, 1)}, other[2] = {of(5, 0), of(5, 1)};
  other[0].gap = 4;
  MPI_Reduce_local(one, other, 2, type, op);
  for (int i = 0; i < 2; i++) CHECK(same(other[i], composed(of(3, i), of(5, i))));
  CHECK(one[0].factor == of(3, 0).factor);
}

/* The data begin before the address, and the elements are three longs apart. */
static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
  long *one = in, *other = inout;
  MPI_Aint lb, extent;
  MPI_Type_get_extent(*type, &lb, &extent);
  for (int i = 0; i < *count; i++) other[3 * i - 2] += one[3 * i - 2], other[3 * i] += one[3 * i];
}

static void test_negative(void) {
  int lengths[] = {1, 1};
  MPI_Aint places[] = {-16, 0};
  MPI_Datatype types[] = {MPI_LONG, MPI_LONG}, type;
  MPI_Op op;
  long mine[9], got[9];
  MPI_Type_create_struct(2, lengths, places, types, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(add, 1, &op);
  for (int i = 0; i < 9; i++) mine[i] = rank + i, got[i] = -1;
  MPI_Allreduce(mine + 2, got + 2, 3, type, op, MPI_COMM_WORLD);
  for (int i = 0; i < 9; i++) CHECK(got[i] == (i % 3 == 1 ? -1 : size * (size - 1) / 2 + size * i));
  MPI_Op_free(&op);
  MPI_Type_free(&type);
}

/* The datatype is freed while the reduction goes on (4.1.9), which asks it for its extent. */
static void test_freed(void) {
  MPI_Datatype type;
  MPI_Op op;
  MPI_Request request;
  long mine[6] = {rank, 0, 2 * rank, rank, 0, 2 * rank}, got[6] = {0};
  int places[] = {-2, 0};
  MPI_Type_create_indexed_block(2, 1, places, MPI_LONG, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(add, 1, &op);
  MPI_Iallreduce(mine + 2, got + 2, 2, type, op, MPI_COMM_WORLD, &request);
  MPI_Type_free(&type);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got[0] == size * (size - 1) / 2 && got[5] == size * (size - 1));
  MPI_Op_free(&op);
}

int main(int argc, char **argv) {
  MPI_Op op;
  int commutes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Datatype type = affine();
  MPI_Op_create(compose, 0, &op);
  CHECK(MPI_Op_commutative(op, &commutes) == MPI_SUCCESS && !commutes);
  CHECK(MPI_Op_commutative(MPI_MAX, &commutes) == MPI_SUCCESS && commutes);
  test_with_gaps(type, op);
  test_scattered(type, op);
  test_local(type, op);
  CHECK(calls > 0);
  test_negative();
  test_freed();
  MPI_Op_free(&op);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
