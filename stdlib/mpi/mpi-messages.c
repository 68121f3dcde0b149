/*
 * Messages between ranks of one memory (MPI 3.1, 3.2, 3.10), with their data or as offers of them: sent by who composes them in the receiver's ring of requests,
 * and taken from there by who waits for just the message that is the first (messages.h).
 */
#include "messages.h"

/* ---------------------------------------------------------------- sending */

static inline int *begun(char *packet, unsigned length) {
  ((int *)packet)[1] = length;
  return (int *)(packet + PREFIX);
}

/* Room for a message in the ring of a rank, which ends at the end of a line, so that the next one begins there; null if there is none. */
static inline int *reserve(int to, unsigned bytes, unsigned *length) {
  unsigned ring = __mpi_job.first_ring + to * __mpi_job.stride, capacity = __mpi_job.capacity;
  unsigned tail = __atomic_load_n((unsigned *)ring, ORDER);
  for (;;) {
    unsigned end = (tail + bytes + PREFIX + LINE - 1) & -LINE;
    *length = end - tail;
    if (*length > capacity - (tail & (capacity - 1))) return 0; /* the runtime begins anew at the front */
    if (end - __mpi_job.heads[to] > capacity) {
      __mpi_job.heads[to] = __atomic_load_n((unsigned *)(ring + HEAD), ORDER);
      if (end - __mpi_job.heads[to] > capacity) return 0;
    }
    if (__atomic_compare_exchange_n((unsigned *)ring, &tail, end, 0, ORDER, ORDER))
      return begun((char *)(ring + PACKETS + (tail & (capacity - 1))), *length);
  }
}

static inline void compose(int *message, int word, const struct __mpi_comm *comm, int to, int bytes, int tag) {
  message[WORD] = word;
  message[SENDER] = __mpi_job.me;
  message[BYTES] = bytes;
  message[OFFSET] = 0;
  message[SERIAL] = __mpi_job.serials[to]++;
  message[CONTEXT] = comm->context;
  message[TAG] = tag;
}

static inline void publish(int *message, unsigned length, int to, int bytes) {
  __atomic_store_n((int *)((char *)message - PREFIX), length | PUBLISHED, ORDER);
  __mpi_wake(to);
  __mpi_job.sent++;
  __mpi_job.sent_bytes += bytes;
}

/* Whether the message has been sent: if the arguments are right, and there is credit and room. */
static inline int sends(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm handle) {
  const struct __mpi_comm *comm = __mpi_comm_at(handle);
  int bytes = __mpi_bytes(count, datatype);
  if (!comm || bytes < 0 || bytes > __mpi_job.limit || tag < 0 || (unsigned)dest >= (unsigned)comm->size) return 0;
  int to = comm->peers[dest];
  if (to == __mpi_job.me || !__mpi_is_own(buf, bytes) || __mpi_job.spent[to] + bytes + COST > CREDIT) return 0;
  unsigned length;
  int *message = reserve(to, HEADER + bytes, &length);
  if (!message) return 0;
  compose(message, __mpi_job.eager_word, comm, to, bytes, tag);
  __mpi_copy((char *)message + HEADER, buf, bytes);
  publish(message, length, to, bytes);
  __mpi_job.spent[to] += bytes + COST;
  __mpi_job.eager++;
  __mpi_called();
  return 1;
}

/* Offers the data, if there are more than may go with a message, and the arguments are right: the request, or none. */
static inline MPI_Request offer(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm handle) {
  const struct __mpi_comm *comm = __mpi_comm_at(handle);
  int bytes = __mpi_bytes(count, datatype);
  if (!comm || bytes <= 0 || bytes <= __mpi_job.limit || tag < 0 || (unsigned)dest >= (unsigned)comm->size) return MPI_REQUEST_NULL;
  struct __mpi_offers *all = __mpi_job.offers;
  int to = comm->peers[dest];
  if (to == __mpi_job.me || !__mpi_is_own(buf, bytes) || all->unused == 0) return MPI_REQUEST_NULL;
  unsigned length, region = __mpi_job.me * __mpi_job.stride;
  int *message = reserve(to, OFFER_BYTES, &length);
  if (!message) return MPI_REQUEST_NULL;
  int number = all->numbers[--all->unused];
  struct __mpi_offer *begun = &all->pool[number];
  *begun = (struct __mpi_offer){0, LISTED, handle, dest, tag, buf, bytes};
  compose(message, __mpi_job.offer_word, comm, to, 0, tag);
  message[OFFERED] = bytes;
  message[OWNER] = __mpi_job.me;
  message[DATA] = (unsigned)buf - region;
  message[NUMBER] = ~number;
  message[TOLD_AT] = (unsigned)&begun->taken - region;
  publish(message, length, to, bytes);
  __mpi_called();
  return (MPI_Request)(FIRST_OFFER + number);
}

