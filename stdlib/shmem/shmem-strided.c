/* Elements at regular distances: iput and iget (OpenSHMEM 1.5, 9.6). */
#include "job.h"

/* Elements of so many bits, in memory of any type. */
typedef uint8_t __attribute__((__may_alias__)) bits8;
typedef uint16_t __attribute__((__may_alias__)) bits16;
typedef uint32_t __attribute__((__may_alias__)) bits32;
typedef uint64_t __attribute__((__may_alias__)) bits64;
typedef struct { uint64_t low, high; } __attribute__((__may_alias__)) bits128;

/* Whether loads and stores reach all of them. */
static inline int reaches_all(const void *address, ptrdiff_t stride, size_t nelems, size_t size, int pe) {
  if (stride < 1 || nelems == 0 || (uint64_t)stride * nelems * size >= SIZE_MAX) return 0;
  return is_near(pe) && is_symmetric(address, (nelems - 1) * stride * size + size);
}

#define DEFINE(TYPE, ELEMENT, NAME, PUT, GET) \
  static inline void iput_##NAME(const char *name, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) { \
    if (sst >= 1 && reaches_all(dest, dst, nelems, sizeof(ELEMENT), pe)) { \
      shared [] ELEMENT *to = THERE(ELEMENT, dest, pe); \
      const ELEMENT *from = source; \
      for (size_t i = 0; i < nelems; i++) to[i * dst] = from[i * sst]; \
    } else __shmem_iput(name, dest, source, dst, sst, nelems, sizeof(ELEMENT), pe); \
  } \
  static inline void iget_##NAME(const char *name, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) { \
    if (dst >= 1 && reaches_all(source, sst, nelems, sizeof(ELEMENT), pe)) { \
      shared [] ELEMENT *from = THERE(ELEMENT, source, pe); \
      ELEMENT *to = dest; \
      for (size_t i = 0; i < nelems; i++) to[i * dst] = from[i * sst]; \
    } else __shmem_iget(name, dest, source, dst, sst, nelems, sizeof(ELEMENT), pe); \
  } \
  void shmem_##PUT(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) { \
    iput_##NAME("shmem_" #PUT, dest, source, dst, sst, nelems, pe); \
  } \
  void shmem_ctx_##PUT(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) { \
    iput_##NAME("shmem_ctx_" #PUT, dest, source, dst, sst, nelems, pe_of("shmem_ctx_" #PUT, ctx, pe)); \
  } \
  void shmem_##GET(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) { \
    iget_##NAME("shmem_" #GET, dest, source, dst, sst, nelems, pe); \
  } \
  void shmem_ctx_##GET(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe) { \
    iget_##NAME("shmem_ctx_" #GET, dest, source, dst, sst, nelems, pe_of("shmem_ctx_" #GET, ctx, pe)); \
  }

#define DEFINE_TYPE(TYPE, NAME) DEFINE(TYPE, TYPE, NAME, NAME##_iput, NAME##_iget)
_SHMEM_RMA_TYPES(DEFINE_TYPE)
#define DEFINE_SIZE(BITS) DEFINE(void, bits##BITS, BITS, iput##BITS, iget##BITS)
_SHMEM_SIZES(DEFINE_SIZE)
