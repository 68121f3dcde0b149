// Remote atomic operations: each operation on each type, alone and by all nodes at once, with events and without.
#include "conduit.h"
#include <gasnet_ratomic.h>

enum { ROUNDS = 200 };

#define PLAIN (GEX_OP_SET | GEX_OP_CAS | GEX_OP_ADD | GEX_OP_SUB | GEX_OP_MULT | GEX_OP_MIN | GEX_OP_MAX | GEX_OP_INC | \
    GEX_OP_DEC)
#define BITS (GEX_OP_AND | GEX_OP_OR | GEX_OP_XOR)
#define FETCHING(ops) ((ops) << 16 | GEX_OP_GET)

/* Does it with an event, then without; the target has `want` then, and the result is what it had. */
#define STEP(name, T, op, one, two, want) do { \
    T had = (T)6, got = (T)99, now; \
    for (int implicit = 0; implicit < 2; implicit++) { \
      gex_Event_Wait(gex_AD_OpNB_##name(ad, NULL, node, at, GEX_OP_SET, had, 0, 0)); \
      if (implicit) gex_AD_OpNBI_##name(ad, NULL, node, at, op, one, two, 0), gex_NBI_Wait(GEX_EC_RMW, 0); \
      else gex_Event_Wait(gex_AD_OpNB_##name(ad, &got, node, at, (op) << 16, one, two, 0)); \
      gex_Event_Wait(gex_AD_OpNB_##name(ad, &now, node, at, GEX_OP_GET, 0, 0, 0)); \
      CHECK(now == (T)(want)); \
    } \
    CHECK(got == had); \
  } while (0)

#define TYPE(name, T, ops, more) do { \
    gex_AD_t ad; \
    gex_AD_Create(&ad, NULL, GEX_DT_##name, (ops) | FETCHING(ops), 0); \
    CHECK(gex_AD_QueryDT(ad) == GEX_DT_##name && gex_AD_QueryOps(ad) == ((ops) | FETCHING(ops))); \
    int node = (me + 1) % nodes; \
    T *at = (T *)(SEGMENT(node) + 64); \
    STEP(name, T, GEX_OP_SET, 9, 0, 9); \
    STEP(name, T, GEX_OP_ADD, 5, 0, 11); \
    STEP(name, T, GEX_OP_SUB, 4, 0, 2); \
    STEP(name, T, GEX_OP_MULT, 7, 0, 42); \
    STEP(name, T, GEX_OP_MIN, 4, 0, 4); \
    STEP(name, T, GEX_OP_MAX, 4, 0, 6); \
    STEP(name, T, GEX_OP_INC, 0, 0, 7); \
    STEP(name, T, GEX_OP_DEC, 0, 0, 5); \
    STEP(name, T, GEX_OP_CAS, 6, 8, 8); \
    STEP(name, T, GEX_OP_CAS, 5, 8, 6); \
    more; \
    meet(); \
    together_##name(ad); \
    gex_AD_Destroy(ad); \
  } while (0)

#define LOGIC(name, T) \
    STEP(name, T, GEX_OP_AND, 3, 0, 2); \
    STEP(name, T, GEX_OP_OR, 9, 0, 15); \
    STEP(name, T, GEX_OP_XOR, -1, 0, ~(T)6)

/* Nothing is lost, and everybody gets numbers of his own. */
#define TOGETHER(name, T) \
static void together_##name(gex_AD_t ad) { \
  T *at = (T *)SEGMENT(nodes - 1), old, last = -1, one = 0; \
  if (me == nodes - 1) *at = 0; \
  meet(); \
  for (int i = 0; i < ROUNDS; i++) { \
    gex_Event_Wait(gex_AD_OpNB_##name(ad, &old, nodes - 1, at, GEX_OP_FADD, 1, 0, 0)); \
    CHECK(i == 0 || old > last); \
    last = old; \
    gex_AD_OpNBI_##name(ad, NULL, nodes - 1, at, GEX_OP_INC, 0, 0, 0); \
  } \
  gex_NBI_Wait(GEX_EC_ALL, 0); \
  for (int i = 0; i < 20; i++) \
    for (one = 0; ; one = old) { \
      gex_Event_Wait(gex_AD_OpNB_##name(ad, &old, nodes - 1, at, GEX_OP_FCAS, one, one + 1, 0)); \
      if (old == one) break; \
    } \
  meet(); \
  CHECK(gex_Event_Test(gex_AD_OpNB_##name(ad, NULL, me, SEGMENT(me) + 128, GEX_OP_SET, 0, 0, 0)) == 0); \
  gex_Event_Wait(gex_AD_OpNB_##name(ad, &old, nodes - 1, at, GEX_OP_GET, 0, 0, 0)); \
  CHECK(old == (T)(nodes * (2 * ROUNDS + 20))); \
  meet(); \
}

TOGETHER(I32, int32_t)
TOGETHER(U32, uint32_t)
TOGETHER(I64, int64_t)
TOGETHER(U64, uint64_t)
TOGETHER(FLT, float)
TOGETHER(DBL, double)

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  TYPE(I32, int32_t, PLAIN | BITS, LOGIC(I32, int32_t));
  TYPE(U32, uint32_t, PLAIN | BITS, LOGIC(U32, uint32_t));
  TYPE(I64, int64_t, PLAIN | BITS, LOGIC(I64, int64_t));
  TYPE(U64, uint64_t, PLAIN | BITS, LOGIC(U64, uint64_t));
  TYPE(FLT, float, PLAIN, );
  TYPE(DBL, double, PLAIN, );
  end();
}
