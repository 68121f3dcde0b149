/* Atomic operations (OpenSHMEM 1.5, 9.7). Near memory is changed by the machine's instructions, as the runtime changes it. */
#include "atomics.h"
#include "job.h"

/* The number of a type. */
#define KIND(TYPE) ((TYPE)0.5 != 0 ? (sizeof(TYPE) == 8 ? F64 : F32) : (sizeof(TYPE) == 8 ? I64 : I32) + ((TYPE)-1 > 0))

/* Of an object of this PE that one of another PE, which loads and stores reach. */
#define OBJECT(TYPE, dest, pe) ((TYPE *)THERE(TYPE, dest, pe))
#define ORDER __ATOMIC_SEQ_CST

/* A change by a machine's function that gives the old value, and one that gives nothing. */
#define CHANGE(TYPE, NAME, OP, NUMBER, FUNCTION) \
  static inline TYPE OP##_##NAME(const char *name, TYPE *dest, TYPE value, int pe) { \
    if (changes(dest, sizeof(TYPE), pe)) return FUNCTION(OBJECT(TYPE, dest, pe), value, ORDER); \
    TYPE operand = value, old; \
    __shmem_atomic(name, NUMBER, KIND(TYPE), dest, &operand, 0, &old, pe); \
    __pgasc_unreached(); \
    return old; \
  } \
  static inline void quietly_##OP##_##NAME(const char *name, TYPE *dest, TYPE value, int pe) { \
    if (changes(dest, sizeof(TYPE), pe)) FUNCTION(OBJECT(TYPE, dest, pe), value, ORDER); \
    else { \
      TYPE operand = value; \
      __shmem_atomic(name, NUMBER, KIND(TYPE), dest, &operand, 0, 0, pe); \
      __pgasc_unreached(); \
    } \
  }

/* A function that gives the old value, that of a context, and their non-blocking forms; one that gives nothing. */
#define FETCHING(TYPE, NAME, OP, FUNCTION) \
  TYPE shmem_##NAME##_##FUNCTION(TYPE *dest, TYPE value, int pe) { return OP##_##NAME("shmem_" #NAME "_" #FUNCTION, dest, value, pe); } \
  TYPE shmem_ctx_##NAME##_##FUNCTION(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe) { \
    return OP##_##NAME("shmem_ctx_" #NAME "_" #FUNCTION, dest, value, pe_of("shmem_ctx_" #NAME "_" #FUNCTION, ctx, pe)); \
  } \
  void shmem_##NAME##_##FUNCTION##_nbi(TYPE *fetch, TYPE *dest, TYPE value, int pe) { \
    *fetch = OP##_##NAME("shmem_" #NAME "_" #FUNCTION "_nbi", dest, value, pe); \
  } \
  void shmem_ctx_##NAME##_##FUNCTION##_nbi(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, TYPE value, int pe) { \
    *fetch = OP##_##NAME("shmem_ctx_" #NAME "_" #FUNCTION "_nbi", dest, value, pe_of("shmem_ctx_" #NAME "_" #FUNCTION "_nbi", ctx, pe)); \
  }
#define SILENT(TYPE, NAME, OP, FUNCTION) \
  void shmem_##NAME##_##FUNCTION(TYPE *dest, TYPE value, int pe) { quietly_##OP##_##NAME("shmem_" #NAME "_" #FUNCTION, dest, value, pe); } \
  void shmem_ctx_##NAME##_##FUNCTION(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe) { \
    quietly_##OP##_##NAME("shmem_ctx_" #NAME "_" #FUNCTION, dest, value, pe_of("shmem_ctx_" #NAME "_" #FUNCTION, ctx, pe)); \
  }
#define BY_ONE(TYPE, NAME) \
  void shmem_##NAME##_atomic_inc(TYPE *dest, int pe) { quietly_add_##NAME("shmem_" #NAME "_atomic_inc", dest, 1, pe); } \
  void shmem_ctx_##NAME##_atomic_inc(shmem_ctx_t ctx, TYPE *dest, int pe) { \
    quietly_add_##NAME("shmem_ctx_" #NAME "_atomic_inc", dest, 1, pe_of("shmem_ctx_" #NAME "_atomic_inc", ctx, pe)); \
  } \
  TYPE shmem_##NAME##_atomic_fetch_inc(TYPE *dest, int pe) { return add_##NAME("shmem_" #NAME "_atomic_fetch_inc", dest, 1, pe); } \
  TYPE shmem_ctx_##NAME##_atomic_fetch_inc(shmem_ctx_t ctx, TYPE *dest, int pe) { \
    return add_##NAME("shmem_ctx_" #NAME "_atomic_fetch_inc", dest, 1, pe_of("shmem_ctx_" #NAME "_atomic_fetch_inc", ctx, pe)); \
  } \
  void shmem_##NAME##_atomic_fetch_inc_nbi(TYPE *fetch, TYPE *dest, int pe) { \
    *fetch = add_##NAME("shmem_" #NAME "_atomic_fetch_inc_nbi", dest, 1, pe); \
  } \
  void shmem_ctx_##NAME##_atomic_fetch_inc_nbi(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, int pe) { \
    *fetch = add_##NAME("shmem_ctx_" #NAME "_atomic_fetch_inc_nbi", dest, 1, pe_of("shmem_ctx_" #NAME "_atomic_fetch_inc_nbi", ctx, pe)); \
  }

