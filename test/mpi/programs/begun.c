/* Collective functions that give requests, those with a datatype or a size for each rank, and those of neighbours. */
#include "check.h"

static int me, size;

/* Several at once, waited for in another order. */
static void several(void) {
  int value = me == 0 ? 42 : 0, one = me + 1, sum = 0, before = -1, *all = malloc(size * sizeof(int)), flag = 0;
  MPI_Request requests[5];
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  MPI_Iallgather(&me, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[2]);
  MPI_Iexscan(&one, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[3]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[4]);
  while (!flag) MPI_Test(&requests[4], &flag, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  CHECK(value == 42 && sum == size * (size + 1) / 2 && before == (me == 0 ? -1 : me * (me + 1) / 2));
  for (int i = 0; i < size; i++) CHECK(all[i] == i);
  free(all);
}

/* A barrier is over only when all have come. */
static void barrier(void) {
  int flag = 1, token = 0;
  MPI_Request request;
  if (size == 1) return;
  if (me == 0) {
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int i = 0; i < 100; i++) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    for (int rank = 1; rank < size; rank++) MPI_Send(&token, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Large blocks, and datatypes with gaps. */
static void gaps(void) {
  enum { ROWS = 20000 };
  int *table = malloc(2 * ROWS * sizeof(int)), *column = malloc(ROWS * sizeof(int) * size);
  MPI_Datatype type;
  MPI_Request request;
  MPI_Type_vector(ROWS, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  for (int i = 0; i < 2 * ROWS; i++) table[i] = me * 7 + i;
  MPI_Igather(table, 1, type, column, ROWS, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int rank = 0; me == 0 && rank < size; rank++)
    for (int i = 0; i < ROWS; i++) CHECK(column[rank * ROWS + i] == rank * 7 + 2 * i);
  MPI_Ibcast(table, 1, type, size - 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2 * ROWS; i++) CHECK(table[i] == (i % 2 == 0 ? size - 1 : me) * 7 + i);
  MPI_Type_free(&type);
  free(table);
  free(column);
}

static void typed(void) {
  int *out = malloc(2 * size * sizeof(int)), *in = calloc(2 * size, sizeof(int)), *counts = malloc(size * sizeof(int)),
      *places = malloc(size * sizeof(int));
  MPI_Datatype *types = malloc(size * sizeof(MPI_Datatype)), pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  for (int i = 0; i < size; i++) {
    out[2 * i] = 10 * me + i;
    out[2 * i + 1] = -i;
    counts[i] = 1;
    places[i] = 8 * i;
    types[i] = pair;
  }
  MPI_Alltoallw(out, counts, places, types, in, counts, places, types, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(in[2 * i] == 10 * i + me && in[2 * i + 1] == -me);
  MPI_Type_free(&pair);
  free(out);
  free(in);
  free(counts);
  free(places);
  free(types);
}

/* Rank r gets r + 1 elements. */
static void reductions(void) {
  int total = size * (size + 1) / 2, *out = malloc(total * sizeof(int)), *in = malloc((me + 1) * sizeof(int)), commutes,
      *counts = malloc(size * sizeof(int)), first = me * (me + 1) / 2;
  for (int i = 0; i < total; i++) out[i] = i + me;
  for (int i = 0; i < size; i++) counts[i] = i + 1;
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i <= me; i++) CHECK(in[i] == size * (first + i) + size * (size - 1) / 2);
  int a[2] = {3, 5}, b[2] = {10, 20};
  MPI_Reduce_local(a, b, 2, MPI_INT, MPI_SUM);
  CHECK(a[0] == 3 && b[0] == 13 && b[1] == 25);
  MPI_Op_commutative(MPI_SUM, &commutes);
  CHECK(commutes);
  free(out);
  free(in);
  free(counts);
}

/* A ring, which is a grid: with two ranks both neighbours are the same. */
static void grid(void) {
  int out[2] = {10 * me + 1, 10 * me + 2}, in[2] = {-1, -1}, same[2], below = (me + size - 1) % size, above = (me + 1) % size;
  MPI_Comm ring, line;
  MPI_Request request;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
  CHECK(in[0] == 10 * below + 2 && in[1] == 10 * above + 1);
  MPI_Ineighbor_allgather(&me, 1, MPI_INT, same, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(same[0] == below && same[1] == above);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){0}, 0, &line);
  in[0] = in[1] = -1;
  MPI_Neighbor_alltoallv(out, (int[]){1, 1}, (int[]){0, 1}, MPI_INT, in, (int[]){1, 1}, (int[]){0, 1}, MPI_INT, line);
  CHECK(in[0] == (me == 0 ? -1 : 10 * below + 2) && in[1] == (me == size - 1 ? -1 : 10 * above + 1));
  MPI_Comm_free(&ring);
  MPI_Comm_free(&line);
}

/* Two edges to the next rank, one of them to oneself where there is one rank. */
static void graph(void) {
  int next = (me + 1) % size, before = (me + size - 1) % size, to[] = {next, next}, from[] = {before, before},
      out[] = {me, 100 + me}, in[] = {-1, -1};
  MPI_Comm double_ring;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &double_ring);
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, double_ring);
  CHECK(in[0] == before && in[1] == 100 + before);
  MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Neighbor_alltoallw(out, (int[]){1, 1}, (MPI_Aint[]){4, 0}, types, in, (int[]){1, 1}, (MPI_Aint[]){0, 4}, types, double_ring);
  CHECK(in[0] == 100 + before && in[1] == before);
  MPI_Comm_free(&double_ring);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  several();
  barrier();
  gaps();
  typed();
  reductions();
  grid();
  graph();
  MPI_Finalize();
  return 0;
}
