/*
 * Products of patches (ga-gemm.c), whose rows and columns the functions of the program name in several ways (ga-matmul.c).
 */
#include "patch.h"

/* A patch as a matrix: the dimensions of its rows and of its columns, -1 for one row or column. */
typedef struct view {
  Patch patch;
  int row, column;
  /* What op does: n, t or c. */
  char op;
  /* Of op(patch). */
  int rows, columns;
} View;
View __ga_view_of(Patch patch, int row, int column, char op);

/* Refuses matrices of other types, or of other extents than a product C = op(A) op(B) has. */
void __ga_check_product(const View *a, const View *b, const View *c);
/* C = alpha op(A) op(B) + beta C; collective. The numbers are of C's type. */
void __ga_multiply(View a, View b, View c, const void *alpha, const void *beta);
