/*
 * Waiting until another PE has changed variables of this one, and looking whether it has (OpenSHMEM 1.5, 9.10).
 *
 * One idea: a condition is a record, and a function that looks at it; the runtime's only wait calls that again and again.
 */
#include "comparisons.h"
#include "job.h"

/* What is read behind it was written before the other PE's fence. */
#define LOADED(ivar) __atomic_load_n(ivar, __ATOMIC_SEQ_CST)

/* Where the next search for one begins, so that each that holds is found in its turn. */
static size_t turn;

#define CONDITION(TYPE, NAME) \
  COMPARISON(TYPE, NAME) \
  struct condition_##NAME { \
    volatile TYPE *ivars; \
    size_t nelems; \
    const int *status; \
    int cmp; \
    TYPE value; \
    const TYPE *values; \
    size_t found; \
    size_t *indices; \
  }; \
  static inline int one_##NAME(const struct condition_##NAME *c, size_t i) { \
    return holds_##NAME(LOADED(&c->ivars[i]), c->cmp, c->values ? c->values[i] : c->value); \
  } \
  static inline int counts_##NAME(const struct condition_##NAME *c, size_t i) { return !c->status || !c->status[i]; } \
  /* Whether all hold; how many they are. */ \
  static int all_##NAME(void *condition) { \
    struct condition_##NAME *c = condition; \
    c->found = 0; \
    for (size_t i = 0; i < c->nelems; i++) { \
      if (!counts_##NAME(c, i)) continue; \
      if (!one_##NAME(c, i)) return 0; \
      c->found++; \
    } \
    return 1; \
  } \
  /* Whether one holds; which: SIZE_MAX if there are none. */ \
  static int any_##NAME(void *condition) { \
    struct condition_##NAME *c = condition; \
    int none = 1; \
    for (size_t k = 0; k < c->nelems; k++) { \
      size_t i = (turn + k) % c->nelems; \
      if (!counts_##NAME(c, i)) continue; \
      none = 0; \
      if (!one_##NAME(c, i)) continue; \
      c->found = i; \
      turn = i + 1; \
      return 1; \
    } \
    c->found = SIZE_MAX; \
    return none; \
  } \
  /* Whether some hold; how many and which. */ \
  static int some_##NAME(void *condition) { \
    struct condition_##NAME *c = condition; \
    int none = 1; \
    c->found = 0; \
    for (size_t i = 0; i < c->nelems; i++) { \
      if (!counts_##NAME(c, i)) continue; \
      none = 0; \
      if (one_##NAME(c, i)) c->indices[c->found++] = i; \
    } \
    return none || c->found > 0; \
  }
_SHMEM_SYNC_TYPES(CONDITION)

/* Mistakes in the arguments, or no PE; else whether the condition holds now. */
static int begins(const char *name, int (*holds)(void *), void *condition, const volatile void *ivars, size_t bytes, int cmp) {
  if (!__shmem_job.pes) __shmem_uninitialized(name);
  if (cmp < SHMEM_CMP_EQ || cmp > SHMEM_CMP_LE)
    __shmem_refuse(name, "cmp", (void *)cmp, "it is one of SHMEM_CMP_EQ, NE, GT, GE, LT and LE");
  if (bytes != 0 && !is_symmetric((const void *)ivars, bytes))
    __shmem_refuse(name, "ivar", (const void *)ivars, "it must be a symmetric object: static, or of shmem_malloc");
  return holds(condition);
}

static void wait(const char *name, int (*holds)(void *), void *condition, volatile void *ivars, size_t bytes, int cmp) {
  if (!begins(name, holds, condition, ivars, bytes, cmp)) __shmem_wait(name, ivars, bytes, holds, condition);
}

static int test(const char *name, int (*holds)(void *), void *condition, volatile void *ivars, size_t bytes, int cmp) {
  if (begins(name, holds, condition, ivars, bytes, cmp)) return 1;
  __shmem_poll();
  return holds(condition);
}

#define GIVEN(NAME, cmp_value, cmp_values) struct condition_##NAME c = {ivars, nelems, status, cmp, cmp_value, cmp_values, 0, indices}
#define BYTES(TYPE) bytes_of(nelems, sizeof(TYPE))

/* FORM is the name's end; the arguments that it does not have are parameters of their own here. */
#define ALL(TYPE, NAME, FORM, VALUE, cmp_value, cmp_values) \
  void shmem_##NAME##_wait_until_all##FORM(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, VALUE) { \
    size_t *indices = 0; \
    GIVEN(NAME, cmp_value, cmp_values); \
    wait("shmem_" #NAME "_wait_until_all" #FORM, all_##NAME, &c, ivars, BYTES(TYPE), cmp); \
  } \
  int shmem_##NAME##_test_all##FORM(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, VALUE) { \
    size_t *indices = 0; \
    GIVEN(NAME, cmp_value, cmp_values); \
    return test("shmem_" #NAME "_test_all" #FORM, all_##NAME, &c, ivars, BYTES(TYPE), cmp); \
  } \
  size_t shmem_##NAME##_wait_until_any##FORM(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, VALUE) { \
    size_t *indices = 0; \
    GIVEN(NAME, cmp_value, cmp_values); \
    wait("shmem_" #NAME "_wait_until_any" #FORM, any_##NAME, &c, ivars, BYTES(TYPE), cmp); \
    return c.found; \
  } \
  size_t shmem_##NAME##_test_any##FORM(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, VALUE) { \
    size_t *indices = 0; \
    GIVEN(NAME, cmp_value, cmp_values); \
    test("shmem_" #NAME "_test_any" #FORM, any_##NAME, &c, ivars, BYTES(TYPE), cmp); \
    return c.found; \
  } \
  size_t shmem_##NAME##_wait_until_some##FORM(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, VALUE) { \
    GIVEN(NAME, cmp_value, cmp_values); \
    wait("shmem_" #NAME "_wait_until_some" #FORM, some_##NAME, &c, ivars, BYTES(TYPE), cmp); \
    return c.found; \
  } \
  size_t shmem_##NAME##_test_some##FORM(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, VALUE) { \
    GIVEN(NAME, cmp_value, cmp_values); \
    test("shmem_" #NAME "_test_some" #FORM, some_##NAME, &c, ivars, BYTES(TYPE), cmp); \
    return c.found; \
  }

#define DEFINE(TYPE, NAME) \
  static inline int now_##NAME(volatile TYPE *ivar, int cmp, TYPE value) { \
    return reaches((const void *)ivar, __shmem_job.me) && (unsigned)cmp <= SHMEM_CMP_LE && holds_##NAME(LOADED(ivar), cmp, value); \
  } \
  void shmem_##NAME##_wait_until(volatile TYPE *ivar, int cmp, TYPE cmp_value) { \
    if (now_##NAME(ivar, cmp, cmp_value)) return; \
    struct condition_##NAME c = {ivar, 1, 0, cmp, cmp_value}; \
    wait("shmem_" #NAME "_wait_until", all_##NAME, &c, ivar, sizeof(TYPE), cmp); \
  } \
  int shmem_##NAME##_test(volatile TYPE *ivar, int cmp, TYPE cmp_value) { \
    if (now_##NAME(ivar, cmp, cmp_value)) return 1; \
    struct condition_##NAME c = {ivar, 1, 0, cmp, cmp_value}; \
    return test("shmem_" #NAME "_test", all_##NAME, &c, ivar, sizeof(TYPE), cmp); \
  } \
  ALL(TYPE, NAME, , TYPE one_value, one_value, 0) \
  ALL(TYPE, NAME, _vector, const TYPE *all_values, 0, all_values)
_SHMEM_SYNC_TYPES(DEFINE)

#define OLD(TYPE, NAME) \
  void shmem_##NAME##_wait(volatile TYPE *ivar, TYPE cmp_value) { \
    struct condition_##NAME c = {ivar, 1, 0, SHMEM_CMP_NE, cmp_value}; \
    wait("shmem_" #NAME "_wait", all_##NAME, &c, ivar, sizeof(TYPE), SHMEM_CMP_NE); \
  }
OLD(short, short)
_SHMEM_OLD_AMO_TYPES(OLD)
void shmem_wait(volatile long *ivar, long cmp_value) { shmem_long_wait(ivar, cmp_value); }
