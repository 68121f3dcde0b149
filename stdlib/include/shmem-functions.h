/*
 * The functions of OpenSHMEM, declared by the names that _SHMEM(NAME) gives them: shmem_NAME for shmem.h, pshmem_NAME for pshmem.h. It is included once for
 * each, so that it has no guard.
 */

/* ---------------------------------------------------------------- set-up, queries */

void _SHMEM(init)(void);
int _SHMEM(init_thread)(int requested, int *provided);
void _SHMEM(query_thread)(int *provided);
void _SHMEM(query_initialized)(int *initialized);
void _SHMEM(finalize)(void);
void _SHMEM(global_exit)(int status) __attribute__((__noreturn__));
int _SHMEM(my_pe)(void);
int _SHMEM(n_pes)(void);
int _SHMEM(pe_accessible)(int pe);
int _SHMEM(addr_accessible)(const void *addr, int pe);
void *_SHMEM(ptr)(const void *dest, int pe);
void _SHMEM(info_get_version)(int *major, int *minor);
void _SHMEM(info_get_name)(char *name);
void _SHMEM(pcontrol)(int level, ...);

/* Of SHMEM before 1.2. */
int _SHMEM(num_pes)(void);

/* ---------------------------------------------------------------- the symmetric heap */

void *_SHMEM(malloc)(size_t size);
void *_SHMEM(malloc_with_hints)(size_t size, long hints);
void *_SHMEM(calloc)(size_t count, size_t size);
void *_SHMEM(align)(size_t alignment, size_t size);
void *_SHMEM(realloc)(void *ptr, size_t size);
void _SHMEM(free)(void *ptr);

/* ---------------------------------------------------------------- teams */

int _SHMEM(team_my_pe)(shmem_team_t team);
int _SHMEM(team_n_pes)(shmem_team_t team);
int _SHMEM(team_get_config)(shmem_team_t team, long config_mask, shmem_team_config_t *config);
int _SHMEM(team_translate_pe)(shmem_team_t src_team, int src_pe, shmem_team_t dest_team);
int _SHMEM(team_split_strided)(shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team);
int _SHMEM(team_split_2d)(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask, shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team);
void _SHMEM(team_destroy)(shmem_team_t team);
void *_SHMEM(team_ptr)(shmem_team_t team, const void *dest, int pe);

/* ---------------------------------------------------------------- contexts */

int _SHMEM(ctx_create)(long options, shmem_ctx_t *ctx);
int _SHMEM(team_create_ctx)(shmem_team_t team, long options, shmem_ctx_t *ctx);
void _SHMEM(ctx_destroy)(shmem_ctx_t ctx);
int _SHMEM(ctx_get_team)(shmem_ctx_t ctx, shmem_team_t *team);

/* Of 1.6. */
void _SHMEM(ctx_session_start)(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask);
void _SHMEM(ctx_session_stop)(shmem_ctx_t ctx);

/* ---------------------------------------------------------------- puts and gets */