/* ---------------------------------------------------------------- fetch, set, swap */

#define READ(TYPE, NAME, LOAD) \
  static inline TYPE fetch_##NAME(const char *name, const TYPE *source, int pe) { \
    if (changes(source, sizeof(TYPE), pe)) return LOAD(TYPE, source, pe); \
    TYPE found; \
    __shmem_atomic(name, GET, KIND(TYPE), source, 0, 0, &found, pe); \
    __pgasc_unreached(); \
    return found; \
  } \
  TYPE shmem_##NAME##_atomic_fetch(const TYPE *source, int pe) { return fetch_##NAME("shmem_" #NAME "_atomic_fetch", source, pe); } \
  TYPE shmem_ctx_##NAME##_atomic_fetch(shmem_ctx_t ctx, const TYPE *source, int pe) { \
    return fetch_##NAME("shmem_ctx_" #NAME "_atomic_fetch", source, pe_of("shmem_ctx_" #NAME "_atomic_fetch", ctx, pe)); \
  } \
  void shmem_##NAME##_atomic_fetch_nbi(TYPE *fetch, const TYPE *source, int pe) { \
    *fetch = fetch_##NAME("shmem_" #NAME "_atomic_fetch_nbi", source, pe); \
  } \
  void shmem_ctx_##NAME##_atomic_fetch_nbi(shmem_ctx_t ctx, TYPE *fetch, const TYPE *source, int pe) { \
    *fetch = fetch_##NAME("shmem_ctx_" #NAME "_atomic_fetch_nbi", source, pe_of("shmem_ctx_" #NAME "_atomic_fetch_nbi", ctx, pe)); \
  }
#define LOAD(TYPE, source, pe) __atomic_load_n(OBJECT(TYPE, source, pe), ORDER)

#define ACCESS(TYPE, NAME) \
  READ(TYPE, NAME, LOAD) \
  CHANGE(TYPE, NAME, swap, SET, __atomic_exchange_n) \
  FETCHING(TYPE, NAME, swap, atomic_swap) \
  SILENT(TYPE, NAME, swap, atomic_set)
_SHMEM_AMO_TYPES(ACCESS)

/* Floating-point values by their bits. */
#define FLOATING(TYPE, BITS, NAME) \
  static inline TYPE load_##NAME(const TYPE *object) { \
    union { BITS bits; TYPE value; } found = {__atomic_load_n((const BITS *)object, ORDER)}; \
    return found.value; \
  } \
  static inline TYPE exchange_##NAME(TYPE *object, TYPE value, int order) { \
    union { TYPE value; BITS bits; } given = {value}; \
    union { BITS bits; TYPE value; } old = {__atomic_exchange_n((BITS *)object, given.bits, ORDER)}; \
    return old.value; \
  } \
  READ(TYPE, NAME, LOAD_##NAME) \
  CHANGE(TYPE, NAME, swap, SET, exchange_##NAME) \
  FETCHING(TYPE, NAME, swap, atomic_swap) \
  SILENT(TYPE, NAME, swap, atomic_set)
#define LOAD_float(TYPE, source, pe) load_float(OBJECT(TYPE, source, pe))
#define LOAD_double(TYPE, source, pe) load_double(OBJECT(TYPE, source, pe))
FLOATING(float, uint32_t, float)
FLOATING(double, uint64_t, double)

/* ---------------------------------------------------------------- compare and swap, add, bits */

#define COMPARE(TYPE, NAME) \
  static inline TYPE compare_##NAME(const char *name, TYPE *dest, TYPE cond, TYPE value, int pe) { \
    TYPE old = cond; \
    if (changes(dest, sizeof(TYPE), pe)) { \
      __atomic_compare_exchange_n(OBJECT(TYPE, dest, pe), &old, value, 0, ORDER, ORDER); \
      return old; \
    } \
    TYPE operand = value, compared = cond; \
    __shmem_atomic(name, CAS, KIND(TYPE), dest, &operand, &compared, &old, pe); \
    __pgasc_unreached(); \
    return old; \
  } \
  TYPE shmem_##NAME##_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value, int pe) { \
    return compare_##NAME("shmem_" #NAME "_atomic_compare_swap", dest, cond, value, pe); \
  } \
  TYPE shmem_ctx_##NAME##_atomic_compare_swap(shmem_ctx_t ctx, TYPE *dest, TYPE cond, TYPE value, int pe) { \
    const char *name = "shmem_ctx_" #NAME "_atomic_compare_swap"; \
    return compare_##NAME(name, dest, cond, value, pe_of(name, ctx, pe)); \
  } \
  void shmem_##NAME##_atomic_compare_swap_nbi(TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe) { \
    *fetch = compare_##NAME("shmem_" #NAME "_atomic_compare_swap_nbi", dest, cond, value, pe); \
  } \
  void shmem_ctx_##NAME##_atomic_compare_swap_nbi(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe) { \
    const char *name = "shmem_ctx_" #NAME "_atomic_compare_swap_nbi"; \
    *fetch = compare_##NAME(name, dest, cond, value, pe_of(name, ctx, pe)); \
  }

