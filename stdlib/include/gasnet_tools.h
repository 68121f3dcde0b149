/*
 * GASNet tools: clocks, atomics of a node, the environment and small things that GASNet's clients and tests use.
 *
 * May be included without gasnet.h, else after it. A node has one thread and its handlers run where it polls, so atomics
 * and mutexes are for the memory of the node alone (gasnet_ratomic.h has those of others), a thread key is a variable,
 * and there are no condition variables. A tick is a nanosecond of the system's monotonic clock.
 */
#ifndef _GASNET_TOOLS_H
#define _GASNET_TOOLS_H

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_tick.h>

#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 9
#define GASNETT_RELEASE_VERSION_MAJOR 1
#define GASNETT_RELEASE_VERSION_MINOR 30
#define GASNETT_RELEASE_VERSION_PATCH 0
#define GASNETT_THREAD_MODEL SEQ
#define GASNETT_MAX_THREADS 1
#define GASNETT_PAGESIZE 4096
#define GASNETT_PAGESHIFT 12
#define GASNETT_CACHE_LINE_BYTES 64

/* ---------------------------------------------------------------- the platform and its compiler */

#ifndef _STRINGIFY
#define _STRINGIFY_TOKENS(x) #x
#define _STRINGIFY(x) _STRINGIFY_TOKENS(x)
#endif
#ifndef _CONCAT
#define _CONCAT_TOKENS(a, b) a##b
#define _CONCAT(a, b) _CONCAT_TOKENS(a, b)
#endif

#define PLATFORM_COMPILER_FAMILYNAME PGASC
#define PLATFORM_COMPILER_VERSION_STR _STRINGIFY(__PGASC__)
#define PLATFORM_OS_FAMILYNAME LINUX
#define PLATFORM_OS_LINUX 1
#define PLATFORM_ARCH_32 1
#define PLATFORM_ARCH_LITTLE_ENDIAN 1
#define GASNETT_SYSTEM_TUPLE "wasm32-node-linux"
#define GASNETT_CONFIG_STRING "SPEC=1.9,PTR=32bit,THREADMODEL=SEQ,timers=native,membars=native,atomics=native"

#define GASNETT_INLINE(name) static inline
#define GASNETT_ALWAYS_INLINE(name) static inline
#define GASNETT_PLEASE_INLINE(name) static inline
#define GASNETT_NEVER_INLINE(name, declaration) __attribute__((__noinline__)) declaration
#define GASNETT_RESTRICT restrict
#define GASNETT_USED __attribute__((__used__))
#define GASNETT_UNUSED __attribute__((__unused__))
#define GASNETT_NORETURN __attribute__((__noreturn__))
#define GASNETT_NORETURNP(name)
#define GASNETT_MALLOC __attribute__((__malloc__))
#define GASNETT_MALLOCP(name)
#define GASNETT_PURE __attribute__((__pure__))
#define GASNETT_PUREP(name)
#define GASNETT_CONST __attribute__((__const__))
#define GASNETT_CONSTP(name)
#define GASNETT_HOT
#define GASNETT_COLD
#define GASNETT_DEPRECATED __attribute__((__deprecated__))
#define GASNETT_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#define GASNETT_FORMAT_PRINTF(name, format, first, declaration) \
  __attribute__((__format__(__printf__, format, first))) declaration
#define GASNETT_CURRENT_FUNCTION __func__
#define GASNETT_BEGIN_EXTERNC
#define GASNETT_END_EXTERNC
#define GASNETT_EXTERNC extern
#define GASNETT_IDENT(name, text) static const char GASNETT_USED name[] = text
#define gasnett_constant_p(expression) __builtin_constant_p(expression)
#define gasnett_current_loc __FILE__ ":" _STRINGIFY(__LINE__)

