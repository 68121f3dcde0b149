// static: 3
/* upc_atomic.h: every operation on every type, alone and by all threads at once. */
#include <upc.h>
#include <upc_atomic.h>
#include <stdint.h>
#include "check.h"
#if __UPC_ATOMIC__ != 1
#error __UPC_ATOMIC__ is not predefined
#endif
#define NUMERIC (UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC | UPC_MAX | UPC_MIN)
#define ACCESSORS (UPC_GET | UPC_SET | UPC_CSWAP)
#define BITWISE (UPC_AND | UPC_OR | UPC_XOR)
#define ROUNDS 60
#ifndef HINT
#define HINT UPC_ATOMIC_HINT_THROUGHPUT
#endif

/* The value after `op`, and the one before that was fetched; `expected` is computed by the language. */
#define STEP(T, op, operand, expected) do { \
    T given = (T)(operand), before = 77, was = *mine; \
    upc_atomic_strict(domain, &before, op, mine, (op) & (UPC_GET | UPC_INC | UPC_DEC) ? NULL : &given, NULL); \
    CHECK(before == was); \
    CHECK(*mine == (T)(expected)); \
    if ((op) != UPC_GET) { \
      *mine = was; \
      upc_atomic_relaxed(domain, NULL, op, mine, (op) & (UPC_INC | UPC_DEC) ? NULL : &given, NULL); \
      CHECK(*mine == (T)(expected)); \
    } \
  } while (0)

#define ALONE(T, start) do { \
    shared T *mine = &name[MYTHREAD]; \
    *mine = (T)(start); \
    STEP(T, UPC_GET, 0, was); \
    STEP(T, UPC_ADD, 5, was + 5); \
    STEP(T, UPC_SUB, 7, was - 7); \
    STEP(T, UPC_MULT, 3, was * 3); \
    STEP(T, UPC_INC, 0, was + 1); \
    STEP(T, UPC_DEC, 0, was - 1); \
    STEP(T, UPC_MIN, 2, was < (T)2 ? was : 2); \
    STEP(T, UPC_MAX, -3, was > (T)-3 ? was : -3); \
    STEP(T, UPC_MAX, 100, was > (T)100 ? was : 100); \
    STEP(T, UPC_MIN, -100, was < (T)-100 ? was : -100); \
    STEP(T, UPC_SET, 9, 9); \
    T no = 8, yes = 9, other = 11, before; \
    upc_atomic_strict(domain, &before, UPC_CSWAP, mine, &no, &other); \
    CHECK(before == 9 && *mine == 9); \
    upc_atomic_relaxed(domain, &before, UPC_CSWAP, mine, &yes, &other); \
    CHECK(before == 9 && *mine == 11); \
  } while (0)

#define BITS(T) do { \
    shared T *mine = &name[MYTHREAD]; \
    *mine = (T)0xf0f0f0f0f0f0f0f0; \
    STEP(T, UPC_AND, 0x3c3c3c3c3c3c3c3c, was & (T)0x3c3c3c3c3c3c3c3c); \
    STEP(T, UPC_OR, 0x0101010101010101, was | (T)0x0101010101010101); \
    STEP(T, UPC_XOR, -1, was ^ (T)-1); \
  } while (0)

/* Nothing is lost, whatever all threads do at once to one object. */
#define TOGETHER(T) do { \
    T one = 1, two = 2, old, new; \
    if (MYTHREAD == 0) name[0] = 0; \
    upc_barrier; \
    for (int i = 0; i < ROUNDS; i++) { \
      upc_atomic_relaxed(domain, NULL, UPC_ADD, &name[0], &two, NULL); \
      upc_atomic_strict(domain, &old, UPC_DEC, &name[0], NULL, NULL); \
      upc_atomic_relaxed(domain, &old, UPC_GET, &name[0], NULL, NULL); \
      do { \
        T found; \
        new = old + 1; \
        upc_atomic_relaxed(domain, &found, UPC_CSWAP, &name[0], &old, &new); \
        if (found == old) break; \
        old = found; \
      } while (1); \
    } \
    upc_barrier; \
    CHECK(name[0] == 2 * ROUNDS * THREADS); \
    upc_barrier; \
    T best = (T)(1000 + MYTHREAD); \
    upc_atomic_relaxed(domain, NULL, UPC_MAX, &name[0], &best, NULL); \
    upc_barrier; \
    CHECK(name[0] >= 1000 + THREADS - 1); \
    upc_barrier; \
    upc_atomic_relaxed(domain, NULL, UPC_SET, &name[MYTHREAD], &one, NULL); \
    upc_barrier; \
    CHECK(name[(MYTHREAD + 1) % THREADS] == 1); \
    upc_barrier; \
  } while (0)

