/* Operations on elements: of each type, distribution and shape, on whole arrays and patches. */
#include "elements.h"

enum { FILL, ZERO, SCALE, ADD_CONSTANT, ABS, RECIP, COPY, ADD, MULTIPLY, DIVIDE, MAXIMUM, MINIMUM, MEDIAN, OPERATIONS };

static const Number P = {2, 1}, Q = {-3, 2};
static Number p, q;

static Number quotient(int type, Number a, Number b) {
  double n = b.re * b.re + b.im * b.im;
  if (type == C_INT || type == C_LONG) return (Number){(long)a.re / (long)b.re, 0};
  return (Number){(a.re * b.re + a.im * b.im) / n, (a.im * b.re - a.re * b.im) / n};
}

static int is_less(int type, Number a, Number b) {
  return type == C_SCPL || type == C_DCPL ? size_of_number(a) < size_of_number(b) : a.re < b.re;
}

static Number median(int type, Number a, Number b, Number c) {
  if (is_less(type, a, b) != is_less(type, a, c)) return a;
  return is_less(type, b, a) != is_less(type, b, c) ? b : c;
}

static Number expected(int operation, int type, Number a, Number b, Number c) {
  switch (operation) {
    case FILL: return p;
    case ZERO: return (Number){0, 0};
    case SCALE: return times(a, p);
    case ADD_CONSTANT: return plus(a, p);
    case ABS: return (Number){size_of_number(a), 0};
    case RECIP: return quotient(type, (Number){1, 0}, a);
    case COPY: return b;
    case ADD: return plus(times(p, b), times(q, c));
    case MULTIPLY: return times(b, c);
    case DIVIDE: return quotient(type, b, c);
    case MAXIMUM: return is_less(type, b, c) ? c : b;
    case MINIMUM: return is_less(type, c, b) ? c : b;
    default: return median(type, a, b, c);
  }
}

/* a becomes the operation's result of a, b and c, in a patch or wholly. */
static void operate(int operation, int a, int b, int c, Value x, Value y, int *lo, int *hi, int is_whole) {
  switch (operation) {
    case FILL: is_whole ? GA_Fill(a, &x) : NGA_Fill_patch(a, lo, hi, &x); break;
    case ZERO: is_whole ? GA_Zero(a) : NGA_Zero_patch(a, lo, hi); break;
    case SCALE: is_whole ? GA_Scale(a, &x) : NGA_Scale_patch(a, lo, hi, &x); break;
    case ADD_CONSTANT: is_whole ? GA_Add_constant(a, &x) : GA_Add_constant_patch(a, lo, hi, &x); break;
    case ABS: is_whole ? GA_Abs_value(a) : GA_Abs_value_patch(a, lo, hi); break;
    case RECIP: is_whole ? GA_Recip(a) : GA_Recip_patch(a, lo, hi); break;
    case COPY: is_whole ? GA_Copy(b, a) : NGA_Copy_patch('n', b, lo, hi, a, lo, hi); break;
    case ADD: is_whole ? GA_Add(&x, b, &y, c, a) : NGA_Add_patch(&x, b, lo, hi, &y, c, lo, hi, a, lo, hi); break;
    case MULTIPLY: is_whole ? GA_Elem_multiply(b, c, a) : GA_Elem_multiply_patch(b, lo, hi, c, lo, hi, a, lo, hi); break;
    case DIVIDE: is_whole ? GA_Elem_divide(b, c, a) : GA_Elem_divide_patch(b, lo, hi, c, lo, hi, a, lo, hi); break;
    case MAXIMUM: is_whole ? GA_Elem_maximum(b, c, a) : GA_Elem_maximum_patch(b, lo, hi, c, lo, hi, a, lo, hi); break;
    case MINIMUM: is_whole ? GA_Elem_minimum(b, c, a) : GA_Elem_minimum_patch(b, lo, hi, c, lo, hi, a, lo, hi); break;
    case MEDIAN: is_whole ? GA_Median(a, b, c, a) : GA_Median_patch(a, lo, hi, b, lo, hi, c, lo, hi, a, lo, hi); break;
  }
}

/* From a quarter on, up to the last element but one where there are enough. */
static void patch_of(int ndim, const int dims[], int lo[], int hi[]) {
  for (int d = 0; d < ndim; d++) {
    lo[d] = dims[d] / 4;
    hi[d] = dims[d] > 2 ? dims[d] - 2 : dims[d] - 1;
  }
}

