/*
 * What MPI's functions in C share: the state of the rank, and the functions of the runtime, which do all that is not done here.
 *
 * One idea: a function in C is a short cut of the one of the same name in TypeScript (`__MPI_Send` of MPI_Send). It looks whether a call is of the usual kind, of
 * predefined datatypes and small, and between ranks of one memory; then it reads and writes the very words that the other one would. All else, mistakes among it,
 * is a call of the other one. Before MPI_Init, after MPI_Finalize, under -g and -trace, with PGAS_MPI_PROGRESS=thread and on networks of several memories
 * nothing is of that kind.
 */
#include <mpi.h>
#include <stdint.h>
#include <string.h>
#include <upc_relaxed.h>

/* A function's usual name forwards to that of the profiling interface, which has the body: a program may define the usual one itself. */
#define NAMED(NAME) extern __typeof__(PMPI_##NAME) MPI_##NAME __attribute__((alias("PMPI_" #NAME)));

/* A communicator that messages go over. */
struct __mpi_comm {
  MPI_Comm handle;
  int context, size;
  /* Ranks of the job by rank of its peers; the other way round. */
  const int *peers, *ranks;
  /* Whether its collective functions meet at the lines of all ranks (lines.ts). */
  int is_of_all;
};
enum { COMMS = 16 };

/* What a window has opened at this rank (epoch.ts): see there. */
enum { NO_EPOCH, FENCE_EPOCH };
struct __mpi_epoch { int kind, is_used, is_exposed; };
/* A window of all ranks. */
struct __mpi_window {
  MPI_Win handle;
  int context;
  struct __mpi_epoch *epoch;
};
enum { WINDOWS = 16 };

/* What a receive looks for: a rank of the job, or -1. */
struct __mpi_wanted { int context, from, tag; };

/* An operation that has been begun in C. ADOPTED: the runtime knows of it, and ends it. */
enum __mpi_state { UNUSED, LISTED, COMPLETE, ADOPTED };
struct __mpi_receive {
  enum __mpi_state state;
  struct __mpi_wanted wanted;
  char *buffer;
  /* Bytes of the buffer, and of an element. */
  int room, element;
  MPI_Comm comm;
  /* A rank of the communicator; its ranks by those of the job. */
  int source;
  const int *ranks;
  int got_source, got_tag, got_bytes;
  /* Its place in the order of all; the one behind it in its queue. */
  unsigned serial;
  struct __mpi_receive *next;
};

/* `end`: the word that the next one is put into. */
struct __mpi_queue { struct __mpi_receive *first, **end; };

/* Those of one message's context, sender and tag are in one queue, by a hash of these; those that take any sender or tag have one of their own. */
enum { QUEUES = 256, ANY_QUEUE = QUEUES };

/* Their requests are numbers from FIRST_RECEIVE on (posted.ts, which knows the order of the words). */
enum { RECEIVES = 1024, FIRST_RECEIVE = 0x05800000 };
struct __mpi_receives {
  /* In queues. */
  int listed;
  /* Those not in use: numbers[0] ... numbers[unused - 1]. */
  int unused;
  /* That of the next one. */
  unsigned serial;
  int numbers[RECEIVES];
  struct __mpi_queue queues[QUEUES + 1];
  struct __mpi_receive pool[RECEIVES];
};

/* A send whose data its receiver takes, who sets the first word to 1 then. `dest` is a rank of the communicator. */
struct __mpi_offer {
  int taken;
  enum __mpi_state state;
  MPI_Comm comm;
  int dest, tag;
  const char *data;
  int bytes;
};

/* Their requests are numbers from FIRST_OFFER on (offered.ts, which knows the order of the words). */
enum { OFFERS = 256, FIRST_OFFER = FIRST_RECEIVE + RECEIVES };
struct __mpi_offers {
  /* Those not in use: numbers[0] ... numbers[unused - 1]. */
  int unused;
  int numbers[OFFERS];
  struct __mpi_offer pool[OFFERS];
};

/* Filled in by the runtime (shortcut.ts), which knows the order of the words. */
struct __mpi_job {
  /* 0: nothing is done here. */
  int ready;
  int me, ranks;
  /* This rank's memory: addresses [low, low + room). */
  unsigned low, room;
  /* The rings of requests (runtime/memory/ring.ts): this rank's, that of the first rank, from one to the next, bytes of packets. */
  unsigned own_ring, first_ring, stride, capacity;
  /* Most bytes of a message with its data; below 0: there is none. */
  int limit;
  /* The first word of such a message (runtime/core/message.ts). */
  int eager_word;
  /* How often a wait looks before it calls the runtime. */
  int glances;
  /* Messages and receives that lie in the runtime's queues. */
  int queued;
  /* Whether credit is to be given back. */
  int is_owing;
  /* By rank: numbers of messages sent, bytes that lie there, bytes to be given back, numbers of messages due, and as much of the ring's head as has been seen. */
  int *serials, *spent, *owed, *due;
  unsigned *heads;
  /* Of the first rank the word that is not 0 while it sleeps. */
  unsigned sleeps;
  /* Calls that were done here. */
  unsigned calls;
  struct __mpi_receives *receives;
  /* For the tool interface. */
  double sent, sent_bytes, eager, received, received_bytes;
  struct __mpi_comm comms[COMMS];
  /* By rank; of this rank how many operations have begun there. */
  struct __mpi_line **lines;
  int phase;
  /* Not 0 between upc_notify and upc_wait. */
  const volatile int *notified;
  /* By what the functions here are known at the lines. */
  int calls_known[4];
  /* All ranks have begun as many operations. */
  int drained;
  /* MPI_Finalize tells of requests that are left, by the places that made them: the runtime makes them all. */
  int tells_requests;
  struct __mpi_window windows[WINDOWS];
  /* The first word of an offer, as eager_word. */
  int offer_word;
  struct __mpi_offers *offers;
};
extern struct __mpi_job __mpi_job;

