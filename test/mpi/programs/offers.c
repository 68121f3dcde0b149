/* Large messages, whose data the receiver takes: each way to wait for them and to give their requests up, among small ones, in and out of order. */
#include "check.h"

enum { LARGE = 20000, MANY = 300 };
static int out[MANY][LARGE], in[MANY][LARGE];

static void fill(int *data, int seed) {
  for (int i = 0; i < LARGE; i++) data[i] = seed * 7919 + i;
}
static int is_right(const int *data, int seed) {
  for (int i = 0; i < LARGE; i++)
    if (data[i] != seed * 7919 + i) return 0;
  return 1;
}

static int me, ranks, next, before;

/* More than there are places for, received in the order of sending, or the other way round. */
static void many(int is_reverse, int are_early) {
  MPI_Request sends[MANY], receives[MANY];
  for (int i = 0; i < MANY; i++) fill(out[i], me + i), memset(in[i], 0, sizeof in[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!are_early)
    for (int i = 0; i < MANY; i++) MPI_Isend(out[i], LARGE, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
  for (int k = 0; k < MANY; k++) {
    int i = is_reverse ? MANY - 1 - k : k;
    MPI_Irecv(in[i], LARGE, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
  }
  if (are_early)
    for (int i = 0; i < MANY; i++) MPI_Isend(out[i], LARGE, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
  MPI_Waitall(MANY, receives, MPI_STATUSES_IGNORE);
  MPI_Waitall(MANY, sends, MPI_STATUSES_IGNORE);
  for (int i = 0; i < MANY; i++) CHECK(is_right(in[i], before + i));
}

/* By each function that ends requests; between them requests lie with the runtime and with C. */
static void ended(int way) {
  MPI_Request all[8];
  MPI_Status status, statuses[8];
  int flag = 0, index, count, indices[8];
  for (int i = 0; i < 4; i++) fill(out[i], me * 10 + i);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 4; i++) MPI_Irecv(in[i], LARGE, MPI_INT, before, i, MPI_COMM_WORLD, &all[i]);
  for (int i = 0; i < 4; i++) MPI_Isend(out[i], i % 2 ? LARGE : 5, MPI_INT, next, i, MPI_COMM_WORLD, &all[4 + i]);
  if (way == 0)
    for (int i = 7; i >= 0; i--) MPI_Wait(&all[i], &status);
  if (way == 1)
    for (int i = 0; i < 8; i++)
      for (flag = 0; !flag;) MPI_Test(&all[i], &flag, &status);
  if (way == 2)
    for (int i = 0; i < 8; i++) {
      MPI_Waitany(8, all, &index, &status);
      CHECK(index >= 0 && index < 8 && all[index] == MPI_REQUEST_NULL);
      if (index < 4) CHECK(status.MPI_SOURCE == before && status.MPI_TAG == index);
    }
  if (way == 3)
    for (int left = 8; left > 0; left -= count) MPI_Waitsome(8, all, &count, indices, statuses);
  if (way == 4)
    while (!flag) MPI_Testall(8, all, &flag, statuses);
  if (way == 5) {
    MPI_Waitany(8, all, &index, &status);
    MPI_Waitall(8, all, statuses);
  }
  if (way == 6) {
    for (flag = 0; !flag;) MPI_Request_get_status(all[1], &flag, &status);
    CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 1);
    MPI_Waitall(8, all, statuses);
  }
  if (way == 7) {
    for (int i = 4; i < 8; i++) MPI_Request_free(&all[i]);
    MPI_Waitall(4, all, statuses);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int i = 0; i < 8; i++) CHECK(all[i] == MPI_REQUEST_NULL);
  for (int i = 0; i < 4; i++) CHECK(i % 2 ? is_right(in[i], before * 10 + i) : in[i][4] == (before * 10 + i) * 7919 + 4);
}

/* The status of a request that was looked at before is not that of the next one in its place. */
static void looked_at(void) {
  for (int i = 0; i < 5; i++) {
    MPI_Request receive, send;
    MPI_Status status;
    int flag = 0, count;
    MPI_Irecv(in[0], LARGE, MPI_INT, before, i, MPI_COMM_WORLD, &receive);
    MPI_Isend(out[0], LARGE - i, MPI_INT, next, i, MPI_COMM_WORLD, &send);
    while (!flag) MPI_Request_get_status(receive, &flag, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_TAG == i && count == LARGE - i);
    for (flag = 0; !flag;) MPI_Request_get_status(send, &flag, &status);
    MPI_Wait(&receive, &status);
    CHECK(status.MPI_TAG == i);
    MPI_Wait(&send, &status);
  }
}

/* Blocking ones, unexpected ones, probed ones, and those of any source. */
static void others(void) {
  MPI_Request receive;
  MPI_Status status;
  int count;
  fill(out[0], me);
  MPI_Irecv(in[0], LARGE, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &receive);
  MPI_Send(out[0], LARGE, MPI_INT, next, 1, MPI_COMM_WORLD);
  MPI_Wait(&receive, &status);
  CHECK(status.MPI_SOURCE == before && is_right(in[0], before));
  if (me == 0) {
    MPI_Send(out[0], LARGE, MPI_INT, ranks - 1, 2, MPI_COMM_WORLD);
    MPI_Send(out[0], 1, MPI_INT, ranks - 1, 3, MPI_COMM_WORLD);
  }
  if (me == ranks - 1) {
    MPI_Probe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == LARGE && status.MPI_SOURCE == 0);
    MPI_Recv(in[1], LARGE, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(is_right(in[1], 0));
    MPI_Recv(&count, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Isend(out[0], LARGE, MPI_INT, next, 6, copy, &receive);
  MPI_Recv(in[0], LARGE, MPI_INT, before, 6, copy, MPI_STATUS_IGNORE);
  MPI_Comm_free(&copy);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Irecv(in[2], 10, MPI_INT, before, 4, MPI_COMM_WORLD, &receive);
  MPI_Send(out[0], LARGE, MPI_INT, next, 4, MPI_COMM_WORLD);
  int kind;
  MPI_Error_class(MPI_Wait(&receive, &status), &kind);
  CHECK(kind == MPI_ERR_TRUNCATE && in[2][9] == before * 7919 + 9);
  MPI_Sendrecv(out[0], LARGE, MPI_INT, next, 5, in[3], LARGE, MPI_INT, before, 5, MPI_COMM_WORLD, &status);
  CHECK(is_right(in[3], before));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (me + 1) % ranks;
  before = (me + ranks - 1) % ranks;
  for (int i = 0; i < 4; i++) many(i & 1, i & 2);
  for (int way = 0; way < 8; way++)
    for (int times = 0; times < 3; times++) ended(way);
  looked_at();
  if (ranks > 1) others();
  MPI_Finalize();
  return 0;
}
