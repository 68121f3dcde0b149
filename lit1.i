# 1 "/tmp/w/lit1.upc"
# 4 "/work/main/stdlib/include/stddef.h"
typedef unsigned int size_t;
typedef int ptrdiff_t;
typedef int wchar_t;
typedef unsigned int wint_t;
# 13 "/work/main/stdlib/include/stdlib.h"
typedef struct {
int quot;
int rem;
} div_t;
typedef struct {
long quot;
long rem;
} ldiv_t;
typedef struct {
long long quot;
long long rem;
} lldiv_t;


double atof(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double strtod(const char *restrict, char **restrict);
float strtof(const char *restrict, char **restrict);
long double strtold(const char *restrict, char **restrict);
long strtol(const char *restrict, char **restrict, int);
long long strtoll(const char *restrict, char **restrict, int);
unsigned long strtoul(const char *restrict, char **restrict, int);
unsigned long long strtoull(const char *restrict, char **restrict, int);


int rand(void);
void srand(unsigned int);
int rand_r(unsigned int *);
long random(void);
void srandom(unsigned int);
char *initstate(unsigned int, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short[3]);
long lrand48(void);
long nrand48(unsigned short[3]);
long mrand48(void);
long jrand48(unsigned short[3]);
void srand48(long);
unsigned short *seed48(unsigned short[3]);
void lcong48(unsigned short[7]);


void *malloc(size_t) __attribute__((__malloc__));
void *calloc(size_t, size_t) __attribute__((__malloc__));
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void free(void *);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void *valloc(size_t);


void abort(void) __attribute__((__noreturn__));
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
void quick_exit(int) __attribute__((__noreturn__));
void exit(int) __attribute__((__noreturn__));
void _Exit(int) __attribute__((__noreturn__));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int system(const char *);


void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));


int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);


int mblen(const char *, size_t);
int mbtowc(wchar_t *restrict, const char *restrict, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *restrict, const char *restrict, size_t);
size_t wcstombs(char *restrict, const wchar_t *restrict, size_t);


int mkstemp(char *);
int mkstemps(char *, int);
char *mktemp(char *);
int getsubopt(char **, char *const *, char **);
int getloadavg(double[], int);
char *mkdtemp(char *);
char *realpath(const char *restrict, char *restrict);
# 5 "/work/main/stdlib/include/upc_types.h"
typedef int upc_op_t;
# 16 "/work/main/stdlib/include/upc_types.h"
typedef int upc_flag_t;







typedef int upc_type_t;
# 13 "/work/main/stdlib/include/upc.h"
typedef shared [] struct __upc_lock upc_lock_t;

void upc_global_exit(int status) __attribute__((__noreturn__));

shared void *upc_global_alloc(size_t nblocks, size_t nbytes);
shared void *upc_all_alloc(size_t nblocks, size_t nbytes);
shared void *upc_alloc(size_t nbytes);
shared void *upc_local_alloc(size_t nblocks, size_t nbytes);
void upc_free(shared void *ptr);
void upc_all_free(shared void *ptr);

size_t upc_threadof(shared void *ptr);
size_t upc_phaseof(shared void *ptr);
shared void *upc_resetphase(shared void *ptr);
size_t upc_addrfield(shared void *ptr);
size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid);

upc_lock_t *upc_global_lock_alloc(void);
upc_lock_t *upc_all_lock_alloc(void);
void upc_lock_free(upc_lock_t *ptr);
void upc_all_lock_free(upc_lock_t *ptr);
void upc_lock(upc_lock_t *ptr);
int upc_lock_attempt(upc_lock_t *ptr);
void upc_unlock(upc_lock_t *ptr);

void upc_memcpy(shared void *restrict dst, shared const void *restrict src, size_t n);
void upc_memget(void *restrict dst, shared const void *restrict src, size_t n);
void upc_memput(shared void *restrict dst, const void *restrict src, size_t n);
void upc_memset(shared void *dst, int c, size_t n);
# 7 "/work/main/stdlib/include/stdint.h"
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;

typedef int8_t int_least8_t;
typedef uint8_t uint_least8_t;
typedef int16_t int_least16_t;
typedef uint16_t uint_least16_t;
typedef int32_t int_least32_t;
typedef uint32_t uint_least32_t;
typedef int64_t int_least64_t;
typedef uint64_t uint_least64_t;

