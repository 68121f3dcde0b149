/* Puts that tell by a signal that they are done, and waiting for one (OpenSHMEM 1.5, 9.8, 9.10). */
#include "atomics.h"
#include "comparisons.h"
#include "job.h"

static void signal(const char *name, uint64_t *sig_addr, uint64_t value, int sig_op, int pe) {
  if (sig_op != SHMEM_SIGNAL_SET && sig_op != SHMEM_SIGNAL_ADD)
    __shmem_refuse(name, "sig_op", (void *)sig_op, "it is SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD");
  if (reaches(sig_addr, pe)) {
    uint64_t *there = (uint64_t *)THERE(uint64_t, sig_addr, pe);
    if (sig_op == SHMEM_SIGNAL_SET) __atomic_store_n(there, value, __ATOMIC_SEQ_CST);
    else __atomic_fetch_add(there, value, __ATOMIC_SEQ_CST);
  } else __shmem_atomic(name, sig_op == SHMEM_SIGNAL_SET ? SET : ADD, U64, sig_addr, &value, 0, 0, pe);
}

/* The signal comes behind the data: the network's puts are done first. */
static void put_signal(const char *name, void *dest, const void *source, size_t bytes, uint64_t *sig_addr, uint64_t value, int sig_op, int pe) {
  if (is_near(pe) && is_symmetric(dest, bytes)) upc_memput(THERE(char, dest, pe), source, bytes);
  else __shmem_put(name, dest, source, bytes, pe);
  upc_fence;
  signal(name, sig_addr, value, sig_op, pe);
}

#define FORMS(TYPE, SIZE, NAME) \
  void shmem_##NAME(TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) { \
    put_signal("shmem_" #NAME, dest, source, bytes_of(nelems, SIZE), sig_addr, signal, sig_op, pe); \
  } \
  void shmem_ctx_##NAME(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) { \
    put_signal("shmem_ctx_" #NAME, dest, source, bytes_of(nelems, SIZE), sig_addr, signal, sig_op, pe_of("shmem_ctx_" #NAME, ctx, pe)); \
  }
#define TYPED(TYPE, NAME) FORMS(TYPE, sizeof(TYPE), NAME##_put_signal) FORMS(TYPE, sizeof(TYPE), NAME##_put_signal_nbi)
_SHMEM_RMA_TYPES(TYPED)
#define SIZED(BITS) FORMS(void, BITS / 8, put##BITS##_signal) FORMS(void, BITS / 8, put##BITS##_signal_nbi)
_SHMEM_SIZES(SIZED)
FORMS(void, 1, putmem_signal)
FORMS(void, 1, putmem_signal_nbi)

void shmem_signal_set(uint64_t *sig_addr, uint64_t value, int pe) { signal("shmem_signal_set", sig_addr, value, SHMEM_SIGNAL_SET, pe); }
void shmem_signal_add(uint64_t *sig_addr, uint64_t value, int pe) { signal("shmem_signal_add", sig_addr, value, SHMEM_SIGNAL_ADD, pe); }
void shmem_ctx_signal_set(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t value, int pe) {
  signal("shmem_ctx_signal_set", sig_addr, value, SHMEM_SIGNAL_SET, pe_of("shmem_ctx_signal_set", ctx, pe));
}
void shmem_ctx_signal_add(shmem_ctx_t ctx, uint64_t *sig_addr, uint64_t value, int pe) {
  signal("shmem_ctx_signal_add", sig_addr, value, SHMEM_SIGNAL_ADD, pe_of("shmem_ctx_signal_add", ctx, pe));
}

uint64_t shmem_signal_fetch(const uint64_t *sig_addr) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_signal_fetch");
  __shmem_poll();
  return __atomic_load_n(sig_addr, __ATOMIC_SEQ_CST);
}

COMPARISON(uint64_t, uint64)

/* The value that it was when the condition held. */
uint64_t shmem_signal_wait_until(uint64_t *sig_addr, int cmp, uint64_t cmp_value) {
  for (;;) {
    shmem_uint64_wait_until(sig_addr, cmp, cmp_value);
    uint64_t found = __atomic_load_n(sig_addr, __ATOMIC_SEQ_CST);
    if (holds_uint64(found, cmp, cmp_value)) return found;
  }
}