#define ARITHMETIC(TYPE, NAME) \
  COMPARE(TYPE, NAME) \
  CHANGE(TYPE, NAME, add, ADD, __atomic_fetch_add) \
  FETCHING(TYPE, NAME, add, atomic_fetch_add) \
  SILENT(TYPE, NAME, add, atomic_add) \
  BY_ONE(TYPE, NAME)
_SHMEM_AMO_TYPES(ARITHMETIC)

#define BITWISE(TYPE, NAME) \
  CHANGE(TYPE, NAME, and, AND, __atomic_fetch_and) \
  FETCHING(TYPE, NAME, and, atomic_fetch_and) \
  SILENT(TYPE, NAME, and, atomic_and) \
  CHANGE(TYPE, NAME, or, OR, __atomic_fetch_or) \
  FETCHING(TYPE, NAME, or, atomic_fetch_or) \
  SILENT(TYPE, NAME, or, atomic_or) \
  CHANGE(TYPE, NAME, xor, XOR, __atomic_fetch_xor) \
  FETCHING(TYPE, NAME, xor, atomic_fetch_xor) \
  SILENT(TYPE, NAME, xor, atomic_xor)
_SHMEM_BITWISE_AMO_TYPES(BITWISE)

/* ---------------------------------------------------------------- the names before 1.4 */

#define OLD_ACCESS(TYPE, NAME) \
  TYPE shmem_##NAME##_fetch(const TYPE *source, int pe) { return fetch_##NAME("shmem_" #NAME "_fetch", source, pe); } \
  void shmem_##NAME##_set(TYPE *dest, TYPE value, int pe) { quietly_swap_##NAME("shmem_" #NAME "_set", dest, value, pe); } \
  TYPE shmem_##NAME##_swap(TYPE *dest, TYPE value, int pe) { return swap_##NAME("shmem_" #NAME "_swap", dest, value, pe); }
_SHMEM_OLD_AMO_TYPES(OLD_ACCESS)
_SHMEM_FLOATING_AMO_TYPES(OLD_ACCESS)

#define OLD_ARITHMETIC(TYPE, NAME) \
  TYPE shmem_##NAME##_cswap(TYPE *dest, TYPE cond, TYPE value, int pe) { \
    return compare_##NAME("shmem_" #NAME "_cswap", dest, cond, value, pe); \
  } \
  void shmem_##NAME##_add(TYPE *dest, TYPE value, int pe) { quietly_add_##NAME("shmem_" #NAME "_add", dest, value, pe); } \
  void shmem_##NAME##_inc(TYPE *dest, int pe) { quietly_add_##NAME("shmem_" #NAME "_inc", dest, 1, pe); } \
  TYPE shmem_##NAME##_fadd(TYPE *dest, TYPE value, int pe) { return add_##NAME("shmem_" #NAME "_fadd", dest, value, pe); } \
  TYPE shmem_##NAME##_finc(TYPE *dest, int pe) { return add_##NAME("shmem_" #NAME "_finc", dest, 1, pe); }
_SHMEM_OLD_AMO_TYPES(OLD_ARITHMETIC)