#define GASNETT_PREDICT_TRUE(condition) __builtin_expect(!!(condition), 1)
#define GASNETT_PREDICT_FALSE(condition) __builtin_expect(!!(condition), 0)
#ifndef PREDICT_TRUE
#define PREDICT_TRUE(condition) GASNETT_PREDICT_TRUE(condition)
#define PREDICT_FALSE(condition) GASNETT_PREDICT_FALSE(condition)
#endif
#ifndef if_pf
#define if_pf(condition) if (GASNETT_PREDICT_FALSE(condition))
#define if_pt(condition) if (GASNETT_PREDICT_TRUE(condition))
#endif

/* ---------------------------------------------------------------- order of accesses */

#define gasnett_local_wmb() __sync_synchronize()
#define gasnett_local_rmb() __sync_synchronize()
#define gasnett_local_mb() __sync_synchronize()
#define gasnett_weak_wmb() __sync_synchronize()
#define gasnett_weak_rmb() __sync_synchronize()
#define gasnett_weak_mb() __sync_synchronize()
#define gasnett_compiler_fence() __sync_synchronize()
#define gasnett_compiler_mb() __sync_synchronize()
#define gasnett_spinloop_hint() ((void)0)

/* ---------------------------------------------------------------- time */

typedef upc_tick_t gasnett_tick_t;
#define GASNETT_TICK_MIN UPC_TICK_MIN
#define GASNETT_TICK_MAX UPC_TICK_MAX

#define gasnett_ticks_now() upc_ticks_now()
#define gasnett_ticks_to_ns(ticks) upc_ticks_to_ns(ticks)
#define gasnett_ticks_to_us(ticks) (upc_ticks_to_ns(ticks) / 1000)
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);
#define gasnett_tick_granularityus() bupc_tick_granularityus()
#define gasnett_tick_overheadus() bupc_tick_overheadus()
#define gasnett_tick_granularity() bupc_tick_granularityus()
#define gasnett_tick_overhead() bupc_tick_overheadus()

int64_t gasnett_gettimeofday_us(void);
int gasnett_nsleep(uint64_t nanoseconds);
void gasnett_sched_yield(void);

/* ---------------------------------------------------------------- atomics of a node */

#define GASNETT_ATOMIC_NONE 0
#define GASNETT_ATOMIC_WMB_PRE 1
#define GASNETT_ATOMIC_RMB_PRE 2
#define GASNETT_ATOMIC_MB_PRE 3
#define GASNETT_ATOMIC_WMB_POST 4
#define GASNETT_ATOMIC_RMB_POST 8
#define GASNETT_ATOMIC_MB_POST 12
#define GASNETT_ATOMIC_RMB_POST_IF_TRUE 16
#define GASNETT_ATOMIC_RMB_POST_IF_FALSE 32
#define GASNETT_ATOMIC_REL GASNETT_ATOMIC_WMB_PRE
#define GASNETT_ATOMIC_ACQ GASNETT_ATOMIC_RMB_POST
#define GASNETT_ATOMIC_ACQ_IF_TRUE GASNETT_ATOMIC_RMB_POST_IF_TRUE
#define GASNETT_ATOMIC_ACQ_IF_FALSE GASNETT_ATOMIC_RMB_POST_IF_FALSE

