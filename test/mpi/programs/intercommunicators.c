/* Intercommunicators: made, compared, merged, copied and split; messages between their groups (MPI 3.1, 6.6). */
#include "check.h"

static int rank, size, half, others, mine;

/* The even ranks and the odd ones. */
static MPI_Comm between_halves(MPI_Comm *local) {
  MPI_Comm inter;
  MPI_Comm_split(MPI_COMM_WORLD, half, rank, local);
  CHECK(MPI_Intercomm_create(*local, 0, MPI_COMM_WORLD, 1 - half, 7, &inter) == MPI_SUCCESS);
  return inter;
}

static void test_sizes(MPI_Comm inter, MPI_Comm local) {
  int flag, count, at, result;
  MPI_Group group, remote;
  CHECK(MPI_Comm_test_inter(inter, &flag) == MPI_SUCCESS && flag);
  CHECK(MPI_Comm_test_inter(local, &flag) == MPI_SUCCESS && !flag);
  CHECK(MPI_Comm_size(inter, &count) == MPI_SUCCESS && count == mine);
  CHECK(MPI_Comm_remote_size(inter, &count) == MPI_SUCCESS && count == others);
  CHECK(MPI_Comm_rank(inter, &at) == MPI_SUCCESS && at == rank / 2);
  MPI_Comm_group(inter, &group);
  MPI_Comm_remote_group(inter, &remote);
  CHECK(MPI_Group_rank(group, &at) == MPI_SUCCESS && at == rank / 2);
  CHECK(MPI_Group_rank(remote, &at) == MPI_SUCCESS && at == MPI_UNDEFINED);
  CHECK(MPI_Group_size(remote, &count) == MPI_SUCCESS && count == others);
  CHECK(MPI_Comm_compare(inter, local, &result) == MPI_SUCCESS && result == MPI_UNEQUAL);
  CHECK(MPI_Comm_compare(inter, inter, &result) == MPI_SUCCESS && result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&remote);
}

/* Each rank of the larger group has one of the other group, or none. */
static void test_messages(MPI_Comm inter) {
  int at, there, got = -1, flag = 0;
  MPI_Status status;
  MPI_Request request;
  MPI_Comm_rank(inter, &at);
  there = at < others ? at : MPI_PROC_NULL;
  MPI_Sendrecv(&rank, 1, MPI_INT, there, 3, &got, 1, MPI_INT, there, 3, inter, &status);
  CHECK(there == MPI_PROC_NULL || (got == 2 * at + 1 - half && status.MPI_SOURCE == at));
  /* All to the first of the other group, which does not know who comes next. */
  MPI_Isend(&rank, 1, MPI_INT, 0, 4, inter, &request);
  if (at == 0)
    for (int i = 0; i < others; i++) {
      MPI_Probe(MPI_ANY_SOURCE, 4, inter, &status);
      MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, 4, inter, &status);
      CHECK(got == 2 * status.MPI_SOURCE + 1 - half);
    }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &flag, &status);
  CHECK(!flag);
}

