/* Sends that are cancelled: either the send is done and its message is received, or it is cancelled and no trace of it is at the receiver (MPI 3.1, 3.8.4). */
#include "check.h"

enum { LARGE = 100000, SMALL = 5, TURNS = 40 };
static int out[LARGE], in[LARGE], me, ranks;

typedef int Begin(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static int is_cancelled(MPI_Status *status) {
  int flag;
  MPI_Test_cancelled(status, &flag);
  return flag;
}

static int is_there(int tag) {
  int flag;
  MPI_Iprobe(0, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return flag;
}

static void fill(int first) {
  for (int i = 0; i < LARGE; i++) out[i] = first + i;
}

static int is_right(int first, int count) {
  for (int i = 0; i < count; i++)
    if (in[i] != first + i) return 0;
  return 1;
}

/* Cancels a send and waits, in one of the ways there are; whether it is cancelled. */
static int given_up(MPI_Request *request, int way) {
  MPI_Status status;
  int flag = 0, index;
  MPI_Cancel(request);
  if (way == 0) MPI_Wait(request, &status);
  if (way == 1)
    while (!flag) MPI_Test(request, &flag, &status);
  if (way == 2) MPI_Waitall(1, request, &status);
  if (way == 3) MPI_Waitany(1, request, &index, &status);
  CHECK(*request == MPI_REQUEST_NULL);
  return is_cancelled(&status);
}

/* No receive is there. What the receiver gets by the tag is the next message; it is told how the send has ended. */
static void unmatched(Begin *begin, int count, int way) {
  int was_cancelled;
  MPI_Request request;
  if (me == 0) {
    fill(1);
    begin(out, count, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    was_cancelled = given_up(&request, way);
    if (count == LARGE) CHECK(was_cancelled);
    MPI_Send(&was_cancelled, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    fill(2);
    MPI_Send(out, count, MPI_INT, 1, 3, MPI_COMM_WORLD);
  }
  if (me == 1) {
    MPI_Recv(&was_cancelled, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int first = was_cancelled ? 2 : 1; first <= 2; first++) {
      MPI_Recv(in, LARGE, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(is_right(first, count));
    }
    CHECK(!is_there(3));
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* A probe sees it before it is cancelled, and not behind that. */
static void probed(void) {
  MPI_Request request;
  MPI_Message message;
  int word = 0, flag;
  if (me == 0) {
    MPI_Isend(out, LARGE, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Recv(&word, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(given_up(&request, 0));
    MPI_Send(&word, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  }
  if (me == 1) {
    MPI_Probe(0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(!is_there(3));
    CHECK(!is_there(MPI_ANY_TAG));
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    CHECK(!flag);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* A receive has matched, so the message is delivered. */
static void matched(int way) {
  MPI_Request request;
  if (me == 1) MPI_Irecv(in, LARGE, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    fill(7);
    MPI_Isend(out, LARGE, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    CHECK(!given_up(&request, way));
  }
  if (me == 1) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(is_right(7, LARGE));
  }
}

/* The receive is posted about when the send is cancelled: it gets that message or, if it was cancelled, the next one. */
static void at_once(int turn) {
  MPI_Request request;
  int was_cancelled;
  if (me == 0) {
    fill(10);
    MPI_Isend(out, LARGE, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    for (int i = 0; i < turn % 8; i++) is_there(9);
    was_cancelled = given_up(&request, turn % 4);
    fill(20);
    if (was_cancelled) MPI_Send(out, LARGE, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Send(&was_cancelled, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  }
  if (me == 1) {
    for (int i = 0; i < turn % 5; i++) is_there(9);
    MPI_Recv(in, LARGE, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&was_cancelled, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(is_right(was_cancelled ? 20 : 10, LARGE));
    CHECK(!is_there(3));
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Many, every other one cancelled; some requests are freed and not waited for. */
static void several(void) {
  MPI_Request requests[10];
  MPI_Status statuses[10];
  if (me == 0) {
    fill(0);
    for (int i = 0; i < 10; i++) MPI_Isend(out + i, LARGE - 10, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 10; i += 2) MPI_Cancel(&requests[i]);
    for (int i = 0; i < 4; i += 2) MPI_Request_free(&requests[i]);
    MPI_Send(out, 1, MPI_INT, 1, 11, MPI_COMM_WORLD);
    MPI_Waitall(10, requests, statuses);
    for (int i = 4; i < 10; i++) CHECK(is_cancelled(&statuses[i]) == (i % 2 == 0));
  }
  if (me == 1) {
    MPI_Recv(in, 1, MPI_INT, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 10; i++) CHECK(is_there(i) == i % 2);
    for (int i = 1; i < 10; i += 2) {
      MPI_Recv(in, LARGE, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(is_right(i, LARGE - 10));
    }
  }
}

/* A persistent one is begun anew; its data have gaps. */
static void persistent(void) {
  MPI_Request request;
  MPI_Status status;
  MPI_Datatype column;
  MPI_Type_vector(LARGE / 2, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  if (me == 0) {
    fill(0);
    MPI_Send_init(out, 1, column, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    CHECK(is_cancelled(&status) && request != MPI_REQUEST_NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    CHECK(!is_cancelled(&status));
    MPI_Request_free(&request);
  }
  if (me == 1) {
    MPI_Recv(in, LARGE / 2, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[1] == 2 && in[LARGE / 2 - 1] == LARGE - 2);
  }
  MPI_Type_free(&column);
}

/* A message to oneself, and one to nobody. */
static void own(void) {
  MPI_Request request;
  MPI_Isend(out, LARGE, MPI_INT, me, 3, MPI_COMM_WORLD, &request);
  CHECK(given_up(&request, 0));
  MPI_Isend(out, LARGE, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  CHECK(!given_up(&request, 0));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  own();
  if (ranks > 1) {
    for (int way = 0; way < 4; way++) {
      unmatched(MPI_Isend, LARGE, way);
      unmatched(MPI_Isend, SMALL, way);
      unmatched(MPI_Issend, LARGE, way);
      unmatched(MPI_Issend, SMALL, way);
      matched(way);
    }
    probed();
    for (int turn = 0; turn < TURNS; turn++) at_once(turn);
    several();
    persistent();
  }
  MPI_Finalize();
  return 0;
}