/* A request of a send that was done at once. */
#define DONE ((MPI_Request)0x05000001)

void __mpi_enter(struct __mpi_job *job, struct __mpi_receives *receives, struct __mpi_offers *offers);
void __mpi_rouse(int rank);
/* Does what is done behind polls: with all messages, or without requests, which are taken here in their order. */
void __mpi_tend(int with_requests);

int __MPI_Init(int *argc, char ***argv);
int __MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int __MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int __MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);
int __MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request);
int __MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request);
int __MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status);
int __MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   int source, int recvtag, MPI_Comm comm, MPI_Status *status);
/* The rest of MPI_Send, where the data are offered. */
int __mpi_send_rest(MPI_Request request);
/* The rest of it, where the message has been sent. */
int __mpi_sendrecv_rest(void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status);
int __MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request);
int __MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int __MPI_Wait(MPI_Request *request, MPI_Status *status);
int __MPI_Barrier(MPI_Comm comm);
int __MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int __MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
/* Wait until a rank has begun as many operations as this one; end the job where its latest is not the same. */
void __mpi_await(int rank);
void __mpi_compare(int rank);
int __MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status array_of_statuses[]);
int __MPI_Win_fence(int assert, MPI_Win win);

static inline const struct __mpi_comm *__mpi_comm_at(MPI_Comm comm) {
  const struct __mpi_comm *entry = &__mpi_job.comms[(unsigned)comm % COMMS];
  return __mpi_job.ready && entry->handle == comm ? entry : 0;
}

/* Whether so many bytes at an address are this rank's; of none it does not matter where they are. */
static inline int __mpi_is_own(const void *address, unsigned bytes) {
  unsigned at = (unsigned)address - __mpi_job.low;
  return bytes == 0 || (at < __mpi_job.room && bytes <= __mpi_job.room - at);
}

/* Whether a request may be made here. */
static inline int __mpi_gives(const MPI_Request *request) { return !__mpi_job.tells_requests && __mpi_is_own(request, sizeof *request); }

/* The bytes of so many elements of a predefined datatype without gaps, in the order of mpi.h; -1 of others. */
enum { DENSE_TYPES = 32, MOST_ELEMENTS = 1 << 26 };
extern const unsigned char __mpi_sizes[DENSE_TYPES + 1];
static inline int __mpi_element(MPI_Datatype datatype) { return __mpi_sizes[(unsigned)datatype - 0x03000000u]; }
static inline int __mpi_bytes(int count, MPI_Datatype datatype) {
  unsigned number = (unsigned)datatype - 0x03000000u;
  return number <= DENSE_TYPES && (unsigned)count <= MOST_ELEMENTS ? (number == 0 ? -1 : count * __mpi_sizes[number]) : -1;
}

/* Whether a message fits into a receive of such bytes and elements, as whole elements: else there is a mistake to be told. */
static inline int __mpi_fits(int bytes, int room, int element) { return bytes == room || (bytes < room && bytes % element == 0); }

/* Copies of a few bytes are loads and stores, which those of any number are not. */
static inline void __mpi_copy(void *to, const void *from, unsigned bytes) {
  if (bytes == 8) memcpy(to, from, 8);
  else if (bytes == 4) memcpy(to, from, 4);
  else if (bytes > 64) memcpy(to, from, bytes);
  else {
    unsigned at = 0;
    for (; at + 8 <= bytes; at += 8) memcpy((char *)to + at, (const char *)from + at, 8);
    for (; at < bytes; at++) ((char *)to)[at] = ((const char *)from)[at];
  }
}

/* Whether a receive of so many bytes is right, and can be done in C; and what it wants. */
static inline int __mpi_wants(const struct __mpi_comm *comm, int room, const void *buf, int source, int tag, struct __mpi_wanted *wanted) {
  if (room < 0 || __mpi_job.queued != 0 || tag < MPI_ANY_TAG || !__mpi_is_own(buf, room)) return 0;
  if (source != MPI_ANY_SOURCE && (unsigned)source >= (unsigned)comm->size) return 0;
  *wanted = (struct __mpi_wanted){comm->context, source < 0 ? -1 : comm->peers[source], tag};
  return 1;
}

/* Who calls nothing but what is done here tends to the rest now and then; requests that would go into the runtime's queues are not taken from here so often. */
static inline void __mpi_called(void) {
  if (++__mpi_job.calls % 128 == 0) __mpi_tend(__mpi_job.calls % 16384 == 0);
}
