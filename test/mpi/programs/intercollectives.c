/* Collective functions between the two groups of an intercommunicator, in both forms (MPI 3.1, 5.2.3). */
#include "check.h"

#define MOST 16
#define LONG 3000

static int rank, size, half, mine, others, at;
static MPI_Comm inter;

/* What rank i of the other group is in the world. */
static int there(int i) { return 2 * i + 1 - half; }

/* MPI_ROOT at rank `root` of the even ones, else what the rank has to say. */
static int root_of(int root, int from) { return half != from ? root : at == root ? MPI_ROOT : MPI_PROC_NULL; }

static void test_bcast(int from, int count) {
  static int data[LONG];
  int root = root_of(0, from);
  for (int i = 0; i < count; i++) data[i] = half == from && root == MPI_ROOT ? i * 3 : -1;
  MPI_Bcast(data, count, MPI_INT, root, inter);
  for (int i = 0; i < count; i++) CHECK(data[i] == (root == MPI_PROC_NULL ? -1 : i * 3));
}

/* The last of the other group is the root: it sees the numbers of all, and gives each one back. */
static void test_gather_scatter(int from) {
  int last = (half == from ? mine : others) - 1, root = root_of(last, from), got = -1, all[MOST], counts[MOST], places[MOST];
  memset(all, -1, sizeof all);
  MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, root, inter);
  if (root == MPI_ROOT)
    for (int i = 0; i < others; i++) {
      CHECK(all[i] == there(i));
      all[i] += 100;
    }
  MPI_Scatter(all, 1, MPI_INT, &got, 1, MPI_INT, root, inter);
  CHECK(got == (root >= 0 ? rank + 100 : -1));
  /* Rank i has i + 1 elements. */
  int some[MOST], total = 0;
  for (int i = 0; i < MOST; i++) some[i] = root >= 0 ? rank : -1;
  for (int i = 0; i < others; i++) counts[i] = i + 1, places[i] = total, total += i + 1;
  int *room = malloc((total + 1) * sizeof(int));
  MPI_Gatherv(some, at + 1, MPI_INT, room, counts, places, MPI_INT, root, inter);
  if (root == MPI_ROOT)
    for (int i = 0; i < others; i++)
      for (int j = 0; j < counts[i]; j++) {
        CHECK(room[places[i] + j] == there(i));
        room[places[i] + j] = i * 10 + j;
      }
  MPI_Scatterv(room, counts, places, MPI_INT, some, at + 1, MPI_INT, root, inter);
  for (int j = 0; j <= at; j++) CHECK(some[j] == (root >= 0 ? at * 10 + j : -1));
  free(room);
}

static void test_all(void) {
  int all[MOST], out[MOST], counts[MOST], places[MOST], own[2] = {rank, -rank};
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter);
  for (int i = 0; i < others; i++) CHECK(all[i] == there(i));
  for (int i = 0; i < others; i++) counts[i] = 2, places[i] = 2 * (others - 1 - i);
  MPI_Allgatherv(own, 2, MPI_INT, all, counts, places, MPI_INT, inter);
  for (int i = 0; i < others; i++) CHECK(all[places[i]] == there(i) && all[places[i] + 1] == -there(i));
  for (int i = 0; i < others; i++) out[i] = 100 * rank + there(i), counts[i] = 1, places[i] = i;
  MPI_Alltoall(out, 1, MPI_INT, all, 1, MPI_INT, inter);
  for (int i = 0; i < others; i++) {
    CHECK(all[i] == 100 * there(i) + rank);
    all[i] = -1;
  }
  MPI_Alltoallv(out, counts, places, MPI_INT, all, counts, places, MPI_INT, inter);
  for (int i = 0; i < others; i++) {
    CHECK(all[i] == 100 * there(i) + rank);
    all[i] = -1;
  }
  MPI_Datatype types[MOST];
  for (int i = 0; i < others; i++) types[i] = MPI_INT, places[i] = 4 * i;
  MPI_Alltoallw(out, counts, places, types, all, counts, places, types, inter);
  for (int i = 0; i < others; i++) CHECK(all[i] == 100 * there(i) + rank);
  MPI_Barrier(inter);
}

