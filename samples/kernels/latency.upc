/*
 * Latency: what one access to another thread takes, and what large ones carry, from thread 0 to the last one, while the
 * others wait at the barrier, as the OSU microbenchmarks do it. All that was written is read back.
 *
 *     pgasc run samples/kernels/latency.upc -n 2 [milliseconds per figure]
 */
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <upc_tick.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGE (1 << 20)
#define COUNTER 64 /* element that is added to */

shared [] uint64_t *shared where; /* memory of the last thread */
static shared [] uint64_t *far;
static uint64_t *buffer, last;
upc_lock_t *shared far_lock;
static upc_lock_t *lock;
static upc_atomicdomain_t *domain;

static void put(uint64_t i) { far[i % 64] = i; upc_fence; }
static void get(uint64_t i) { last += far[i % 64]; }
static void put_large(uint64_t i) { buffer[i % 64] = i; upc_memput(far, buffer, LARGE); }
static void get_large(uint64_t i) { upc_memget(buffer, far, LARGE); }
static void fetch_add(uint64_t i) { uint64_t one = 1; upc_atomic_relaxed(domain, &last, UPC_ADD, far + COUNTER, &one, NULL); }
static void lock_and_free(uint64_t i) { upc_lock(lock); upc_unlock(lock); }

/* Microseconds that one takes: as many are done as about fit the time. */
static double measure(void (*one)(uint64_t), double milliseconds) {
  uint64_t count = 1;
  for (;;) {
    upc_tick_t begin = upc_ticks_now();
    for (uint64_t i = 0; i < count; i++) one(i);
    double taken = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-3;
    if (taken > 500 * milliseconds || count > 1u << 30) return taken / count;
    count *= taken > 50 * milliseconds ? 1000 * milliseconds / taken + 1 : 8;
  }
}

static int wrong;
static void check(const char *what, uint64_t found, uint64_t expected) {
  if (found == expected) return;
  printf("%s: %" PRIu64 " where %" PRIu64 " was expected\n", what, found, expected);
  wrong = 1;
}

static void tell(const char *what, double time) { printf("%-20s %9.2f us\n", what, time); }
static void tell_large(const char *what, double time) { printf("%-20s %9.2f us  %6.2f GB/s\n", what, time, LARGE / time * 1e-3); }

int main(int argc, char **argv) {
  double milliseconds = argc > 1 ? atof(argv[1]) : 100;
  if (milliseconds <= 0) {
    if (MYTHREAD == 0) fprintf(stderr, "latency: %s milliseconds; it must be a number above 0\n", argv[1]);
    return 2;
  }
  if (MYTHREAD == THREADS - 1) {
    where = upc_alloc(LARGE);
    memset((void *)where, 0, LARGE);
    far_lock = upc_global_lock_alloc();
  }
  domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_ADD, 0);
  upc_barrier;
  lock = far_lock;
  if (MYTHREAD == 0) {
    far = where;
    buffer = malloc(LARGE);
    for (int i = 0; i < LARGE / 8; i++) buffer[i] = i * 0x9E3779B97F4A7C15u;
    far[COUNTER] = 0;
    tell("put 8 bytes", measure(put, milliseconds));
    tell("get 8 bytes", measure(get, milliseconds));
    for (int i = 0; i < 64; i++) put(64 + i);
    for (int i = 0; i < 64; i++) check("put, get", far[i], 64 + i);
    tell_large("put 1 MiB", measure(put_large, milliseconds));
    uint64_t *kept = malloc(LARGE);
    memcpy(kept, buffer, LARGE);
    memset(buffer, 0, LARGE);
    tell_large("get 1 MiB", measure(get_large, milliseconds));
    check("1 MiB put and got differs", memcmp(buffer, kept, LARGE) != 0, 0);
    far[COUNTER] = 0;
    tell("fetch and add", measure(fetch_add, milliseconds));
    uint64_t before = far[COUNTER];
    check("fetch and add", last, before - 1);
    tell("lock and unlock", measure(lock_and_free, milliseconds));
  }
  upc_barrier;
  const int barriers = 200;
  upc_tick_t begin = upc_ticks_now();
  for (int i = 0; i < barriers; i++) upc_barrier;
  if (MYTHREAD == 0) {
    tell("barrier", upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-3 / barriers);
    printf("%s\n", wrong ? "Solution does not validate" : "Solution validates");
  }
  return wrong;
}