typedef signed char int_fast8_t;
typedef unsigned char uint_fast8_t;
typedef long int_fast16_t;
typedef unsigned long uint_fast16_t;
typedef long int_fast32_t;
typedef unsigned long uint_fast32_t;
typedef long int_fast64_t;
typedef unsigned long uint_fast64_t;

typedef int intptr_t;
typedef unsigned int uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
# 9 "/work/main/stdlib/include/bupc_extensions.h"
void bupc_poll(void);

int bupc_dump_shared(shared const void *ptr, char *buf, int maxlen);
shared void *bupc_local_to_shared(void *ptr, int thread, int phase);
shared void *bupc_ptradd(shared void *p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr);
void *bupc_cast(shared const void *ptr);
int bupc_castable(shared const void *ptr);
int bupc_thread_castable(unsigned int thread);





unsigned int bupc_thread_distance(int threadX, int threadY);
char *bupc_getenv(const char *name);
void bupc_exit(int exitcode) __attribute__((__noreturn__));





void __bupc_trace_printf(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));
void bupc_trace_setmask(const char *newmask);
const char *bupc_trace_getmask(void);
void bupc_stats_setmask(const char *newmask);
const char *bupc_stats_getmask(void);
int bupc_trace_gettracelocal(void);
void bupc_trace_settracelocal(int val);


typedef uint64_t bupc_tick_t;


bupc_tick_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(bupc_tick_t ticks);
uint64_t bupc_ticks_to_ns(bupc_tick_t ticks);
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);


typedef int bupc_handle_t;

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


