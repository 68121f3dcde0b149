/*
 * OpenSHMEM 1.5. The PEs are the threads of the job.
 *
 * Functions of one form for many types are declared by tables of types: F(TYPE, NAME) for each, as in shmem_NAME_put.
 */
#ifndef _SHMEM_H
#define _SHMEM_H

#include <stddef.h>
#include <stdint.h>

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 5
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "pgasc"
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING

#define _SHMEM_RMA_TYPES(F) \
  F(float, float) F(double, double) F(long double, longdouble) F(char, char) F(signed char, schar) F(short, short) \
  F(int, int) F(long, long) F(long long, longlong) F(unsigned char, uchar) F(unsigned short, ushort) \
  F(unsigned int, uint) F(unsigned long, ulong) F(unsigned long long, ulonglong) F(int8_t, int8) F(int16_t, int16) \
  F(int32_t, int32) F(int64_t, int64) F(uint8_t, uint8) F(uint16_t, uint16) F(uint32_t, uint32) F(uint64_t, uint64) \
  F(size_t, size) F(ptrdiff_t, ptrdiff)
#define _SHMEM_AMO_TYPES(F) \
  F(int, int) F(long, long) F(long long, longlong) F(unsigned int, uint) F(unsigned long, ulong) \
  F(unsigned long long, ulonglong) F(int32_t, int32) F(int64_t, int64) F(uint32_t, uint32) F(uint64_t, uint64) \
  F(size_t, size) F(ptrdiff_t, ptrdiff)
#define _SHMEM_FLOATING_AMO_TYPES(F) F(float, float) F(double, double)
#define _SHMEM_BITWISE_AMO_TYPES(F) \
  F(unsigned int, uint) F(unsigned long, ulong) F(unsigned long long, ulonglong) F(int32_t, int32) F(int64_t, int64) \
  F(uint32_t, uint32) F(uint64_t, uint64)
/* Types of reductions by bits, of teams and of active sets; and of other reductions of active sets. */
#define _SHMEM_BITWISE_REDUCE_TYPES(F) \
  F(unsigned char, uchar) F(unsigned short, ushort) F(unsigned int, uint) F(unsigned long, ulong) \
  F(unsigned long long, ulonglong) F(int8_t, int8) F(int16_t, int16) F(int32_t, int32) F(int64_t, int64) \
  F(uint8_t, uint8) F(uint16_t, uint16) F(uint32_t, uint32) F(uint64_t, uint64) F(size_t, size)
#define _SHMEM_BITWISE_TO_ALL_TYPES(F) F(short, short) F(int, int) F(long, long) F(long long, longlong)
#define _SHMEM_TO_ALL_TYPES(F) \
  F(short, short) F(int, int) F(long, long) F(long long, longlong) F(float, float) F(double, double) F(long double, longdouble)
#define _SHMEM_SYNC_TYPES(F) F(short, short) F(unsigned short, ushort) _SHMEM_AMO_TYPES(F)
/* Those of SHMEM 1.3's atomic functions. */
#define _SHMEM_OLD_AMO_TYPES(F) F(int, int) F(long, long) F(long long, longlong)
/* Elements of so many bits. */
#define _SHMEM_SIZES(F) F(8) F(16) F(32) F(64) F(128)

/* ---------------------------------------------------------------- handles */

struct __shmem_team {
  unsigned __mark;
  int __start, __stride, __size, __me, __number, __contexts;
};
struct __shmem_ctx {
  unsigned __mark;
  long __options;
  struct __shmem_team *__team;
};
typedef struct __shmem_team *shmem_team_t;
typedef struct __shmem_ctx *shmem_ctx_t;

extern struct __shmem_team __shmem_world, __shmem_shared;
extern struct __shmem_ctx __shmem_default;
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_TEAM_WORLD (&__shmem_world)
#define SHMEM_TEAM_SHARED (&__shmem_shared)
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)
#define SHMEM_CTX_DEFAULT (&__shmem_default)
#define SHMEM_CTX_SERIALIZED 1L
#define SHMEM_CTX_PRIVATE 2L
#define SHMEM_CTX_NOSTORE 4L

/* ---------------------------------------------------------------- constants and structures of the functions */

#define SHMEM_THREAD_SINGLE 0
#define SHMEM_THREAD_FUNNELED 1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE 3

#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L

#define SHMEM_TEAM_NUM_CONTEXTS 1L
typedef struct {
  int num_contexts;
} shmem_team_config_t;

/* Of 1.6. */
#define SHMEM_CTX_SESSION_BATCH 1L
#define SHMEM_CTX_SESSION_TOTAL_OPS 1L
typedef struct {
  size_t total_ops;
} shmem_ctx_session_config_t;

