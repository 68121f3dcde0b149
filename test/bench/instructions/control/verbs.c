/* The path over verbs (runtime/conduits/verbs): firehose's look-ups, a slot and credits for each request, completions polled. */
#include "control.h"

enum { DEPTH = 256, DEPTH_PER_PEER = 64, BUCKET_SHIFT = 12, OWNER_SHIFT = SHIFT - BUCKET_SHIFT, BUCKETS = PES << OWNER_SHIFT, INLINE = 64 };
enum kind { CONTROL, MESSAGE, PUT_INLINE, PUT_BOUNCE, PUT, GET_BOUNCE, GET };
enum operation_number { ALL_PUTS, ALL_GETS, BLOCKING };
enum { SEND_WITH_IMM, RDMA_WRITE, RDMA_READ, SIGNALED = 1, INLINED = 2 };

/* ---- the fabric: returns at its entry, complete */

struct sge { uint64_t addr; uint32_t length, lkey; };
struct send_wr { uint64_t wr_id; struct sge *sg_list; int opcode, send_flags; uint32_t imm_data, rkey; uint64_t remote_addr; };
struct wc { uint64_t wr_id; int status; uint32_t imm_data; };
struct cq { uint64_t ids[DEPTH]; unsigned first, last; };
struct qp { struct cq *send_cq; };

FABRIC int ibv_post_send(struct qp *qp, struct send_wr *wr) {
  POST;
  if (wr->send_flags & SIGNALED) qp->send_cq->ids[qp->send_cq->last++ % DEPTH] = wr->wr_id;
  return 0;
}
FABRIC int ibv_poll_cq(struct cq *cq, int entries, struct wc *wc) {
  if (cq->first == cq->last) return 0;
  wc->wr_id = cq->ids[cq->first++ % DEPTH];
  wc->status = 0;
  return 1;
}

/* ---- firehose: buckets with their users, and those of no user in a list */

static int32_t users[BUCKETS], keys[BUCKETS], previous[BUCKETS], next[BUCKETS], first_idle[PES] = {-1, -1}, last_idle[PES] = {-1, -1};
static uint64_t hits;

static inline int32_t bucket_of(uint32_t rank, uint32_t offset) { return rank << OWNER_SHIFT | offset >> BUCKET_SHIFT; }
static void remove_idle(int32_t queue, int32_t bucket) {
  int32_t before = previous[bucket], after = next[bucket];
  *(before < 0 ? &first_idle[queue] : &next[before]) = after;
  *(after < 0 ? &last_idle[queue] : &previous[after]) = before;
}
static void append_idle(int32_t queue, int32_t bucket) {
  int32_t last = last_idle[queue];
  previous[bucket] = last;
  next[bucket] = -1;
  *(last < 0 ? &first_idle[queue] : &next[last]) = bucket;
  last_idle[queue] = bucket;
}
static int use_bucket(int32_t bucket) {
  if (users[bucket] < 0) return 0;
  if (users[bucket] == 0) remove_idle(bucket >> OWNER_SHIFT, bucket);
  users[bucket]++;
  hits++;
  return 1;
}
static void release_bucket(int32_t bucket) {
  if (--users[bucket] == 0) append_idle(bucket >> OWNER_SHIFT, bucket);
}

/* ---- requests */

static struct cq sent, received;
static struct qp pairs[PES] = {{&sent}, {&sent}};
static int states[PES] = {0, 1};
static struct { uint8_t kind; uint32_t rank, operation, offset, size; int32_t bucket; char *buffer, *local; } requests[DEPTH];
static uint32_t free_slots[DEPTH], left, outstanding[PES], pending[3], credits[PES], banked[PES];
static char buffers[DEPTH][256], *free_buffers[DEPTH];
static uint32_t buffers_left;
static uint64_t bases[PES] = {0, 1ul << SHIFT};
static int debug, aside, moves_waiting, ready;
static size_t inline_limit = INLINE, bounce_limit = 256;

static uint32_t claim(enum kind kind, uint32_t rank) {
  if (left == 0 || outstanding[rank] >= DEPTH_PER_PEER) wait_for_room();
  uint32_t slot = free_slots[--left];
  outstanding[rank]++;
  requests[slot].kind = kind;
  requests[slot].rank = rank;
  return slot;
}
static char *take_buffer(void) {
  if (buffers_left == 0) wait_for_room();
  return free_buffers[--buffers_left];
}
static void finish(uint32_t slot, int status) {
  if (status) wait_for_room();
  enum kind kind = requests[slot].kind;
  if (kind == MESSAGE) free_buffers[buffers_left++] = requests[slot].buffer;
  else if (kind > MESSAGE) {
    if (kind == GET_BOUNCE) memcpy(requests[slot].local, requests[slot].buffer, requests[slot].size);
    if (kind == GET_BOUNCE || kind == PUT_BOUNCE) free_buffers[buffers_left++] = requests[slot].buffer;
    release_bucket(requests[slot].bucket);
    pending[requests[slot].operation]--;
  }
  outstanding[requests[slot].rank]--;
  free_slots[left++] = slot;
}
static void poll(void) {
  struct wc wc;
  int count;
  while ((count = ibv_poll_cq(&sent, 1, &wc))) {
    if (count < 0) wait_for_room();
    finish(wc.wr_id, wc.status);
  }
  if (ibv_poll_cq(&received, 1, &wc)) wait_for_room();
  if (aside || moves_waiting || ready) wait_for_room();
}

/* ---- transfers */

