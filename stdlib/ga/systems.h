/*
 * Systems of linear equations whose matrix is dealt to the processes of a group line by line (ga-systems.c), and eigenvalues.
 *
 * A line is a row of an array, and so a column of the matrix as Fortran, in whose terms Global Arrays defines these functions, sees it.
 * Panels of neighbouring lines go round the processes. Right-hand sides are lines too.
 */
#include "patch.h"

enum { PANEL = 32 };

/* The lines of an array that this process has: own panel q is at q * PANEL * length. */
typedef struct lines {
  const char *name;
  int group, me, procs;
  int number, length;
  double *own;
} Lines;

/* A square matrix of C_DBL; other arrays are refused. */
Patch __ga_matrix(const char *name, const char *argument, int array);

/* Copies of the rows of an array, or of its columns; and back into the rows. */
Lines __ga_lines(const Patch *patch, int are_columns);
void __ga_put_lines(const Lines *lines, const Patch *patch);

/* A factored matrix: the panel that is being used, and of LU the rows that were exchanged. */
typedef struct factors {
  Lines lines;
  double *panel;
  int *pivots;
} Factors;

/* Factors with room for them; the lines are theirs from here on. */
Factors __ga_factors(Lines lines);
void __ga_free_factors(Factors *factors);

/* The lines become L (of a symmetric positive definite matrix, whose lines' later parts are looked at), or L and U. The result is 0,
   or the number, from 1, of the line where there is no further: the matrix is not positive definite, or singular. */
int __ga_cholesky(Factors *factors);
int __ga_lu(Factors *factors);

/* Solves for all lines at once: with L of Cholesky, with its transpose; with L and U. */
void __ga_with_l(Factors *factors, const Lines *x);
void __ga_with_l_transposed(Factors *factors, const Lines *x);
void __ga_with_lu(Factors *factors, const Lines *x);

/* The eigenvalues, in ascending order, and eigenvector j in row j of v, which may be the same array; collective (ga-eigen.c). */
void __ga_diagonalize(const Patch *a, const Patch *v, double *eval);