#define SHMEM_CMP_EQ 0
#define SHMEM_CMP_NE 1
#define SHMEM_CMP_GT 2
#define SHMEM_CMP_GE 3
#define SHMEM_CMP_LT 4
#define SHMEM_CMP_LE 5
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE

#define SHMEM_SIGNAL_SET 0
#define SHMEM_SIGNAL_ADD 1

/* All elements of a pSync have this value before the first call. */
#define SHMEM_SYNC_VALUE (-1L)
#define SHMEM_SYNC_SIZE 8
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 8
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

/* ---------------------------------------------------------------- functions */

#define _SHMEM(NAME) shmem_##NAME
#include <shmem-functions.h>

/* Of SHMEM before 1.2, which have no other name. */
void start_pes(int npes);
int _my_pe(void);
int _num_pes(void);
void *shmalloc(size_t size);
void *shmemalign(size_t alignment, size_t size);
void *shrealloc(void *ptr, size_t size);
void shfree(void *ptr);

/* ---------------------------------------------------------------- names without a type (C11) */

/* By the type of the object that the first argument points to, or, where that is a context or a team, the second one. */
#define _SHMEM_AMO_CHOICES(PRE, POST) \
  int *: PRE##int##POST, const int *: PRE##int##POST, volatile int *: PRE##int##POST, \
  long *: PRE##long##POST, const long *: PRE##long##POST, volatile long *: PRE##long##POST, \
  long long *: PRE##longlong##POST, const long long *: PRE##longlong##POST, volatile long long *: PRE##longlong##POST, \
  unsigned int *: PRE##uint##POST, const unsigned int *: PRE##uint##POST, volatile unsigned int *: PRE##uint##POST, \
  unsigned long *: PRE##ulong##POST, const unsigned long *: PRE##ulong##POST, volatile unsigned long *: PRE##ulong##POST, \
  unsigned long long *: PRE##ulonglong##POST, const unsigned long long *: PRE##ulonglong##POST, volatile unsigned long long *: PRE##ulonglong##POST
#define _SHMEM_EXTENDED_CHOICES(PRE, POST) \
  _SHMEM_AMO_CHOICES(PRE, POST), \
  float *: PRE##float##POST, const float *: PRE##float##POST, volatile float *: PRE##float##POST, \
  double *: PRE##double##POST, const double *: PRE##double##POST, volatile double *: PRE##double##POST
#define _SHMEM_SYNC_CHOICES(PRE, POST) \
  _SHMEM_AMO_CHOICES(PRE, POST), \
  short *: PRE##short##POST, const short *: PRE##short##POST, volatile short *: PRE##short##POST, \
  unsigned short *: PRE##ushort##POST, const unsigned short *: PRE##ushort##POST, volatile unsigned short *: PRE##ushort##POST
#define _SHMEM_RMA_CHOICES(PRE, POST) \
  _SHMEM_EXTENDED_CHOICES(PRE, POST), \
  long double *: PRE##longdouble##POST, const long double *: PRE##longdouble##POST, volatile long double *: PRE##longdouble##POST, \
  char *: PRE##char##POST, const char *: PRE##char##POST, volatile char *: PRE##char##POST, \
  signed char *: PRE##schar##POST, const signed char *: PRE##schar##POST, volatile signed char *: PRE##schar##POST, \
  unsigned char *: PRE##uchar##POST, const unsigned char *: PRE##uchar##POST, volatile unsigned char *: PRE##uchar##POST, \
  short *: PRE##short##POST, const short *: PRE##short##POST, volatile short *: PRE##short##POST, \
  unsigned short *: PRE##ushort##POST, const unsigned short *: PRE##ushort##POST, volatile unsigned short *: PRE##ushort##POST
#define _SHMEM_COMPLEX_CHOICES(PRE, POST) \
  _SHMEM_RMA_CHOICES(PRE, POST), \
  float _Complex *: PRE##complexf##POST, const float _Complex *: PRE##complexf##POST, volatile float _Complex *: PRE##complexf##POST, \
  double _Complex *: PRE##complexd##POST, const double _Complex *: PRE##complexd##POST, volatile double _Complex *: PRE##complexd##POST
