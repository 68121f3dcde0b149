/*
 * One value of all elements: dot products, norms, the least or greatest element and its place.
 * (Global Arrays User Manual, 5.1 to 5.3.)
 */
#include "patch.h"

/* ---------------------------------------------------------------- dot products */

#define DOT(TYPE, S) \
  static void dot_##S(int n, void *sum, void *const place[]) { \
    TYPE total = 0; \
    const TYPE *x = place[0], *y = place[1]; \
    for (int i = 0; i < n; i++) total += x[i] * y[i]; \
    *(TYPE *)sum += total; \
  }
EACH_TYPE(DOT)
static Kernel *const dots[] = KERNELS(dot);

/* `type`: of the function's result. Only one array transposed makes a difference. */
static void dot(Patch a, char t_a, Patch b, char t_b, int type, void *sum) {
  Patch p[] = {a, b};
  int number = __ga_number(&p[0]);
  if (a.type != type && !(number == LONG && (type == C_LONG || type == C_LONGLONG)))
    __ga_refuse(a.name, a.argument, a.array, "the array's elements are of the type of the function's result");
  p[1].is_reversed = (t_a == 'n' || t_a == 'N') != (t_b == 'n' || t_b == 'N');
  __ga_alike(p, 2);
  __ga_enter(p, 2);
  __ga_walk(p, 2, dots[number], sum);
  __ga_combined(&a, a.type, sum, 1, "+");
}

#define DOT_FUNCTIONS(LETTER, TYPE, NUMBER) \
  TYPE GA_##LETTER##dot(int g_a, int g_b) { \
    const char *name = "GA_" #LETTER "dot"; \
    TYPE sum = {0}; \
    dot(WHOLE(g_a), 'n', WHOLE(g_b), 'n', NUMBER, &sum); \
    return sum; \
  } \
  DOT_PATCH(LETTER, TYPE, NUMBER, , int) \
  DOT_PATCH(LETTER, TYPE, NUMBER, 64, int64_t)
#define DOT_PATCH(LETTER, TYPE, NUMBER, WIDE, INDEX) \
  TYPE NGA_##LETTER##dot_patch##WIDE(int g_a, char t_a, INDEX alo[], INDEX ahi[], int g_b, char t_b, INDEX blo[], INDEX bhi[]) { \
    const char *name = "NGA_" #LETTER "dot_patch" #WIDE; \
    TYPE sum = {0}; \
    dot(PATCH(g_a, alo, ahi), t_a, PATCH(g_b, blo, bhi), t_b, NUMBER, &sum); \
    return sum; \
  }
DOT_FUNCTIONS(I, int, C_INT)
DOT_FUNCTIONS(L, long, C_LONG)
DOT_FUNCTIONS(Ll, long long, C_LONGLONG)
DOT_FUNCTIONS(F, float, C_FLOAT)
DOT_FUNCTIONS(D, double, C_DBL)
DOT_FUNCTIONS(C, SingleComplex, C_SCPL)
DOT_FUNCTIONS(Z, DoubleComplex, C_DCPL)

/* ---------------------------------------------------------------- norms */

#define NORM1(TYPE, S) \
  static void norm1_##S(int n, void *norm, void *const place[]) { \
    const TYPE *x = place[0]; \
    for (int i = 0; i < n; i++) *(double *)norm += MAGNITUDE_##S(x[i]); \
  }
EACH_TYPE(NORM1)
static Kernel *const norms1[] = KERNELS(norm1);

#define NORM_INFINITY(TYPE, S) \
  static void norm_infinity_##S(int n, void *norm, void *const place[]) { \
    const TYPE *x = place[0]; \
    for (int i = 0; i < n; i++) \
      if (MAGNITUDE_##S(x[i]) > *(double *)norm) *(double *)norm = MAGNITUDE_##S(x[i]); \
  }
EACH_TYPE(NORM_INFINITY)
static Kernel *const norms_infinity[] = KERNELS(norm_infinity);

