/*
 * Element-wise operations of several operands, of which one array or patch is the result: copy, sum, product, quotient, greater, lesser, median.
 * (Global Arrays User Manual, 5.1 and 5.3.)
 */
#include "patch.h"

static void made_of(Patch p[], int number, Kernel *kernel, void *context) {
  __ga_alike(p, number);
  __ga_enter(p, number);
  __ga_walk(p, number, kernel, context);
  __ga_leave(p);
}

/* The result comes first. */
static void of_two(Patch c, Patch a, Patch b, Kernel *const kernels[], void *context) {
  made_of((Patch[]){c, a, b}, 3, kernels[__ga_number(&c)], context);
}

#define OF_TWO(NAME, TYPE, SUFFIX, RESULT) \
  static void NAME##_##SUFFIX(int n, void *context, void *const place[]) { \
    TYPE *z = place[0]; \
    const TYPE *x = place[1], *y = place[2]; \
    for (int i = 0; i < n; i++) z[i] = RESULT; \
  }

/* ---------------------------------------------------------------- copy */

/* Of an array of fewer processes: these alone call, and put what they have. */
static void put_parts(Patch a, Patch b) {
  int lo[MAXDIM], hi[MAXDIM];
  if (a.is_reversed || !__ga_same_shape(&a, &b)) __ga_refuse(b.name, b.argument, b.array, "its patch has the shape of the patch of g_a, which is of another group");
  EACH_PART(part, &a) {
    for (int d = 0; d < a.ndim; d++) {
      lo[d] = b.lo[d] + part.lo[d] - a.lo[d];
      hi[d] = b.lo[d] + part.hi[d] - a.lo[d];
    }
    __ga_put_box(&b, lo, hi, part.place, part.ld);
  }
}

/* The processes of the smaller group call; of one group, all. */
static void copy(Patch a, Patch b) {
  __ga_alike((Patch[]){b, a}, 2);
  if (a.of->procs >= b.of->procs) {
    __ga_enter(&b, 1);
    __ga_walk((Patch[]){b, a}, 2, __ga_copy_elements, &b.size);
    __ga_leave(&b);
  } else {
    __ga_enter(&a, 1);
    put_parts(a, b);
    __ga_leave(&a);
  }
}

void GA_Copy(int g_a, int g_b) {
  const char *name = "GA_Copy";
  Patch a = WHOLE(g_a), b = WHOLE(g_b);
  if (g_a == g_b) __ga_refuse(name, "g_b", g_b, "it is another array than g_a");
  if (a.ndim != b.ndim) __ga_refuse(name, "g_b", g_b, "it has as many dimensions as g_a");
  if (!__ga_same_shape(&a, &b)) __ga_refuse(name, "g_b", g_b, "it has the dimensions of g_a");
  copy(a, b);
}

static int overlap(const Patch *a, const Patch *b) {
  if (a->array != b->array) return 0;
  for (int d = 0; d < a->ndim; d++)
    if (a->hi[d] < b->lo[d] || b->hi[d] < a->lo[d]) return 0;
  return 1;
}

static int is_transposition(const char *name, const char *argument, char trans) {
  switch (trans) {
    case 'n': case 'N': return 0;
    case 't': case 'T': case 'c': case 'C': return 1;
  }
  __ga_refuse(name, argument, trans, "it is 'n' or 't', of either case; this is the character's code");
}

static void copy_patch(const char *name, char trans, Patch a, Patch b) {
  a.is_reversed = is_transposition(name, "trans", trans);
  if (overlap(&a, &b)) __ga_refuse(name, "g_b", b.array, "the two patches of one array do not overlap");
  copy(a, b);
}

/* ---------------------------------------------------------------- sum */

#define ADD(TYPE, S) \
  static void add_##S(int n, void *context, void *const place[]) { \
    TYPE *z = place[0], alpha = *((TYPE **)context)[0], beta = *((TYPE **)context)[1]; \
    const TYPE *x = place[1], *y = place[2]; \
    for (int i = 0; i < n; i++) z[i] = alpha * x[i] + beta * y[i]; \
  }
EACH_TYPE(ADD)
static Kernel *const sums[] = KERNELS(add);

void GA_Add(void *alpha, int g_a, void *beta, int g_b, int g_c) {
  const char *name = "GA_Add";
  of_two(WHOLE(g_c), WHOLE(g_a), WHOLE(g_b), sums, (void *[]){alpha, beta});
}

/* ---------------------------------------------------------------- product, quotient, extremes */

#define MULTIPLY(TYPE, S) OF_TWO(multiply, TYPE, S, x[i] * y[i])
EACH_TYPE(MULTIPLY)
static Kernel *const products[] = KERNELS(multiply);

/* The context is the function's name. */
#define DIVIDE(TYPE, S) \
  static void divide_##S(int n, void *context, void *const place[]) { \
    TYPE *z = place[0]; \
    const TYPE *x = place[1], *y = place[2]; \
    for (int i = 0; i < n; i++) { \
      if (y[i] == 0) __ga_refuse(context, "g_b", 0, "an element is 0: there is no quotient"); \
      z[i] = x[i] / y[i]; \
    } \
  }
