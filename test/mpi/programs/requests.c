/* Requests: persistent, several at once, cancelled, freed, generalized; buffered and ready sends; matched probes. */
#include "check.h"

enum { LARGE = 100000 };
static int me, size, next, before;
static char out[LARGE], in[LARGE];

static void persistent(void) {
  int value, got;
  MPI_Request requests[2];
  MPI_Send_init(&value, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&got, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 5; i++) {
    value = 10 * i + me;
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(got == 10 * i + before && requests[0] != MPI_REQUEST_NULL);
  }
  MPI_Status status;
  MPI_Wait(&requests[1], &status); /* not active: at once */
  CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  CHECK(requests[0] == MPI_REQUEST_NULL);
}

static void several(void) {
  int values[4], got[4], indices[4], count, flag, which, seen = 0;
  MPI_Request requests[5], sends[4];
  MPI_Status statuses[4], status;
  for (int i = 0; i < 4; i++) {
    values[i] = 100 * me + i;
    MPI_Irecv(&got[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &requests[i]);
  }
  requests[4] = MPI_REQUEST_NULL;
  for (int i = 3; i >= 0; i--) MPI_Isend(&values[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
  MPI_Waitsome(5, requests, &count, indices, statuses);
  CHECK(count >= 1);
  for (int i = 0; i < count; i++) CHECK(statuses[i].MPI_TAG == indices[i] && got[indices[i]] == 100 * before + indices[i]);
  seen = count;
  while (seen < 4) {
    MPI_Testany(5, requests, &which, &flag, &status);
    if (!flag) continue;
    CHECK(which == MPI_UNDEFINED ? seen == 4 : got[which] == 100 * before + which);
    seen++;
  }
  MPI_Testsome(5, requests, &count, indices, statuses);
  CHECK(count == MPI_UNDEFINED);
  MPI_Testany(5, requests, &which, &flag, &status);
  CHECK(flag && which == MPI_UNDEFINED);
  MPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
}

static void looked_at(void) {
  int value = me, got = -1, flag = 0;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&got, 1, MPI_INT, before, 6, MPI_COMM_WORLD, &request);
  MPI_Send(&value, 1, MPI_INT, next, 6, MPI_COMM_WORLD);
  while (!flag) MPI_Request_get_status(request, &flag, &status);
  CHECK(got == before && status.MPI_SOURCE == before && request != MPI_REQUEST_NULL);
  MPI_Wait(&request, &status);
  CHECK(status.MPI_TAG == 6);
}

/* What comes is no whole elements of the receive's datatype. */
static void broken(void) {
  long got[2];
  MPI_Request request;
  MPI_Status status;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Irecv(got, 2, MPI_LONG, before, 8, MPI_COMM_WORLD, &request);
  MPI_Send(out, 6, MPI_CHAR, next, 8, MPI_COMM_WORLD);
  CHECK(MPI_Wait(&request, &status) == MPI_ERR_TYPE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void cancelled(void) {
  int got, flag;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&got, 1, MPI_INT, before, 4711, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);
  /* What has come is not cancelled. */
  MPI_Irecv(&got, 1, MPI_INT, me, 1, MPI_COMM_WORLD, &request);
  MPI_Send(&me, 1, MPI_INT, me, 1, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  while (1) {
    MPI_Request_get_status(request, &flag, &status);
    if (flag) break;
  }
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(!flag && got == me);
}

/* A freed request's operation goes on; a packed copy of its data lives until then. */
static void freed(void) {
  static int columns[200][3];
  int got[200];
  MPI_Datatype column;
  MPI_Request request;
  MPI_Type_vector(200, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < 200; i++) columns[i][0] = me + i;
  MPI_Issend(columns, 1, column, next, 8, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Type_free(&column);
  MPI_Recv(got, 200, MPI_INT, before, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 200; i++) CHECK(got[i] == before + i);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void buffered(void) {
  static char room[3 * (LARGE + MPI_BSEND_OVERHEAD)];
  char *back;
  int bytes;
  MPI_Request request;
  MPI_Buffer_attach(room, sizeof room);
  memset(out, 'a' + me % 26, LARGE);
  MPI_Bsend(out, LARGE, MPI_CHAR, next, 1, MPI_COMM_WORLD);
  MPI_Ibsend(out, LARGE, MPI_CHAR, next, 2, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  memset(out, '-', LARGE); /* copied by now */
  for (int tag = 1; tag <= 2; tag++) {
    MPI_Recv(in, LARGE, MPI_CHAR, before, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[0] == 'a' + before % 26 && in[LARGE - 1] == in[0]);
  }
  MPI_Buffer_detach(&back, &bytes);
  CHECK(back == room && bytes == sizeof room);
}

static void ready(void) {
  int got = -1;
  MPI_Request request;
  MPI_Irecv(&got, 1, MPI_INT, before, 9, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(&me, 1, MPI_INT, next, 9, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == before);
}

/* A probe takes its message: another receive does not get it. */
static void matched(void) {
  int values[] = {1, 2}, first, second, flag = 0;
  MPI_Message message;
  MPI_Status status;
  MPI_Request request, sends[2];
  for (int i = 0; i < 2; i++) MPI_Isend(&values[i], 1, MPI_INT, next, 5, MPI_COMM_WORLD, &sends[i]);
  MPI_Mprobe(before, 5, MPI_COMM_WORLD, &message, &status);
  CHECK(status.MPI_TAG == 5 && message != MPI_MESSAGE_NULL);
  MPI_Recv(&second, 1, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Mrecv(&first, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  CHECK(first == 1 && second == 2 && message == MPI_MESSAGE_NULL);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  memset(out, me, LARGE);
  MPI_Isend(out, LARGE, MPI_CHAR, next, 6, MPI_COMM_WORLD, &sends[0]);
  while (!flag) MPI_Improbe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &flag, &message, &status);
  MPI_Imrecv(in, LARGE, MPI_CHAR, &message, &request);
  MPI_Wait(&request, &status);
  CHECK(in[LARGE - 1] == (char)before && status.MPI_SOURCE == before);
  MPI_Wait(&sends[0], MPI_STATUS_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
  CHECK(message == MPI_MESSAGE_NO_PROC);
  MPI_Mrecv(&first, 1, MPI_INT, &message, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && message == MPI_MESSAGE_NULL);
}

static int queries, frees, cancels, failing = MPI_SUCCESS;
static int query(void *extra, MPI_Status *status) {
  queries++;
  MPI_Status_set_elements(status, MPI_INT, *(int *)extra);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return failing;
}
static int release(void *extra) { frees++; return failing; }
static int cancel(void *extra, int complete) { cancels += 1 + complete; return failing; }

static void generalized(void) {
  int items = 7, flag, count;
  MPI_Request request, copy;
  MPI_Status status;
  MPI_Grequest_start(query, release, cancel, &items, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(!flag);
  MPI_Cancel(&request);
  copy = request;
  MPI_Grequest_complete(copy);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 7 && queries == 1 && frees == 1 && cancels == 1 && request == MPI_REQUEST_NULL);
}

/* Who looks at one does not free it; who frees it does not look. */
static void generalized_twice(void) {
  int items = 3, flag, count;
  MPI_Request request, copy;
  MPI_Status status;
  queries = frees = 0;
  MPI_Grequest_start(query, release, cancel, &items, &request);
  MPI_Grequest_complete(request);
  for (int i = 1; i <= 2; i++) {
    items = i;
    MPI_Request_get_status(request, &flag, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(flag && count == i && queries == i && frees == 0);
  }
  MPI_Request_free(&request);
  CHECK(queries == 2 && frees == 1);
  MPI_Grequest_start(query, release, cancel, &items, &request);
  copy = request;
  MPI_Request_free(&request);
  CHECK(frees == 1);
  MPI_Grequest_complete(copy);
  CHECK(queries == 2 && frees == 2);
}

/* What functions of the program return is what those return that call them. */
static void generalized_failing(void) {
  int items = 3, flag, class;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Add_error_class(&class);
  failing = class;
  for (int i = 0; i < 2; i++) MPI_Grequest_start(query, release, cancel, &items, &requests[i]);
  CHECK(MPI_Cancel(&requests[0]) == class);
  MPI_Grequest_complete(requests[0]);
  MPI_Grequest_complete(requests[1]);
  CHECK(MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE) == class);
  CHECK(MPI_Waitall(2, requests, statuses) == MPI_ERR_IN_STATUS && statuses[1].MPI_ERROR == class);
  MPI_Grequest_start(query, release, cancel, &items, &requests[0]);
  MPI_Grequest_complete(requests[0]);
  CHECK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE) == class);
  failing = MPI_SUCCESS;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (me + 1) % size;
  before = (me + size - 1) % size;
  persistent();
  several();
  looked_at();
  broken();
  cancelled();
  freed();
  buffered();
  ready();
  matched();
  generalized();
  generalized_twice();
  generalized_failing();
  MPI_Finalize();
  return 0;
}