/* The operations of the type gasnett_NAME_t with values of `value`. Flags ask for order, as a fence at either side. */
#define _GASNETT_BEFORE(flags) (((flags) & GASNETT_ATOMIC_MB_PRE) ? __sync_synchronize() : (void)0)
#define _GASNETT_AFTER(flags) (((flags) & ~GASNETT_ATOMIC_MB_PRE) ? __sync_synchronize() : (void)0)
#define _GASNETT_ATOMIC(name, value) \
  typedef struct { \
    volatile value gasnett__value; \
  } gasnett_##name##_t; \
  static inline value gasnett_##name##_read(const gasnett_##name##_t *p, int flags) { \
    _GASNETT_BEFORE(flags); \
    value now = p->gasnett__value; \
    _GASNETT_AFTER(flags); \
    return now; \
  } \
  static inline value gasnett_##name##_swap(gasnett_##name##_t *p, value to, int flags) { \
    _GASNETT_BEFORE(flags); \
    value before = p->gasnett__value; \
    p->gasnett__value = to; \
    _GASNETT_AFTER(flags); \
    return before; \
  } \
  static inline void gasnett_##name##_set(gasnett_##name##_t *p, value to, int flags) { \
    gasnett_##name##_swap(p, to, flags); \
  } \
  static inline value gasnett_##name##_add(gasnett_##name##_t *p, value by, int flags) { \
    return gasnett_##name##_swap(p, p->gasnett__value + by, flags) + by; \
  } \
  static inline value gasnett_##name##_subtract(gasnett_##name##_t *p, value by, int flags) { \
    return gasnett_##name##_swap(p, p->gasnett__value - by, flags) - by; \
  } \
  static inline void gasnett_##name##_increment(gasnett_##name##_t *p, int flags) { gasnett_##name##_add(p, 1, flags); } \
  static inline void gasnett_##name##_decrement(gasnett_##name##_t *p, int flags) { gasnett_##name##_subtract(p, 1, flags); } \
  static inline int gasnett_##name##_decrement_and_test(gasnett_##name##_t *p, int flags) { \
    return gasnett_##name##_subtract(p, 1, flags) == 0; \
  } \
  static inline int gasnett_##name##_compare_and_swap(gasnett_##name##_t *p, value from, value to, int flags) { \
    int same = gasnett_##name##_read(p, flags) == from; \
    if (same) gasnett_##name##_set(p, to, flags); \
    return same; \
  }

typedef uint32_t gasnett_atomic_val_t;
typedef int32_t gasnett_atomic_sval_t;
#define GASNETT_ATOMIC_MAX UINT32_MAX
#define GASNETT_ATOMIC_SIGNED_MIN INT32_MIN
#define GASNETT_ATOMIC_SIGNED_MAX INT32_MAX
#define gasnett_atomic_signed(value) ((gasnett_atomic_sval_t)(value))

#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_ATOMIC_ADD_SUB 1
_GASNETT_ATOMIC(atomic, gasnett_atomic_val_t)
_GASNETT_ATOMIC(atomic32, uint32_t)
_GASNETT_ATOMIC(atomic64, uint64_t)
_GASNETT_ATOMIC(strongatomic, gasnett_atomic_val_t)
_GASNETT_ATOMIC(strongatomic32, uint32_t)
_GASNETT_ATOMIC(strongatomic64, uint64_t)
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1
#define gasnett_strongatomic_init(value) {(value)}
#define gasnett_strongatomic32_init(value) {(value)}
#define gasnett_strongatomic64_init(value) {(value)}
#define gasnett_atomic_init(value) {(value)}
#define gasnett_atomic32_init(value) {(value)}
#define gasnett_atomic64_init(value) {(value)}

/* ---------------------------------------------------------------- mutexes, keys: of one thread */

typedef struct {
  int gasnett__held;
} gasnett_mutex_t;
#define GASNETT_MUTEX_INITIALIZER {0}
void gasnett_mutex_init(gasnett_mutex_t *mutex);
void gasnett_mutex_destroy(gasnett_mutex_t *mutex);
void gasnett_mutex_lock(gasnett_mutex_t *mutex);
int gasnett_mutex_trylock(gasnett_mutex_t *mutex);
void gasnett_mutex_unlock(gasnett_mutex_t *mutex);

#define GASNETT_THREADKEY_DECLARE(key) extern void *gasnett__key_##key
#define GASNETT_THREADKEY_DEFINE(key) void *gasnett__key_##key
#define gasnett_threadkey_init(key) ((void)0)
#define gasnett_threadkey_get(key) gasnett__key_##key
#define gasnett_threadkey_set(key, value) ((void)(gasnett__key_##key = (value)))
#define gasnett_threadkey_get_noinit(key) gasnett_threadkey_get(key)
#define gasnett_threadkey_set_noinit(key, value) gasnett_threadkey_set(key, value)

