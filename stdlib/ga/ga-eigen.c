/*
 * Eigenvalues, in ascending order, and eigenvectors of a symmetric matrix.
 *
 * One idea: the rows of the matrix are dealt to the processes, which make it tridiagonal together by reflections; the eigenvalues of that
 * each finds by itself, and each turns its own components of all eigenvectors. (Golub and Van Loan, Matrix Computations, 8.3.)
 */
#include "systems.h"

/* The matrix while it becomes tridiagonal, and what becomes of it. */
typedef struct tridiagonal {
  const char *name;
  int group, me, procs;
  int n;
  /* Own rows me, me + procs ... of n elements. */
  double *rows;
  /* Reflection k: its vector, of elements k + 1 ..., and the factor 2 / (u u). */
  double *vectors, *factors;
  double *diagonal, *beside;
} Tridiagonal;

static double *own_row(const Tridiagonal *t, int i) { return t->rows + i / t->procs * t->n; }

static double dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

/* The reflection that leaves of x only its first element, which it gives. u = x - first e. */
static double reflection(const double *x, int n, double *u, double *factor) {
  double norm, scale = 0, size;
  *factor = 0;
  if (n == 0) return 0;
  for (int i = 0; i < n; i++) scale = fmax(scale, fabs(x[i]));
  for (int i = 0; i < n; i++) u[i] = scale == 0 ? 0 : x[i] / scale;
  norm = dot(u, u, n);
  if (norm == u[0] * u[0]) return x[0];
  size = u[0] > 0 ? -sqrt(norm) : sqrt(norm);
  u[0] -= size;
  *factor = 2 / dot(u, u, n);
  return size * scale;
}

/* Row k's process gives the reflection of its elements behind the diagonal to all: vector, factor, diagonal element, element beside. What
   is behind the vector's place is not used yet. */
static const double *share_reflection(Tridiagonal *t, int k) {
  int n = t->n - k - 1;
  double *u = t->vectors + k * t->n;
  if (k % t->procs == t->me) {
    const double *row = own_row(t, k);
    u[n + 1] = row[k];
    u[n + 2] = reflection(row + k + 1, n, u, &u[n]);
  }
  GA_Pgroup_brdcst(t->group, u, (n + 3) * sizeof *u, k % t->procs);
  t->factors[k] = u[n];
  t->diagonal[k] = u[n + 1];
  t->beside[k] = u[n + 2];
  return u;
}

/* The matrix behind row k is reflected from both sides: it loses u w' + w u', where w = p - (factor / 2)(p u) u and p = factor A u. */
static void reflect_matrix(Tridiagonal *t, int k, const double *u, double *w) {
  int n = t->n - k - 1, first = k + 1 + (t->me - (k + 1) % t->procs + t->procs) % t->procs;
  double factor = t->factors[k];
  memset(w, 0, n * sizeof *w);
  for (int i = first; i < t->n; i += t->procs) w[i - k - 1] = factor * dot(own_row(t, i) + k + 1, u, n);
  __ga_reduce(t->name, t->group, C_DBL, w, n, "+");
  double share = factor / 2 * dot(w, u, n);
  for (int i = 0; i < n; i++) w[i] -= share * u[i];
  for (int i = first; i < t->n; i += t->procs) {
    double *row = own_row(t, i) + k + 1, p = u[i - k - 1], q = w[i - k - 1];
    for (int j = 0; j < n; j++) row[j] -= p * w[j] + q * u[j];
  }
}

static Tridiagonal tridiagonal_of(const Patch *a) {
  int n = a->of->dims[0];
  Tridiagonal t = {a->name, a->of->group, a->of->rank, a->of->procs, n};
  t.rows = __ga_room(a->name, (n / t.procs + 1) * n * sizeof *t.rows);
  t.vectors = __ga_room(a->name, (n * n + 3) * sizeof *t.vectors);
  t.factors = __ga_room(a->name, 3 * n * sizeof *t.factors);
  t.diagonal = t.factors + n;
  t.beside = t.diagonal + n;
  for (int i = t.me; i < n; i += t.procs) {
    int lo[] = {i, 0}, hi[] = {i, n - 1};
    __ga_get_box(a, lo, hi, own_row(&t, i), &n);
  }
  double *w = __ga_room(a->name, n * sizeof *w);
  for (int k = 0; k < n; k++) {
    const double *u = share_reflection(&t, k);
    if (t.factors[k] != 0) reflect_matrix(&t, k, u, w);
  }
  free(w);
  return t;
}

static void free_tridiagonal(Tridiagonal *t) {
  free(t->rows);
  free(t->vectors);
  free(t->factors);
}

/* ---------------------------------------------------------------- own components of the eigenvectors */

