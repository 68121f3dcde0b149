/* Messages between two ranks: small and large, in order, by tag, from any, unexpected, to oneself, requests, probes. */
#include "check.h"

enum { LARGE = 300000 };
static char buffer[LARGE], received[LARGE];
static int me, size, next, before;

static void fill(char *at, int bytes, int seed) {
  for (int i = 0; i < bytes; i++) at[i] = (char)(seed + i * 7);
}
static int is_filled(const char *at, int bytes, int seed) {
  for (int i = 0; i < bytes; i++)
    if (at[i] != (char)(seed + i * 7)) return 0;
  return 1;
}

/* Received in another order than sent, by tag; all sizes around the limits of protocols. */
static void by_tag(void) {
  static const int sizes[] = {0, 1, 8, 4095, 8192, 8193, 65536, LARGE};
  for (int i = 0; i < 8; i++) {
    MPI_Request request;
    MPI_Status status;
    int count, none = -1, small = me;
    fill(buffer, sizes[i], me + i);
    memset(received, 0, sizes[i] + (sizes[i] < LARGE));
    MPI_Isend(buffer, sizes[i], MPI_CHAR, next, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&small, 1, MPI_INT, next, 2, MPI_COMM_WORLD);
    MPI_Recv(&none, 1, MPI_INT, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(none == before);
    MPI_Recv(received, LARGE, MPI_CHAR, before, 1, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 1);
    MPI_Get_count(&status, MPI_CHAR, &count);
    CHECK(count == sizes[i] && is_filled(received, count, before + i));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
  }
}

/* More than the credit of a sender lies with a receiver; all in order. */
static void flood(void) {
  enum { MANY = 3000 };
  static int out[MANY][50], in[50];
  static MPI_Request requests[MANY];
  for (int i = 0; i < MANY; i++) {
    out[i][0] = me * MANY + i;
    MPI_Isend(out[i], 50, MPI_INT, next, 7, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < MANY; i++) {
    MPI_Recv(in, 50, MPI_INT, before, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[0] == before * MANY + i);
  }
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < MANY; i++) CHECK(requests[i] == MPI_REQUEST_NULL);
}

static void from_any(void) {
  MPI_Status status;
  int value = me * 3, sum = 0;
  if (me > 0) MPI_Send(&value, 1, MPI_INT, 0, 10 + me, MPI_COMM_WORLD);
  else
    for (int i = 1; i < size; i++) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      CHECK(value == 3 * status.MPI_SOURCE && status.MPI_TAG == 10 + status.MPI_SOURCE);
      sum += value;
    }
  CHECK(me > 0 || sum == 3 * size * (size - 1) / 2);
}

static void to_oneself(void) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  double out = me + 0.5, in = 0;
  MPI_Irecv(&in, 1, MPI_DOUBLE, 0, 3, MPI_COMM_SELF, &requests[0]);
  MPI_Isend(&out, 1, MPI_DOUBLE, 0, 3, MPI_COMM_SELF, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  CHECK(in == out && statuses[0].MPI_SOURCE == 0 && statuses[0].MPI_TAG == 3);
  MPI_Sendrecv(buffer, LARGE, MPI_CHAR, me, 4, received, LARGE, MPI_CHAR, me, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(memcmp(buffer, received, LARGE) == 0);
}

static void probes(void) {
  MPI_Status status;
  int flag = 0, count, values[3] = {me, me + 1, me + 2}, got[3];
  MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, &status);
  CHECK(!flag);
  MPI_Send(values, 3, MPI_INT, next, 20, MPI_COMM_WORLD);
  MPI_Probe(MPI_ANY_SOURCE, 20, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(status.MPI_SOURCE == before && count == 3);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == MPI_UNDEFINED);
  MPI_Iprobe(before, 20, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  CHECK(flag);
  MPI_Recv(got, 3, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got[0] == before && got[2] == before + 2);
}

static void requests(void) {
  MPI_Request requests[3];
  MPI_Status status;
  int in[3] = {0}, out[3] = {me, me + 10, me + 20}, index, flag = 0, done = 0;
  for (int i = 0; i < 3; i++) MPI_Irecv(&in[i], 1, MPI_INT, before, 30 + i, MPI_COMM_WORLD, &requests[i]);
  for (int i = 2; i >= 0; i--) MPI_Ssend(&out[i], 1, MPI_INT, next, 30 + i, MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++) {
    MPI_Waitany(3, requests, &index, &status);
    CHECK(index >= 0 && index < 3 && requests[index] == MPI_REQUEST_NULL && status.MPI_TAG == 30 + index);
    CHECK(in[index] == before + 10 * index);
    done |= 1 << index;
  }
  while (!flag) MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
  CHECK(in[0] == before && in[1] == before + 10 && in[2] == before + 20);
  MPI_Waitany(3, requests, &index, &status);
  CHECK(index == MPI_UNDEFINED);
  MPI_Test(&requests[0], &flag, &status);
  CHECK(flag && status.MPI_SOURCE == MPI_ANY_SOURCE);
  MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
}

int main(int argc, char **argv) {
  int flag, provided;
  MPI_Initialized(&flag);
  if (flag) return 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_SERIALIZED);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (me + 1) % size;
  before = (me + size - 1) % size;
  if (size > 1) by_tag(), requests();
  flood();
  from_any();
  MPI_Barrier(MPI_COMM_WORLD);
  to_oneself();
  probes();
  MPI_Finalize();
  MPI_Finalized(&flag);
  return !flag;
}
