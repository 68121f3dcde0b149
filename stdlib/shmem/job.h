/*
 * What OpenSHMEM's functions in C share: the state of the PE, and the look whether an access is a load or store.
 *
 * One idea: the fast way of a function is a comparison of the PE and one of the address, which both fail before
 * shmem_init, after shmem_finalize and under -g. All else, mistakes among it, goes to the runtime by a call with the
 * function's name.
 */
#include <shmem.h>
#include <upc_relaxed.h>

/* Nobody has its address, so that the optimizer knows of all that changes it: loops load it once. */
struct __shmem_job {
  /* The PEs whose memory this one loads and stores: [nearest, nearest + near). */
  unsigned near, nearest;
  /* Their regions: addresses [low, low + room). */
  unsigned low, room;
  /* Symmetric objects: addresses in this PE's region, with bytes: of all, of the heap, of static objects. */
  unsigned all, all_size, heap, heap_size, statics, statics_size;
  /* 0 PEs where the library is not initialized. */
  int me, pes;
  /* The PEs of SHMEM_TEAM_SHARED: first_shared, first_shared + shared_stride ... */
  int first_shared, shared_stride, shared_pes;
  /* The PEs whose values are accessed without a call of the runtime: [0, open), all or none. */
  unsigned open;
  /* For barriers (common/meeting.h). */
  unsigned arrival, sleepers;
  /* Whether buffers of non-blocking functions are watched: -g. */
  int is_watching;
  /* Atomic operations that were instructions. */
  unsigned looks;
};
extern struct __shmem_job __shmem_job;

/* Marks of what a handle points to. */
#define TEAM_MARK 0x7ea3ea3eu
#define CTX_MARK 0xc0c7c0c7u

/* The runtime's, in TypeScript. The first argument is the name of the function that the program has called. */
void __shmem_init(const char *name);
/* Word i of struct __shmem_job, from then on. */
unsigned __shmem_state(int i);
void __shmem_finalize(const char *name);
/* What non-blocking functions have begun is over. */
void __shmem_completed(void);
/* The number of the team of PEs of one memory. */
int __shmem_shared_team(int first, int stride, int count);
void __shmem_put(const char *name, void *dest, const void *source, size_t bytes, int pe);
void __shmem_put_nbi(const char *name, void *dest, const void *source, size_t bytes, int pe);
void __shmem_get(const char *name, void *dest, const void *source, size_t bytes, int pe);
void __shmem_get_nbi(const char *name, void *dest, const void *source, size_t bytes, int pe);
void __shmem_iput(const char *name, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, size_t size, int pe);
void __shmem_iget(const char *name, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, size_t size, int pe);
void __shmem_check_strides(const char *name, ptrdiff_t dst, ptrdiff_t sst, int pe);
void __shmem_atomic(const char *name, int operation, int kind, const void *dest, const void *operand, const void *compared, void *old, int pe);
void __shmem_wait(const char *name, volatile void *address, size_t bytes, int (*holds)(void *), void *condition);
/* Called in a loop that waits: polls now and then. */
void __shmem_poll(void);
/* Polls. */
void __shmem_serve(void);
void __shmem_barrier(const char *name, int has_arrived);
void __shmem_clear_lock(long *lock);
void __shmem_refuse_pe(const char *name, int pe, int pes) __attribute__((__noreturn__));
void __shmem_refuse(const char *name, const char *argument, const void *value, const char *rule) __attribute__((__noreturn__));
void __shmem_uninitialized(const char *name) __attribute__((__noreturn__));

/* Behind a call for what loads and stores do not reach: on smp, unless checked, that is a mistake, and the call does not come back. */
void __pgasc_unreached(void);

/* The object of this PE's `address` on another one. */
#define THERE(TYPE, address, pe) ((shared [] TYPE *)__builtin_counterpart(address, pe))

static inline int is_symmetric(const void *address, size_t bytes) {
  unsigned in_heap = (unsigned)address - __shmem_job.heap, in_statics = (unsigned)address - __shmem_job.statics;
  return (in_heap < __shmem_job.heap_size && bytes <= __shmem_job.heap_size - in_heap) ||
         (in_statics < __shmem_job.statics_size && bytes <= __shmem_job.statics_size - in_statics);
}

static inline int is_near(int pe) { return (unsigned)pe - __shmem_job.nearest < __shmem_job.near; }

/* Of an object of at most MOST_GUARDED bytes: guards between the parts, and behind them, hold what reaches beyond. */
#define MOST_GUARDED 16
/* As in runtime/abi.ts. */
#define NULL_PAGE 4096
static inline int is_object(const void *address) { return (unsigned)address - __shmem_job.all < __shmem_job.all_size; }

static inline int reaches(const void *address, int pe) { return is_near(pe) && is_object(address); }

/* Whether a buffer of the program's lies in memory; a PE that is near says that there is some. */
static inline int is_buffer(const void *address, size_t bytes) { return (unsigned)address - __shmem_job.low <= __shmem_job.room - bytes; }

/* Of at most MOST_GUARDED bytes: no null pointer; what lies beyond memory cannot be loaded. */
static inline int is_given(const void *address) { return (unsigned)address >= NULL_PAGE; }

/* Of an atomic operation: who spins with them serves others now and then, whose operations may come as messages. */
static inline int changes(const void *address, size_t size, int pe) {
  if (++__shmem_job.looks % 256 == 0) __shmem_serve();
  return reaches(address, pe) && (unsigned)address % size == 0;
}

/* Whether values of that PE may be accessed, by whatever way the network has. */
static inline int is_open(int pe) { return (unsigned)pe < __shmem_job.open; }

/* Bytes of so many elements; more than there are where they have no number. */
static inline size_t bytes_of(size_t nelems, size_t size) {
  return nelems <= SIZE_MAX / size ? nelems * size : SIZE_MAX;
}

/* The number in the job of a PE of a context's team. */
int __shmem_pe_of(const char *name, shmem_ctx_t ctx, int pe);
static inline int pe_of(const char *name, shmem_ctx_t ctx, int pe) {
  return ctx == SHMEM_CTX_DEFAULT ? pe : __shmem_pe_of(name, ctx, pe);
}

