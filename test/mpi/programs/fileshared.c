/* Shared pointers, accesses in the order of ranks, split collective functions, requests. */
#include "check.h"

static int me, size;
static char path[4096];

static MPI_File opened(int amode) {
  MPI_File fh;
  CHECK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | amode, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
  return fh;
}

/* Whoever comes has the next records; each is there once. */
static void by_any(void) {
  enum { RECORDS = 20 };
  MPI_Offset at;
  MPI_Status status;
  int record[3], *seen = calloc(size * RECORDS, sizeof(int)), count, own = 0, all;
  MPI_File fh = opened(MPI_MODE_RDWR);
  MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  for (int i = 0; i < RECORDS; i++) {
    record[0] = record[1] = record[2] = me * RECORDS + i;
    MPI_Request request;
    if (i % 2) MPI_File_write_shared(fh, record, 3, MPI_INT, MPI_STATUS_IGNORE);
    else {
      MPI_File_iwrite_shared(fh, record, 3, MPI_INT, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(fh, &at);
  CHECK(at == 3 * RECORDS * size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
  while (1) {
    MPI_File_read_shared(fh, record, 3, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    if (count == 0) break;
    CHECK(count == 3 && record[0] == record[1] && record[1] == record[2]);
    seen[record[0]]++;
    own++;
  }
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == RECORDS * size);
  MPI_Allreduce(MPI_IN_PLACE, seen, size * RECORDS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < size * RECORDS; i++) CHECK(seen[i] == 1);
  free(seen);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(fh, -3, MPI_SEEK_END);
  MPI_File_get_position_shared(fh, &at);
  CHECK(at == 3 * RECORDS * size - 3);
  MPI_File_close(&fh);
}

/* Rank r has r + 1 records, behind those of the ranks before it. */
static void ordered(void) {
  int own[8], got[8], first = me * (me + 1) / 2, total = size * (size + 1) / 2;
  MPI_Offset at;
  MPI_File fh = opened(MPI_MODE_RDWR);
  MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  for (int i = 0; i <= me; i++) own[i] = first + i;
  MPI_File_write_ordered(fh, own, me + 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered_begin(fh, own, me + 1, MPI_INT);
  MPI_File_write_ordered_end(fh, own, MPI_STATUS_IGNORE);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(fh, &at);
  CHECK(at == 2 * total);
  for (int turn = 0; turn < 2; turn++) {
    MPI_File_read_at(fh, total * turn + first, got, me + 1, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(memcmp(own, got, (me + 1) * sizeof(int)) == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(fh, total, MPI_SEEK_SET);
  memset(got, 0, sizeof got);
  MPI_File_read_ordered(fh, got, me + 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(memcmp(own, got, (me + 1) * sizeof(int)) == 0);
  MPI_File_close(&fh);
}

/* Others work between the two calls; a request is waited for with those of messages. */
static void in_parts(void) {
  enum { N = 500 };
  static double own[N], got[N], more[N];
  int count, token = me, came = -1;
  MPI_Datatype dealt;
  MPI_Status status, statuses[3];
  MPI_Request requests[3];
  MPI_File fh = opened(MPI_MODE_RDWR);
  MPI_Type_vector(N, 1, size, MPI_DOUBLE, &dealt);
  MPI_Type_commit(&dealt);
  MPI_File_set_view(fh, 8 * me, MPI_DOUBLE, dealt, "native", MPI_INFO_NULL);
  for (int i = 0; i < N; i++) own[i] = me + i / 1000.;
  MPI_File_write_all_begin(fh, own, N, MPI_DOUBLE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_write_all_end(fh, own, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == N);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all_begin(fh, 0, got, N, MPI_DOUBLE);
  MPI_File_read_at(fh, 0, more, N, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_end(fh, got, &status);
  CHECK(memcmp(own, got, sizeof own) == 0 && memcmp(own, more, sizeof own) == 0);
  memset(got, 0, sizeof got);
  memset(more, 0, sizeof more);
  MPI_File_iread_at_all(fh, 0, got, N, MPI_DOUBLE, &requests[0]);
  MPI_Irecv(&came, 1, MPI_INT, (me + size - 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_File_iread_at(fh, 0, more, N, MPI_DOUBLE, &requests[2]);
  MPI_Send(&token, 1, MPI_INT, (me + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Waitall(3, requests, statuses);
  MPI_Get_count(&statuses[0], MPI_DOUBLE, &count);
  CHECK(count == N && came == (me + size - 1) % size);
  CHECK(memcmp(own, got, sizeof own) == 0 && memcmp(own, more, sizeof own) == 0);
  MPI_Type_free(&dealt);
  MPI_File_close(&fh);
}

/* Only the shared pointer is there, and a view begins where it is. */
static void sequential(void) {
  int value = 7;
  MPI_Offset at;
  MPI_File fh = opened(MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  CHECK(MPI_File_write_shared(fh, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_set_view(fh, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL) == MPI_SUCCESS);
  value = 8;
  CHECK(MPI_File_write_ordered(fh, &value, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_File_close(&fh);
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
  MPI_File_get_size(fh, &at);
  for (int i = 0; i < 2 * size; i++) {
    MPI_File_read_at(fh, i * sizeof(int), &value, sizeof(int), MPI_BYTE, MPI_STATUS_IGNORE);
    CHECK(value == (i < size ? 7 : 8));
  }
  MPI_File_close(&fh);
}

/* Left by a run that has failed. */
static void remove_old(void) {
  if (me == 0) MPI_File_delete(path, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(path, sizeof path, "%s.shared", argv[0]);
  remove_old();
  by_any();
  ordered();
  in_parts();
  sequential();
  MPI_Finalize();
  return 0;
}