/* Behind a collective function in which nobody of the root's group waits. */
static void test_merge(MPI_Comm inter) {
  for (int high = 0; high < 2; high++) {
    MPI_Comm merged;
    int at, count, sum, value = 77;
    MPI_Bcast(&value, 1, MPI_INT, half ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    CHECK(MPI_Intercomm_merge(inter, half == high, &merged) == MPI_SUCCESS);
    MPI_Comm_rank(merged, &at);
    MPI_Comm_size(merged, &count);
    CHECK(count == size);
    CHECK(at == (half == high ? others : 0) + rank / 2);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Comm_free(&merged);
  }
}

static int copies;
static int copy_fn(MPI_Comm comm, int key, void *extra, void *value, void *result, int *flag) {
  copies++;
  *(void **)result = value;
  *flag = 1;
  return MPI_SUCCESS;
}

static void test_copies(MPI_Comm inter, MPI_Comm local) {
  int key, flag, result;
  void *value;
  MPI_Comm copy, begun, part;
  MPI_Request request;
  MPI_Comm_create_keyval(copy_fn, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(inter, key, &copies);
  MPI_Comm_dup(inter, &copy);
  MPI_Comm_idup(inter, &begun, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(copies == 2);
  CHECK(MPI_Comm_get_attr(begun, key, &value, &flag) == MPI_SUCCESS && flag && value == &copies);
  CHECK(MPI_Comm_compare(inter, copy, &result) == MPI_SUCCESS && result == MPI_CONGRUENT);
  CHECK(MPI_Comm_compare(begun, copy, &result) == MPI_SUCCESS && result == MPI_CONGRUENT);
  test_messages(copy);
  test_messages(begun);
  MPI_Comm_free(&begun);
  /* The other way round in each group. */
  MPI_Comm_split(copy, 0, -rank, &part);
  CHECK(MPI_Comm_compare(part, copy, &result) == MPI_SUCCESS);
  CHECK(result == (size == 2 ? MPI_CONGRUENT : MPI_SIMILAR));
  MPI_Comm_rank(part, &result);
  CHECK(result == mine - 1 - rank / 2);
  MPI_Comm_free(&part);
  /* A colour that one side alone has gives no communicator. */
  MPI_Comm_split(copy, rank / 2 == 0 ? 1 : 2 + half, 0, &part);
  CHECK((part != MPI_COMM_NULL) == (rank / 2 == 0));
  if (part != MPI_COMM_NULL) {
    CHECK(MPI_Comm_remote_size(part, &result) == MPI_SUCCESS && result == 1);
    MPI_Comm_free(&part);
  }
  MPI_Comm_free(&copy);
  MPI_Comm_free_keyval(&key);
}

/* The first rank of each group; then none of one of them. */
static void test_create(MPI_Comm inter) {
  int zero = 0, count;
  MPI_Comm part;
  MPI_Group group, first;
  MPI_Comm_group(inter, &group);
  MPI_Group_incl(group, 1, &zero, &first);
  CHECK(MPI_Comm_create(inter, first, &part) == MPI_SUCCESS);
  CHECK((part != MPI_COMM_NULL) == (rank < 2));
  if (part != MPI_COMM_NULL) {
    CHECK(MPI_Comm_remote_size(part, &count) == MPI_SUCCESS && count == 1);
    MPI_Comm_free(&part);
  }
  CHECK(MPI_Comm_create(inter, half == 0 ? first : MPI_GROUP_EMPTY, &part) == MPI_SUCCESS);
  CHECK(part == MPI_COMM_NULL);
  MPI_Group_free(&first);
  MPI_Group_free(&group);
}

/* Only the members of a group call it, at once with a message of the same tag. */
static void test_create_group(void) {
  int ranks[1][3] = {{0, size - 1, 2}}, got = -1, count;
  MPI_Group world, range;
  MPI_Comm made;
  MPI_Request request;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 1, ranks, &range);
  if (half == 0) {
    MPI_Irecv(&got, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &request);
    CHECK(MPI_Comm_create_group(MPI_COMM_WORLD, range, 9, &made) == MPI_SUCCESS);
    MPI_Send(&rank, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == rank);
    MPI_Comm_size(made, &count);
    CHECK(count == (size + 1) / 2);
    MPI_Allreduce(MPI_IN_PLACE, &got, 1, MPI_INT, MPI_MAX, made);
    CHECK(got == 2 * (count - 1));
    MPI_Comm_free(&made);
  }
  MPI_Group_free(&range);
  MPI_Group_free(&world);
}

/* Files are of one group. */
static void test_file(MPI_Comm inter) {
  MPI_File fh;
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  CHECK(MPI_File_open(inter, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh) == MPI_ERR_COMM);
}

static void test_idup(void) {
  MPI_Comm made[3];
  MPI_Request requests[3];
  for (int i = 0; i < 3; i++) MPI_Comm_idup(MPI_COMM_WORLD, &made[i], &requests[i]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 3; i++) {
    int got = -1, there = (rank + 1) % size;
    MPI_Sendrecv(&rank, 1, MPI_INT, there, i, &got, 1, MPI_INT, (rank + size - 1) % size, i, made[i], MPI_STATUS_IGNORE);
    CHECK(got == (rank + size - 1) % size);
    MPI_Comm_free(&made[i]);
  }
}

int main(int argc, char **argv) {
  MPI_Comm local, inter;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  half = rank % 2;
  mine = half == 0 ? (size + 1) / 2 : size / 2;
  others = size - mine;
  test_idup();
  test_create_group();
  if (size > 1) {
    inter = between_halves(&local);
    test_sizes(inter, local);
    test_messages(inter);
    test_merge(inter);
    test_copies(inter, local);
    test_create(inter);
    test_file(inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
  }
  MPI_Finalize();
  return 0;
}
