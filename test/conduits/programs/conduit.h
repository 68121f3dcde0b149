/* For the programs here, which know of a conduit what gasnet.h says: start, meet (all), end, checks, patterns of bytes. */
#include <gasnet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad, me, nodes;
static gasnet_seginfo_t segments[64];

#define CHECK(c) do { if (!(c)) { bad++; printf("%s:%d: node %d: %s\n", __FILE__, __LINE__, me, #c); } } while (0)
#define SAFE(call) do { int result = (call); if (result != GASNET_OK) { \
    printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, gasnet_ErrorName(result)); gasnet_exit(9); } } while (0)
#define SEGMENT(node) ((char *)segments[node].addr)
#define ENTRIES(table) (int)(sizeof (table) / sizeof *(table))

static void start(int argc, char **argv, gasnet_handlerentry_t *table, int entries, uintptr_t segment) {
  SAFE(gasnet_init(&argc, &argv));
  SAFE(gasnet_attach(table, entries, segment, 0));
  me = gasnet_mynode();
  nodes = gasnet_nodes();
  SAFE(gasnet_getSegmentInfo(segments, nodes));
}

static void meet(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  SAFE(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS));
}

/* Whoever has found something wrong ends the job before others can say that all is well. */
static void end(void) {
  meet();
  if (bad) gasnet_exit(1);
  meet();
  gasnet_exit(0);
}

/* A stream of numbers, the same for the same seed. */
static unsigned next(unsigned *seed) { return (*seed = *seed * 1664525u + 1013904223u) >> 8; }

static void fill(char *to, size_t size, unsigned seed) {
  for (size_t i = 0; i < size; i++) to[i] = (char)next(&seed);
}

static int holds(const char *from, size_t size, unsigned seed) {
  for (size_t i = 0; i < size; i++) if (from[i] != (char)next(&seed)) return 0;
  return 1;
}

static int all(const char *from, size_t size, char byte) {
  for (size_t i = 0; i < size; i++) if (from[i] != byte) return 0;
  return 1;
}
