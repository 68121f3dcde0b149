// static: 3
/*
 * Broadcast, scatter, gather, gather_all, exchange, permute with all flags, roots, odd sizes and offsets. Each thread
 * touches only its own data between calls, without a barrier where the flags make one needless.
 */
#include <upc.h>
#include <upc_collective.h>
#include <string.h>
#include "check.h"

#define MOST 1003
#define OFFSET 5
#define ROOM (8 * MOST + 64)
shared [ROOM] char from[ROOM * THREADS], to[ROOM * THREADS];
shared int order[THREADS];

static const int in[] = {0, UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
static const int out[] = {0, UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
static const int sizes[] = {1, 4, 7, 16, 129, MOST};
enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, FUNCTIONS };

static char value(int function, int round, int thread, int block, int i) {
  return (char)(function * 31 + round * 17 + thread * 7 + block * 3 + i % 101);
}

/* What thread t has as its block b, before the call. */
static char expected(int function, int round, int root, int block, int i) {
  switch (function) {
  case BROADCAST: return value(function, round, root, 0, i);
  case SCATTER: return value(function, round, root, MYTHREAD, i);
  case GATHER: case GATHER_ALL: return value(function, round, block, 0, i);
  case EXCHANGE: return value(function, round, block, MYTHREAD, i);
  default: return value(function, round, (MYTHREAD + THREADS - round % THREADS) % THREADS, 0, i);
  }
}

static void call(int function, int root, int n, int flags) {
  shared char *d = (shared char *)&to[OFFSET], *s = (shared char *)&from[OFFSET];
  shared [] char *rs = (shared [] char *)&from[ROOM * root + OFFSET], *rd = (shared [] char *)&to[ROOM * root + OFFSET];
  switch (function) {
  case BROADCAST: upc_all_broadcast(d, rs, n, flags); break;
  case SCATTER: upc_all_scatter(d, rs, n, flags); break;
  case GATHER: upc_all_gather(rd, s, n, flags); break;
  case GATHER_ALL: upc_all_gather_all(d, s, n, flags); break;
  case EXCHANGE: upc_all_exchange(d, s, n, flags); break;
  case PERMUTE: upc_all_permute(d, s, order, n, flags); break;
  }
}

static void once(int function, int round, int root, int n, int flags) {
  char *mine = (char *)&from[ROOM * MYTHREAD], *got = (char *)&to[ROOM * MYTHREAD];
  int wrong = 0, received = function == GATHER && MYTHREAD != root ? 0
                            : function == GATHER || function == GATHER_ALL || function == EXCHANGE ? THREADS : 1;
  for (int b = 0; b < THREADS; b++)
    for (int i = 0; i < n; i++) mine[OFFSET + b * n + i] = value(function, round, MYTHREAD, b, i);
  memset(got, 0x55, THREADS * n + 2 * OFFSET);
  order[MYTHREAD] = (MYTHREAD + round) % THREADS;
  if (flags & UPC_IN_NOSYNC) upc_barrier;
  call(function, root, n, flags);
  if (flags & UPC_OUT_NOSYNC) upc_barrier;
  for (int b = 0; b < received; b++)
    for (int i = 0; i < n; i++) wrong += got[OFFSET + b * n + i] != expected(function, round, root, b, i);
  for (int i = 0; i < OFFSET; i++) wrong += got[i] != 0x55 || got[OFFSET + received * n + i] != 0x55;
  if (wrong) printf("thread %d function %d root %d n %d flags %d: %d wrong\n", MYTHREAD, function, root, n, flags, wrong);
  CHECK(wrong == 0);
}

int main(void) {
  int round = 0;
  for (int function = 0; function < FUNCTIONS; function++)
    for (int s = 0; s < sizeof sizes / sizeof *sizes && THREADS * sizes[s] + 2 * OFFSET <= ROOM; s++)
      for (int f = 0; f < 16; f++, round++) once(function, round, round % THREADS, sizes[s], in[f / 4] | out[f % 4]);
  return bad != 0;
}
