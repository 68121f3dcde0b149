/*
 * Receives that are begun, and the end of requests (MPI 3.1, 3.7): of receives in the queues of messages.h, of offers, and of sends that were done at once.
 */
#include "messages.h"

static inline struct __mpi_receive *receive_of(MPI_Request request) {
  unsigned number = (unsigned)request - FIRST_RECEIVE;
  struct __mpi_receive *receive = &__mpi_job.receives->pool[number % RECEIVES];
  return __mpi_job.ready && number < RECEIVES && receive->state != UNUSED ? receive : 0;
}

/* One that is not in use; null if there is none. */
static inline struct __mpi_receive *unused_receive(void) {
  struct __mpi_receives *all = __mpi_job.receives;
  return all->unused == 0 ? 0 : &all->pool[all->numbers[--all->unused]];
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm handle, MPI_Request *request) {
  const struct __mpi_comm *comm = __mpi_comm_at(handle);
  int room = __mpi_bytes(count, datatype);
  struct __mpi_wanted wanted;
  struct __mpi_receive *receive = 0;
  if (comm && __mpi_gives(request) && __mpi_wants(comm, room, buf, source, tag, &wanted)) receive = unused_receive();
  if (!receive) return __MPI_Irecv(buf, count, datatype, source, tag, handle, request);
  *receive = (struct __mpi_receive){LISTED, wanted, buf, room, __mpi_element(datatype), handle, source, comm->ranks, .serial = __mpi_job.receives->serial++};
  enlist(receive);
  *request = (MPI_Request)(FIRST_RECEIVE + (unsigned)(receive - __mpi_job.receives->pool));
  __mpi_called();
  return MPI_SUCCESS;
}
NAMED(Irecv)

/* ---------------------------------------------------------------- ending */

/* Whether a request is done, or none, after so many glances; what is not of C is not. */
static inline int is_done(MPI_Request request, int glances) {
  if (request == DONE || request == MPI_REQUEST_NULL) return 1;
  const struct __mpi_offer *offer = offer_of(request);
  if (offer) return is_taken(offer, LONG_GLANCES * glances);
  const struct __mpi_receive *receive = receive_of(request);
  while (receive && receive->state == LISTED) {
    enum outcome outcome = __mpi_progress();
    if (outcome == OTHER || (outcome == NONE && --glances < 0)) return 0;
  }
  return receive && receive->state == COMPLETE;
}

/* Of one that is done. */
static inline void end(MPI_Request *request, MPI_Status *status) {
  struct __mpi_receive *receive = *request == MPI_REQUEST_NULL ? 0 : receive_of(*request);
  struct __mpi_offer *offer = offer_of(*request);
  if (offer) end_offer(offer);
  *request = MPI_REQUEST_NULL;
  if (!receive) {
    __mpi_give(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    return;
  }
  __mpi_give(status, receive->got_source, receive->got_tag, receive->got_bytes);
  receive->state = UNUSED;
  __mpi_job.receives->numbers[__mpi_job.receives->unused++] = receive - __mpi_job.receives->pool;
}

static inline int are_own(const MPI_Request *request, const MPI_Status *status, unsigned count) {
  return __mpi_job.ready && count <= MOST_ELEMENTS && __mpi_is_own(request, count * sizeof *request) &&
         (status == MPI_STATUS_IGNORE || __mpi_is_own(status, count * sizeof *status));
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status) {
  if (!are_own(request, status, 1) || !is_done(*request, __mpi_job.glances)) return __MPI_Wait(request, status);
  end(request, status);
  return MPI_SUCCESS;
}
NAMED(Wait)

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  if (!are_own(request, status, 1) || !__mpi_is_own(flag, sizeof *flag)) return __MPI_Test(request, flag, status);
  struct __mpi_receive *receive = receive_of(*request);
  enum outcome outcome = GIVEN;
  while (receive && receive->state == LISTED && outcome == GIVEN) outcome = __mpi_progress();
  if (receive && receive->state == LISTED && outcome == NONE) {
    *flag = 0;
    __mpi_called();
    return MPI_SUCCESS;
  }
  if (!is_done(*request, 0)) return __MPI_Test(request, flag, status);
  *flag = 1;
  end(request, status);
  return MPI_SUCCESS;
}
NAMED(Test)

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  int done = 0;
  if (are_own(array_of_requests, array_of_statuses, count))
    while (done < count && is_done(array_of_requests[done], __mpi_job.glances)) done++;
  if (done < count || count < 0) return __MPI_Waitall(count, array_of_requests, array_of_statuses);
  for (int i = 0; i < count; i++) {
    MPI_Status *status = array_of_statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &array_of_statuses[i];
    end(&array_of_requests[i], status);
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = MPI_SUCCESS;
  }
  return MPI_SUCCESS;
}
NAMED(Waitall)
