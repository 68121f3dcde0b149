/*
 * Factorization of matrices that are dealt to processes by panels of lines, and substitution (systems.h).
 *
 * One idea: the process that has a panel factors it and gives it to all, each of which then brings its own later panels up to date, by a
 * product of matrices. (Golub and Van Loan, Matrix Computations, 4th edition, 3.2, 3.4, 4.2; right-looking, by blocks.)
 */
#include "systems.h"
#include "product.h"

static int panels_of(const Lines *x) { return (x->number + PANEL - 1) / PANEL; }
static int width_of(const Lines *x, int panel) { return x->number - panel * PANEL < PANEL ? x->number - panel * PANEL : PANEL; }
static double *panel_at(const Lines *x, int panel) { return x->own + panel / x->procs * PANEL * x->length; }

/* The first own panel from this one on. */
static int own_from(const Lines *x, int panel) { return panel + (x->me - panel % x->procs + x->procs) % x->procs; }

#define EACH_OWN(PANEL_NUMBER, FROM, X) for (int PANEL_NUMBER = own_from(X, FROM); PANEL_NUMBER < panels_of(X); PANEL_NUMBER += (X)->procs)

/* ---------------------------------------------------------------- lines of arrays */

Patch __ga_matrix(const char *name, const char *argument, int array) {
  Patch p = __ga_whole(name, argument, array);
  if (p.type != C_DBL) __ga_refuse(name, argument, array, "the array's elements are of the type C_DBL");
  __ga_check_square(&p);
  return p;
}

static void get_columns(const Patch *p, int first, int width, int length, double *to) {
  double *turned = __ga_room(p->name, width * length * sizeof *turned);
  __ga_get_box(p, (int[]){0, first}, (int[]){length - 1, first + width - 1}, turned, &width);
  for (int i = 0; i < length; i++)
    for (int j = 0; j < width; j++) to[j * length + i] = turned[i * width + j];
  free(turned);
}

Lines __ga_lines(const Patch *p, int are_columns) {
  Lines x = {p->name, p->of->group, p->of->rank, p->of->procs, p->ndim == 1 ? 1 : p->of->dims[0], p->of->dims[p->ndim - 1]};
  x.own = __ga_room(p->name, (panels_of(&x) / x.procs + 1) * PANEL * x.length * sizeof *x.own);
  EACH_OWN(q, 0, &x) {
    int first = q * PANEL, last = first + width_of(&x, q) - 1, lo[] = {first, 0}, hi[] = {last, x.length - 1};
    if (p->ndim == 1) __ga_get_box(p, &lo[1], &hi[1], panel_at(&x, q), NULL);
    else if (are_columns) get_columns(p, first, last - first + 1, x.length, panel_at(&x, q));
    else __ga_get_box(p, lo, hi, panel_at(&x, q), &x.length);
  }
  return x;
}

void __ga_put_lines(const Lines *x, const Patch *p) {
  EACH_OWN(q, 0, x) {
    int first = q * PANEL, lo[] = {first, 0}, hi[] = {first + width_of(x, q) - 1, x->length - 1}, ld[] = {x->length};
    __ga_put_box(p, p->ndim == 1 ? &lo[1] : lo, p->ndim == 1 ? &hi[1] : hi, panel_at(x, q), ld);
  }
}

/* ---------------------------------------------------------------- factors */

Factors __ga_factors(Lines lines) {
  Factors f = {lines};
  f.panel = __ga_room(lines.name, (PANEL * lines.length + PANEL + 1) * sizeof *f.panel);
  f.pivots = __ga_room(lines.name, (lines.length + PANEL) * sizeof *f.pivots);
  return f;
}

void __ga_free_factors(Factors *f) {
  free(f->lines.own);
  free(f->panel);
  free(f->pivots);
}

