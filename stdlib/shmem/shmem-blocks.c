/* Contiguous elements: put, get and their non-blocking forms (OpenSHMEM 1.5, 9.6). */
#include "job.h"

/*
 * NEAR copies where loads and stores reach ADDRESS, and OWN is a buffer; FAR is the runtime's call. What a program copies by a fixed small size is looked
 * at as an element is.
 */
#define COPY(NAME, PARAMETERS, ADDRESS, OWN, NEAR, FAR) \
  __attribute__((noinline)) static void far_##NAME PARAMETERS { FAR; } \
  static inline void NAME PARAMETERS { \
    if (bytes - 1 >= MOST_GUARDED) { \
      if (is_near(pe) && is_symmetric(ADDRESS, bytes) && is_buffer(OWN, bytes)) NEAR; \
      else FAR; \
    } else if (reaches(ADDRESS, pe) && is_given(OWN)) \
      NEAR; \
    else { \
      far_##NAME(name, dest, source, bytes, pe); \
      __pgasc_unreached(); \
    } \
  }
#define PARAMETERS (const char *name, void *dest, const void *source, size_t bytes, int pe)
#define PUT upc_memput(THERE(char, dest, pe), source, bytes)
#define GET upc_memget(dest, THERE(char, source, pe), bytes)
COPY(put, PARAMETERS, dest, source, PUT, __shmem_put(name, dest, source, bytes, pe))
COPY(get, PARAMETERS, source, dest, GET, __shmem_get(name, dest, source, bytes, pe))
COPY(put_nbi, PARAMETERS, dest, source, PUT, __shmem_put_nbi(name, dest, source, bytes, pe))
COPY(get_nbi, PARAMETERS, source, dest, GET, __shmem_get_nbi(name, dest, source, bytes, pe))
#undef PARAMETERS

/* A function and that of a context: PRE and POST are the parts of its name. */
#define FORMS(TYPE, SIZE, PRE, OPERATION, POST) \
  void shmem_##PRE##POST(TYPE *dest, const TYPE *source, size_t nelems, int pe) { \
    OPERATION("shmem_" #PRE #POST, dest, source, bytes_of(nelems, SIZE), pe); \
  } \
  void shmem_ctx_##PRE##POST(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, size_t nelems, int pe) { \
    const char *name = "shmem_ctx_" #PRE #POST; \
    OPERATION(name, dest, source, bytes_of(nelems, SIZE), pe_of(name, ctx, pe)); \
  }

#define DEFINE(TYPE, NAME) \
  FORMS(TYPE, sizeof(TYPE), NAME, put, _put) \
  FORMS(TYPE, sizeof(TYPE), NAME, get, _get) \
  FORMS(TYPE, sizeof(TYPE), NAME, put_nbi, _put_nbi) \
  FORMS(TYPE, sizeof(TYPE), NAME, get_nbi, _get_nbi)
_SHMEM_RMA_TYPES(DEFINE)

#define DEFINE_SIZE(BITS) \
  FORMS(void, BITS / 8, put, put, BITS) \
  FORMS(void, BITS / 8, get, get, BITS) \
  FORMS(void, BITS / 8, put##BITS, put_nbi, _nbi) \
  FORMS(void, BITS / 8, get##BITS, get_nbi, _nbi)
_SHMEM_SIZES(DEFINE_SIZE)

FORMS(void, 1, put, put, mem)
FORMS(void, 1, get, get, mem)
FORMS(void, 1, put, put_nbi, mem_nbi)
FORMS(void, 1, get, get_nbi, mem_nbi)

/* Blocks of elements at regular distances (OpenSHMEM 1.6). */
#define BLOCKED(TYPE, SIZE, OPERATION, NAME) \
  static inline void every_##NAME(const char *name, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) { \
    __shmem_check_strides(name, dst, sst, pe); \
    for (size_t i = 0; i < nblocks; i++) \
      OPERATION(name, (char *)dest + (ptrdiff_t)i * dst * (ptrdiff_t)SIZE, (const char *)source + (ptrdiff_t)i * sst * (ptrdiff_t)SIZE, bytes_of(bsize, SIZE), pe); \
  } \
  void shmem_##NAME(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) { \
    every_##NAME("shmem_" #NAME, dest, source, dst, sst, bsize, nblocks, pe); \
  } \
  void shmem_ctx_##NAME(shmem_ctx_t ctx, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe) { \
    every_##NAME("shmem_ctx_" #NAME, dest, source, dst, sst, bsize, nblocks, pe_of("shmem_ctx_" #NAME, ctx, pe)); \
  }
#define TYPED_BLOCKS(TYPE, NAME) BLOCKED(TYPE, sizeof(TYPE), put, NAME##_ibput) BLOCKED(TYPE, sizeof(TYPE), get, NAME##_ibget)
_SHMEM_RMA_TYPES(TYPED_BLOCKS)
#define SIZED_BLOCKS(BITS) BLOCKED(void, BITS / 8, put, ibput##BITS) BLOCKED(void, BITS / 8, get, ibget##BITS)
_SHMEM_SIZES(SIZED_BLOCKS)