#define _SHMEM_BITWISE_CHOICES(PRE, POST) \
  unsigned int *: PRE##uint##POST, const unsigned int *: PRE##uint##POST, volatile unsigned int *: PRE##uint##POST, \
  unsigned long *: PRE##ulong##POST, const unsigned long *: PRE##ulong##POST, volatile unsigned long *: PRE##ulong##POST, \
  unsigned long long *: PRE##ulonglong##POST, const unsigned long long *: PRE##ulonglong##POST, volatile unsigned long long *: PRE##ulonglong##POST, \
  int *: PRE##int32##POST, const int *: PRE##int32##POST, volatile int *: PRE##int32##POST, \
  long *: PRE##int64##POST, const long *: PRE##int64##POST, volatile long *: PRE##int64##POST
#define _SHMEM_BITWISE_REDUCE_CHOICES(PRE, POST) \
  _SHMEM_BITWISE_CHOICES(PRE, POST), \
  unsigned char *: PRE##uchar##POST, const unsigned char *: PRE##uchar##POST, volatile unsigned char *: PRE##uchar##POST, \
  unsigned short *: PRE##ushort##POST, const unsigned short *: PRE##ushort##POST, volatile unsigned short *: PRE##ushort##POST, \
  signed char *: PRE##int8##POST, const signed char *: PRE##int8##POST, volatile signed char *: PRE##int8##POST, \
  short *: PRE##int16##POST, const short *: PRE##int16##POST, volatile short *: PRE##int16##POST
#define _SHMEM_1ST(a, ...) a
#define _SHMEM_2ND(a, b, ...) b
void __shmem_no_function(void);
#define _SHMEM_TYPED(CHOICES, POST, ...) _Generic((_SHMEM_1ST(__VA_ARGS__, 0)), CHOICES(shmem_, POST))(__VA_ARGS__)
#define _SHMEM_OF_TEAM(CHOICES, POST, team, ...) \
  _Generic((_SHMEM_1ST(__VA_ARGS__, 0)), CHOICES(shmem_, POST))(team, __VA_ARGS__)
#define _SHMEM_WITH_CTX(CHOICES, POST, ...) \
  _Generic((_SHMEM_1ST(__VA_ARGS__, 0)), \
      shmem_ctx_t: _Generic((_SHMEM_2ND(__VA_ARGS__, 0, 0)), CHOICES(shmem_ctx_, POST), default: __shmem_no_function), \
      CHOICES(shmem_, POST))(__VA_ARGS__)