#define TYPE(T, code, ops, bits) do { \
    static shared T name[THREADS]; \
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(code, ops, HINT); \
    CHECK(domain != NULL); \
    ALONE(T, 6); \
    ALONE(T, -4); \
    bits; \
    TOGETHER(T); \
    upc_all_atomicdomain_free(domain); \
  } while (0)

static shared void *shared slot[THREADS];
static shared [5] char buffer[5 * THREADS];

static void pointers(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_PTS, ACCESSORS, UPC_ATOMIC_HINT_DEFAULT);
  shared void *one = &buffer[5 * MYTHREAD + 2], *two = &buffer[0], *before;
  upc_atomic_relaxed(domain, &before, UPC_SET, &slot[MYTHREAD], &one, NULL);
  CHECK(before == NULL);
  upc_atomic_strict(domain, &before, UPC_GET, &slot[MYTHREAD], NULL, NULL);
  CHECK(before == one && upc_phaseof(before) == 2);
  shared void *withoutPhase = upc_resetphase(one); /* equal: the comparison ignores the phase */
  upc_atomic_strict(domain, &before, UPC_CSWAP, &slot[MYTHREAD], &withoutPhase, &two);
  CHECK(upc_phaseof(before) == 2 && slot[MYTHREAD] == two);
  upc_atomic_relaxed(domain, &before, UPC_CSWAP, &slot[MYTHREAD], &one, &one);
  CHECK(before == two && slot[MYTHREAD] == two);
  upc_all_atomicdomain_free(domain);
}

/* UPC_MIN is op1<op2?op1:op2: with a NaN or zeros of both signs the second operand. */
static shared double real[THREADS];
static void extremes(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_MIN | UPC_MAX, 0);
  double one = 1, plus = 0.0, nan = plus / plus;
  real[MYTHREAD] = nan;
  upc_atomic_relaxed(domain, NULL, UPC_MIN, &real[MYTHREAD], &one, NULL);
  CHECK(real[MYTHREAD] == 1);
  upc_atomic_relaxed(domain, NULL, UPC_MAX, &real[MYTHREAD], &nan, NULL);
  CHECK(real[MYTHREAD] != real[MYTHREAD]);
  real[MYTHREAD] = -0.0;
  upc_atomic_relaxed(domain, NULL, UPC_MIN, &real[MYTHREAD], &plus, NULL);
  CHECK(1 / real[MYTHREAD] > 0);
  upc_all_atomicdomain_free(domain);
}

int main(void) {
  int integer = NUMERIC | ACCESSORS | BITWISE, floating = NUMERIC | ACCESSORS;
  TYPE(int, UPC_INT, integer, BITS(int));
  TYPE(unsigned, UPC_UINT, integer, BITS(unsigned));
  TYPE(long, UPC_LONG, integer, BITS(long));
  TYPE(unsigned long, UPC_ULONG, integer, BITS(unsigned long));
  TYPE(int32_t, UPC_INT32, integer, BITS(int32_t));
  TYPE(uint32_t, UPC_UINT32, integer, BITS(uint32_t));
  TYPE(int64_t, UPC_INT64, integer, BITS(int64_t));
  TYPE(uint64_t, UPC_UINT64, integer, BITS(uint64_t));
  TYPE(float, UPC_FLOAT, floating, );
  TYPE(double, UPC_DOUBLE, floating, );
  pointers();
  extremes();
  upc_all_atomicdomain_free(NULL);
  CHECK(UPC_ATOMIC_HINT_DEFAULT == 0);
  CHECK(upc_atomic_isfast(UPC_INT, UPC_ADD | UPC_GET, slot));
  CHECK(!upc_atomic_isfast(UPC_DOUBLE, UPC_ADD, slot));
  CHECK(!upc_atomic_isfast(UPC_CHAR, UPC_ADD, slot));
  CHECK(!upc_atomic_isfast(UPC_INT64, UPC_ADD, (shared char *)slot + 4 * THREADS));
  return bad != 0;
}