/* ---------------------------------------------------------------- receiving */

/* Whether the first message is one that is wanted, after those for receives that have been begun before; within some glances. */
static inline int comes(struct packet *packet, const struct __mpi_wanted *wanted) {
  for (int glances = __mpi_job.glances; __mpi_job.queued == 0;) {
    enum outcome there = first_packet(packet);
    if (there == OTHER || (there == NONE && --glances < 0)) return 0;
    if (there == NONE) continue;
    const int *message = (int *)(packet->at + PREFIX);
    struct __mpi_receive **link = matching(message);
    if (!link) return is_wanted(message, wanted);
    if (deliver(*packet, link) != GIVEN) return 0;
  }
  return 0;
}

/* Whether a message has been received. */
static inline int receives(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm handle, MPI_Status *status) {
  const struct __mpi_comm *comm = __mpi_comm_at(handle);
  int room = __mpi_bytes(count, datatype);
  struct __mpi_wanted wanted;
  if (!comm || !__mpi_wants(comm, room, buf, source, tag, &wanted)) return 0;
  if (status != MPI_STATUS_IGNORE && !__mpi_is_own(status, sizeof *status)) return 0;
  struct packet packet;
  if (!comes(&packet, &wanted)) return 0;
  const int *message = (int *)(packet.at + PREFIX);
  int bytes = bytes_of(message);
  if (!__mpi_fits(bytes, room, __mpi_element(datatype))) return 0;
  __mpi_give(status, comm->ranks[message[SENDER]], message[TAG], bytes);
  take(packet, buf);
  __mpi_called();
  return 1;
}

/* ---------------------------------------------------------------- the functions */

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  if (sends(buf, count, datatype, dest, tag, comm)) return MPI_SUCCESS;
  MPI_Request request = offer(buf, count, datatype, dest, tag, comm);
  if (request == MPI_REQUEST_NULL) return __MPI_Send(buf, count, datatype, dest, tag, comm);
  if (!is_taken(offer_of(request), LONG_GLANCES * __mpi_job.glances)) return __mpi_send_rest(request);
  end_offer(offer_of(request));
  return MPI_SUCCESS;
}
NAMED(Send)

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return sends(buf, count, datatype, dest, tag, comm) ? MPI_SUCCESS : __MPI_Rsend(buf, count, datatype, dest, tag, comm);
}
NAMED(Rsend)

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return receives(buf, count, datatype, source, tag, comm, status) ? MPI_SUCCESS : __MPI_Recv(buf, count, datatype, source, tag, comm, status);
}
NAMED(Recv)

/* Once the message is on its way the receive may be begun as well behind it. */
int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  if (!sends(sendbuf, sendcount, sendtype, dest, sendtag, comm))
    return __MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
  return receives(recvbuf, recvcount, recvtype, source, recvtag, comm, status)
             ? MPI_SUCCESS
             : __mpi_sendrecv_rest(recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
NAMED(Sendrecv)

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  if (!__mpi_gives(request)) return __MPI_Isend(buf, count, datatype, dest, tag, comm, request);
  if (sends(buf, count, datatype, dest, tag, comm)) *request = DONE;
  else {
    MPI_Request begun = offer(buf, count, datatype, dest, tag, comm);
    if (begun == MPI_REQUEST_NULL) return __MPI_Isend(buf, count, datatype, dest, tag, comm, request);
    *request = begun;
  }
  return MPI_SUCCESS;
}
NAMED(Isend)

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  if (!__mpi_gives(request) || !sends(buf, count, datatype, dest, tag, comm))
    return __MPI_Irsend(buf, count, datatype, dest, tag, comm, request);
  *request = DONE;
  return MPI_SUCCESS;
}
NAMED(Irsend)