static void post(enum kind kind, uint32_t operation, int opcode, uint32_t rank, uint32_t offset, char *local, uint32_t size, char *buffer) {
  int32_t bucket = bucket_of(rank, offset);
  uint32_t slot = claim(kind, rank);
  requests[slot].operation = operation;
  requests[slot].offset = offset;
  requests[slot].bucket = bucket;
  requests[slot].buffer = buffer;
  requests[slot].local = local;
  requests[slot].size = size;
  struct sge sge = {(uintptr_t)(buffer ? buffer : local), size, 7};
  struct send_wr wr = {slot, &sge, opcode, kind == PUT_INLINE ? SIGNALED | INLINED : SIGNALED, 0, keys[bucket], bases[rank] + offset};
  if (ibv_post_send(&pairs[rank], &wr)) wait_for_room();
}
static void start(enum kind kind, uint32_t operation, uint32_t rank, uint32_t offset, char *local, size_t size) {
  if (states[rank] != 1) wait_for_room();
  while (size > 0) {
    uint32_t piece = (1u << BUCKET_SHIFT) - (offset & ((1u << BUCKET_SHIFT) - 1));
    if (piece > size) piece = size;
    if (kind != PUT_INLINE && piece > sizeof *buffers) piece = sizeof *buffers;
    pending[operation]++;
    char *buffer = kind == GET_BOUNCE ? take_buffer() : 0;
    if (!use_bucket(bucket_of(rank, offset))) wait_for_room();
    post(kind, operation, kind == PUT_INLINE ? RDMA_WRITE : RDMA_READ, rank, offset, local, piece, buffer);
    offset += piece, local += piece, size -= piece;
  }
}
static void start_put(uint32_t operation, uint32_t rank, uint32_t offset, const void *source, size_t size) {
  if (debug || size > inline_limit) wait_for_room();
  start(PUT_INLINE, operation, rank, offset, (char *)source, size);
}
static void wait_for(uint32_t operation) {
  while (pending[operation]) poll();
}
static void wait_for_puts(void) {
  if (!(job.under_way & PUTS)) return;
  wait_for(ALL_PUTS);
  job.under_way &= ~PUTS;
}

/* ---- GASNet and OpenSHMEM */

__attribute__((noinline)) static void gasnet_put(uint32_t node, void *to, const void *from, size_t size) {
  if (size == 0 || node == job.me) wait_for_room();
  start_put(BLOCKING, node, offset_of(to), from, size);
  wait_for(BLOCKING);
}
__attribute__((noinline)) static void gasnet_get(void *to, uint32_t node, const void *from, size_t size) {
  if (size == 0 || node == job.me || debug || size > bounce_limit) wait_for_room();
  start(GET_BOUNCE, BLOCKING, node, offset_of(from), to, size);
  wait_for(BLOCKING);
}
__attribute__((noinline)) static void gasnet_put_nbi(uint32_t node, void *to, const void *from, size_t size) {
  if (size == 0 || node == job.me) wait_for_room();
  start_put(ALL_PUTS, node, offset_of(to), from, size);
  job.under_way |= PUTS;
}
__attribute__((noinline)) static int gasnet_request_short(uint32_t node, uint32_t handler, uint32_t argument) {
  if (node >= job.pes || node == job.me) wait_for_room();
  if (states[node] != 1 || credits[node] == 0) wait_for_room();
  credits[node]--;
  uint32_t *message = (uint32_t *)take_buffer();
  message[0] = handler | 1 << 8;
  message[1] = job.me;
  message[2] = argument;
  uint32_t slot = claim(MESSAGE, node), returned = banked[node];
  banked[node] = 0;
  requests[slot].buffer = (char *)message;
  struct sge sge = {(uintptr_t)message, 12, 7};
  struct send_wr wr = {slot, &sge, SEND_WITH_IMM, SIGNALED | INLINED, job.me << 3 | returned << 16};
  if (ibv_post_send(&pairs[node], &wr)) wait_for_room();
  return 0;
}
__attribute__((noinline)) static void gasnet_wait(void) { wait_for_puts(); }
__attribute__((noinline)) static void fence(void) {
  wait_for_puts();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static struct shmem { uint32_t open; uintptr_t heap, heap_size, statics, statics_size; } shmem = {.open = PES};
static int symmetric;

__attribute__((noinline)) static void shmem_int_p(int *dest, int value, int pe) {
  if ((uint32_t)pe >= shmem.open) wait_for_room();
  if ((uintptr_t)dest - shmem.heap >= shmem.heap_size && (uintptr_t)dest - shmem.statics >= shmem.statics_size) wait_for_room();
  if (pe == (int)job.me) *dest = value;
  else {
    start_put(ALL_PUTS, pe, offset_of(dest), &value, sizeof value);
    job.under_way |= PUTS;
  }
}

/* Both wait for all puts. */
#define shmem_quiet fence

#include "operations.h"

void refill(void) {
  static int is_open;
  if (!is_open++) {
    for (int k = 0; k < DEPTH; k++) free_slots[left++] = k, free_buffers[buffers_left++] = buffers[k];
    for (int k = 0; k < BUCKETS; k++) previous[k] = next[k] = -1;
    append_idle(1, bucket_of(1, offset_of(there)));
    append_idle(1, bucket_of(1, offset_of(&symmetric)));
    credits[1] = 1u << 30;
  }
  shmem.statics = (uintptr_t)&symmetric;
  shmem.statics_size = sizeof symmetric;
  poll();
  job.under_way = 0;
}
