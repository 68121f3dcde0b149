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
void bupc_exit(int exitcode) __attribute__((__noreturn__));
/* 1 if both, types or expressions, have the same type with the same qualifiers and block sizes, else 0. */
#define bupc_assert_type(t1, t2) __builtin_types_compatible_p(__typeof__(t1) *, __typeof__(t2) *)

/* the trace: bupc_trace_printf((format, arguments)) writes a line; masks are letters as in GASNET_TRACEMASK */
#define bupc_trace_printf(parenthesized_args) (__bupc_trace_printf parenthesized_args)
void __bupc_trace_printf(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));
void bupc_trace_setmask(const char *newmask);
const char *bupc_trace_getmask(void);
void bupc_stats_setmask(const char *newmask);
const char *bupc_stats_getmask(void);
int bupc_trace_gettracelocal(void);
void bupc_trace_settracelocal(int val);

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

/*
 * Non-contiguous transfers. All move as many bytes as the other side has, in order; every contiguous piece lies within
 * one thread. vlist: pieces with a length each; ilist: pieces of one length; fstrided: pieces of one length at one
 * stride; strided: count[0] bytes at a time, and for each of stridelevels dimensions count[i + 1] of them, whose starts
 * lie strides[i] bytes apart.
 */
typedef struct { void *addr; size_t len; } bupc_pmemvec_t;
typedef struct { shared void *addr; size_t len; } bupc_smemvec_t;
void bupc_memcpy_vlist(size_t dstcount, bupc_smemvec_t const dstlist[], size_t srccount, bupc_smemvec_t const srclist[]);
void bupc_memput_vlist(size_t dstcount, bupc_smemvec_t const dstlist[], size_t srccount, bupc_pmemvec_t const srclist[]);
void bupc_memget_vlist(size_t dstcount, bupc_pmemvec_t const dstlist[], size_t srccount, bupc_smemvec_t const srclist[]);
bupc_handle_t bupc_memcpy_vlist_async(size_t dstcount, bupc_smemvec_t const dstlist[], size_t srccount, bupc_smemvec_t const srclist[]);
bupc_handle_t bupc_memput_vlist_async(size_t dstcount, bupc_smemvec_t const dstlist[], size_t srccount, bupc_pmemvec_t const srclist[]);
bupc_handle_t bupc_memget_vlist_async(size_t dstcount, bupc_pmemvec_t const dstlist[], size_t srccount, bupc_smemvec_t const srclist[]);
void bupc_memcpy_ilist(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount, shared const void *const srclist[], size_t srclen);
void bupc_memput_ilist(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount, const void *const srclist[], size_t srclen);
void bupc_memget_ilist(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount, shared const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memcpy_ilist_async(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount, shared const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memput_ilist_async(size_t dstcount, shared void *const dstlist[], size_t dstlen, size_t srccount, const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memget_ilist_async(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount, shared const void *const srclist[], size_t srclen);
void bupc_memcpy_fstrided(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount, shared void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
void bupc_memput_fstrided(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount, void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
void bupc_memget_fstrided(void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount, shared void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
bupc_handle_t bupc_memcpy_fstrided_async(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount, shared void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
bupc_handle_t bupc_memput_fstrided_async(shared void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount, void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
bupc_handle_t bupc_memget_fstrided_async(void *dstaddr, size_t dstchunklen, size_t dstchunkstride, size_t dstchunkcount, shared void *srcaddr, size_t srcchunklen, size_t srcchunkstride, size_t srcchunkcount);
void bupc_memcpy_strided(shared void *dstaddr, const size_t dststrides[], shared const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
void bupc_memput_strided(shared void *dstaddr, const size_t dststrides[], const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
void bupc_memget_strided(void *dstaddr, const size_t dststrides[], shared const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memcpy_strided_async(shared void *dstaddr, const size_t dststrides[], shared const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memput_strided_async(shared void *dstaddr, const size_t dststrides[], const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memget_strided_async(void *dstaddr, const size_t dststrides[], shared const void *srcaddr, const size_t srcstrides[], const size_t count[], size_t stridelevels);

/* semaphores: the thread that allocates one has affinity to it */
typedef shared [] struct __bupc_sem bupc_sem_t;
#define BUPC_SEM_BOOLEAN 1
#define BUPC_SEM_INTEGER 2
#define BUPC_SEM_SPRODUCER 4
#define BUPC_SEM_MPRODUCER 8
#define BUPC_SEM_SCONSUMER 16
#define BUPC_SEM_MCONSUMER 32
#define BUPC_SEM_MAXVALUE 65535
bupc_sem_t *bupc_sem_alloc(int flags);
void bupc_sem_free(bupc_sem_t *s);
void bupc_sem_post(bupc_sem_t *s);
void bupc_sem_postN(bupc_sem_t *s, size_t n);
void bupc_sem_wait(bupc_sem_t *s);
void bupc_sem_waitN(bupc_sem_t *s, size_t n);
int bupc_sem_try(bupc_sem_t *s);
int bupc_sem_tryN(bupc_sem_t *s, size_t n);
void bupc_memput_signal(shared void *dst, const void *src, size_t nbytes, bupc_sem_t *s, size_t n);
void bupc_memput_signal_async(shared void *dst, const void *src, size_t nbytes, bupc_sem_t *s, size_t n);

/* atomics: atomic against each other on objects of one type; X is only pasted, so that it may be a macro as I of complex.h */
#define __BUPC_ATOMIC(NAME, TYPE, ORDER) \
  TYPE NAME##read_##ORDER(shared void *ptr); \
  void NAME##set_##ORDER(shared void *ptr, TYPE val); \
  TYPE NAME##swap_##ORDER(shared void *ptr, TYPE val); \
  TYPE NAME##cswap_##ORDER(shared void *ptr, TYPE oldval, TYPE newval); \
  TYPE NAME##fetchadd_##ORDER(shared void *ptr, TYPE val);
#define __BUPC_ATOMIC_BITS(NAME, TYPE, ORDER) \
  __BUPC_ATOMIC(NAME, TYPE, ORDER) \
  TYPE NAME##mswap_##ORDER(shared void *ptr, TYPE mask, TYPE val); \
  TYPE NAME##fetchand_##ORDER(shared void *ptr, TYPE val); \
  TYPE NAME##fetchor_##ORDER(shared void *ptr, TYPE val); \
  TYPE NAME##fetchxor_##ORDER(shared void *ptr, TYPE val); \
  TYPE NAME##fetchnot_##ORDER(shared void *ptr);
#define __BUPC_ATOMICS(X, TYPE) \
  __BUPC_ATOMIC_BITS(bupc_atomic##X##_, TYPE, relaxed) __BUPC_ATOMIC_BITS(bupc_atomic##X##_, TYPE, strict)
__BUPC_ATOMICS(U64, uint64_t)
__BUPC_ATOMICS(I64, int64_t)
__BUPC_ATOMICS(U32, uint32_t)
__BUPC_ATOMICS(I32, int32_t)
__BUPC_ATOMICS(UL, unsigned long)
__BUPC_ATOMICS(L, long)
__BUPC_ATOMICS(UI, unsigned int)
__BUPC_ATOMICS(I, int)
__BUPC_ATOMIC(bupc_atomicF_, float, relaxed)
__BUPC_ATOMIC(bupc_atomicF_, float, strict)
__BUPC_ATOMIC(bupc_atomicD_, double, relaxed)
__BUPC_ATOMIC(bupc_atomicD_, double, strict)
#undef __BUPC_ATOMIC
#undef __BUPC_ATOMIC_BITS
#undef __BUPC_ATOMICS

#ifdef BUPC_USE_UPC_NAMESPACE
#include <bupc_namespace.h>
#endif

#endif