static void norm(Patch a, Kernel *const kernels[], const char *operation, double *nm) {
  if (a.ndim > 2) __ga_refuse(a.name, "g_a", a.array, "the array has one dimension or two");
  *nm = 0;
  __ga_enter(&a, 1);
  __ga_walk(&a, 1, kernels[__ga_number(&a)], nm);
  __ga_combined(&a, C_DBL, nm, 1, operation);
  __ga_leave(&a);
}

/* Both are of the array as a vector: the sum of the magnitudes, and the greatest. */
void GA_Norm1(int g_a, double *nm) { norm(__ga_whole("GA_Norm1", "g_a", g_a), norms1, "+", nm); }
void GA_Norm_infinity(int g_a, double *nm) { norm(__ga_whole("GA_Norm_infinity", "g_a", g_a), norms_infinity, "max", nm); }

/* ---------------------------------------------------------------- the least or greatest element */

/* Complex numbers are compared by their magnitudes. The context is the address of the best element so far. */
#define SELECT(NAME, TYPE, S, BEFORE) \
  static void NAME##_##S(int n, void *best, void *const place[]) { \
    TYPE *x = place[0], **found = best; \
    for (int i = 0; i < n; i++) \
      if (!*found || KEY_##S(x[i]) BEFORE KEY_##S(**found)) *found = &x[i]; \
  }
#define LEAST(TYPE, S) SELECT(least, TYPE, S, <)
#define GREATEST(TYPE, S) SELECT(greatest, TYPE, S, >)
EACH_TYPE(LEAST)
EACH_TYPE(GREATEST)
static Kernel *const least[] = KERNELS(least);
static Kernel *const greatest[] = KERNELS(greatest);

/* The indices of the element at an address in a part. */
static void indices_of(const Patch *a, const char *address, const struct __ga_part *part, long at[]) {
  int offset = (address - part->place) / (int)a->size;
  for (int d = 0; d < a->ndim; d++) {
    int step = 1;
    for (int e = d; e + 1 < a->ndim; e++) step *= part->ld[e];
    at[d] = part->lo[d] + offset / step;
    offset %= step;
  }
}

/* The best of this process's own elements, or NULL. */
static char *own_best(const Patch *a, Kernel *select, long at[]) {
  char *best = NULL;
  EACH_PART(part, a) {
    char *before = best;
    __ga_walk_part(a, &part, select, &best);
    if (best != before) indices_of(a, best, &part, at);
  }
  return best;
}

/* Each process's best and its indices are seen by all, who choose among them. */
static void select_elem(Patch a, const char *op, void *val, long at[]) {
  int is_least = strncmp(op, "min", 3) == 0, procs = a.of->procs, me = a.of->rank, row = a.ndim + 1;
  if (!is_least && strncmp(op, "max", 3) != 0) __ga_refuse(a.name, "op", op[0], "it is \"min\" or \"max\"; this is the code of its first character");
  Kernel *select = (is_least ? least : greatest)[__ga_number(&a)];
  __ga_enter(&a, 1);
  char *values = calloc(procs, a.size), *best = NULL;
  long *places = calloc(procs * row, sizeof *places);
  char *own = own_best(&a, select, &places[me * row]);
  if (own) {
    memcpy(values + me * a.size, own, a.size);
    places[me * row + a.ndim] = 1;
  }
  __ga_combined(&a, a.type, values, procs, "+");
  __ga_combined(&a, C_LONG, places, procs * row, "+");
  for (int p = 0; p < procs; p++)
    if (places[p * row + a.ndim]) select(1, &best, (void *[]){values + p * a.size});
  memcpy(val, best, a.size);
  memcpy(at, &places[(best - values) / (int)a.size * row], a.ndim * sizeof *at);
  free(values);
  free(places);
  __ga_leave(&a);
}

#define SELECT_ELEM(WIDE, INDEX) \
  void NGA_Select_elem##WIDE(int g_a, char *op, void *val, INDEX *index) { \
    const char *name = "NGA_Select_elem" #WIDE; \
    Patch a = WHOLE(g_a); \
    long at[MAXDIM]; \
    select_elem(a, op, val, at); \
    for (int d = 0; d < a.ndim; d++) index[d] = at[d]; \
  }
EACH_INDEX(SELECT_ELEM)
