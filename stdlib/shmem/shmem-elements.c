/*
 * One element: p and g (OpenSHMEM 1.5, 9.5). Loads and stores are volatile: each is made, in the order of the program. What they do not
 * reach is an access of the network: a put that is begun, an injected one where there are such.
 */
#include "job.h"

#define DEFINE(TYPE, NAME) \
  static inline void p_##NAME(const char *name, TYPE *dest, TYPE value, int pe) { \
    if (reaches(dest, pe)) *(volatile shared [] TYPE *)THERE(TYPE, dest, pe) = value; \
    else if (is_far(dest, sizeof(TYPE), pe)) __builtin_start_put(THERE(TYPE, dest, pe), value); \
    else { \
      TYPE sent = value; \
      __shmem_put(name, dest, &sent, sizeof(TYPE), pe); \
    } \
  } \
  static inline TYPE g_##NAME(const char *name, const TYPE *source, int pe) { \
    if (reaches(source, pe) || is_far(source, sizeof(TYPE), pe)) return *(volatile shared [] TYPE *)THERE(TYPE, source, pe); \
    TYPE found; \
    __shmem_get(name, &found, source, sizeof(TYPE), pe); \
    return found; \
  } \
  void shmem_##NAME##_p(TYPE *dest, TYPE value, int pe) { p_##NAME("shmem_" #NAME "_p", dest, value, pe); } \
  void shmem_ctx_##NAME##_p(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe) { \
    p_##NAME("shmem_ctx_" #NAME "_p", dest, value, pe_of("shmem_ctx_" #NAME "_p", ctx, pe)); \
  } \
  TYPE shmem_##NAME##_g(const TYPE *source, int pe) { return g_##NAME("shmem_" #NAME "_g", source, pe); } \
  TYPE shmem_ctx_##NAME##_g(shmem_ctx_t ctx, const TYPE *source, int pe) { \
    return g_##NAME("shmem_ctx_" #NAME "_g", source, pe_of("shmem_ctx_" #NAME "_g", ctx, pe)); \
  }
_SHMEM_RMA_TYPES(DEFINE)
