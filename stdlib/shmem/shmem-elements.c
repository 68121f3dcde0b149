/*
 * One element: p and g (OpenSHMEM 1.5, 9.6). Both are the module's own accesses of shared memory: a load, a store, or what the network
 * makes of one. A put is begun, an injected one where the network has such: the next fence or quiet completes it.
 */
#include "job.h"

#define DEFINE(TYPE, NAME) \
  __attribute__((noinline)) static void sent_##NAME(const char *name, TYPE *dest, TYPE value, int pe) { \
    __shmem_put(name, dest, &value, sizeof(TYPE), pe); \
  } \
  __attribute__((noinline)) static TYPE fetched_##NAME(const char *name, const TYPE *source, int pe) { \
    TYPE found; \
    __shmem_get(name, &found, source, sizeof(TYPE), pe); \
    return found; \
  } \
  static inline void p_##NAME(const char *name, TYPE *dest, TYPE value, int pe) { \
    if (is_open(pe) && is_object(dest)) { \
      __builtin_start_put(THERE(TYPE, dest, pe), value); \
      return; \
    } \
    sent_##NAME(name, dest, value, pe); \
    __pgasc_unreached(); \
  } \
  static inline TYPE g_##NAME(const char *name, const TYPE *source, int pe) { \
    if (is_open(pe) && is_object(source)) return *(volatile shared [] TYPE *)THERE(TYPE, source, pe); \
    TYPE found = fetched_##NAME(name, source, pe); \
    __pgasc_unreached(); \
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