/* Gives the panel of the process that has it to all; behind it are words that go with it. */
static void share(Factors *f, int panel, int words) {
  Lines *x = &f->lines;
  int elements = PANEL * x->length;
  if (panel % x->procs == x->me) memcpy(f->panel, panel_at(x, panel), width_of(x, panel) * x->length * sizeof *f->panel);
  GA_Pgroup_brdcst(x->group, f->panel, (elements + words) * sizeof *f->panel, panel % x->procs);
}

/* lines[from ... to) -= the sum of factors times the panel's lines there. `factors`: of each line `width`, negative. */
static void subtract(double *lines, int number, int length, const double *factors, const double *panel, int width, int from, int to) {
  if (to > from) __ga_product_d(number, to - from, width, factors, PANEL, panel + from, length, lines + from, length);
}

/* ---------------------------------------------------------------- Cholesky */

/* Factors a panel whose first line is number `first`. */
static int factor_symmetric(double *panel, int first, int width, int length) {
  for (int j = first; j < first + width; j++) {
    double *line = panel + (j - first) * length;
    if (!(line[j] > 0)) return j + 1;
    double root = sqrt(line[j]);
    for (int i = j; i < length; i++) line[i] /= root;
    for (int c = j + 1; c < first + width; c++) {
      double *later = panel + (c - first) * length, factor = line[c];
      for (int i = c; i < length; i++) later[i] -= factor * line[i];
    }
  }
  return 0;
}

/* Brings own panel q up to date with the shared one. */
static void update_symmetric(Factors *f, int q, int width) {
  Lines *x = &f->lines;
  double factors[PANEL * PANEL];
  int first = q * PANEL;
  for (int c = 0; c < width_of(x, q); c++)
    for (int j = 0; j < width; j++) factors[c * PANEL + j] = -f->panel[j * x->length + first + c];
  subtract(panel_at(x, q), width_of(x, q), x->length, factors, f->panel, width, first, x->length);
}

int __ga_cholesky(Factors *f) {
  Lines *x = &f->lines;
  for (int k = 0; k < panels_of(x); k++) {
    double *failed = f->panel + PANEL * x->length;
    if (k % x->procs == x->me) *failed = factor_symmetric(panel_at(x, k), k * PANEL, width_of(x, k), x->length);
    share(f, k, 1);
    if (*failed) return *failed;
    EACH_OWN(q, k + 1, x) update_symmetric(f, q, width_of(x, k));
  }
  return 0;
}

/* A panel of right-hand sides meets the shared panel, whose lines are first ... : from there on it is solved with L. `is_unit`: L has
   ones on its diagonal. */
static void substitute(const Factors *f, double *x, int number, int first, int width, int is_unit) {
  int length = f->lines.length, behind = first + width;
  double factors[PANEL * PANEL];
  for (int c = 0; c < number; c++) {
    double *line = x + c * length;
    for (int j = first; j < behind; j++) {
      const double *l = f->panel + (j - first) * length;
      if (!is_unit) line[j] /= l[j];
      for (int i = j + 1; i < behind; i++) line[i] -= line[j] * l[i];
      factors[c * PANEL + j - first] = -line[j];
    }
  }
  subtract(x, number, length, factors, f->panel, width, behind, length);
}

void __ga_with_l(Factors *f, const Lines *x) {
  for (int k = 0; k < panels_of(&f->lines); k++) {
    share(f, k, 0);
    EACH_OWN(q, 0, x) substitute(f, panel_at(x, q), width_of(x, q), k * PANEL, width_of(&f->lines, k), 0);
  }
}

void __ga_with_l_transposed(Factors *f, const Lines *x) {
  int n = f->lines.length;
  for (int k = panels_of(&f->lines) - 1; k >= 0; k--) {
    share(f, k, 0);
    EACH_OWN(q, 0, x)
      for (int c = 0; c < width_of(x, q); c++) {
        double *line = panel_at(x, q) + c * n;
        for (int j = k * PANEL + width_of(&f->lines, k) - 1; j >= k * PANEL; j--) {
          const double *l = f->panel + (j - k * PANEL) * n;
          double sum = line[j];
          for (int i = j + 1; i < n; i++) sum -= l[i] * line[i];
          line[j] = sum / l[j];
        }
      }
  }
}

