/*
 * Systems of linear equations and the inverse of a positive definite matrix. (Global Arrays User Manual, 5.2.)
 *
 * Global Arrays defines them by Fortran's columns, which are C's rows: each row of g_b is a right-hand side, and becomes its solution x,
 * with x A = b where A is the array in C's order; with 't', A x = b. The matrix is not changed.
 */
#include "systems.h"

static Patch sides(const char *name, int array, const Patch *a) {
  Patch p = __ga_whole(name, "g_b", array);
  if (p.type != C_DBL) __ga_refuse(name, "g_b", array, "the array's elements are of the type C_DBL");
  if (p.ndim > 2) __ga_refuse(name, "g_b", array, "the array has one dimension or two");
  if (p.hi[p.ndim - 1] != a->hi[0]) __ga_refuse(name, "g_b", p.of->dims[p.ndim - 1], "each row of the array has as many elements as one of g_a; this is its number of them");
  return p;
}

/* Solves with a factored matrix, and puts the solutions in their places. */
typedef void Solve(Factors *factors, const Lines *x);
static void solve(Factors *f, const Patch *b, Solve *first, Solve *second) {
  Lines x = __ga_lines(b, 0);
  first(f, &x);
  if (second) second(f, &x);
  __ga_put_lines(&x, b);
  free(x.own);
}

static int by_cholesky(const Patch *a, const Patch *b) {
  Factors f = __ga_factors(__ga_lines(a, 0));
  int failed = __ga_cholesky(&f);
  if (!failed) solve(&f, b, __ga_with_l, __ga_with_l_transposed);
  __ga_free_factors(&f);
  return failed;
}

static void by_lu(const Patch *a, const Patch *b, int is_transposed) {
  Factors f = __ga_factors(__ga_lines(a, is_transposed));
  int failed = __ga_lu(&f);
  if (failed) __ga_refuse(a->name, "g_a", failed, "the matrix is singular: this is the number, from 1, of the first line that depends on those before it");
  solve(&f, b, __ga_with_lu, NULL);
  __ga_free_factors(&f);
}

void GA_Lu_solve(char tran, int g_a, int g_b) {
  const char *name = "GA_Lu_solve";
  Patch a = __ga_matrix(name, "g_a", g_a), p[] = {a, sides(name, g_b, &a)};
  __ga_enter(p, 2);
  by_lu(&p[0], &p[1], tran == 't' || tran == 'T');
  __ga_leave(p);
}

/* 0, or the order of the leading minor that is not positive definite. */
int GA_Llt_solve(int g_a, int g_b) {
  const char *name = "GA_Llt_solve";
  Patch a = __ga_matrix(name, "g_a", g_a), p[] = {a, sides(name, g_b, &a)};
  __ga_enter(p, 2);
  int failed = by_cholesky(&p[0], &p[1]);
  __ga_leave(p);
  return failed;
}

/* 0 where Cholesky's factorization served, else more than 0: it was LU. */
int GA_Solve(int g_a, int g_b) {
  const char *name = "GA_Solve";
  Patch a = __ga_matrix(name, "g_a", g_a), p[] = {a, sides(name, g_b, &a)};
  __ga_enter(p, 2);
  int failed = by_cholesky(&p[0], &p[1]);
  if (failed) by_lu(&p[0], &p[1], 0);
  __ga_leave(p);
  return failed;
}

/* The identity's lines become those of the inverse. */
int GA_Spd_invert(int g_a) {
  const char *name = "GA_Spd_invert";
  Patch a = __ga_matrix(name, "g_a", g_a);
  __ga_enter(&a, 1);
  Factors f = __ga_factors(__ga_lines(&a, 0));
  int failed = __ga_cholesky(&f);
  if (!failed) {
    double one = 1;
    GA_Zero(g_a);
    GA_Shift_diagonal(g_a, &one);
    solve(&f, &a, __ga_with_l, __ga_with_l_transposed);
  }
  __ga_free_factors(&f);
  __ga_leave(&a);
  return failed;
}
