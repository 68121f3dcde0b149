/*
 * The functions of the program for eigenvalues: GA_Diag_std of a symmetric matrix; GA_Diag of a pair, A x = e S x with a positive definite S.
 * (Global Arrays User Manual, 5.2.) Eigenvector j becomes row j of g_v, which is a column as Fortran sees it.
 *
 * One idea: a pair becomes one symmetric matrix by the factors of S.
 */
#include "systems.h"

static void same_order(const Patch *a, const Patch *other) {
  if (a->hi[0] != other->hi[0]) __ga_refuse(other->name, other->argument, other->of->dims[0], "the matrix has the order of g_a; this is its own");
}

static void standard(const char *name, int g_a, int g_v, double *eval) {
  Patch p[] = {__ga_matrix(name, "g_a", g_a), __ga_matrix(name, "g_v", g_v)};
  same_order(&p[0], &p[1]);
  __ga_enter(p, 2);
  __ga_diagonalize(&p[0], &p[1], eval);
  __ga_leave(p);
}

void GA_Diag_std(int g_a, int g_v, void *eval) { standard("GA_Diag_std", g_a, g_v, eval); }
void GA_Diag_std_seq(int g_a, int g_v, void *eval) { standard("GA_Diag_std_seq", g_a, g_v, eval); }

/* ---------------------------------------------------------------- A x = e S x */

/* Where S = L L', B is L^-1 A L^-T, and x = L^-T y for an eigenvector y of B. The array v holds what is between. */
static void reduce(Factors *s, const Patch *a, const Patch *v) {
  Lines x = __ga_lines(a, 0);
  __ga_with_l(s, &x);
  __ga_put_lines(&x, v);
  free(x.own);
  __ga_sync(a->name, a->of->group);
  x = __ga_lines(v, 1);
  __ga_with_l(s, &x);
  __ga_sync(a->name, a->of->group);
  __ga_put_lines(&x, v);
  free(x.own);
  __ga_sync(a->name, a->of->group);
}

static void general(const char *name, Factors *s, int g_a, int g_v, double *eval) {
  Patch a = __ga_matrix(name, "g_a", g_a), v = __ga_matrix(name, "g_v", g_v);
  same_order(&a, &v);
  reduce(s, &a, &v);
  __ga_diagonalize(&v, &v, eval);
  __ga_sync(name, a.of->group);
  Lines x = __ga_lines(&v, 0);
  __ga_with_l_transposed(s, &x);
  __ga_sync(name, a.of->group);
  __ga_put_lines(&x, &v);
  free(x.own);
}

static Factors metric(const Patch *s) {
  Factors f = __ga_factors(__ga_lines(s, 0));
  int failed = __ga_cholesky(&f);
  if (failed) __ga_refuse(s->name, "g_s", failed, "the matrix is positive definite; this is the order of the first leading minor that is not");
  return f;
}

/* The factors that GA_Diag_reuse keeps. */
static Factors kept;
static int is_kept;

static void forget(void) {
  if (is_kept) __ga_free_factors(&kept);
  is_kept = 0;
}

static void diag(const char *name, int g_a, int g_s, int g_v, double *eval) {
  Patch p[] = {__ga_matrix(name, "g_a", g_a), __ga_matrix(name, "g_s", g_s), __ga_matrix(name, "g_v", g_v)};
  same_order(&p[0], &p[1]);
  __ga_enter(p, 3);
  Factors s = metric(&p[1]);
  general(name, &s, g_a, g_v, eval);
  __ga_free_factors(&s);
  __ga_leave(p);
}

void GA_Diag(int g_a, int g_s, int g_v, void *eval) { diag("GA_Diag", g_a, g_s, g_v, eval); }
void GA_Diag_seq(int g_a, int g_s, int g_v, void *eval) { diag("GA_Diag_seq", g_a, g_s, g_v, eval); }

/* 0: factors S, and keeps the factors; more: uses those that it kept; less: forgets them. */
void GA_Diag_reuse(int reuse, int g_a, int g_s, int g_v, void *eval) {
  const char *name = "GA_Diag_reuse";
  if (reuse < 0) return forget();
  Patch p[] = {__ga_matrix(name, "g_a", g_a), __ga_matrix(name, "g_s", g_s), __ga_matrix(name, "g_v", g_v)};
  same_order(&p[0], &p[1]);
  __ga_enter(p, 3);
  if (reuse == 0) forget();
  if (!is_kept) kept = metric(&p[1]);
  is_kept = 1;
  if (kept.lines.length != p[0].of->dims[0]) __ga_refuse(name, "reuse", reuse, "the factors that are kept are of a matrix of another order");
  general(name, &kept, g_a, g_v, eval);
  __ga_leave(p);
}