static void one(int operation, int type, int ndim, int dims[], const int layouts[], int is_whole) {
  int a = filled(type, ndim, dims, layouts[0], 1), b = filled(type, ndim, dims, layouts[1], 2), c = filled(type, ndim, dims, layouts[2], 3);
  int lo[7] = {0}, hi[7], at[7], n = count(ndim, dims), is_complex = type == C_SCPL || type == C_DCPL;
  patch_of(ndim, dims, lo, hi);
  p = P, q = Q;
  if (!is_complex) p.im = q.im = 0;
  operate(operation, a, b, c, value_of(type, p.re, p.im), value_of(type, q.re, q.im), lo, hi, is_whole);
  void *result = all_of(a);
  for (int i = 0; i < n; i++) {
    Number before = element_of(type, 1, i), want = expected(operation, type, before, element_of(type, 2, i), element_of(type, 3, i));
    indices(ndim, dims, i, at);
    if (!is_whole && !is_in(ndim, at, lo, hi)) want = before;
    Number is = load(type, result, i);
    /* Of numbers of the same magnitude any is the greater one. */
    if (is_complex && operation >= MAXIMUM && size_of_number(is) == size_of_number(want)) continue;
    CHECK(near(type, want, is), "operation %d type %d ndim %d layouts %d %d %d whole %d element %d: %g %g, not %g %g", operation, type,
          ndim, layouts[0], layouts[1], layouts[2], is_whole, i, is.re, is.im, want.re, want.im);
  }
  free(result);
  GA_Destroy(a);
  GA_Destroy(b);
  GA_Destroy(c);
}

static int shapes[][3] = {{1, 0, 0}, {13, 0, 0}, {1, 1, 0}, {7, 5, 0}, {1, 11, 0}, {3, 5, 2}};
static const int ndims[] = {1, 1, 2, 2, 2, 3};

/* An operation has each type, and by turns each shape and set of distributions, wholly or in a patch. */
static void all(void) {
  for (int operation = 0, turn = 0; operation < OPERATIONS; operation++)
    for (int t = 0; t < TYPES; t++, turn++) {
      int layouts[] = {turn % LAYOUTS, turn % LAYOUTS, turn % LAYOUTS}, shape = (turn + turn / 6) % 6;
      if (turn % 3 == 0) layouts[1] = (turn / 3) % 2, layouts[2] = REGULAR;
      one(operation, types[t], ndims[shape], shapes[shape], layouts, (operation + t) % 2);
    }
}

/* Patches of other shapes correspond in row-major order, with 't' in the order of reversed indices. */
static void reshaped(char trans) {
  int from[] = {4, 6}, to[] = {5, 9}, alo[] = {0, 1}, ahi[] = {3, 3}, blo[] = {2, 3}, bhi[] = {3, 8}, at[2];
  int a = filled(C_DBL, 2, from, REGULAR, 1), b = filled(C_DBL, 2, to, REGULAR, 2);
  NGA_Copy_patch(trans, a, alo, ahi, b, blo, bhi);
  double *result = all_of(b);
  for (int i = 0; i < 45; i++) {
    indices(2, to, i, at);
    double want = element(2, i).re;
    if (is_in(2, at, blo, bhi)) {
      int k = (at[0] - blo[0]) * 6 + at[1] - blo[1], source[2] = {k / 3, 1 + k % 3};
      if (trans == 't') source[0] = k % 4, source[1] = 1 + k / 4;
      want = element(1, index_of(2, from, source)).re;
    }
    CHECK(result[i] == want, "reshaped %c: element %d is %g, not %g", trans, i, result[i], want);
  }
  free(result);
  GA_Destroy(a);
  GA_Destroy(b);
}

/* Values in a range, not all the same. */
static void random_values(void) {
  int dims[] = {23, 3}, g = create(C_DBL, 2, dims, REGULAR), differ = 0;
  double value = 8;
  GA_Randomize(g, &value);
  double *x = all_of(g);
  for (int i = 0; i < 69; i++) {
    CHECK(x[i] >= 0 && x[i] <= 8, "%g", x[i]);
    differ += x[i] != x[0];
  }
  CHECK(differ > 0, "one value");
  free(x);
  GA_Destroy(g);
}

int main(void) {
  begin();
  all();
  reshaped('n');
  reshaped('t');
  random_values();
  return finish();
}