/* ---------------------------------------------------------------- LU */

static void exchange(double *lines, int number, int length, int first, int width, const double *pivots) {
  for (int c = 0; c < number; c++, lines += length)
    for (int j = 0; j < width; j++) {
      double kept = lines[first + j];
      lines[first + j] = lines[(int)pivots[j]];
      lines[(int)pivots[j]] = kept;
    }
}

static int pivot_of(const double *line, int from, int length) {
  int best = from;
  for (int i = from + 1; i < length; i++)
    if (fabs(line[i]) > fabs(line[best])) best = i;
  return best;
}

/* Factors a panel, exchanging rows within it. */
static int factor_any(double *panel, int first, int width, int length, double *pivots) {
  for (int j = first; j < first + width; j++) {
    double *line = panel + (j - first) * length;
    pivots[j - first] = pivot_of(line, j, length);
    exchange(panel, width, length, j, 1, &pivots[j - first]);
    if (line[j] == 0) return j + 1;
    for (int i = j + 1; i < length; i++) line[i] /= line[j];
    for (int c = j + 1; c < first + width; c++) {
      double *later = panel + (c - first) * length, factor = later[j];
      for (int i = j + 1; i < length; i++) later[i] -= factor * line[i];
    }
  }
  return 0;
}

/* The rows that a panel exchanged are exchanged in later panels, but not in earlier ones: substitution goes panel by panel as well. */
int __ga_lu(Factors *f) {
  Lines *x = &f->lines;
  for (int k = 0; k < panels_of(x); k++) {
    int first = k * PANEL, width = width_of(x, k);
    double *failed = f->panel + PANEL * x->length, *pivots = failed + 1;
    if (k % x->procs == x->me) *failed = factor_any(panel_at(x, k), first, width, x->length, pivots);
    share(f, k, PANEL + 1);
    if (*failed) return *failed;
    for (int j = 0; j < width; j++) f->pivots[first + j] = pivots[j];
    EACH_OWN(q, k + 1, x) {
      exchange(panel_at(x, q), width_of(x, q), x->length, first, width, pivots);
      substitute(f, panel_at(x, q), width_of(x, q), first, width, 1);
    }
  }
  return 0;
}

/* As substitute, with U, from the end. */
static void substitute_back(const Factors *f, double *x, int number, int first, int width) {
  int length = f->lines.length;
  double factors[PANEL * PANEL];
  for (int c = 0; c < number; c++) {
    double *line = x + c * length;
    for (int j = first + width - 1; j >= first; j--) {
      const double *u = f->panel + (j - first) * length;
      line[j] /= u[j];
      for (int i = first; i < j; i++) line[i] -= line[j] * u[i];
      factors[c * PANEL + j - first] = -line[j];
    }
  }
  subtract(x, number, length, factors, f->panel, width, 0, first);
}

void __ga_with_lu(Factors *f, const Lines *x) {
  double pivots[PANEL];
  for (int k = 0; k < panels_of(&f->lines); k++) {
    int first = k * PANEL, width = width_of(&f->lines, k);
    share(f, k, 0);
    for (int j = 0; j < width; j++) pivots[j] = f->pivots[first + j];
    EACH_OWN(q, 0, x) {
      exchange(panel_at(x, q), width_of(x, q), f->lines.length, first, width, pivots);
      substitute(f, panel_at(x, q), width_of(x, q), first, width, 1);
    }
  }
  for (int k = panels_of(&f->lines) - 1; k >= 0; k--) {
    share(f, k, 0);
    EACH_OWN(q, 0, x) substitute_back(f, panel_at(x, q), width_of(x, q), k * PANEL, width_of(&f->lines, k));
  }
}