#define _SHMEM_DECLARE(TYPE, NAME) \
  void _SHMEM(NAME##_p)(TYPE *dest, TYPE value, int pe); \
  void _SHMEM(ctx_##NAME##_p)(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(NAME##_g)(const TYPE *source, int pe); \
  TYPE _SHMEM(ctx_##NAME##_g)(shmem_ctx_t ctx, const TYPE *source, int pe); \
  void _SHMEM(NAME##_put)(TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(ctx_##NAME##_put)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(NAME##_get)(TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(ctx_##NAME##_get)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(NAME##_put_nbi)(TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(ctx_##NAME##_put_nbi)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(NAME##_get_nbi)(TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(ctx_##NAME##_get_nbi)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, int pe); \
  void _SHMEM(NAME##_iput)(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe); \
  void _SHMEM(ctx_##NAME##_iput)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe); \
  void _SHMEM(NAME##_iget)(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe); \
  void _SHMEM(ctx_##NAME##_iget)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
_SHMEM_RMA_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE

#define _SHMEM_DECLARE(SIZE) \
  void _SHMEM(put##SIZE)(void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(ctx_put##SIZE)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(get##SIZE)(void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(ctx_get##SIZE)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(put##SIZE##_nbi)(void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(ctx_put##SIZE##_nbi)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(get##SIZE##_nbi)(void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(ctx_get##SIZE##_nbi)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe); \
  void _SHMEM(iput##SIZE)(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe); \
  void _SHMEM(ctx_iput##SIZE)(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe); \
  void _SHMEM(iget##SIZE)(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe); \
  void _SHMEM(ctx_iget##SIZE)(shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe);
_SHMEM_SIZES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE

void _SHMEM(putmem)(void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(ctx_putmem)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(getmem)(void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(ctx_getmem)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(putmem_nbi)(void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(ctx_putmem_nbi)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(getmem_nbi)(void *dest, const void *source, size_t nelems, int pe);
void _SHMEM(ctx_getmem_nbi)(shmem_ctx_t ctx, void *dest, const void *source, size_t nelems, int pe);

/* Of 1.6: blocks of elements. */
#define _SHMEM_DECLARE_BLOCKED(TYPE, NAME) \
  void _SHMEM(NAME)(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe); \
  void _SHMEM(ctx_##NAME)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe);
#define _SHMEM_DECLARE(TYPE, NAME) _SHMEM_DECLARE_BLOCKED(TYPE, NAME##_ibput) _SHMEM_DECLARE_BLOCKED(TYPE, NAME##_ibget)
_SHMEM_RMA_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#define _SHMEM_DECLARE(SIZE) _SHMEM_DECLARE_BLOCKED(void, ibput##SIZE) _SHMEM_DECLARE_BLOCKED(void, ibget##SIZE)
_SHMEM_SIZES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#undef _SHMEM_DECLARE_BLOCKED

/* ---------------------------------------------------------------- atomic operations */

#define _SHMEM_DECLARE(TYPE, NAME) \
  TYPE _SHMEM(NAME##_atomic_fetch)(const TYPE *source, int pe); \
  TYPE _SHMEM(ctx_##NAME##_atomic_fetch)(shmem_ctx_t ctx, const TYPE *source, int pe); \
  void _SHMEM(NAME##_atomic_fetch_nbi)(TYPE *fetch, const TYPE *source, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_fetch_nbi)(shmem_ctx_t ctx, TYPE *fetch, const TYPE *source, int pe); \
  void _SHMEM(NAME##_atomic_set)(TYPE *dest, TYPE value, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_set)(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(NAME##_atomic_swap)(TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(ctx_##NAME##_atomic_swap)(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
  void _SHMEM(NAME##_atomic_swap_nbi)(TYPE *fetch, TYPE *dest, TYPE value, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_swap_nbi)(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, TYPE value, int pe);
_SHMEM_AMO_TYPES(_SHMEM_DECLARE)
_SHMEM_FLOATING_AMO_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE

#define _SHMEM_DECLARE_FETCHING(TYPE, NAME, OP) \
  void _SHMEM(NAME##_atomic_##OP)(TYPE *dest, TYPE value, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_##OP)(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(NAME##_atomic_fetch_##OP)(TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(ctx_##NAME##_atomic_fetch_##OP)(shmem_ctx_t ctx, TYPE *dest, TYPE value, int pe); \
  void _SHMEM(NAME##_atomic_fetch_##OP##_nbi)(TYPE *fetch, TYPE *dest, TYPE value, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_fetch_##OP##_nbi)(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, TYPE value, int pe);
#define _SHMEM_DECLARE(TYPE, NAME) \
  TYPE _SHMEM(NAME##_atomic_compare_swap)(TYPE *dest, TYPE cond, TYPE value, int pe); \
  TYPE _SHMEM(ctx_##NAME##_atomic_compare_swap)(shmem_ctx_t ctx, TYPE *dest, TYPE cond, TYPE value, int pe); \
  void _SHMEM(NAME##_atomic_compare_swap_nbi)(TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_compare_swap_nbi)(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe); \
  void _SHMEM(NAME##_atomic_inc)(TYPE *dest, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_inc)(shmem_ctx_t ctx, TYPE *dest, int pe); \
  TYPE _SHMEM(NAME##_atomic_fetch_inc)(TYPE *dest, int pe); \
  TYPE _SHMEM(ctx_##NAME##_atomic_fetch_inc)(shmem_ctx_t ctx, TYPE *dest, int pe); \
  void _SHMEM(NAME##_atomic_fetch_inc_nbi)(TYPE *fetch, TYPE *dest, int pe); \
  void _SHMEM(ctx_##NAME##_atomic_fetch_inc_nbi)(shmem_ctx_t ctx, TYPE *fetch, TYPE *dest, int pe); \
  _SHMEM_DECLARE_FETCHING(TYPE, NAME, add)
_SHMEM_AMO_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#define _SHMEM_DECLARE(TYPE, NAME) \
  _SHMEM_DECLARE_FETCHING(TYPE, NAME, and) _SHMEM_DECLARE_FETCHING(TYPE, NAME, or) _SHMEM_DECLARE_FETCHING(TYPE, NAME, xor)
_SHMEM_BITWISE_AMO_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#undef _SHMEM_DECLARE_FETCHING

/* As they were called before 1.4. */
#define _SHMEM_DECLARE(TYPE, NAME) \
  TYPE _SHMEM(NAME##_fetch)(const TYPE *source, int pe); \
  void _SHMEM(NAME##_set)(TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(NAME##_swap)(TYPE *dest, TYPE value, int pe);
_SHMEM_OLD_AMO_TYPES(_SHMEM_DECLARE)
_SHMEM_FLOATING_AMO_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#define _SHMEM_DECLARE(TYPE, NAME) \
  TYPE _SHMEM(NAME##_cswap)(TYPE *dest, TYPE cond, TYPE value, int pe); \
  void _SHMEM(NAME##_add)(TYPE *dest, TYPE value, int pe); \
  void _SHMEM(NAME##_inc)(TYPE *dest, int pe); \
  TYPE _SHMEM(NAME##_fadd)(TYPE *dest, TYPE value, int pe); \
  TYPE _SHMEM(NAME##_finc)(TYPE *dest, int pe);
_SHMEM_OLD_AMO_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE

/* ---------------------------------------------------------------- order and completion, barriers of all PEs */

void _SHMEM(fence)(void);
void _SHMEM(ctx_fence)(shmem_ctx_t ctx);
void _SHMEM(quiet)(void);
void _SHMEM(ctx_quiet)(shmem_ctx_t ctx);
void _SHMEM(pe_quiet)(const int *target_pes, size_t npes); /* 1.6 */
void _SHMEM(ctx_pe_quiet)(shmem_ctx_t ctx, const int *target_pes, size_t npes);
void _SHMEM(barrier_all)(void);
void _SHMEM(sync_all)(void);

/* ---------------------------------------------------------------- waiting for another PE */

/* The variables may be volatile, as programs before 1.4 declare them. */
#define _SHMEM_DECLARE(TYPE, NAME) \
  void _SHMEM(NAME##_wait_until)(volatile TYPE *ivar, int cmp, TYPE cmp_value); \
  int _SHMEM(NAME##_test)(volatile TYPE *ivar, int cmp, TYPE cmp_value); \
  void _SHMEM(NAME##_wait_until_all)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value); \
  size_t _SHMEM(NAME##_wait_until_any)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value); \
  size_t _SHMEM(NAME##_wait_until_some)(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value); \
  void _SHMEM(NAME##_wait_until_all_vector)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values); \
  size_t _SHMEM(NAME##_wait_until_any_vector)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values); \
  size_t _SHMEM(NAME##_wait_until_some_vector)(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values); \
  int _SHMEM(NAME##_test_all)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value); \
  size_t _SHMEM(NAME##_test_any)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value); \
  size_t _SHMEM(NAME##_test_some)(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value); \
  int _SHMEM(NAME##_test_all_vector)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values); \
  size_t _SHMEM(NAME##_test_any_vector)(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values); \
  size_t _SHMEM(NAME##_test_some_vector)(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values);
_SHMEM_SYNC_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE

/* Of SHMEM before 1.4: until it is another value, and on a long. */
#define _SHMEM_DECLARE(TYPE, NAME) void _SHMEM(NAME##_wait)(volatile TYPE *ivar, TYPE cmp_value);
_SHMEM_DECLARE(short, short) _SHMEM_OLD_AMO_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
void _SHMEM(wait)(volatile long *ivar, long cmp_value);

/* ---------------------------------------------------------------- signals */

#define _SHMEM_DECLARE_FORM(TYPE, NAME) \
  void _SHMEM(NAME)(TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe); \
  void _SHMEM(ctx_##NAME)(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);
#define _SHMEM_DECLARE(TYPE, NAME) \
  _SHMEM_DECLARE_FORM(TYPE, NAME##_put_signal) _SHMEM_DECLARE_FORM(TYPE, NAME##_put_signal_nbi)
_SHMEM_RMA_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#define _SHMEM_DECLARE(SIZE) \
  _SHMEM_DECLARE_FORM(void, put##SIZE##_signal) _SHMEM_DECLARE_FORM(void, put##SIZE##_signal_nbi)
_SHMEM_SIZES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
_SHMEM_DECLARE_FORM(void, putmem_signal)
_SHMEM_DECLARE_FORM(void, putmem_signal_nbi)
#undef _SHMEM_DECLARE_FORM

uint64_t _SHMEM(signal_fetch)(const uint64_t *sig_addr);
uint64_t _SHMEM(signal_wait_until)(uint64_t *sig_addr, int cmp, uint64_t cmp_value);
/* Of 1.6. */
void _SHMEM(signal_set)(uint64_t *sig_addr, uint64_t signal, int pe);
void _SHMEM(signal_add)(uint64_t *sig_addr, uint64_t signal, int pe);
void _SHMEM(ctx_signal_set)(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);
void _SHMEM(ctx_signal_add)(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t signal, int pe);

/* ---------------------------------------------------------------- collective functions of teams: 0 if all is well */

int _SHMEM(team_sync)(shmem_team_t team);

#define _SHMEM_DECLARE_MOVING(TYPE, NAME, END) \
  int _SHMEM(NAME##broadcast##END)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root); \
  int _SHMEM(NAME##collect##END)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems); \
  int _SHMEM(NAME##fcollect##END)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems); \
  int _SHMEM(NAME##alltoall##END)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems); \
  int _SHMEM(NAME##alltoalls##END)(shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems);
#define _SHMEM_DECLARE_REDUCING(TYPE, NAME) \
  int _SHMEM(NAME##_reduce)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce);
#define _SHMEM_DECLARE(TYPE, NAME) \
  _SHMEM_DECLARE_MOVING(TYPE, NAME##_, ) \
  _SHMEM_DECLARE_REDUCING(TYPE, NAME##_sum) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_prod) \
  _SHMEM_DECLARE_REDUCING(TYPE, NAME##_min) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_max) \
  /* Of 1.6. */ \
  int _SHMEM(NAME##_sum_inscan)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems); \
  int _SHMEM(NAME##_sum_exscan)(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems);
_SHMEM_RMA_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
_SHMEM_DECLARE_MOVING(void, , mem)
#define _SHMEM_DECLARE(TYPE, NAME) \
  _SHMEM_DECLARE_REDUCING(TYPE, NAME##_and) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_or) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_xor)
_SHMEM_BITWISE_REDUCE_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
_SHMEM_DECLARE_REDUCING(float _Complex, complexf_sum)
_SHMEM_DECLARE_REDUCING(float _Complex, complexf_prod)
_SHMEM_DECLARE_REDUCING(double _Complex, complexd_sum)
_SHMEM_DECLARE_REDUCING(double _Complex, complexd_prod)
#undef _SHMEM_DECLARE_MOVING
#undef _SHMEM_DECLARE_REDUCING

/* ---------------------------------------------------------------- collective functions of active sets, before 1.5 */

void _SHMEM(barrier)(int PE_start, int logPE_stride, int PE_size, long *pSync);
void _SHMEM(sync)(int PE_start, int logPE_stride, int PE_size, long *pSync);

#define _SHMEM_DECLARE(SIZE) \
  void _SHMEM(broadcast##SIZE)(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, long *pSync); \
  void _SHMEM(collect##SIZE)(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync); \
  void _SHMEM(fcollect##SIZE)(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync); \
  void _SHMEM(alltoall##SIZE)(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync); \
  void _SHMEM(alltoalls##SIZE)(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync);
_SHMEM_DECLARE(32)
_SHMEM_DECLARE(64)
#undef _SHMEM_DECLARE

#define _SHMEM_DECLARE_REDUCING(TYPE, NAME) \
  void _SHMEM(NAME##_to_all)(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync);
#define _SHMEM_DECLARE(TYPE, NAME) \
  _SHMEM_DECLARE_REDUCING(TYPE, NAME##_sum) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_prod) \
  _SHMEM_DECLARE_REDUCING(TYPE, NAME##_min) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_max)
_SHMEM_TO_ALL_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
#define _SHMEM_DECLARE(TYPE, NAME) \
  _SHMEM_DECLARE_REDUCING(TYPE, NAME##_and) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_or) _SHMEM_DECLARE_REDUCING(TYPE, NAME##_xor)
_SHMEM_BITWISE_TO_ALL_TYPES(_SHMEM_DECLARE)
#undef _SHMEM_DECLARE
_SHMEM_DECLARE_REDUCING(float _Complex, complexf_sum)
_SHMEM_DECLARE_REDUCING(float _Complex, complexf_prod)
_SHMEM_DECLARE_REDUCING(double _Complex, complexd_sum)
_SHMEM_DECLARE_REDUCING(double _Complex, complexd_prod)
#undef _SHMEM_DECLARE_REDUCING

/* ---------------------------------------------------------------- locks */

void _SHMEM(set_lock)(long *lock);
void _SHMEM(clear_lock)(long *lock);
int _SHMEM(test_lock)(long *lock);

/* ---------------------------------------------------------------- caches, which need no care */

void _SHMEM(clear_cache_inv)(void);
void _SHMEM(set_cache_inv)(void);
void _SHMEM(clear_cache_line_inv)(void *dest);
void _SHMEM(set_cache_line_inv)(void *dest);
void _SHMEM(udcflush)(void);
void _SHMEM(udcflush_line)(void *dest);
