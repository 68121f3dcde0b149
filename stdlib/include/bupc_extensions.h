/* Berkeley UPC's extensions that the runtime has; upc.h includes this file. */
#ifndef _BUPC_EXTENSIONS_H
#define _BUPC_EXTENSIONS_H

#include <stddef.h>
#include <stdint.h>

/* progress and pointers */
void bupc_poll(void);
#define BUPC_DUMP_MIN_LENGTH 100
int bupc_dump_shared(shared const void *ptr, char *buf, int maxlen);
shared void *bupc_local_to_shared(void *ptr, int thread, int phase);
shared void *bupc_ptradd(shared void *p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr);
void *bupc_cast(shared const void *ptr);
int bupc_castable(shared const void *ptr);
int bupc_thread_castable(unsigned int thread);
#define BUPC_THREADS_SAME 0
#define BUPC_THREADS_VERYNEAR 100
#define BUPC_THREADS_NEAR 200
#define BUPC_THREADS_FAR 300
#define BUPC_THREADS_VERYFAR 400
unsigned int bupc_thread_distance(int threadX, int threadY);
char *bupc_getenv(const char *name);

/* timers: local to a thread */
typedef uint64_t bupc_tick_t;
#define BUPC_TICK_MIN ((bupc_tick_t)0)
#define BUPC_TICK_MAX ((bupc_tick_t)-1)
bupc_tick_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(bupc_tick_t ticks);
uint64_t bupc_ticks_to_ns(bupc_tick_t ticks);
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);

/* non-blocking transfers */
typedef int bupc_handle_t;
#define BUPC_COMPLETE_HANDLE ((bupc_handle_t)0)
bupc_handle_t bupc_memcpy_async(shared void *dst, shared const void *src, size_t n);
bupc_handle_t bupc_memget_async(void *dst, shared const void *src, size_t n);
bupc_handle_t bupc_memput_async(shared void *dst, const void *src, size_t n);
bupc_handle_t bupc_memset_async(shared void *dst, int c, size_t n);
void bupc_memcpy_asynci(shared void *dst, shared const void *src, size_t n);
void bupc_memget_asynci(void *dst, shared const void *src, size_t n);
void bupc_memput_asynci(shared void *dst, const void *src, size_t n);
void bupc_memset_asynci(shared void *dst, int c, size_t n);
void bupc_waitsync(bupc_handle_t h);
int bupc_trysync(bupc_handle_t h);
void bupc_waitsync_all(bupc_handle_t *ph, size_t numhandles);
int bupc_trysync_all(bupc_handle_t *ph, size_t numhandles);
void bupc_waitsync_some(bupc_handle_t *ph, size_t numhandles);
int bupc_trysync_some(bupc_handle_t *ph, size_t numhandles);
void bupc_waitsynci(void);
int bupc_trysynci(void);
void bupc_begin_accessregion(void);
bupc_handle_t bupc_end_accessregion(void);

/* atomics: atomic against each other on objects of one type */
#define __BUPC_ATOMIC(X, TYPE, ORDER) \
  TYPE bupc_atomic##X##_read_##ORDER(shared void *ptr); \
  void bupc_atomic##X##_set_##ORDER(shared void *ptr, TYPE val); \
  TYPE bupc_atomic##X##_swap_##ORDER(shared void *ptr, TYPE val); \
  TYPE bupc_atomic##X##_cswap_##ORDER(shared void *ptr, TYPE oldval, TYPE newval); \
  TYPE bupc_atomic##X##_mswap_##ORDER(shared void *ptr, TYPE mask, TYPE val); \
  TYPE bupc_atomic##X##_fetchadd_##ORDER(shared void *ptr, TYPE val); \
  TYPE bupc_atomic##X##_fetchand_##ORDER(shared void *ptr, TYPE val); \
  TYPE bupc_atomic##X##_fetchor_##ORDER(shared void *ptr, TYPE val); \
  TYPE bupc_atomic##X##_fetchxor_##ORDER(shared void *ptr, TYPE val); \
  TYPE bupc_atomic##X##_fetchnot_##ORDER(shared void *ptr);
__BUPC_ATOMIC(U64, uint64_t, relaxed)
__BUPC_ATOMIC(U64, uint64_t, strict)
__BUPC_ATOMIC(I64, int64_t, relaxed)
__BUPC_ATOMIC(I64, int64_t, strict)
__BUPC_ATOMIC(U32, uint32_t, relaxed)
__BUPC_ATOMIC(U32, uint32_t, strict)
__BUPC_ATOMIC(I32, int32_t, relaxed)
__BUPC_ATOMIC(I32, int32_t, strict)
#undef __BUPC_ATOMIC

#endif
