/* As spins.upc: each rank but the last spins until the next one has sent, or put, or written. */
#include <mpi.h>
#include <stdio.h>

static MPI_Win window, near;
static int *flag, *nearby, me, last;
static MPI_Request request;
static int number;

static void begin(int kind) {
  if (kind < 3 && me < last) MPI_Irecv(&number, 1, MPI_INT, me + 1, kind, MPI_COMM_WORLD, &request);
}

static int look(int kind) {
  int done = 0, index, one = 0;
  MPI_Status status;
  switch (kind) {
    case 0: MPI_Test(&request, &done, &status); return done;
    case 1: MPI_Testany(1, &request, &index, &done, &status); return done;
    case 2: MPI_Request_get_status(request, &done, &status); return done;
    case 3: MPI_Iprobe(me + 1, kind, MPI_COMM_WORLD, &done, &status); return done;
    case 4: MPI_Win_sync(window); return *(volatile int *)flag;
    case 5: return *(volatile int *)nearby;
    case 6:
      MPI_Get(&one, 1, MPI_INT, me, 0, 1, MPI_INT, window);
      MPI_Win_flush(me, window);
      return one;
    default:
      MPI_Fetch_and_op(0, &one, MPI_INT, me, 0, MPI_NO_OP, window);
      MPI_Win_flush(me, window);
      return one;
  }
}

static void end(int kind) {
  if (kind == 2 && me < last) MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (kind == 3 && me < last) MPI_Recv(&number, 1, MPI_INT, me + 1, kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void tell(int kind) {
  int one = 1;
  if (kind < 4) MPI_Send(&one, 1, MPI_INT, me - 1, kind, MPI_COMM_WORLD);
  else if (kind == 5) {
    MPI_Aint size;
    int unit, *previous;
    MPI_Win_shared_query(near, me - 1, &size, &unit, &previous);
    *(volatile int *)previous = 1;
  } else {
    MPI_Accumulate(&one, 1, MPI_INT, me - 1, 0, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(me - 1, window);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &last);
  last--;
  MPI_Win_allocate(sizeof *flag, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &window);
  MPI_Win_allocate_shared(sizeof *nearby, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &nearby, &near);
  MPI_Win_lock_all(0, window);
  MPI_Win_lock_all(0, near);
  for (int kind = 0; kind < 8; kind++) {
    *flag = *nearby = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    begin(kind);
    while (me < last && !look(kind));
    end(kind);
    if (me > 0) tell(kind);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) printf("%d\n", kind);
  }
  MPI_Win_unlock_all(near);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&near);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
