/* Latency of blocking puts and gets of 8 bytes to 4 MiB, of an active message and its reply, from node 0 to the last one, which polls meanwhile; of
   barriers of all. Prints: operation, microseconds at p50, at p99. */
#include <gasnet.h>
#include <gasnet_tools.h>
#include <stdio.h>
#include <stdlib.h>

#define CALL(c) do { if ((c) != GASNET_OK) abort(); } while (0)
#define LARGE (4 << 20)
#define MOST 20000

static const struct { const char *put, *get; size_t size; int count; } sizes[] = {
  {"put8", "get8", 8, MOST}, {"put512", "get512", 512, MOST}, {"put4K", "get4K", 4096, MOST},
  {"put64K", "get64K", 65536, 1000}, {"put1M", "get1M", 1 << 20, 200}, {"put4M", "get4M", 4 << 20, 60},
};
#define SIZES (sizeof sizes / sizeof *sizes)

static double times[MOST];
static volatile int replies, over;
static gasnet_node_t target;
static gasnet_seginfo_t *segments;
static char *here;

static void ask(gasnet_token_t token) { gasnet_AMReplyShort0(token, 202); }
static void answered(gasnet_token_t token) { replies++; }
static void end(gasnet_token_t token) { over = 1; }

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static size_t size = 8;
static void put(int i) { gasnet_put(target, segments[target].addr, here, size); }
static void get(int i) { gasnet_get(here, target, segments[target].addr, size); }
static void barrier(int i) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void am(int i) {
  gasnet_AMRequestShort0(target, 201);
  GASNET_BLOCKUNTIL(replies > i);
}

static void measure(const char *name, void (*operation)(int), int count) {
  for (int i = 0; i < count; i++) {
    gasnett_tick_t start = gasnett_ticks_now();
    operation(i);
    times[i] = gasnett_ticks_to_ns(gasnett_ticks_now() - start) / 1e3;
  }
  qsort(times, count, sizeof *times, compare);
  printf("%s %.2f %.2f\n", name, times[count / 2], times[count - count / 100 - 1]);
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{201, ask}, {202, answered}, {203, end}};
  CALL(gasnet_init(&argc, &argv));
  CALL(gasnet_attach(table, 3, 2 * LARGE, 0));
  int count = argc > 1 ? atoi(argv[1]) : 2000;
  segments = malloc(gasnet_nodes() * sizeof *segments);
  CALL(gasnet_getSegmentInfo(segments, gasnet_nodes()));
  target = gasnet_nodes() - 1;
  here = (char *)segments[gasnet_mynode()].addr + LARGE;
  barrier(0);
  if (gasnet_mynode() == 0) {
    for (int i = 0; i < 10000; i++) put(i), get(i), am(i); /* until all is compiled */
    replies = 0;
    for (int i = 0; i < SIZES; i++) {
      int some = count < sizes[i].count ? count : sizes[i].count;
      size = sizes[i].size;
      measure(sizes[i].put, put, some);
      measure(sizes[i].get, get, some);
    }
    measure("am", am, count);
    gasnet_AMRequestShort0(target, 203);
  } else if (gasnet_mynode() == target)
    while (!over) gasnet_AMPoll();
  for (int i = 0; i < 1000; i++) barrier(i);
  if (gasnet_mynode() == 0) measure("barrier", barrier, count);
  else
    for (int i = 0; i < count; i++) barrier(i);
  barrier(0); /* the first one to exit ends all */
  gasnet_exit(0);
}