/* ---------------------------------------------------------------- the environment */

/* Numbers may have a fraction and end in T, G, M, K or B; without a letter they count multiples of `unit`, if it is not 0. */
int64_t gasnett_parse_int(const char *text, uint64_t unit);
/* The other way round, into `text`, which is the result; as bytes with a letter if `is_memory`. */
char *gasnett_format_number(int64_t value, char *text, size_t size, int is_memory);
char *gasnett_getenv(const char *name);
char *gasnett_getenv_withdefault(const char *name, const char *otherwise);
int gasnett_getenv_yesno_withdefault(const char *name, int otherwise);
int64_t gasnett_getenv_int_withdefault(const char *name, int64_t otherwise, uint64_t unit);
double gasnett_getenv_dbl_withdefault(const char *name, double otherwise);
void gasnett_setenv(const char *name, const char *value);
void gasnett_unsetenv(const char *name);
int gasnett_verboseenv(void);

/* ---------------------------------------------------------------- the job and the machine */

void gasnett_fatalerror(const char *format, ...) __attribute__((__noreturn__, __format__(__printf__, 1, 2)));
void gasnett_killmyprocess(int status) __attribute__((__noreturn__));
void gasnett_flush_streams(void);
int gasnett_cpu_count(void);
uint64_t gasnett_getPhysMemSz(int or_die);
const char *gasnett_gethostname(void);
typedef void (*gasnett_sighandlerfn_t)(int);
gasnett_sighandlerfn_t gasnett_reghandler(int signal, gasnett_sighandlerfn_t handler);
/* Settings of the system for all threads of a process. */
#define gasnett_set_affinity(rank) ((void)(rank))
#define gasnett_maximize_rlimits() ((void)0)
#define gasnett_isLittleEndian() 1
#define gasnett_performance_warning_str() ""

/*
 * A program may define gasnett_backtrace_user, whose function writes where the calling thread is to a descriptor and gives
 * 0, or else something. Without one gasnett_print_backtrace gives 1: an uncaught fault says where it was by itself.
 */
typedef struct {
  const char *name;
  int (*fnp)(int descriptor);
  int threadsupport;
} gasnett_backtrace_type_t;
extern gasnett_backtrace_type_t gasnett_backtrace_user;
void gasnett_backtrace_init(const char *program);
int gasnett_print_backtrace(int descriptor);
int gasnett_print_backtrace_ifenabled(int descriptor);

/* A checksum of bytes; how many bytes are zero, in memory that may be copied on the way, or in a number. */
uint64_t gasnett_checksum(const void *bytes, int size);
size_t gasnett_count0s(const void *bytes, size_t size);
size_t gasnett_count0s_copy(void *restrict to, const void *restrict from, size_t size);
int gasnett_count0s_uint32_t(uint32_t number);
int gasnett_count0s_uint64_t(uint64_t number);
#define gasnett_count0s_uintptr_t(number) gasnett_count0s_uint32_t((uint32_t)(number))

/* ---------------------------------------------------------------- GASNet's traces: pgasc's are in PGAS_TRACEFILE */

#define GASNETT_TRACE_ENABLED 0
#define GASNETT_TRACE_SETSOURCELINE(file, line) ((void)0)
#define GASNETT_TRACE_GETSOURCELINE(file, line) ((void)(*(file) = "", *(line) = 0))
#define GASNETT_TRACE_FREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_UNFREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_PRINTF(...) ((void)0)
#define GASNETT_TRACE_PRINTF_FORCE(...) ((void)0)
#define GASNETT_TRACE_GETMASK() ""
#define GASNETT_TRACE_SETMASK(mask) ((void)(mask))
#define GASNETT_STATS_GETMASK() ""
#define GASNETT_STATS_SETMASK(mask) ((void)(mask))
#define GASNETT_TRACE_GET_TRACELOCAL() 0
#define GASNETT_TRACE_SET_TRACELOCAL(value) ((void)(value))

#endif