#define shmem_p(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _p, __VA_ARGS__)
#define shmem_g(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _g, __VA_ARGS__)
#define shmem_put(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _put, __VA_ARGS__)
#define shmem_get(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _get, __VA_ARGS__)
#define shmem_put_nbi(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _put_nbi, __VA_ARGS__)
#define shmem_get_nbi(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _get_nbi, __VA_ARGS__)
#define shmem_iput(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _iput, __VA_ARGS__)
#define shmem_iget(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _iget, __VA_ARGS__)
#define shmem_ibput(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _ibput, __VA_ARGS__)
#define shmem_ibget(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _ibget, __VA_ARGS__)
#define shmem_put_signal(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _put_signal, __VA_ARGS__)
#define shmem_put_signal_nbi(...) _SHMEM_WITH_CTX(_SHMEM_RMA_CHOICES, _put_signal_nbi, __VA_ARGS__)
#define shmem_atomic_fetch(...) _SHMEM_WITH_CTX(_SHMEM_EXTENDED_CHOICES, _atomic_fetch, __VA_ARGS__)
#define shmem_atomic_set(...) _SHMEM_WITH_CTX(_SHMEM_EXTENDED_CHOICES, _atomic_set, __VA_ARGS__)
#define shmem_atomic_swap(...) _SHMEM_WITH_CTX(_SHMEM_EXTENDED_CHOICES, _atomic_swap, __VA_ARGS__)
#define shmem_atomic_fetch_nbi(...) _SHMEM_WITH_CTX(_SHMEM_EXTENDED_CHOICES, _atomic_fetch_nbi, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...) _SHMEM_WITH_CTX(_SHMEM_EXTENDED_CHOICES, _atomic_swap_nbi, __VA_ARGS__)
#define shmem_atomic_compare_swap(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_compare_swap, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_compare_swap_nbi, __VA_ARGS__)
#define shmem_atomic_add(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_add, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_fetch_add, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_fetch_add_nbi, __VA_ARGS__)
#define shmem_atomic_inc(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_inc, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...) _SHMEM_WITH_CTX(_SHMEM_AMO_CHOICES, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define shmem_atomic_and(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_and, __VA_ARGS__)
#define shmem_atomic_fetch_and(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_fetch_and, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_fetch_and_nbi, __VA_ARGS__)
#define shmem_atomic_or(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_or, __VA_ARGS__)
#define shmem_atomic_fetch_or(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_fetch_or, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_fetch_or_nbi, __VA_ARGS__)
#define shmem_atomic_xor(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_xor, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_fetch_xor, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...) _SHMEM_WITH_CTX(_SHMEM_BITWISE_CHOICES, _atomic_fetch_xor_nbi, __VA_ARGS__)
/* Those of 1.3, with the names of today's functions. */
#define shmem_fetch(...) _SHMEM_TYPED(_SHMEM_EXTENDED_CHOICES, _atomic_fetch, __VA_ARGS__)
#define shmem_set(...) _SHMEM_TYPED(_SHMEM_EXTENDED_CHOICES, _atomic_set, __VA_ARGS__)
#define shmem_swap(...) _SHMEM_TYPED(_SHMEM_EXTENDED_CHOICES, _atomic_swap, __VA_ARGS__)
#define shmem_cswap(...) _SHMEM_TYPED(_SHMEM_AMO_CHOICES, _atomic_compare_swap, __VA_ARGS__)
#define shmem_add(...) _SHMEM_TYPED(_SHMEM_AMO_CHOICES, _atomic_add, __VA_ARGS__)
#define shmem_fadd(...) _SHMEM_TYPED(_SHMEM_AMO_CHOICES, _atomic_fetch_add, __VA_ARGS__)
#define shmem_inc(...) _SHMEM_TYPED(_SHMEM_AMO_CHOICES, _atomic_inc, __VA_ARGS__)
#define shmem_finc(...) _SHMEM_TYPED(_SHMEM_AMO_CHOICES, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_wait_until(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until, __VA_ARGS__)
#define shmem_wait_until_all(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until_all, __VA_ARGS__)
#define shmem_wait_until_any(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until_any, __VA_ARGS__)
#define shmem_wait_until_some(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until_some, __VA_ARGS__)
#define shmem_wait_until_all_vector(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until_all_vector, __VA_ARGS__)
#define shmem_wait_until_any_vector(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until_any_vector, __VA_ARGS__)
#define shmem_wait_until_some_vector(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _wait_until_some_vector, __VA_ARGS__)
#define shmem_test(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test, __VA_ARGS__)
#define shmem_test_all(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test_all, __VA_ARGS__)
#define shmem_test_any(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test_any, __VA_ARGS__)
#define shmem_test_some(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test_some, __VA_ARGS__)
#define shmem_test_all_vector(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test_all_vector, __VA_ARGS__)
#define shmem_test_any_vector(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test_any_vector, __VA_ARGS__)
#define shmem_test_some_vector(...) _SHMEM_TYPED(_SHMEM_SYNC_CHOICES, _test_some_vector, __VA_ARGS__)
#define shmem_broadcast(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _broadcast, __VA_ARGS__)
#define shmem_collect(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _collect, __VA_ARGS__)
#define shmem_fcollect(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _fcollect, __VA_ARGS__)
#define shmem_alltoall(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _alltoall, __VA_ARGS__)
#define shmem_alltoalls(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _alltoalls, __VA_ARGS__)
#define shmem_max_reduce(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _max_reduce, __VA_ARGS__)
#define shmem_min_reduce(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _min_reduce, __VA_ARGS__)
#define shmem_sum_inscan(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _sum_inscan, __VA_ARGS__)
#define shmem_sum_exscan(...) _SHMEM_OF_TEAM(_SHMEM_RMA_CHOICES, _sum_exscan, __VA_ARGS__)
#define shmem_sum_reduce(...) _SHMEM_OF_TEAM(_SHMEM_COMPLEX_CHOICES, _sum_reduce, __VA_ARGS__)
#define shmem_prod_reduce(...) _SHMEM_OF_TEAM(_SHMEM_COMPLEX_CHOICES, _prod_reduce, __VA_ARGS__)
#define shmem_and_reduce(...) _SHMEM_OF_TEAM(_SHMEM_BITWISE_REDUCE_CHOICES, _and_reduce, __VA_ARGS__)
#define shmem_or_reduce(...) _SHMEM_OF_TEAM(_SHMEM_BITWISE_REDUCE_CHOICES, _or_reduce, __VA_ARGS__)
#define shmem_xor_reduce(...) _SHMEM_OF_TEAM(_SHMEM_BITWISE_REDUCE_CHOICES, _xor_reduce, __VA_ARGS__)
/* Of a team, or of an active set: by the number of arguments. */
#define _SHMEM_4TH(a, b, c, d, name, ...) name
#define shmem_sync(...) _SHMEM_4TH(__VA_ARGS__, shmem_sync, 0, 0, shmem_team_sync, 0)(__VA_ARGS__)

#endif
