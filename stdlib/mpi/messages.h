/*
 * Messages in rings, for functions in C: how one lies there, and how the first of this rank's ring is given to the receive that it matches (MPI 3.1, 3.5).
 *
 * A message is one as post.ts sends it: the packet (runtime/memory/ring.ts), the words of an active message (runtime/core/message.ts), then serial, context and tag,
 * then the data. So each side may be either way, and the order of messages is that of the ring.
 *
 * Receives that are begun here wait in queues by what they want, so that a message finds its receive among a few; there are none where messages or receives lie
 * in the runtime's queues. When the runtime has to match a message, or to begin a receive, it takes over all of them (posted.ts).
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

/* Where receives of such messages wait; of -1, any. */
static inline struct __mpi_queue *queue_of(int context, int from, int tag) {
  unsigned hash = (unsigned)(tag + 31 * from + 1021 * context) * 0x9e3779b1u;
  return &__mpi_job.receives->queues[from < 0 || tag < 0 ? ANY_QUEUE : hash >> 24];
}

static inline void enlist(struct __mpi_receive *receive) {
  struct __mpi_queue *queue = queue_of(receive->wanted.context, receive->wanted.from, receive->wanted.tag);
  receive->next = 0;
  *queue->end = receive;
  queue->end = &receive->next;
  __mpi_job.receives->listed++;
}

/* The word that has the first of a queue that wants the message, or null. */
static inline struct __mpi_receive **first_in(struct __mpi_queue *queue, const int *message) {
  struct __mpi_receive **link = &queue->first;
  while (*link && !is_wanted(message, &(*link)->wanted)) link = &(*link)->next;
  return link;
}

/* Of the first of all; null if there is none. */
static inline struct __mpi_receive **matching(const int *message) {
  if (__mpi_job.receives->listed == 0) return 0;
  struct __mpi_receive **exact = first_in(queue_of(message[CONTEXT], message[SENDER], message[TAG]), message);
  struct __mpi_receive **any = first_in(&__mpi_job.receives->queues[ANY_QUEUE], message);
  if (*exact && *any) return (int)((*exact)->serial - (*any)->serial) < 0 ? exact : any;
  return *exact ? exact : *any ? any : 0;
}

/* Takes the one that a word has out of its queue. */
static inline void unlist(struct __mpi_receive **link) {
  struct __mpi_receive *receive = *link;
  struct __mpi_queue *queue = queue_of(receive->wanted.context, receive->wanted.from, receive->wanted.tag);
  *link = receive->next;
  if (queue->end == &receive->next) queue->end = link;
  __mpi_job.receives->listed--;
}

/* Gives the first message to the receive that a word has, if that has room for it. */
static inline enum outcome deliver(struct packet packet, struct __mpi_receive **link) {
  struct __mpi_receive *receive = *link;
  const int *message = (int *)(packet.at + PREFIX);
  int from = message[SENDER], bytes = message[BYTES];
  if (bytes > receive->room) return OTHER;
  __mpi_copy(receive->buffer, (const char *)message + HEADER, bytes);
  receive->got_source = receive->ranks[from];
  receive->got_tag = message[TAG];
  receive->got_bytes = bytes;
  receive->state = COMPLETE;
  unlist(link);
  release(packet);
  count_received(from, bytes);
  return GIVEN;
}

/* Gives the first message to the receive that it matches. */
static inline enum outcome __mpi_progress(void) {
  struct packet packet;
  enum outcome there = first_packet(&packet);
  if (there != GIVEN) return there;
  struct __mpi_receive **link = matching((int *)(packet.at + PREFIX));
  return link ? deliver(packet, link) : OTHER;
}
