/*
 * Messages with their data between ranks of one memory (MPI 3.1, 3.2, 3.7, 3.10): sent by who composes them in the receiver's ring of requests, and taken from there
 * by who waits for just the message that is the first.
 *
 * A message is one as post.ts sends it: the packet (runtime/memory/ring.ts), the words of an active message (runtime/core/message.ts), then serial, context and tag,
 * then the data. So each side may be either way, and the order of messages is that of the ring. A receive is done here where neither messages nor
 * receives lie in the runtime's queues, which come before.
 */
#include "job.h"

#define ORDER __ATOMIC_SEQ_CST

/* Of a ring: offsets of the head and of the packets, behind the tail; of a packet: bytes before the message, and the mark of a published one. */
enum { HEAD = 64, PACKETS = 128, PREFIX = 8, PUBLISHED = 1, MARKS = 7, LINE = 64 };
/* Bytes of an active message before its data; words of it. */
enum { HEADER = 32, WORD = 0, SENDER, BYTES, OFFSET, SERIAL, CONTEXT, TAG };
/* See post.ts. */
enum { CREDIT = 1 << 18, COST = 64, LEAST_BACK = 1 << 16 };

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

static inline void compose(int *message, const struct __mpi_comm *comm, int to, const void *buf, int bytes, int tag) {
  message[WORD] = __mpi_job.eager_word;
  message[SENDER] = __mpi_job.me;
  message[BYTES] = bytes;
  message[OFFSET] = 0;
  message[SERIAL] = __mpi_job.serials[to]++;
  message[CONTEXT] = comm->context;
  message[TAG] = tag;
  __mpi_copy((char *)message + HEADER, buf, bytes);
}

static inline void count_sent(int to, int bytes) {
  __mpi_job.spent[to] += bytes + COST;
  __mpi_job.sent++;
  __mpi_job.eager++;
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
  compose(message, comm, to, buf, bytes, tag);
  __atomic_store_n((int *)((char *)message - PREFIX), length | PUBLISHED, ORDER);
  if (__atomic_load_n((int *)(__mpi_job.sleeps + to * __mpi_job.stride), ORDER)) __mpi_rouse(to);
  count_sent(to, bytes);
  __mpi_called();
  return 1;
}

/* ---------------------------------------------------------------- receiving */

/* Frees the first packet of the own ring: zeros first, so that a word that is not zero is always one published. */
static inline void release(char *packet, unsigned position, unsigned length) {
  if (length > 256) memset(packet, 0, length);
  else for (unsigned at = 0; at < length; at += 8) memset(packet + at, 0, 8);
  __atomic_store_n((unsigned *)(__mpi_job.own_ring + HEAD), position + length, ORDER);
}

static inline void give(MPI_Status *status, int source, int tag, int bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  status->__bytes = bytes;
  status->__cancelled = 0;
}

static inline void count_received(int from, int bytes) {
  __mpi_job.due[from]++;
  __mpi_job.received++;
  __mpi_job.received_bytes += bytes;
  if ((__mpi_job.owed[from] += bytes + COST) >= LEAST_BACK) {
    __mpi_job.is_owing = 1;
    __mpi_poll();
  }
}

/* What is wanted: a rank of the job, or -1. */
struct wanted { int context, from, tag; };

static inline int is_wanted(const int *message, struct wanted wanted) {
  return message[WORD] == __mpi_job.eager_word && message[CONTEXT] == wanted.context && (wanted.from < 0 || message[SENDER] == wanted.from) &&
         (wanted.tag == message[TAG] || (wanted.tag < 0 && message[TAG] >= 0)) && message[SERIAL] == __mpi_job.due[message[SENDER]];
}

/* Whether a message has been received: the first to come within some glances, if it is the one. */
static inline int receives(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm handle, MPI_Status *status) {
  const struct __mpi_comm *comm = __mpi_comm_at(handle);
  int room = __mpi_bytes(count, datatype);
  if (!comm || room < 0 || __mpi_job.queued != 0 || tag < MPI_ANY_TAG) return 0;
  if (source != MPI_ANY_SOURCE && (unsigned)source >= (unsigned)comm->size) return 0;
  if (!__mpi_is_own(buf, room) || (status != MPI_STATUS_IGNORE && !__mpi_is_own(status, sizeof *status))) return 0;
  unsigned position = *(unsigned *)(__mpi_job.own_ring + HEAD);
  char *packet = (char *)(__mpi_job.own_ring + PACKETS + (position & (__mpi_job.capacity - 1)));
  int word, glances = __mpi_job.glances;
  while (!(word = __atomic_load_n((int *)packet, ORDER)))
    if (--glances < 0) return 0;
  const int *message = (int *)(packet + PREFIX);
  struct wanted wanted = {comm->context, source < 0 ? -1 : comm->peers[source], tag};
  if ((word & MARKS) != PUBLISHED || !is_wanted(message, wanted) || message[BYTES] > room) return 0;
  int from = message[SENDER], bytes = message[BYTES];
  __mpi_copy(buf, (const char *)message + HEADER, bytes);
  give(status, comm->ranks[from], message[TAG], bytes);
  release(packet, position, word & ~MARKS);
  count_received(from, bytes);
  __mpi_called();
  return 1;
}

/* ---------------------------------------------------------------- the functions */

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  return sends(buf, count, datatype, dest, tag, comm) ? MPI_SUCCESS : __MPI_Send(buf, count, datatype, dest, tag, comm);
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
  if (!__mpi_is_own(request, sizeof *request) || !sends(buf, count, datatype, dest, tag, comm))
    return __MPI_Isend(buf, count, datatype, dest, tag, comm, request);
  *request = DONE;
  return MPI_SUCCESS;
}
NAMED(Isend)

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) {
  if (!__mpi_is_own(request, sizeof *request) || !sends(buf, count, datatype, dest, tag, comm))
    return __MPI_Irsend(buf, count, datatype, dest, tag, comm, request);
  *request = DONE;
  return MPI_SUCCESS;
}
NAMED(Irsend)

/* Ends what was done at once. */
static inline int ends(MPI_Request *request, MPI_Status *status) {
  if (!__mpi_is_own(request, sizeof *request) || *request != DONE) return 0;
  if (status != MPI_STATUS_IGNORE && !__mpi_is_own(status, sizeof *status)) return 0;
  *request = MPI_REQUEST_NULL;
  give(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  return 1;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status) { return ends(request, status) ? MPI_SUCCESS : __MPI_Wait(request, status); }
NAMED(Wait)

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]) {
  if (array_of_statuses == MPI_STATUSES_IGNORE && (unsigned)count <= MOST_ELEMENTS && __mpi_is_own(array_of_requests, count * sizeof(MPI_Request))) {
    int done = 0;
    while (done < count && array_of_requests[done] == DONE) array_of_requests[done++] = MPI_REQUEST_NULL;
    if (done == count) return MPI_SUCCESS;
  }
  return __MPI_Waitall(count, array_of_requests, array_of_statuses);
}
NAMED(Waitall)
