/*
 * Round trips of MPI, a message of a size and an answer of 0 bytes, blocking and non-blocking, and floods, from rank 0 to the last (Bell et al., figures 2
 * to 4). The argument is the largest size.
 */
#include <mpi.h>
#include <stdlib.h>
#include "../points.h"

enum { LARGEST = 1 << 20, COUNT = 10, WINDOW = 32, LARGE = 1 << 16, FEW = 4 };

static const MPI_Comm world = MPI_COMM_WORLD;
static char own[LARGEST];
static int me, last;
static MPI_Request requests[WINDOW];

static double microseconds(void) { return MPI_Wtime() * 1e6; }

static void blocking(int bytes) {
  if (me == 0) {
    MPI_Send(own, bytes, MPI_CHAR, last, 0, world);
    MPI_Recv(own, 0, MPI_CHAR, last, 0, world, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(own, bytes, MPI_CHAR, 0, 0, world, MPI_STATUS_IGNORE);
    MPI_Send(own, 0, MPI_CHAR, 0, 0, world);
  }
}

static void nonBlocking(int bytes) {
  MPI_Request both[2];
  MPI_Irecv(own, me == 0 ? 0 : bytes, MPI_CHAR, me == 0 ? last : 0, 0, world, &both[0]);
  if (me != 0) MPI_Wait(&both[0], MPI_STATUS_IGNORE);
  MPI_Isend(own, me == 0 ? bytes : 0, MPI_CHAR, me == 0 ? last : 0, 0, world, &both[1]);
  if (me == 0) MPI_Wait(&both[0], MPI_STATUS_IGNORE);
  MPI_Wait(&both[1], MPI_STATUS_IGNORE);
}

static void latency(const char *line, int bytes, void (*roundTrip)(int)) {
  roundTrip(bytes);
  double start = microseconds();
  for (int i = 0; i < COUNT; i++) roundTrip(bytes);
  if (me == 0) point(line, bytes, (microseconds() - start) / COUNT);
}

static void bandwidth(int bytes) {
  int window = bytes < LARGE ? WINDOW : FEW;
  double start = microseconds();
  for (int i = 0; i < window; i++)
    if (me == 0) MPI_Isend(own, bytes, MPI_CHAR, last, 1, world, &requests[i]);
    else MPI_Irecv(own, bytes, MPI_CHAR, 0, 1, world, &requests[i]);
  MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
  if (me == 0) MPI_Recv(own, 0, MPI_CHAR, last, 2, world, MPI_STATUS_IGNORE);
  else MPI_Send(own, 0, MPI_CHAR, 0, 2, world);
  if (me == 0) point("bandwidth", bytes, (double)window * bytes / (microseconds() - start));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &me);
  MPI_Comm_size(world, &last);
  last--;
  int largest = argc > 1 ? atoi(argv[1]) : LARGEST;
  for (int bytes = 8; bytes <= largest && (me == 0 || me == last); bytes *= 2) {
    latency("blocking", bytes, blocking);
    latency("non-blocking", bytes, nonBlocking);
    bandwidth(bytes);
  }
  MPI_Barrier(world);
  MPI_Finalize();
  return 0;
}
