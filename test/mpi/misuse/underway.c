/* Memory that is touched while an operation uses it: the argument says how. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int one, many[16];
static int me, size, to, from;
static MPI_Request request, other;
static MPI_Win window;

static void begin(void) { MPI_Irecv(many, 4, MPI_INT, from, 0, MPI_COMM_WORLD, &request); }

/* What is right. */
static void right(void) {
  int in[8], out[8] = {1, 2, 3}, sum = 0;
  MPI_Datatype column;
  MPI_Irecv(in + 1, 3, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
  MPI_Isend(out + 1, 3, MPI_INT, to, 0, MPI_COMM_WORLD, &other);
  in[0] = out[0] + out[1] + out[2];
  in[4] = out[0] = out[4] = 5;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  sum = in[1] + in[2] + in[3];
  MPI_Wait(&other, MPI_STATUS_IGNORE);
  out[1] = sum;
  MPI_Type_vector(2, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Irecv(in, 1, column, from, 0, MPI_COMM_WORLD, &request);
  MPI_Irecv(in + 1, 1, column, from, 0, MPI_COMM_WORLD, &other);
  in[2] = in[6];
  for (int i = 0; i < 2; i++) MPI_Send(out, 1, column, to, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  in[0] = in[4];
  MPI_Wait(&other, MPI_STATUS_IGNORE);
  in[1] = in[5];
  MPI_Type_free(&column);
  MPI_Win_fence(0, window);
  MPI_Put(&out[me], 1, MPI_INT, to, me, 1, MPI_INT, window);
  MPI_Accumulate(&out[3], 1, MPI_INT, 0, 8, 1, MPI_INT, MPI_SUM, window);
  MPI_Get(&in[0], 1, MPI_INT, to, 9, 1, MPI_INT, window);
  many[6] = many[6] + in[1];
  MPI_Win_fence(0, window);
  out[me] = in[0];
  many[me] = many[8];
  MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
}

/* What locks, flushes and messages keep apart. */
static void apart(void) {
  int x = me;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Put(&x, 1, MPI_INT, 0, 3, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (me == 0) MPI_Put(&x, 1, MPI_INT, 1, 3, 1, MPI_INT, window);
  MPI_Win_flush_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) MPI_Rget(&x, 1, MPI_INT, 1, 3, 1, MPI_INT, window, &request), MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) MPI_Put(&x, 1, MPI_INT, 1, 3, 1, MPI_INT, window);
  MPI_Accumulate(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_unlock_all(window);
}

/* Two epochs in which rank 0 is accessed by rank 1, or by both. */
static void exposed(int which) {
  int x = 5, ranks[] = {0, 1};
  MPI_Group all, group, target;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, ranks, &target);
  MPI_Group_incl(all, which == 0 ? 1 : 2, which == 0 ? ranks + 1 : ranks, &group);
  for (int i = 0; i < 2; i++) {
    if (me == 0) MPI_Win_post(group, 0, window);
    if (me == 1 || which > 0) MPI_Win_start(target, 0, window);
    if (which == 15 && me == 0 && i == 1) many[9]++;
    if (which == 16) MPI_Put(&x, 1, MPI_INT, 0, me == 0 ? 9 : 8 + i, 1, MPI_INT, window);
    if (which != 16 && me == 1) MPI_Get(&x, 1, MPI_INT, 0, 9, 1, MPI_INT, window);
    if (me == 1 || which > 0) MPI_Win_complete(window);
    if (me == 0) MPI_Win_wait(window), many[8] = many[9];
  }
  MPI_Group_free(&all), MPI_Group_free(&group), MPI_Group_free(&target);
}

static void underLocks(void) {
  int x = me;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  if (me == 0) MPI_Put(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
  if (me == 1) MPI_Get(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(1, window);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  to = (me + 1) % size, from = (me + size - 1) % size;
  int x = 1, y = 0, which = atoi(argv[1]);
  MPI_Win_create(many, sizeof many, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (which > 8 && which < 15) MPI_Win_fence(0, window);
  if (which == 0) MPI_Win_fence(0, window), right(), apart(), exposed(0);
  if (which == 1) {
    MPI_Isend(&x, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &request);
    x = 2;
  }
  if (which == 2) {
    MPI_Irecv(&x, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
    printf("%d\n", x);
  }
  if (which == 3) {
    MPI_Irecv(&one, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
    one++;
  }
  if (which == 4) {
    begin();
    MPI_Irecv(many + 3, 4, MPI_INT, from, 0, MPI_COMM_WORLD, &other);
  }
  if (which == 5) {
    begin();
    memset(many + 2, 0, 8);
  }
  if (which == 6) {
    begin();
    MPI_Send(many + 1, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  }
  if (which == 7) {
    MPI_Isend(many, 4, MPI_INT, to, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(many, 4, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (which == 8) {
    MPI_Iallreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    printf("%d\n", y);
  }
  if (which == 9) {
    MPI_Get(&x, 1, MPI_INT, to, 0, 1, MPI_INT, window);
    printf("%d\n", x);
  }
  if (which == 10) {
    MPI_Put(&x, 1, MPI_INT, to, me, 1, MPI_INT, window);
    x = 3;
  }
  if (which == 11 && me == 0) MPI_Put(many, 4, MPI_INT, 0, 4, 4, MPI_INT, window);
  if (which == 11 && me == 1) MPI_Put(many, 2, MPI_INT, 0, 7, 2, MPI_INT, window);
  if (which == 12 && me == 0) MPI_Get(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
  if (which == 12 && me == 1) MPI_Accumulate(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, MPI_SUM, window);
  if (which == 13 && me == 0) MPI_Put(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
  if (which == 13 && me == 1) y = many[3] + many[4];
  if (which == 14 && me == 0) MPI_Get(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, window);
  if (which == 14 && me == 1) many[4]++;
  if (which == 15 || which == 16) exposed(which);
  if (which == 17) underLocks();
  if (which > 8 && which < 15) MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
