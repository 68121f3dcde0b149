/*
 * Messages in rings, for functions in C: how one lies there, and how the first of this rank's ring is given to the receive that it matches (MPI 3.1, 3.5).
 *
 * A message is one as post.ts sends it: the packet (runtime/memory/ring.ts), the words of an active message (runtime/core/message.ts), then serial, context and tag,
 * then the data. So each side may be either way, and the order of messages is that of the ring.
 *
 * Receives that are begun here are a list in the order of their beginning, of which none is where messages or receives lie in the runtime's queues. When
 * the runtime has to match a message, or to begin a receive, it takes over the list (posted.ts).
 */
#include "job.h"

#define ORDER __ATOMIC_SEQ_CST

/* Of a ring: offsets of the head and of the packets, behind the tail; of a packet: bytes before the message, and the mark of a published one. */
enum { HEAD = 64, PACKETS = 128, PREFIX = 8, PUBLISHED = 1, MARKS = 7, LINE = 64 };
/* Bytes of an active message before its data; words of it. */
enum { HEADER = 32, WORD = 0, SENDER, BYTES, OFFSET, SERIAL, CONTEXT, TAG };
/* See post.ts. */
enum { CREDIT = 1 << 18, COST = 64, LEAST_BACK = 1 << 16 };

enum outcome { NONE, OTHER, GIVEN };

static inline void __mpi_give(MPI_Status *status, int source, int tag, int bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  status->__bytes = bytes;
  status->__cancelled = 0;
}

/* ---------------------------------------------------------------- the first message of the own ring */

struct packet { unsigned position, length; char *at; };

/* NONE: the ring is empty. OTHER: what comes first is for the runtime. */
static inline enum outcome first_packet(struct packet *packet) {
  packet->position = *(unsigned *)(__mpi_job.own_ring + HEAD);
  packet->at = (char *)(__mpi_job.own_ring + PACKETS + (packet->position & (__mpi_job.capacity - 1)));
  int word = __atomic_load_n((int *)packet->at, ORDER);
  if (word == 0) return NONE;
  packet->length = word & ~MARKS;
  const int *message = (int *)(packet->at + PREFIX);
  int is_due = (word & MARKS) == PUBLISHED && message[WORD] == __mpi_job.eager_word && message[SERIAL] == __mpi_job.due[message[SENDER]];
  return is_due ? GIVEN : OTHER;
}

/* Frees it: zeros first, so that a word that is not zero is always one published. */
static inline void release(struct packet packet) {
  if (packet.length > 256) memset(packet.at, 0, packet.length);
  else for (unsigned at = 0; at < packet.length; at += 8) memset(packet.at + at, 0, 8);
  __atomic_store_n((unsigned *)(__mpi_job.own_ring + HEAD), packet.position + packet.length, ORDER);
}

/* What is owed may be much: then the runtime gives it back. */
static inline void count_received(int from, int bytes) {
  __mpi_job.due[from]++;
  __mpi_job.received++;
  __mpi_job.received_bytes += bytes;
  if ((__mpi_job.owed[from] += bytes + COST) >= LEAST_BACK) {
    __mpi_job.is_owing = 1;
    __mpi_tend(0);
  }
}

static inline int is_wanted(const int *message, const struct __mpi_wanted *wanted) {
  return message[CONTEXT] == wanted->context && (wanted->from < 0 || message[SENDER] == wanted->from) &&
         (wanted->tag == message[TAG] || (wanted->tag < 0 && message[TAG] >= 0));
}

/* ---------------------------------------------------------------- receives that have been begun */

/* Its place in the list; -1 if there is none. */
static inline int matching(const int *message) {
  const struct __mpi_receives *all = __mpi_job.receives;
  for (int i = all->first; i < all->last; i++)
    if (is_wanted(message, &all->pool[all->order[i]].wanted)) return i;
  return -1;
}

static inline void unlist(int place) {
  struct __mpi_receives *all = __mpi_job.receives;
  if (place == all->first) all->first++;
  else memmove(&all->order[place], &all->order[place + 1], (--all->last - place) * sizeof(int));
  if (all->first == all->last) all->first = all->last = 0;
}

/* Gives the first message to a receive of the list, if it has room for it. */
static inline enum outcome deliver(struct packet packet, int place) {
  struct __mpi_receive *receive = &__mpi_job.receives->pool[__mpi_job.receives->order[place]];
  const int *message = (int *)(packet.at + PREFIX);
  int from = message[SENDER], bytes = message[BYTES];
  if (bytes > receive->room) return OTHER;
  __mpi_copy(receive->buffer, (const char *)message + HEADER, bytes);
  receive->got_source = receive->ranks[from];
  receive->got_tag = message[TAG];
  receive->got_bytes = bytes;
  receive->state = COMPLETE;
  unlist(place);
  release(packet);
  count_received(from, bytes);
  return GIVEN;
}

/* Gives the first message to the receive that it matches. */
static inline enum outcome __mpi_progress(void) {
  struct packet packet;
  enum outcome there = first_packet(&packet);
  if (there != GIVEN) return there;
  int place = matching((int *)(packet.at + PREFIX));
  return place < 0 ? OTHER : deliver(packet, place);
}
