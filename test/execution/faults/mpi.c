// Misuse of MPI: the call, the argument, its value, the rule, the place.
// networks: smp sfi
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), value = 0, values[4] = {0}, more[4], counts[] = {2, 2}, displs[] = {0, 2}, ones[] = {1, 1}, me, size;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm comm;
  MPI_Datatype type;
  switch (mode) {
  case 0: // 2: MPI_Send: before MPI_Init; call that first at @+1
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  case 1: // 1: MPI_Finalize: before MPI_Init; call that first at @+1
    MPI_Finalize();
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  switch (mode) {
  case 2: // 2: MPI_Send: dest is 2: ranks of MPI_COMM_WORLD are 0 .. 1, or MPI_PROC_NULL at @+1
    MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  case 3: // 2: MPI_Recv: source is -5: ranks of MPI_COMM_WORLD are 0 .. 1, or MPI_ANY_SOURCE, MPI_PROC_NULL at @+1
    MPI_Recv(&value, 1, MPI_INT, -5, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 4: // 2: MPI_Send: tag is -1: tags are 0 .. 2147483647 at @+1
    MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD);
  case 5: // 2: MPI_Send: count is -3: it is 0 or more at @+1
    MPI_Send(&value, -3, MPI_INT, 0, 0, MPI_COMM_WORLD);
  case 6: // 2: MPI_Send: datatype is MPI_DATATYPE_NULL: it must be a datatype at @+1
    MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD);
  case 7: // 2: MPI_Send: comm is 0x3000008: it is a datatype, not a communicator at @+1
    MPI_Send(&value, 1, MPI_INT, 0, 0, (MPI_Comm)MPI_INT);
  case 8: // 2: MPI_Barrier: comm is 0x1000003: a communicator of this number has been freed, or has never been at @+4
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm freed = comm;
    MPI_Comm_free(&comm);
    MPI_Barrier(freed);
  case 9: // 2: MPI_Comm_free: comm is MPI_COMM_WORLD: it is predefined and cannot be freed at @+2
    comm = MPI_COMM_WORLD;
    MPI_Comm_free(&comm);
  case 10: // 2: MPI_Send: buf is 0x0: 4 bytes there: null pointer at @+1
    MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  case 11: // 1: MPI_Recv: truncated: the message from 0, tag 9, has 16 bytes, and the receive buffer 4 at @+2
    MPI_Send(values, 4, MPI_INT, 0, 9, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 12: // 2: MPI_Bcast: root is 7: ranks of MPI_COMM_WORLD are 0 .. 1 at @+1
    MPI_Bcast(&value, 1, MPI_INT, 7, MPI_COMM_WORLD);
  case 13: // 2: bytes where this rank gives
    MPI_Bcast(values, me == 0 ? 1 : 2, MPI_INT, 0, MPI_COMM_WORLD);
  case 14: // 2: calls MPI_
    if (me == 0) MPI_Reduce(values, &value, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    else MPI_Bcast(values, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  case 15: // 2: MPI_Allreduce: op is MPI_BAND: it has no meaning for elements of MPI_DOUBLE at @+1
    MPI_Allreduce(values, &values[2], 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
  case 16: // 2: MPI_Send: datatype is 2 of MPI_INT: commit it by MPI_Type_commit first at @+2
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Send(values, 1, type, 0, 0, MPI_COMM_WORLD);
  case 17: // 2: MPI_Wait: request is 0x12345: it is no handle, not a request at @+2
    request = (MPI_Request)0x12345;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  case 18: // 2: deadlock: this thread can never go on at @+1
    MPI_Recv(&value, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 19: // 2: in MPI_Recv from 1, tag 3, MPI_COMM_WORLD; unmatched: 4 bytes from 1, tag 4;
    if (me == 1) usleep(50000); // rank 0 waits long by then
    MPI_Send(&value, 1, MPI_INT, 1 - me, 4, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 20: // 2: in MPI_Ssend of 4 bytes to 1, tag 3, MPI_COMM_WORLD
    MPI_Ssend(&value, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD);
  case 21: // 2: MPI_Recv from 1, tag 3, MPI_COMM_WORLD: rank 1 has ended without its part of this call at @+1
    if (me == 0) MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
  case 22: // 2: MPI_Comm_split: color is -4: it is 0 or more, or MPI_UNDEFINED at @+1
    MPI_Comm_split(MPI_COMM_WORLD, -4, 0, &comm);
  case 23: // 2: MPI_Init: the state is initialized: MPI is initialized once at @+1
    MPI_Init(&argc, &argv);
  case 24: // 2: MPI_Op_free: op is MPI_SUM: it is predefined and cannot be freed at @+2
    ;MPI_Op op = MPI_SUM;
    MPI_Op_free(&op);
  case 25: // 2: MPI_Gatherv: recvcounts[1] is for 8 bytes: rank 1 sends 12 bytes at @+1
    MPI_Gatherv(values, me == 1 ? 3 : 2, MPI_INT, more, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
  case 26: // 2: MPI_Gatherv: recvcounts[1] is for 8 bytes: rank 1 sends 0 bytes at @+1
    MPI_Gatherv(values, me == 1 ? 0 : 2, MPI_INT, more, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
  case 27: // 2: MPI_Scatterv: recvcount is for 0 bytes: rank 0 sends 8 bytes at @+1
    MPI_Scatterv(more, counts, displs, MPI_INT, values, me == 1 ? 0 : 2, MPI_INT, 0, MPI_COMM_WORLD);
  case 28: // 2: MPI_Allgatherv: recvcounts[1] is for 8 bytes: rank 1 sends 4 bytes at @+1
    MPI_Allgatherv(values, me == 1 ? 1 : 2, MPI_INT, more, counts, displs, MPI_INT, MPI_COMM_WORLD);
  case 29: // 2: MPI_Alltoallv: recvcounts[1] is for 8 bytes: rank 1 sends 4 bytes at @+1
    MPI_Alltoallv(values, me == 1 ? ones : counts, displs, MPI_INT, more, counts, displs, MPI_INT, MPI_COMM_WORLD);
  case 30: // 1: MPI_Wait: request is 0x5000002: a request of this number has been freed, or has never been at @+5
    MPI_Isend(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Request old = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&old, MPI_STATUS_IGNORE);
  case 31: // 2: waits for a letter of thread 1 in MPI_Barrier @+1
    if (me == 0) MPI_Barrier(MPI_COMM_WORLD);
    else MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 32: // 2: MPI_Comm_dup: rank 1 has ended without its part of this call at @+1
    if (me == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    return 0;
  case 33: // 2: waits for a letter of thread 1 in MPI_Comm_dup @+1
    if (me == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 34: // 2: MPI_Bcast: rank 
    MPI_Bcast(values, 1, MPI_INT, me, MPI_COMM_WORLD);
    break;
  }
  MPI_Finalize();
  if (mode == 40) // case 40: // 2: MPI_Barrier: after MPI_Finalize at @+1
    MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}
