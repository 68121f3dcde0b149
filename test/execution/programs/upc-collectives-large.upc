/* Reductions of more than networks fetch at a time, in blocks of one element, of some, of most, and of all. */
#include <upc.h>
#include <upc_collective.h>
#include "check.h"

#define N 60013
#define SKIP 5

/* Functions x -> m x + c on 16 bits, m and c in a word: one after the other does not commute. */
static unsigned after(unsigned p, unsigned q) {
  unsigned m = (p >> 16) * (q >> 16), c = (q >> 16) * (p & 0xffff) + (q & 0xffff);
  return m << 16 | (c & 0xffff);
}
static unsigned value(int i) { return (2 * i + 3) % 64007 << 16 | i % 61001; }

shared unsigned result[THREADS];

#define LAYOUT(B, DISTANCE)                                                                            \
  shared [B] unsigned src##B[(N + SKIP + 2 * B) * THREADS], dst##B[(N + SKIP + DISTANCE + 2 * B) * THREADS]; \
  static void run##B(void) {                                                                           \
    unsigned sum = 0, all = value(0);                                                                  \
    upc_forall (int i = 0; i < N; i++; &src##B[i + SKIP]) src##B[i + SKIP] = value(i);                 \
    upc_barrier;                                                                                       \
    for (int i = 0; i < N; i++) { sum += value(i); if (i > 0) all = after(all, value(i)); }            \
    int root = THREADS - 1;                                                                            \
    upc_all_reduceUI(&result[root], &src##B[SKIP], UPC_ADD, N, B, NULL, 0);                            \
    CHECK(result[root] == sum);                                                                        \
    upc_all_reduceUI(&result[0], &src##B[SKIP], UPC_NONCOMM_FUNC, N, B, after, 0);                     \
    CHECK(result[0] == all);                                                                           \
    bupc_all_reduce_allUI(result, &src##B[SKIP], UPC_NONCOMM_FUNC, N, B, after, 0);                    \
    CHECK(result[MYTHREAD] == all);                                                                    \
    upc_all_prefix_reduceUI(&dst##B[SKIP + DISTANCE], &src##B[SKIP], UPC_NONCOMM_FUNC, N, B, after, 0); \
    int wrong = 0;                                                                                     \
    all = value(0);                                                                                    \
    for (int i = 0; i < N; i++) {                                                                      \
      if (i > 0) all = after(all, value(i));                                                           \
      if (upc_threadof(&dst##B[i + SKIP + DISTANCE]) == MYTHREAD) wrong += dst##B[i + SKIP + DISTANCE] != all; \
    }                                                                                                  \
    CHECK(wrong == 0);                                                                                 \
    if (MYTHREAD == 0) CHECK(dst##B[SKIP + DISTANCE - 1] == 0 && dst##B[SKIP + DISTANCE + N] == 0);    \
    upc_barrier;                                                                                       \
  }

LAYOUT(1, 0)
LAYOUT(13, 0)
LAYOUT(1001, 17)
LAYOUT(20011, 0)

shared [] unsigned lump[N];

int main(void) {
  run1();
  run13();
  run1001();
  run20011();
  unsigned sum = 0, total = 0;
  if (MYTHREAD == 0) for (int i = 0; i < N; i++) lump[i] = value(i);
  for (int i = 0; i < N; i++) sum += value(i);
  upc_all_reduceUI(&result[0], lump, UPC_ADD, N, 0, NULL, 0);
  CHECK(result[0] == sum);
  upc_all_prefix_reduceUI(lump, lump, UPC_ADD, N, 0, NULL, 0);
  if (MYTHREAD == 0) for (int i = 0; i < N; i++) CHECK(lump[i] == (total += value(i)));
  return bad != 0;
}
