/*
 * Collective functions with sizes, roots, counts, blocks and flags by chance, the same on all threads. Its argument is the number of calls.
 * Sizes lie on both sides of what one message holds; a thread's part of an array stays within ROOM bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include <upc_collective.h>

#define ROOM 65536
#define MOST 2048
shared [ROOM] char from[THREADS][ROOM], to[THREADS][ROOM];
shared long total[THREADS];
shared int target[THREADS];

static unsigned state = 12345;
static int chance(int below) {
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 8) % (unsigned)below);
}

static int wrong;
static char byteOf(int turn, int thread, int i) { return (char)(turn * 13 + thread * 41 + i * 7 + (i >> 8)); }

static void check(int turn, int at, int thread, int first, int bytes) {
  for (int i = 0; i < bytes; i++)
    if (to[MYTHREAD][at + i] != byteOf(turn, thread, first + i)) {
      if (wrong++ == 0) printf("turn %d, thread %d: byte %d of %d\n", turn, MYTHREAD, i, bytes);
      return;
    }
}

/** Blocks of bytes: all threads have theirs from the start of their parts on. */
static void move(int turn, int kind, int root, int bytes, int flags) {
  for (int i = 0; i < bytes * THREADS; i++) from[MYTHREAD][i] = byteOf(turn, MYTHREAD, i);
  int shift = chance(THREADS);
  target[MYTHREAD] = (MYTHREAD + shift) % THREADS;
  upc_barrier;
  switch (kind) {
  case 0: upc_all_broadcast(to, &from[root][0], bytes, flags); break;
  case 1: upc_all_scatter(to, &from[root][0], bytes, flags); break;
  case 2: upc_all_gather(&to[root][0], from, bytes, flags); break;
  case 3: upc_all_gather_all(to, from, bytes, flags); break;
  case 4: upc_all_exchange(to, from, bytes, flags); break;
  default: upc_all_permute(to, from, target, bytes, flags);
  }
  upc_barrier;
  if (kind == 0) check(turn, 0, root, 0, bytes);
  if (kind == 1) check(turn, 0, root, MYTHREAD * bytes, bytes);
  if (kind == 3 || (kind == 2 && MYTHREAD == root))
    for (int t = 0; t < THREADS; t++) check(turn, t * bytes, t, 0, bytes);
  if (kind == 4)
    for (int t = 0; t < THREADS; t++) check(turn, t * bytes, t, MYTHREAD * bytes, bytes);
  if (kind == 5) check(turn, 0, (MYTHREAD - shift + THREADS) % THREADS, 0, bytes);
}

/** x -> a x + b on numbers of 16 bits, a and b in a long: the order matters. */
static long after(long p, long q) {
  long a = ((p >> 16) * (q >> 16)) & 0xffff, b = ((q >> 16) * (p & 0xffff) + (q & 0xffff)) & 0xffff;
  return a << 16 | b;
}

/** Elements in blocks over all threads; a thread's part begins at its row. */
static void combine(int turn, int kind, int root, int count, int block, int flags) {
  int rows = (count + block * THREADS - 1) / (block * THREADS);
  shared [] long *own = (shared [] long *)&from[MYTHREAD][0], *results = (shared [] long *)&to[MYTHREAD][0];
  for (int i = 0; i < rows * block; i++)
    own[i] = (2 * ((i / block * THREADS + MYTHREAD) * block + i % block + turn) + 1) % 65521 << 16 | (i % 251);
  upc_barrier;
  shared long *src = (shared long *)&from[0][0];
  if (kind == 0) upc_all_reduceL(&total[root], src, UPC_NONCOMM_FUNC, count, block, after, flags);
  else if (kind == 1) bupc_all_reduce_allL(total, src, UPC_NONCOMM_FUNC, count, block, after, flags);
  else upc_all_prefix_reduceL((shared long *)&to[0][0], src, UPC_NONCOMM_FUNC, count, block, after, flags);
  upc_barrier;
  long all = 0;
  for (int i = 0; i < count; i++) {
    int row = i / block / THREADS, thread = i / block % THREADS, place = row * block + i % block;
    long value = (2L * (i + turn) + 1) % 65521 << 16 | (place % 251);
    all = i == 0 ? value : after(all, value);
    if (kind == 2 && thread == MYTHREAD && results[place] != all && wrong++ == 0)
      printf("turn %d, thread %d: prefix %d of %d, block %d\n", turn, MYTHREAD, i, count, block);
  }
  if ((kind == 1 || (kind == 0 && MYTHREAD == root)) && total[MYTHREAD] != all && wrong++ == 0)
    printf("turn %d, thread %d: %d elements in blocks of %d give %lx, not %lx\n", turn, MYTHREAD, count, block, total[MYTHREAD], all);
}

int main(int argc, char **argv) {
  static const int entries[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
  static const int exits[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
  int turns = atoi(argv[1]);
  for (int turn = 0; turn < turns && wrong == 0; turn++) {
    int kind = chance(9), root = chance(THREADS), flags = entries[chance(3)] | exits[chance(3)];
    int size = chance(3) == 0 ? 1 + chance(16) : chance(2) ? 1 + chance(MOST) : 1 + chance(ROOM / THREADS);
    if (kind < 6) move(turn, kind, root, size, flags);
    else combine(turn, kind - 6, root, 1 + size % MOST, 1 + chance(40), flags);
    upc_barrier;
  }
  return wrong != 0;
}
