// static: 4
/* Reductions and prefix reductions of every type and operator against a loop, over block sizes, phases and lengths. */
#include <upc.h>
#include <upc_collective.h>
#include <limits.h>
#include "check.h"

#define MOST 400
static const int lengths[] = {1, 5, 97, MOST};
static const int flags[] = {0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, UPC_IN_ALLSYNC | UPC_OUT_MYSYNC, UPC_OUT_ALLSYNC};
static unsigned int turn;

#define CASE(code, expression) case code: return expression;
#define BASIC                                                                                             \
  CASE(UPC_ADD, a + b) CASE(UPC_MULT, a * b) CASE(UPC_LOGAND, a && b) CASE(UPC_LOGOR, a || b)             \
  CASE(UPC_MIN, a < b ? a : b) CASE(UPC_MAX, a > b ? a : b) CASE(UPC_FUNC, a * b + a + b) CASE(UPC_NONCOMM_FUNC, b)
#define BITS CASE(UPC_AND, a & b) CASE(UPC_OR, a | b) CASE(UPC_XOR, a ^ b)

/* One block size of one type: src from element `skip` on, so with a phase; results to each thread in turn. */
#define LAYOUT(T, type, B)                                                                             \
  shared [B] type src##T##B[(MOST + 24) * THREADS], dst##T##B[(MOST + 24) * THREADS];                  \
  static void layout##T##B(int op, int n, int skip, int f) {                                           \
    type want = src##T##B[skip];                                                                       \
    int root = turn++ % THREADS, wrong = 0;                                                            \
    upc_all_reduce##T(&result##T[root], &src##T##B[skip], op, n, B, function##T(op), f);               \
    upc_all_prefix_reduce##T(&dst##T##B[skip], &src##T##B[skip], op, n, B, function##T(op), f);        \
    upc_barrier;                                                                                       \
    for (int i = 0; i < n; i++) {                                                                      \
      if (i > 0) want = apply##T(op, want, src##T##B[skip + i]);                                       \
      wrong += dst##T##B[skip + i] != want;                                                            \
    }                                                                                                  \
    if (wrong || result##T[root] != want) printf("%s op %d n %d skip %d blk %d flags %d: %d\n", #T, op, n, skip, B, f, wrong); \
    CHECK(wrong == 0);                                                                                 \
    CHECK(result##T[root] == want);                                                                    \
    upc_barrier;                                                                                       \
  }
#define FILL(T, B, one)                                                   \
  upc_forall (int i = 0; i < (MOST + 24) * THREADS; i++; &src##T##B[i])   \
    src##T##B[i] = one;

#define TYPE(T, type, cases, one)                                                                      \
  shared type result##T[THREADS];                                                                      \
  static type apply##T(int op, type a, type b) { switch (op) { cases } return 0; }                     \
  static type func##T(type a, type b) { return apply##T(UPC_FUNC, a, b); }                             \
  static type last##T(type a, type b) { return apply##T(UPC_NONCOMM_FUNC, a, b); }                     \
  static type (*function##T(int op))(type, type) {                                                     \
    return op == UPC_FUNC ? func##T : op == UPC_NONCOMM_FUNC ? last##T : NULL;                         \
  }                                                                                                    \
  LAYOUT(T, type, 1) LAYOUT(T, type, 3) LAYOUT(T, type, 10)                                            \
  static void run##T(int op) {                                                                        \
    FILL(T, 1, one) FILL(T, 3, one) FILL(T, 10, one)                                                   \
    upc_barrier;                                                                                       \
    for (int i = 0; i < sizeof lengths / sizeof *lengths; i++) {                                       \
      layout##T##1(op, lengths[i], i, flags[i % 4]);                                                   \
      layout##T##3(op, lengths[i], 2 * i, flags[(i + 1) % 4]);                                         \
      layout##T##10(op, lengths[i], 4 * i + 1, flags[(i + 2) % 4]);                                    \
    }                                                                                                  \
  }
#define INTEGER(T, type) TYPE(T, type, BASIC BITS, (type)((i * 2654435761u >> 7) | (i % 9 != 0)))
/* Small integers: all results are exact, whatever the order. */
#define FLOATING(T, type) TYPE(T, type, BASIC, op == UPC_MULT ? (i % 2 ? 1 : -1) : op == UPC_FUNC ? i % 32 == 0 : (type)(i * 37 % 101 - 50))

INTEGER(C, signed char) INTEGER(UC, unsigned char) INTEGER(S, short) INTEGER(US, unsigned short)
INTEGER(I, int) INTEGER(UI, unsigned int) INTEGER(L, long) INTEGER(UL, unsigned long)
FLOATING(F, float) FLOATING(D, double) FLOATING(LD, long double)

shared [] int lump[300];
shared int all[THREADS], sum;

/* One thread's array, results to all threads, and a prefix reduction to a place with another phase. */
static void others(void) {
  if (MYTHREAD == 0) for (int i = 0; i < 300; i++) lump[i] = i;
  upc_all_reduceI(&sum, lump, UPC_ADD, 300, 0, NULL, 0);
  upc_all_prefix_reduceI(lump, lump, UPC_ADD, 300, 0, NULL, 0);
  CHECK(sum == 44850 && lump[299] == 44850 && lump[10] == 55);
  bupc_all_reduce_allI(all, &srcI3[4], UPC_XOR, 10, 3, NULL, 0);
  int small = all[MYTHREAD];
  for (int i = 0; i < 10; i++) small ^= srcI3[4 + i];
  bupc_all_reduce_allI(all, &srcI3[4], UPC_MAX, MOST, 3, NULL, 0);
  int largest = INT_MIN;
  for (int i = 0; i < MOST; i++) if (srcI3[4 + i] > largest) largest = srcI3[4 + i];
  CHECK(small == 0 && all[MYTHREAD] == largest);
  upc_all_prefix_reduceI(&dstI3[7], &srcI3[5], UPC_ADD, MOST, 3, NULL, 0);
  unsigned int total = 0;
  for (int i = 0; i < MOST; i++) CHECK((total += srcI3[5 + i]) == (unsigned)dstI3[7 + i]);
}

int main(void) {
  static const int ops[] = {UPC_ADD, UPC_MULT, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX, UPC_FUNC, UPC_NONCOMM_FUNC, UPC_AND, UPC_OR, UPC_XOR};
  for (int i = 0; i < 11; i++) {
    runC(ops[i]); runUC(ops[i]); runS(ops[i]); runUS(ops[i]); runI(ops[i]); runUI(ops[i]); runL(ops[i]); runUL(ops[i]);
    if (i < 8) { runF(ops[i]); runD(ops[i]); runLD(ops[i]); }
    upc_barrier;
  }
  others();
  return bad != 0;
}
