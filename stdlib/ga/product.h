/*
 * Products of matrices in this process's memory, row by row (ga-product.c).
 */
/* c += a b, of m x k and k x n; ld: elements from one row to the next. */
void __ga_product_f(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc);
void __ga_product_d(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc);
