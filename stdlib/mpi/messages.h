/*
 * Messages in rings, for functions in C: how one lies there, and how the first of this rank's ring is given to the receive that it matches (MPI 3.1, 3.5).
 *
 * A message is one as post.ts sends it: the packet (runtime/memory/ring.ts), the words of an active message (runtime/core/message.ts), then serial, context and tag,
 * then the data. So each side may be either way, and the order of messages is that of the ring.
 *
 * Of a large one the sender offers the data: the receiver copies them from where they are, and sets a word of the sender's (rendezvous).
 *
 * Receives that are begun here wait in queues by what they want, so that a message finds its receive among a few; there are none where messages or receives lie
 * in the runtime's queues. When the runtime has to match a message, or to begin a receive, it takes over all of them (posted.ts).
 */
#include "job.h"

#define ORDER __ATOMIC_SEQ_CST

/* Of a ring: offsets of the head and of the packets, behind the tail; of a packet: bytes before the message, and the mark of a published one. */
enum { HEAD = 64, PACKETS = 128, PREFIX = 8, PUBLISHED = 1, MARKS = 7, LINE = 64 };
/* Bytes of an active message before its data; words of it, and those of an offer alone; bytes of an offer. */
enum { HEADER = 32, WORD = 0, SENDER, BYTES, OFFSET, SERIAL, CONTEXT, TAG };
enum { OFFERED = 7, OWNER, DATA, NUMBER, TOLD_AT, OFFER_BYTES = 48 };
/* See post.ts. */
enum { CREDIT = 1 << 18, COST = 64, LEAST_BACK = 1 << 16 };

/* Copying takes so many times as long as a message of few bytes. */
enum { LONG_GLANCES = 16 };

enum outcome { NONE, OTHER, GIVEN };

static inline void __mpi_give(MPI_Status *status, int source, int tag, int bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  status->__bytes = bytes;
  status->__cancelled = 0;
}

static inline void __mpi_wake(int rank) {
  if (__atomic_load_n((int *)(__mpi_job.sleeps + rank * __mpi_job.stride), ORDER)) __mpi_rouse(rank);
}

/* ---------------------------------------------------------------- the first message of the own ring */

struct packet { unsigned position, length; char *at; };

static inline int is_offer(const int *message) { return message[WORD] == __mpi_job.offer_word; }
static inline int bytes_of(const int *message) { return message[is_offer(message) ? OFFERED : BYTES]; }

/* NONE: the ring is empty. OTHER: what comes first is for the runtime. */
static inline enum outcome first_packet(struct packet *packet) {
  packet->position = *(unsigned *)(__mpi_job.own_ring + HEAD);
  packet->at = (char *)(__mpi_job.own_ring + PACKETS + (packet->position & (__mpi_job.capacity - 1)));
  int word = __atomic_load_n((int *)packet->at, ORDER);
  if (word == 0) return NONE;
  packet->length = word & ~MARKS;
  const int *message = (int *)(packet->at + PREFIX);
  int is_ours = (word & MARKS) == PUBLISHED && (message[WORD] == __mpi_job.eager_word || (is_offer(message) && message[TOLD_AT] != 0));
  return is_ours && message[SERIAL] == __mpi_job.due[message[SENDER]] ? GIVEN : OTHER;
}

/* Frees it: zeros first, so that a word that is not zero is always one published. */
static inline void release(struct packet packet) {
  if (packet.length > 256) memset(packet.at, 0, packet.length);
  else for (unsigned at = 0; at < packet.length; at += 8) memset(packet.at + at, 0, 8);
  __atomic_store_n((unsigned *)(__mpi_job.own_ring + HEAD), packet.position + packet.length, ORDER);
}

/* What is owed may be much: then the runtime gives it back. */
static inline void owe(int from, int bytes) {
  if ((__mpi_job.owed[from] += bytes + COST) >= LEAST_BACK) {
    __mpi_job.is_owing = 1;
    __mpi_tend(0);
  }
}

/* Of an offer: its region begins at a multiple of the stride, as all do. */
static inline void take_offered(struct packet packet, char *buffer) {
  const int *message = (int *)(packet.at + PREFIX);
  unsigned from = message[SENDER], region = from * __mpi_job.stride;
  int *taken = (int *)(region + message[TOLD_AT]);
  memcpy(buffer, (const char *)(region + message[DATA]), message[OFFERED]);
  release(packet);
  __atomic_store_n(taken, 1, ORDER);
  __mpi_wake(from);
}

/* Copies the data of the first message to where they are wanted, frees it, and has its sender know. */
static inline void take(struct packet packet, char *buffer) {
  const int *message = (int *)(packet.at + PREFIX);
  int from = message[SENDER], bytes = bytes_of(message);
  __mpi_job.due[from]++;
  __mpi_job.received++;
  __mpi_job.received_bytes += bytes;
  if (is_offer(message)) take_offered(packet, buffer);
  else {
    __mpi_copy(buffer, (const char *)message + HEADER, bytes);
    release(packet);
    owe(from, bytes);
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

/* Gives the first message to the receive that a word has, if it fits there. */
static inline enum outcome deliver(struct packet packet, struct __mpi_receive **link) {
  struct __mpi_receive *receive = *link;
  const int *message = (int *)(packet.at + PREFIX);
  int bytes = bytes_of(message);
  if (!__mpi_fits(bytes, receive->room, receive->element)) return OTHER;
  receive->got_source = receive->ranks[message[SENDER]];
  receive->got_tag = message[TAG];
  receive->got_bytes = bytes;
  receive->state = COMPLETE;
  unlist(link);
  take(packet, receive->buffer);
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

/* ---------------------------------------------------------------- data that have been offered */

/* Null if the request is of none, or the runtime's. */
static inline struct __mpi_offer *offer_of(MPI_Request request) {
  unsigned number = (unsigned)request - FIRST_OFFER;
  struct __mpi_offer *offer = &__mpi_job.offers->pool[number % OFFERS];
  return __mpi_job.ready && number < OFFERS && offer->state == LISTED ? offer : 0;
}

/* Whether the receiver has them, after so many glances; what comes meanwhile is received. */
static inline int is_taken(const struct __mpi_offer *offer, int glances) {
  while (!__atomic_load_n(&offer->taken, ORDER)) {
    enum outcome outcome = __mpi_progress();
    if (outcome == OTHER || (outcome == NONE && --glances < 0)) return 0;
  }
  return 1;
}

static inline void end_offer(struct __mpi_offer *offer) {
  offer->state = UNUSED;
  __mpi_job.offers->numbers[__mpi_job.offers->unused++] = offer - __mpi_job.offers->pool;
}