EACH_TYPE(DIVIDE)
static Kernel *const quotients[] = KERNELS(divide);

#define MAXIMUM(TYPE, S) OF_TWO(maximum, TYPE, S, KEY_##S(x[i]) >= KEY_##S(y[i]) ? x[i] : y[i])
EACH_TYPE(MAXIMUM)
static Kernel *const maxima[] = KERNELS(maximum);
#define MINIMUM(TYPE, S) OF_TWO(minimum, TYPE, S, KEY_##S(x[i]) <= KEY_##S(y[i]) ? x[i] : y[i])
EACH_TYPE(MINIMUM)
static Kernel *const minima[] = KERNELS(minimum);

#define ELEMENTWISE(DO) \
  DO(GA_Elem_multiply, products) DO(GA_Elem_divide, quotients) DO(GA_Elem_maximum, maxima) DO(GA_Elem_minimum, minima)
#define OF_ARRAYS(FUNCTION, TABLE) \
  void FUNCTION(int g_a, int g_b, int g_c) { \
    const char *name = #FUNCTION; \
    of_two(WHOLE(g_c), WHOLE(g_a), WHOLE(g_b), TABLE, (void *)name); \
  }
ELEMENTWISE(OF_ARRAYS)

/* ---------------------------------------------------------------- median */

/* Of three: the one between the others. */
#define MEDIAN(TYPE, S) \
  static void median_##S(int n, void *context, void *const place[]) { \
    TYPE *m = place[0]; \
    const TYPE *x = place[1], *y = place[2], *z = place[3]; \
    for (int i = 0; i < n; i++) { \
      int xy = KEY_##S(x[i]) <= KEY_##S(y[i]), yz = KEY_##S(y[i]) <= KEY_##S(z[i]), xz = KEY_##S(x[i]) <= KEY_##S(z[i]); \
      m[i] = xy == yz ? y[i] : xy == xz ? z[i] : x[i]; \
    } \
  }
EACH_TYPE(MEDIAN)
static Kernel *const medians[] = KERNELS(median);

static void median(Patch a, Patch b, Patch c, Patch m) { made_of((Patch[]){m, a, b, c}, 4, medians[__ga_number(&m)], NULL); }

void GA_Median(int g_a, int g_b, int g_c, int g_m) {
  const char *name = "GA_Median";
  median(WHOLE(g_a), WHOLE(g_b), WHOLE(g_c), WHOLE(g_m));
}

/* ---------------------------------------------------------------- of patches */

#define OF_PATCHES(WIDE, INDEX) \
  void NGA_Copy_patch##WIDE(char trans, int g_a, INDEX alo[], INDEX ahi[], int g_b, INDEX blo[], INDEX bhi[]) { \
    const char *name = "NGA_Copy_patch" #WIDE; \
    copy_patch(name, trans, PATCH(g_a, alo, ahi), PATCH(g_b, blo, bhi)); \
  } \
  void NGA_Add_patch##WIDE(void *alpha, int g_a, INDEX alo[], INDEX ahi[], void *beta, int g_b, INDEX blo[], INDEX bhi[], int g_c, \
                           INDEX clo[], INDEX chi[]) { \
    const char *name = "NGA_Add_patch" #WIDE; \
    of_two(PATCH(g_c, clo, chi), PATCH(g_a, alo, ahi), PATCH(g_b, blo, bhi), sums, (void *[]){alpha, beta}); \
  } \
  void GA_Median_patch##WIDE(int g_a, INDEX *alo, INDEX *ahi, int g_b, INDEX *blo, INDEX *bhi, int g_c, INDEX *clo, INDEX *chi, \
                             int g_m, INDEX *mlo, INDEX *mhi) { \
    const char *name = "GA_Median_patch" #WIDE; \
    median(PATCH(g_a, alo, ahi), PATCH(g_b, blo, bhi), PATCH(g_c, clo, chi), PATCH(g_m, mlo, mhi)); \
  }
EACH_INDEX(OF_PATCHES)

#define ELEMENTWISE_PATCH(FUNCTION, TABLE, WIDE, INDEX) \
  void FUNCTION##_patch##WIDE(int g_a, INDEX *alo, INDEX *ahi, int g_b, INDEX *blo, INDEX *bhi, int g_c, INDEX *clo, INDEX *chi) { \
    const char *name = #FUNCTION "_patch" #WIDE; \
    of_two(PATCH(g_c, clo, chi), PATCH(g_a, alo, ahi), PATCH(g_b, blo, bhi), TABLE, (void *)name); \
  }
#define OF_INT(FUNCTION, TABLE) ELEMENTWISE_PATCH(FUNCTION, TABLE, , int)
#define OF_INT64(FUNCTION, TABLE) ELEMENTWISE_PATCH(FUNCTION, TABLE, 64, int64_t)
ELEMENTWISE(OF_INT)
ELEMENTWISE(OF_INT64)
