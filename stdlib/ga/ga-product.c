/*
 * c += a b in this process's memory.
 *
 * One idea: four rows of b are added to two rows of c at a time, so that eight loads and stores serve sixteen operations, in a loop over
 * neighbouring elements, which the optimizer turns into vectors. A block of b that stays in the second-level cache meets all
 * rows of a before the next one does. (Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008.)
 */
#include "product.h"

/* Of b: rows and columns of a block. */
enum { ROWS = 64, COLUMNS = 256 };

#define PRODUCT(TYPE, S) \
  static void four_on_two_##S(int n, const TYPE *a, int lda, const TYPE *b, int ldb, TYPE *c, int ldc) { \
    TYPE p0 = a[0], p1 = a[1], p2 = a[2], p3 = a[3], q0 = a[lda], q1 = a[lda + 1], q2 = a[lda + 2], q3 = a[lda + 3]; \
    const TYPE *b1 = b + ldb, *b2 = b1 + ldb, *b3 = b2 + ldb; \
    TYPE *d = c + ldc; \
    for (int j = 0; j < n; j++) { \
      TYPE w = b[j], x = b1[j], y = b2[j], z = b3[j]; \
      c[j] += p0 * w + p1 * x + p2 * y + p3 * z; \
      d[j] += q0 * w + q1 * x + q2 * y + q3 * z; \
    } \
  } \
\
  static void one_on_one_##S(int n, TYPE factor, const TYPE *b, TYPE *c) { \
    for (int j = 0; j < n; j++) c[j] += factor * b[j]; \
  } \
\
  /* A block of b. Rows of c and of b that are left over go one by one. */ \
  static void block_##S(int m, int n, int k, const TYPE *a, int lda, const TYPE *b, int ldb, TYPE *c, int ldc) { \
    for (int i = 0; i < m; i++, a += lda, c += ldc) { \
      int p = 0; \
      if (i + 1 < m) { \
        for (; p + 4 <= k; p += 4) four_on_two_##S(n, a + p, lda, b + p * ldb, ldb, c, ldc); \
        for (int q = p; q < k; q++) one_on_one_##S(n, a[q], b + q * ldb, c); \
        i++, a += lda, c += ldc; \
      } \
      for (; p < k; p++) one_on_one_##S(n, a[p], b + p * ldb, c); \
    } \
  } \
\
  void __ga_product_##S(int m, int n, int k, const TYPE *a, int lda, const TYPE *b, int ldb, TYPE *c, int ldc) { \
    for (int j = 0; j < n; j += COLUMNS) \
      for (int p = 0; p < k; p += ROWS) \
        block_##S(m, n - j < COLUMNS ? n - j : COLUMNS, k - p < ROWS ? k - p : ROWS, a + p, lda, b + p * ldb + j, ldb, c + j, ldc); \
  }
PRODUCT(float, f)
PRODUCT(double, d)
