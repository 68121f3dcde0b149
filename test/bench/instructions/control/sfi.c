/* The path over the Scalable Fabric Interface (runtime/conduits/sfi), and SHMEM's put, which is one inject. */
#include "control.h"

enum { KEY = 1, INJECT_SIZE = 64 };

/* ---- the fabric: returns at its entry, complete */

struct counter { uint64_t value; };
struct endpoint { struct counter *writes, *reads, *sends; };

FABRIC int fi_inject_write(struct endpoint *ep, const void *buf, size_t len, uint64_t addr, uint64_t offset, uint64_t key) {
  POST;
  ep->writes->value++;
  return 0;
}
FABRIC int fi_read(struct endpoint *ep, void *buf, size_t len, void *desc, uint64_t addr, uint64_t offset, uint64_t key, void *context) {
  POST;
  ep->reads->value++;
  return 0;
}
FABRIC int fi_inject(struct endpoint *ep, const void *buf, size_t len, uint64_t addr) {
  POST;
  ep->sends->value++;
  return 0;
}
FABRIC uint64_t fi_cntr_read(struct counter *counter) { return counter->value; }

/* ---- the conduit */

static struct counter counters[5];
static struct conduit {
  struct endpoint blocking, implicit, requests;
  uint64_t puts, gets, nbi_puts, nbi_gets;
  size_t inject_size;
  char *stage;
} conduit = {{&counters[0], &counters[1]}, {&counters[2], &counters[3]}, {.sends = &counters[4]}, .inject_size = INJECT_SIZE, .stage = (char[256]){0}};

static void conduit_put(uint32_t rank, uint32_t offset, const void *source, size_t size) {
  if (size > conduit.inject_size || fi_inject_write(&conduit.blocking, source, size, rank, offset, KEY)) wait_for_room();
  if (fi_cntr_read(conduit.blocking.writes) != ++conduit.puts) wait_for_room();
}
static void conduit_get(void *destination, uint32_t rank, uint32_t offset, size_t size) {
  if (fi_read(&conduit.blocking, destination, size, 0, rank, offset, KEY, 0)) wait_for_room();
  if (fi_cntr_read(conduit.blocking.reads) != ++conduit.gets) wait_for_room();
}
static void conduit_put_nbi(uint32_t rank, uint32_t offset, const void *source, size_t size) {
  if (size > conduit.inject_size || fi_inject_write(&conduit.implicit, source, size, rank, offset, KEY)) wait_for_room();
  conduit.nbi_puts++;
}
static void wait_for_puts(void) {
  if (!(job.under_way & PUTS)) return;
  if (fi_cntr_read(conduit.implicit.writes) != conduit.nbi_puts) wait_for_room();
  job.under_way &= ~PUTS;
}

/* ---- GASNet and OpenSHMEM */

__attribute__((noinline)) static void gasnet_put(uint32_t node, void *to, const void *from, size_t size) {
  if (size == 0) return;
  if (node == job.me) memcpy(to, from, size);
  else conduit_put(node, offset_of(to), from, size);
}
__attribute__((noinline)) static void gasnet_get(void *to, uint32_t node, const void *from, size_t size) {
  if (size == 0) return;
  if (node == job.me) memcpy(to, from, size);
  else conduit_get(to, node, offset_of(from), size);
}
__attribute__((noinline)) static void gasnet_put_nbi(uint32_t node, void *to, const void *from, size_t size) {
  if (size == 0) return;
  if (node == job.me) return (void)memcpy(to, from, size);
  conduit_put_nbi(node, offset_of(to), from, size);
  job.under_way |= PUTS;
}
__attribute__((noinline)) static int gasnet_request_short(uint32_t node, uint32_t handler, uint32_t argument) {
  if (node >= job.pes || node == job.me) wait_for_room();
  uint32_t *message = (uint32_t *)conduit.stage;
  message[0] = handler | 1 << 8;
  message[1] = job.me;
  message[2] = argument;
  size_t size = 3 * sizeof *message;
  if (size > conduit.inject_size || fi_inject(&conduit.requests, message, size, node)) wait_for_room();
  return 0;
}
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
    conduit_put_nbi(pe, offset_of(dest), &value, sizeof value);
    job.under_way |= PUTS;
  }
}
__attribute__((noinline)) static void shmem_quiet(void) {
  if (!shmem.open) wait_for_room();
  wait_for_puts();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

__attribute__((noinline)) static void gasnet_wait(void) { wait_for_puts(); }

#include "operations.h"

void refill(void) {
  shmem.statics = (uintptr_t)&symmetric;
  shmem.statics_size = sizeof symmetric;
  wait_for_puts();
}
