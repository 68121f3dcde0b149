/* Communicators and groups; contexts keep messages apart; error handlers. */
#include "check.h"

static int me, size;

static void groups(void) {
  MPI_Group world, some, rest, both;
  int list[64], there[64], n = 0, result, rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int r = size - 1; r >= 0; r -= 2) list[n++] = r;
  MPI_Group_incl(world, n, list, &some);
  MPI_Group_excl(world, n, list, &rest);
  MPI_Group_size(some, &result);
  CHECK(result == n);
  MPI_Group_size(rest, &result);
  CHECK(result == size - n);
  MPI_Group_rank(some, &rank);
  CHECK((rank == MPI_UNDEFINED) == ((size - 1 - me) % 2 != 0));
  MPI_Group_translate_ranks(world, n, list, some, there);
  for (int i = 0; i < n; i++) CHECK(there[i] == i);
  MPI_Group_translate_ranks(some, n, there, rest, list);
  for (int i = 0; i < n; i++) CHECK(list[i] == MPI_UNDEFINED);
  MPI_Group_union(some, rest, &both);
  MPI_Group_compare(both, world, &result);
  CHECK(result == (size == 1 ? MPI_IDENT : MPI_SIMILAR));
  MPI_Group_free(&both);
  MPI_Group_intersection(some, rest, &both);
  MPI_Group_compare(both, MPI_GROUP_EMPTY, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&both);
  MPI_Group_difference(world, rest, &both);
  MPI_Group_compare(both, some, &result);
  CHECK(result == MPI_IDENT || result == MPI_SIMILAR);
  MPI_Group_free(&both), MPI_Group_free(&rest);

  MPI_Comm comm;
  MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
  CHECK((comm == MPI_COMM_NULL) == (rank == MPI_UNDEFINED));
  if (comm != MPI_COMM_NULL) {
    MPI_Comm_rank(comm, &result);
    CHECK(result == rank);
    int sum;
    MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm);
    for (int r = size - 1; r >= 0; r -= 2) sum -= r;
    CHECK(sum == 0);
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
  }
  MPI_Group_free(&some), MPI_Group_free(&world);
}

static void contexts(void) {
  MPI_Comm other, backwards;
  MPI_Status status;
  int value = 1, got = 0, result, next = (me + 1) % size, before = (me + size - 1) % size;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Comm_compare(MPI_COMM_WORLD, other, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Send(&value, 1, MPI_INT, next, 5, MPI_COMM_WORLD);
  value = 2;
  MPI_Send(&value, 1, MPI_INT, next, 5, other);
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE);
  CHECK(got == 2);
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == 1);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &backwards);
  MPI_Comm_rank(backwards, &result);
  CHECK(result == size - 1 - me);
  MPI_Send(&me, 1, MPI_INT, size - 1 - next, 6, backwards);
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 6, backwards, &status);
  CHECK(got == before && status.MPI_SOURCE == size - 1 - before);
  MPI_Comm none;
  MPI_Comm_split(MPI_COMM_WORLD, me == 0 ? MPI_UNDEFINED : 1, 0, &none);
  CHECK((none == MPI_COMM_NULL) == (me == 0));
  if (none != MPI_COMM_NULL) MPI_Comm_free(&none);
  MPI_Comm_free(&other), MPI_Comm_free(&backwards);
}

static int handled;
static void handler(MPI_Comm *comm, int *code, ...) { handled = *code; }

static void errors(void) {
  MPI_Errhandler own, now;
  char text[MPI_MAX_ERROR_STRING];
  int code, kind, length, value[2] = {1, 2};
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  code = MPI_Send(value, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
  MPI_Error_class(code, &kind);
  CHECK(kind == MPI_ERR_RANK);
  MPI_Error_string(code, text, &length);
  CHECK(length == (int)strlen(text) && strstr(text, "MPI_Send: dest is"));
  CHECK(MPI_Send(value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD) == MPI_ERR_TAG);
  CHECK(MPI_Send(value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_COUNT);
  CHECK(MPI_Send(value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
  CHECK(MPI_Bcast(value, 1, MPI_INT, -1, MPI_COMM_WORLD) == MPI_ERR_ROOT);
  /* Of no communicator: MPI_COMM_WORLD's handler is asked, whatever the last call was on. */
  CHECK(MPI_Barrier(MPI_COMM_NULL) == MPI_ERR_COMM);
  MPI_Barrier(MPI_COMM_SELF);
  CHECK(MPI_Type_size(MPI_DATATYPE_NULL, &length) == MPI_ERR_TYPE);
  MPI_Request request;
  int one;
  MPI_Irecv(&one, 1, MPI_INT, me, 1, MPI_COMM_WORLD, &request);
  MPI_Send(value, 2, MPI_INT, me, 1, MPI_COMM_WORLD);
  CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_ERR_TRUNCATE);
  MPI_Comm_create_errhandler(handler, &own);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &now);
  CHECK(now == own);
  MPI_Send(value, 1, MPI_INT, -7, 0, MPI_COMM_WORLD);
  CHECK(handled == MPI_ERR_RANK);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&own);
  CHECK(own == MPI_ERRHANDLER_NULL);
}

int main(int argc, char **argv) {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length, version, subversion;
  double start;
  MPI_Init(NULL, NULL);
  start = MPI_Wtime();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  groups();
  contexts();
  errors();
  MPI_Get_processor_name(name, &length);
  MPI_Get_version(&version, &subversion);
  CHECK(length == (int)strlen(name) && version == MPI_VERSION && subversion == MPI_SUBVERSION);
  CHECK(MPI_Wtime() >= start && MPI_Wtick() > 0);
  MPI_Finalize();
  return 0;
}
