/*
 * Costs of GASNet's operations between two threads: prints a line for each, `name bytes nanoseconds`, of one operation.
 * Each is done in batches until its time is used up; the best batch counts. Flood: many are under way before a wait.
 */
#include <gasnet.h>
#include <gasnet_ratomic.h>
#include <bupc_extensions.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST (4 << 20)
#define SEGMENT (2 * LARGEST)
#define FLOOD 32
#define PING 200
#define PONG 201
#define COUNT 202
#define MOST 2000
#define BATCH_BYTES (64 << 20)
#define LEAST_BATCHES 4
#define NANOSECONDS 30e6

shared [LARGEST] char blocks[THREADS * LARGEST];
static char *there, *here;
static int volatile pongs, counted;

static void ping(gasnet_token_t token, int value) { gasnet_AMReplyShort1(token, PONG, value); }
static void pong(gasnet_token_t token, int value) { pongs += value; }
static void count(gasnet_token_t token, int value) { counted += value; }

static double now(void) { return upc_ticks_to_ns(upc_ticks_now()); }

static void put(int n, size_t size) {
  for (int i = 0; i < n; i++) gasnet_put(1, there, here, size);
}
static void get(int n, size_t size) {
  for (int i = 0; i < n; i++) gasnet_get(here, 1, there, size);
}
static void put_nb(int n, size_t size) {
  for (int i = 0; i < n; i++) gasnet_wait_syncnb(gasnet_put_nb(1, there, here, size));
}
static void get_nb(int n, size_t size) {
  for (int i = 0; i < n; i++) gasnet_wait_syncnb(gasnet_get_nb(here, 1, there, size));
}
static void put_nb_flood(int n, size_t size) {
  gasnet_handle_t handles[FLOOD];
  for (int i = 0; i < n; i += FLOOD) {
    for (int k = 0; k < FLOOD; k++) handles[k] = gasnet_put_nb_bulk(1, there, here, size);
    gasnet_wait_syncnb_all(handles, FLOOD);
  }
}
static void get_nb_flood(int n, size_t size) {
  gasnet_handle_t handles[FLOOD];
  for (int i = 0; i < n; i += FLOOD) {
    for (int k = 0; k < FLOOD; k++) handles[k] = gasnet_get_nb_bulk(here, 1, there, size);
    gasnet_wait_syncnb_all(handles, FLOOD);
  }
}
static void put_nbi_flood(int n, size_t size) {
  for (int i = 0; i < n; i++) gasnet_put_nbi(1, there, here, size);
  gasnet_wait_syncnbi_puts();
}
static void get_nbi_flood(int n, size_t size) {
  for (int i = 0; i < n; i++) gasnet_get_nbi(here, 1, there, size);
  gasnet_wait_syncnbi_gets();
}
static void am_round_trip(int n, size_t size) {
  for (int i = 0; i < n; i++) {
    pongs = 0;
    gasnet_AMRequestShort1(1, PING, 1);
    GASNET_BLOCKUNTIL(pongs == 1);
  }
}
static void am_flood(int n, size_t size) {
  pongs = 0;
  for (int i = 1; i < n; i++) gasnet_AMRequestShort1(1, COUNT, 1);
  gasnet_AMRequestShort1(1, PING, 1);
  GASNET_BLOCKUNTIL(pongs == 1);
}
static void meet(int n) {
  for (int i = 0; i < n; i++) {
    gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
    gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  }
}

static gex_AD_t domain;
static void fetch_add(int n, size_t size) {
  for (int i = 0; i < n; i++)
    gasnet_wait_syncnb(gex_AD_OpNB_I64(domain, (int64_t *)here, 1, there, GEX_OP_FADD, 1, 0, 0));
}

/* Every other piece of 64 bytes, on both sides. */
#define PIECE 64
static void put_strided(int n, size_t size) {
  shared void *target = &blocks[LARGEST];
  for (int i = 0; i < n; i++)
    bupc_memput_fstrided(target, PIECE, 2 * PIECE, size / PIECE, here, PIECE, 2 * PIECE, size / PIECE);
}
static void get_strided(int n, size_t size) {
  shared void *source = &blocks[LARGEST];
  for (int i = 0; i < n; i++)
    bupc_memget_fstrided(here, PIECE, 2 * PIECE, size / PIECE, source, PIECE, 2 * PIECE, size / PIECE);
}

/* A multiple of FLOOD. */
static int batch(size_t size) {
  size_t n = BATCH_BYTES / 8 / (size + 1);
  return (int)(n > MOST ? MOST : n < FLOOD ? FLOOD : n) / FLOOD * FLOOD;
}

static void measure(const char *name, void (*operation)(int, size_t), size_t size) {
  int n = batch(size);
  double best = 1e30, begin = now();
  for (int batches = 0; batches < LEAST_BATCHES || now() - begin < NANOSECONDS; batches++) {
    double start = now();
    operation(n, size);
    double time = (now() - start) / n;
    if (time < best) best = time;
  }
  printf("%s %d %.1f\n", name, (int)size, best);
}

static void transfers(void) {
  static const size_t sizes[] = {8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 4 << 20};
  for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
    size_t size = sizes[i];
    measure("put", put, size);
    measure("get", get, size);
    measure("put_nb", put_nb, size);
    measure("get_nb", get_nb, size);
    measure("put_nb_flood", put_nb_flood, size);
    measure("get_nb_flood", get_nb_flood, size);
    measure("put_nbi_flood", put_nbi_flood, size);
    measure("get_nbi_flood", get_nbi_flood, size);
  }
  for (size_t size = 512; size <= LARGEST / 2; size *= 16) {
    measure("put_strided", put_strided, size);
    measure("get_strided", get_strided, size);
  }
}

/* Both do the same number: thread 0 cannot stop when its time is used up. */
static void barriers(void) {
  double best = 1e30;
  for (int batches = 0; batches < 20; batches++) {
    double start = now();
    meet(MOST);
    double time = (now() - start) / MOST;
    if (time < best) best = time;
  }
  if (MYTHREAD == 0) printf("barrier 0 %.1f\n", best);
}

static void attach(void) {
  gasnet_handlerentry_t handlers[] = {{PING, ping}, {PONG, pong}, {COUNT, count}};
  gasnet_seginfo_t segments[THREADS];
  gasnet_init(NULL, NULL);
  if (gasnet_attach(handlers, 3, SEGMENT, 0) != GASNET_OK) exit(1);
  gasnet_getSegmentInfo(segments, THREADS);
  there = segments[1].addr;
  here = segments[MYTHREAD].addr;
  gex_AD_Create(&domain, NULL, GEX_DT_I64, GEX_OP_FADD, 0);
}

int main(void) {
  attach();
  upc_barrier;
  if (MYTHREAD == 0) {
    measure("am_round_trip", am_round_trip, 0);
    measure("am_flood", am_flood, 0);
    measure("fetch_add", fetch_add, 8);
    transfers();
    gasnet_AMRequestShort1(1, COUNT, 1 << 30);
  } else
    GASNET_BLOCKUNTIL(counted >= 1 << 30);
  upc_barrier;
  barriers();
  return 0;
}