/* Keeps the order: (a, b) of an affine function, of which composition does not commute. */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
  int *one = in, *other = inout;
  for (int i = 0; i < *count; i++) {
    int factor = one[2 * i] * other[2 * i] % 10007, shift = (one[2 * i + 1] * other[2 * i] + other[2 * i + 1]) % 10007;
    other[2 * i] = factor, other[2 * i + 1] = shift;
  }
}

static void test_reductions(void) {
  static double data[LONG], sums[LONG];
  int sum, expected = 0, counts[MOST], total = 0, before = 0, in[MOST * MOST], out[MOST];
  for (int i = 0; i < others; i++) expected += there(i);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
  CHECK(sum == expected);
  for (int from = 0; from < 2; from++) {
    int root = root_of(0, from);
    for (int i = 0; i < LONG; i++) data[i] = rank + i, sums[i] = -1;
    MPI_Reduce(data, sums, LONG, MPI_DOUBLE, MPI_SUM, root, inter);
    for (int i = 0; i < LONG; i++) CHECK(sums[i] == (root == MPI_ROOT ? expected + others * (double)i : -1));
  }
  /* Both groups have as many elements. */
  for (int i = 0; i < mine; i++) counts[i] = others;
  for (int i = 0; i < mine * others; i++) in[i] = rank * 1000 + i;
  MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, inter);
  for (int j = 0; j < others; j++) CHECK(out[j] == expected * 1000 + others * (at * others + j));
  memset(out, 0, sizeof out);
  MPI_Reduce_scatter_block(in, out, others, MPI_INT, MPI_SUM, inter);
  for (int j = 0; j < others; j++) CHECK(out[j] == expected * 1000 + others * (at * others + j));
  MPI_Op op;
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(compose, 0, &op);
  int own[2] = {rank + 2, rank + 1}, got[2], wanted[2] = {there(0) + 2, there(0) + 1};
  MPI_Allreduce(own, got, 1, pair, op, inter);
  for (int i = 1; i < others; i++) {
    int next[2] = {there(i) + 2, there(i) + 1}, one = 1;
    compose(wanted, next, &one, &pair);
    memcpy(wanted, next, sizeof next);
  }
  CHECK(got[0] == wanted[0] && got[1] == wanted[1]);
  MPI_Op_free(&op);
  MPI_Type_free(&pair);
}

/* Several at once; and of a datatype with gaps. */
static void test_begun(void) {
  int sum = 0, expected = 0, data[4] = {0, -1, 0, -1}, all[MOST], root = root_of(0, 1);
  MPI_Request requests[4];
  MPI_Datatype apart;
  MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  if (root == MPI_ROOT) data[0] = 5, data[2] = 6;
  for (int i = 0; i < others; i++) expected += there(i);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter, &requests[0]);
  MPI_Ibcast(data, 1, apart, root, inter, &requests[1]);
  MPI_Iallgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter, &requests[2]);
  MPI_Ibarrier(inter, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  CHECK(sum == expected);
  CHECK(data[1] == -1 && data[3] == -1);
  CHECK(root == MPI_PROC_NULL || (data[0] == 5 && data[2] == 6));
  for (int i = 0; i < others; i++) CHECK(all[i] == there(i));
  MPI_Type_free(&apart);
}

int main(int argc, char **argv) {
  MPI_Comm local;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1) {
    half = rank % 2, at = rank / 2;
    mine = half == 0 ? (size + 1) / 2 : size / 2, others = size - mine;
    MPI_Comm_split(MPI_COMM_WORLD, half, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, 1 - half, 0, &inter);
    for (int from = 0; from < 2; from++) {
      test_bcast(from, 1);
      test_bcast(from, LONG);
      test_gather_scatter(from);
    }
    test_all();
    test_reductions();
    test_begun();
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
  }
  MPI_Finalize();
  return 0;
}
