/* dst += scale * src: each real number by one atomic operation, so of a complex one both parts. The target's handler of messages calls it too. */
#include "job.h"

#define ORDER __ATOMIC_SEQ_CST

static inline void add_int(int *to, int value) { __atomic_fetch_add(to, value, ORDER); }
static inline void add_long(long *to, long value) { __atomic_fetch_add(to, value, ORDER); }

/* Floating-point numbers by their bits. */
#define ADD(TYPE, BITS) \
  static inline void add_##TYPE(TYPE *to, TYPE value) { \
    BITS old = __atomic_load_n((BITS *)to, ORDER); \
    for (;;) { \
      union { BITS bits; TYPE value; } sum = {old}; \
      sum.value += value; \
      if (__atomic_compare_exchange_n((BITS *)to, &old, sum.bits, 0, ORDER, ORDER)) return; \
    } \
  }
ADD(float, uint32_t)
ADD(double, uint64_t)

#define REAL(TYPE) \
  static void accumulate_##TYPE(const TYPE *scale, const TYPE *src, TYPE *dst, size_t bytes) { \
    TYPE factor = *scale; \
    for (size_t n = bytes / sizeof(TYPE), i = 0; i < n; i++) add_##TYPE(&dst[i], factor * src[i]); \
  }
REAL(int)
REAL(long)
REAL(float)
REAL(double)

#define COMPLEX(TYPE) \
  static void accumulate_complex_##TYPE(const TYPE *scale, const TYPE *src, TYPE *dst, size_t bytes) { \
    TYPE real = scale[0], imaginary = scale[1]; \
    for (size_t n = bytes / sizeof(TYPE), i = 0; i + 1 < n; i += 2) { \
      add_##TYPE(&dst[i], real * src[i] - imaginary * src[i + 1]); \
      add_##TYPE(&dst[i + 1], real * src[i + 1] + imaginary * src[i]); \
    } \
  }
COMPLEX(float)
COMPLEX(double)

void __armci_accumulate(int op, const void *scale, const void *src, void *dst, size_t bytes) {
  switch (op) {
    case ARMCI_ACC_INT: return accumulate_int(scale, src, dst, bytes);
    case ARMCI_ACC_LNG: return accumulate_long(scale, src, dst, bytes);
    case ARMCI_ACC_FLT: return accumulate_float(scale, src, dst, bytes);
    case ARMCI_ACC_DBL: return accumulate_double(scale, src, dst, bytes);
    case ARMCI_ACC_CPL: return accumulate_complex_float(scale, src, dst, bytes);
    default: return accumulate_complex_double(scale, src, dst, bytes);
  }
}