/* Components first ... of all vectors: those of vector j are at j * number. */
typedef struct components {
  int first, number;
  double *of;
} Components;

/* Those of the unit vectors, reflected by all: the matrix that makes A tridiagonal. */
static Components reflected(const Tridiagonal *t) {
  int n = t->n, first = t->me * n / t->procs, number = (t->me + 1) * n / t->procs - first;
  Components z = {first, number, __ga_room(t->name, n * number * sizeof(double))};
  double *sums = __ga_room(t->name, number * sizeof *sums);
  memset(z.of, 0, n * number * sizeof *z.of);
  for (int i = 0; i < number; i++) z.of[(first + i) * number + i] = 1;
  for (int k = 0; k < n; k++) {
    const double *u = t->vectors + k * n;
    if (t->factors[k] == 0) continue;
    memset(sums, 0, number * sizeof *sums);
    for (int j = k + 1; j < n; j++)
      for (int i = 0; i < number; i++) sums[i] += u[j - k - 1] * z.of[j * number + i];
    for (int j = k + 1; j < n; j++)
      for (int i = 0; i < number; i++) z.of[j * number + i] -= t->factors[k] * u[j - k - 1] * sums[i];
  }
  free(sums);
  return z;
}

/* Turns vectors j and j + 1 in their plane. */
static void turn(const Components *z, int j, double cosine, double sine) {
  double *x = z->of + j * z->number, *y = x + z->number;
  for (int i = 0; i < z->number; i++) {
    double p = x[i], q = y[i];
    x[i] = cosine * p - sine * q;
    y[i] = sine * p + cosine * q;
  }
}

/* The last row of the block that begins in row l: the element beside it is negligible. */
static int block_end(const Tridiagonal *t, int l) {
  for (; l + 1 < t->n; l++) {
    double near = fabs(t->diagonal[l]) + fabs(t->diagonal[l + 1]);
    if (near + fabs(t->beside[l]) == near) break;
  }
  return l;
}

/* One implicit QL step on rows l ... m, with Wilkinson's shift. */
static void ql_step(Tridiagonal *t, int l, int m, const Components *z) {
  double *d = t->diagonal, *e = t->beside;
  double half = (d[l + 1] - d[l]) / (2 * e[l]), root = hypot(half, 1), sine = 1, cosine = 1, shifted = 0;
  double g = d[m] - d[l] + e[l] / (half + (half < 0 ? -root : root));
  int i = m - 1;
  for (; i >= l; i--) {
    double f = sine * e[i], b = cosine * e[i], r = hypot(f, g);
    e[i + 1] = r;
    if (r == 0) {
      d[i + 1] -= shifted;
      e[m] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = d[i + 1] - shifted;
    r = (d[i] - g) * sine + 2 * cosine * b;
    shifted = sine * r;
    d[i + 1] = g + shifted;
    g = cosine * r - b;
    turn(z, i, cosine, sine);
  }
  d[l] -= shifted;
  e[l] = g;
  e[m] = 0;
}

static void iterate(Tridiagonal *t, const Components *z) {
  t->beside[t->n - 1] = 0;
  for (int l = 0; l < t->n; l++) {
    int steps = 0;
    for (int m; (m = block_end(t, l)) != l; ql_step(t, l, m, z))
      if (++steps > 100) __ga_refuse(t->name, "g_a", l, "an eigenvalue is not found in 100 steps: the matrix has elements that are no numbers; this is the eigenvalue's number");
  }
}

/* ---------------------------------------------------------------- results */

static void sort(Tridiagonal *t, const Components *z) {
  for (int i = 0; i < t->n; i++) {
    int least = i;
    for (int j = i + 1; j < t->n; j++)
      if (t->diagonal[j] < t->diagonal[least]) least = j;
    if (least == i) continue;
    double kept = t->diagonal[i];
    t->diagonal[i] = t->diagonal[least];
    t->diagonal[least] = kept;
    double *x = z->of + i * z->number, *y = z->of + least * z->number;
    for (int c = 0; c < z->number; c++) {
      double component = x[c];
      x[c] = y[c];
      y[c] = component;
    }
  }
}

void __ga_diagonalize(const Patch *a, const Patch *v, double *eval) {
  Tridiagonal t = tridiagonal_of(a);
  Components z = reflected(&t);
  iterate(&t, &z);
  sort(&t, &z);
  int lo[] = {0, z.first}, hi[] = {t.n - 1, z.first + z.number - 1};
  __ga_sync(a->name, a->of->group);
  if (z.number) __ga_put_box(v, lo, hi, z.of, &z.number);
  memcpy(eval, t.diagonal, t.n * sizeof *eval);
  free(z.of);
  free_tridiagonal(&t);
}