typedef shared [] struct __bupc_sem bupc_sem_t;







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
# 139 "/work/main/stdlib/include/bupc_extensions.h"
uint64_t bupc_atomicU64_read_relaxed(shared void *ptr); void bupc_atomicU64_set_relaxed(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_swap_relaxed(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_cswap_relaxed(shared void *ptr, uint64_t oldval, uint64_t newval); uint64_t bupc_atomicU64_fetchadd_relaxed(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_mswap_relaxed(shared void *ptr, uint64_t mask, uint64_t val); uint64_t bupc_atomicU64_fetchand_relaxed(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_fetchor_relaxed(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_fetchxor_relaxed(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_fetchnot_relaxed(shared void *ptr); uint64_t bupc_atomicU64_read_strict(shared void *ptr); void bupc_atomicU64_set_strict(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_swap_strict(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_cswap_strict(shared void *ptr, uint64_t oldval, uint64_t newval); uint64_t bupc_atomicU64_fetchadd_strict(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_mswap_strict(shared void *ptr, uint64_t mask, uint64_t val); uint64_t bupc_atomicU64_fetchand_strict(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_fetchor_strict(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_fetchxor_strict(shared void *ptr, uint64_t val); uint64_t bupc_atomicU64_fetchnot_strict(shared void *ptr);
int64_t bupc_atomicI64_read_relaxed(shared void *ptr); void bupc_atomicI64_set_relaxed(shared void *ptr, int64_t val); int64_t bupc_atomicI64_swap_relaxed(shared void *ptr, int64_t val); int64_t bupc_atomicI64_cswap_relaxed(shared void *ptr, int64_t oldval, int64_t newval); int64_t bupc_atomicI64_fetchadd_relaxed(shared void *ptr, int64_t val); int64_t bupc_atomicI64_mswap_relaxed(shared void *ptr, int64_t mask, int64_t val); int64_t bupc_atomicI64_fetchand_relaxed(shared void *ptr, int64_t val); int64_t bupc_atomicI64_fetchor_relaxed(shared void *ptr, int64_t val); int64_t bupc_atomicI64_fetchxor_relaxed(shared void *ptr, int64_t val); int64_t bupc_atomicI64_fetchnot_relaxed(shared void *ptr); int64_t bupc_atomicI64_read_strict(shared void *ptr); void bupc_atomicI64_set_strict(shared void *ptr, int64_t val); int64_t bupc_atomicI64_swap_strict(shared void *ptr, int64_t val); int64_t bupc_atomicI64_cswap_strict(shared void *ptr, int64_t oldval, int64_t newval); int64_t bupc_atomicI64_fetchadd_strict(shared void *ptr, int64_t val); int64_t bupc_atomicI64_mswap_strict(shared void *ptr, int64_t mask, int64_t val); int64_t bupc_atomicI64_fetchand_strict(shared void *ptr, int64_t val); int64_t bupc_atomicI64_fetchor_strict(shared void *ptr, int64_t val); int64_t bupc_atomicI64_fetchxor_strict(shared void *ptr, int64_t val); int64_t bupc_atomicI64_fetchnot_strict(shared void *ptr);
uint32_t bupc_atomicU32_read_relaxed(shared void *ptr); void bupc_atomicU32_set_relaxed(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_swap_relaxed(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_cswap_relaxed(shared void *ptr, uint32_t oldval, uint32_t newval); uint32_t bupc_atomicU32_fetchadd_relaxed(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_mswap_relaxed(shared void *ptr, uint32_t mask, uint32_t val); uint32_t bupc_atomicU32_fetchand_relaxed(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_fetchor_relaxed(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_fetchxor_relaxed(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_fetchnot_relaxed(shared void *ptr); uint32_t bupc_atomicU32_read_strict(shared void *ptr); void bupc_atomicU32_set_strict(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_swap_strict(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_cswap_strict(shared void *ptr, uint32_t oldval, uint32_t newval); uint32_t bupc_atomicU32_fetchadd_strict(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_mswap_strict(shared void *ptr, uint32_t mask, uint32_t val); uint32_t bupc_atomicU32_fetchand_strict(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_fetchor_strict(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_fetchxor_strict(shared void *ptr, uint32_t val); uint32_t bupc_atomicU32_fetchnot_strict(shared void *ptr);
int32_t bupc_atomicI32_read_relaxed(shared void *ptr); void bupc_atomicI32_set_relaxed(shared void *ptr, int32_t val); int32_t bupc_atomicI32_swap_relaxed(shared void *ptr, int32_t val); int32_t bupc_atomicI32_cswap_relaxed(shared void *ptr, int32_t oldval, int32_t newval); int32_t bupc_atomicI32_fetchadd_relaxed(shared void *ptr, int32_t val); int32_t bupc_atomicI32_mswap_relaxed(shared void *ptr, int32_t mask, int32_t val); int32_t bupc_atomicI32_fetchand_relaxed(shared void *ptr, int32_t val); int32_t bupc_atomicI32_fetchor_relaxed(shared void *ptr, int32_t val); int32_t bupc_atomicI32_fetchxor_relaxed(shared void *ptr, int32_t val); int32_t bupc_atomicI32_fetchnot_relaxed(shared void *ptr); int32_t bupc_atomicI32_read_strict(shared void *ptr); void bupc_atomicI32_set_strict(shared void *ptr, int32_t val); int32_t bupc_atomicI32_swap_strict(shared void *ptr, int32_t val); int32_t bupc_atomicI32_cswap_strict(shared void *ptr, int32_t oldval, int32_t newval); int32_t bupc_atomicI32_fetchadd_strict(shared void *ptr, int32_t val); int32_t bupc_atomicI32_mswap_strict(shared void *ptr, int32_t mask, int32_t val); int32_t bupc_atomicI32_fetchand_strict(shared void *ptr, int32_t val); int32_t bupc_atomicI32_fetchor_strict(shared void *ptr, int32_t val); int32_t bupc_atomicI32_fetchxor_strict(shared void *ptr, int32_t val); int32_t bupc_atomicI32_fetchnot_strict(shared void *ptr);
unsigned long bupc_atomicUL_read_relaxed(shared void *ptr); void bupc_atomicUL_set_relaxed(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_swap_relaxed(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_cswap_relaxed(shared void *ptr, unsigned long oldval, unsigned long newval); unsigned long bupc_atomicUL_fetchadd_relaxed(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_mswap_relaxed(shared void *ptr, unsigned long mask, unsigned long val); unsigned long bupc_atomicUL_fetchand_relaxed(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_fetchor_relaxed(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_fetchxor_relaxed(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_fetchnot_relaxed(shared void *ptr); unsigned long bupc_atomicUL_read_strict(shared void *ptr); void bupc_atomicUL_set_strict(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_swap_strict(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_cswap_strict(shared void *ptr, unsigned long oldval, unsigned long newval); unsigned long bupc_atomicUL_fetchadd_strict(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_mswap_strict(shared void *ptr, unsigned long mask, unsigned long val); unsigned long bupc_atomicUL_fetchand_strict(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_fetchor_strict(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_fetchxor_strict(shared void *ptr, unsigned long val); unsigned long bupc_atomicUL_fetchnot_strict(shared void *ptr);
long bupc_atomicL_read_relaxed(shared void *ptr); void bupc_atomicL_set_relaxed(shared void *ptr, long val); long bupc_atomicL_swap_relaxed(shared void *ptr, long val); long bupc_atomicL_cswap_relaxed(shared void *ptr, long oldval, long newval); long bupc_atomicL_fetchadd_relaxed(shared void *ptr, long val); long bupc_atomicL_mswap_relaxed(shared void *ptr, long mask, long val); long bupc_atomicL_fetchand_relaxed(shared void *ptr, long val); long bupc_atomicL_fetchor_relaxed(shared void *ptr, long val); long bupc_atomicL_fetchxor_relaxed(shared void *ptr, long val); long bupc_atomicL_fetchnot_relaxed(shared void *ptr); long bupc_atomicL_read_strict(shared void *ptr); void bupc_atomicL_set_strict(shared void *ptr, long val); long bupc_atomicL_swap_strict(shared void *ptr, long val); long bupc_atomicL_cswap_strict(shared void *ptr, long oldval, long newval); long bupc_atomicL_fetchadd_strict(shared void *ptr, long val); long bupc_atomicL_mswap_strict(shared void *ptr, long mask, long val); long bupc_atomicL_fetchand_strict(shared void *ptr, long val); long bupc_atomicL_fetchor_strict(shared void *ptr, long val); long bupc_atomicL_fetchxor_strict(shared void *ptr, long val); long bupc_atomicL_fetchnot_strict(shared void *ptr);
unsigned int bupc_atomicUI_read_relaxed(shared void *ptr); void bupc_atomicUI_set_relaxed(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_swap_relaxed(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_cswap_relaxed(shared void *ptr, unsigned int oldval, unsigned int newval); unsigned int bupc_atomicUI_fetchadd_relaxed(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_mswap_relaxed(shared void *ptr, unsigned int mask, unsigned int val); unsigned int bupc_atomicUI_fetchand_relaxed(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_fetchor_relaxed(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_fetchxor_relaxed(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_fetchnot_relaxed(shared void *ptr); unsigned int bupc_atomicUI_read_strict(shared void *ptr); void bupc_atomicUI_set_strict(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_swap_strict(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_cswap_strict(shared void *ptr, unsigned int oldval, unsigned int newval); unsigned int bupc_atomicUI_fetchadd_strict(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_mswap_strict(shared void *ptr, unsigned int mask, unsigned int val); unsigned int bupc_atomicUI_fetchand_strict(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_fetchor_strict(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_fetchxor_strict(shared void *ptr, unsigned int val); unsigned int bupc_atomicUI_fetchnot_strict(shared void *ptr);
int bupc_atomicI_read_relaxed(shared void *ptr); void bupc_atomicI_set_relaxed(shared void *ptr, int val); int bupc_atomicI_swap_relaxed(shared void *ptr, int val); int bupc_atomicI_cswap_relaxed(shared void *ptr, int oldval, int newval); int bupc_atomicI_fetchadd_relaxed(shared void *ptr, int val); int bupc_atomicI_mswap_relaxed(shared void *ptr, int mask, int val); int bupc_atomicI_fetchand_relaxed(shared void *ptr, int val); int bupc_atomicI_fetchor_relaxed(shared void *ptr, int val); int bupc_atomicI_fetchxor_relaxed(shared void *ptr, int val); int bupc_atomicI_fetchnot_relaxed(shared void *ptr); int bupc_atomicI_read_strict(shared void *ptr); void bupc_atomicI_set_strict(shared void *ptr, int val); int bupc_atomicI_swap_strict(shared void *ptr, int val); int bupc_atomicI_cswap_strict(shared void *ptr, int oldval, int newval); int bupc_atomicI_fetchadd_strict(shared void *ptr, int val); int bupc_atomicI_mswap_strict(shared void *ptr, int mask, int val); int bupc_atomicI_fetchand_strict(shared void *ptr, int val); int bupc_atomicI_fetchor_strict(shared void *ptr, int val); int bupc_atomicI_fetchxor_strict(shared void *ptr, int val); int bupc_atomicI_fetchnot_strict(shared void *ptr);
float bupc_atomicF_read_relaxed(shared void *ptr); void bupc_atomicF_set_relaxed(shared void *ptr, float val); float bupc_atomicF_swap_relaxed(shared void *ptr, float val); float bupc_atomicF_cswap_relaxed(shared void *ptr, float oldval, float newval); float bupc_atomicF_fetchadd_relaxed(shared void *ptr, float val);
float bupc_atomicF_read_strict(shared void *ptr); void bupc_atomicF_set_strict(shared void *ptr, float val); float bupc_atomicF_swap_strict(shared void *ptr, float val); float bupc_atomicF_cswap_strict(shared void *ptr, float oldval, float newval); float bupc_atomicF_fetchadd_strict(shared void *ptr, float val);
double bupc_atomicD_read_relaxed(shared void *ptr); void bupc_atomicD_set_relaxed(shared void *ptr, double val); double bupc_atomicD_swap_relaxed(shared void *ptr, double val); double bupc_atomicD_cswap_relaxed(shared void *ptr, double oldval, double newval); double bupc_atomicD_fetchadd_relaxed(shared void *ptr, double val);
double bupc_atomicD_read_strict(shared void *ptr); void bupc_atomicD_set_strict(shared void *ptr, double val); double bupc_atomicD_swap_strict(shared void *ptr, double val); double bupc_atomicD_cswap_strict(shared void *ptr, double oldval, double newval); double bupc_atomicD_fetchadd_strict(shared void *ptr, double val);
# 4 "/work/main/stdlib/include/stdarg.h"
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
# 10 "/work/main/stdlib/include/stdio.h"
typedef int ssize_t;



typedef long off_t;


typedef struct __pgasc_file {
long __opaque[27];
} FILE;
typedef struct {
long __position;
} fpos_t;
# 42 "/work/main/stdlib/include/stdio.h"
FILE *__pgasc_stdin(void);
FILE *__pgasc_stdout(void);
FILE *__pgasc_stderr(void);




int remove(const char *);
int rename(const char *, const char *);
FILE *tmpfile(void);
char *tmpnam(char *);

FILE *fopen(const char *restrict, const char *restrict);
FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
FILE *fdopen(int, const char *);
FILE *fmemopen(void *restrict, size_t, const char *restrict);
FILE *open_memstream(char **, size_t *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int renameat(int, const char *, int, const char *);
char *tempnam(const char *, const char *);
char *ctermid(char *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);

int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
void setbuf(FILE *restrict, char *restrict);
int setvbuf(FILE *restrict, char *restrict, int, size_t);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);

int printf(const char *restrict, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *restrict, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *restrict, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *restrict, size_t, const char *restrict, ...) __attribute__((__format__(__printf__, 3, 4)));
int dprintf(int, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int asprintf(char **restrict, const char *restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int vprintf(const char *restrict, va_list);
int vfprintf(FILE *restrict, const char *restrict, va_list);
int vsprintf(char *restrict, const char *restrict, va_list);
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int vdprintf(int, const char *restrict, va_list);
int vasprintf(char **restrict, const char *restrict, va_list);

int scanf(const char *restrict, ...) __attribute__((__format__(__scanf__, 1, 2)));
int fscanf(FILE *restrict, const char *restrict, ...) __attribute__((__format__(__scanf__, 2, 3)));
int sscanf(const char *restrict, const char *restrict, ...) __attribute__((__format__(__scanf__, 2, 3)));
int vscanf(const char *restrict, va_list);
int vfscanf(FILE *restrict, const char *restrict, va_list);
int vsscanf(const char *restrict, const char *restrict, va_list);

int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int ungetc(int, FILE *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
char *fgets(char *restrict, int, FILE *restrict);
int fputs(const char *restrict, FILE *restrict);
int puts(const char *);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);

size_t fread(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);

int fseek(FILE *, long, int);
long ftell(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
void rewind(FILE *);
int fgetpos(FILE *restrict, fpos_t *restrict);
int fsetpos(FILE *, const fpos_t *);

void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
void perror(const char *);
# 3 "/tmp/w/lit1.upc"
strict shared int sx[THREADS]; relaxed shared int rx[THREADS], ry[THREADS]; shared int out[THREADS];
volatile int v;
int main(int argc,char**argv){
int k = argc;
if (MYTHREAD==0) { int r = rx[k]; ry[k]=1; out[0]=r; sx[0]=1; }
else { int r = ry[k]; rx[k]=1; out[1]=r; while(!sx[0]); out[MYTHREAD] += 1; }
upc_barrier;
if (MYTHREAD==0) printf("%d %d\n", out[0], out[1]);
return 0;
}
