/*
 * Unary element-wise operations, on an array or patch in place: fill, zero, scale, add a constant, magnitude, reciprocal, random values.
 * (Global Arrays User Manual, 5.1 and 5.3.)
 */
#include "patch.h"

/* Kernels of a table by type, on one patch. */
static void apply(Patch p, Kernel *const kernels[], void *context) {
  Kernel *kernel = kernels[__ga_number(&p)];
  __ga_enter(&p, 1);
  __ga_walk(&p, 1, kernel, context);
  __ga_leave(&p);
}

/* The same with a value of the program. */
static void apply_value(Patch p, Kernel *const kernels[], const char *argument, void *value) {
  __ga_check_given(p.name, argument, value);
  apply(p, kernels, value);
}

#define ON_EACH(NAME, TYPE, SUFFIX, RESULT) \
  static void NAME##_##SUFFIX(int n, void *context, void *const place[]) { \
    TYPE *x = place[0]; \
    for (int i = 0; i < n; i++) x[i] = RESULT; \
  }
#define WITH_VALUE(NAME, TYPE, SUFFIX, RESULT) \
  static void NAME##_##SUFFIX(int n, void *context, void *const place[]) { \
    TYPE *x = place[0], value = *(TYPE *)context; \
    for (int i = 0; i < n; i++) x[i] = RESULT; \
  }

/* ---------------------------------------------------------------- fill, zero */

#define FILL(TYPE, S) WITH_VALUE(fill, TYPE, S, value)
EACH_TYPE(FILL)
static Kernel *const fills[] = KERNELS(fill);

/* Elements of any type. */
static void zero(Patch p) {
  __ga_enter(&p, 1);
  __ga_walk(&p, 1, __ga_zero_elements, &p.size);
  __ga_leave(&p);
}

void GA_Fill(int g_a, void *value) { apply_value(__ga_whole("GA_Fill", "g_a", g_a), fills, "value", value); }
void NGA_Fill(int g_a, void *value) { apply_value(__ga_whole("NGA_Fill", "g_a", g_a), fills, "value", value); }
void GA_Zero(int g_a) { zero(__ga_whole("GA_Zero", "g_a", g_a)); }
void NGA_Zero(int g_a) { zero(__ga_whole("NGA_Zero", "g_a", g_a)); }

/* ---------------------------------------------------------------- scale, add a constant */

#define SCALE(TYPE, S) WITH_VALUE(scale, TYPE, S, x[i] * value)
EACH_TYPE(SCALE)
static Kernel *const scales[] = KERNELS(scale);

#define ADD_CONSTANT(TYPE, S) WITH_VALUE(add_constant, TYPE, S, x[i] + value)
EACH_TYPE(ADD_CONSTANT)
static Kernel *const constants[] = KERNELS(add_constant);

void GA_Scale(int g_a, void *value) { apply_value(__ga_whole("GA_Scale", "g_a", g_a), scales, "value", value); }
void GA_Add_constant(int g_a, void *alpha) { apply_value(__ga_whole("GA_Add_constant", "g_a", g_a), constants, "alpha", alpha); }

/* ---------------------------------------------------------------- magnitude, reciprocal */

#define ABS_VALUE(TYPE, S) ON_EACH(abs_value, TYPE, S, MAGNITUDE_##S(x[i]))
EACH_TYPE(ABS_VALUE)
static Kernel *const magnitudes[] = KERNELS(abs_value);

void GA_Abs_value(int g_a) { apply(__ga_whole("GA_Abs_value", "g_a", g_a), magnitudes, NULL); }

/* The context is the function's name. */
#define RECIP(TYPE, S) \
  static void recip_##S(int n, void *context, void *const place[]) { \
    TYPE *x = place[0]; \
    for (int i = 0; i < n; i++) { \
      if (x[i] == 0) __ga_refuse(context, "g_a", 0, "an element is 0, which has no reciprocal"); \
      x[i] = 1 / x[i]; \
    } \
  }
EACH_TYPE(RECIP)
static Kernel *const reciprocals[] = KERNELS(recip);

void GA_Recip(int g_a) { apply(__ga_whole("GA_Recip", "g_a", g_a), reciprocals, "GA_Recip"); }

/* ---------------------------------------------------------------- random values */

#define RANDOMIZE(TYPE, S) WITH_VALUE(randomize, TYPE, S, value * (rand() / (RAND_MAX + 1.0)))
EACH_TYPE(RANDOMIZE)
static Kernel *const randomizations[] = KERNELS(randomize);

/* Values in [0, value), of rand. */
void GA_Randomize(int g_a, void *value) { apply_value(__ga_whole("GA_Randomize", "g_a", g_a), randomizations, "value", value); }
void NGA_Randomize(int g_a, void *value) { apply_value(__ga_whole("NGA_Randomize", "g_a", g_a), randomizations, "value", value); }

/* ---------------------------------------------------------------- of patches */

#define OF_PATCHES(WIDE, INDEX) \
  void NGA_Fill_patch##WIDE(int g_a, INDEX lo[], INDEX hi[], void *value) { \
    const char *name = "NGA_Fill_patch" #WIDE; \
    apply_value(PATCH(g_a, lo, hi), fills, "value", value); \
  } \
  void NGA_Zero_patch##WIDE(int g_a, INDEX lo[], INDEX hi[]) { \
    const char *name = "NGA_Zero_patch" #WIDE; \
    zero(PATCH(g_a, lo, hi)); \
  } \
  void NGA_Scale_patch##WIDE(int g_a, INDEX lo[], INDEX hi[], void *alpha) { \
    const char *name = "NGA_Scale_patch" #WIDE; \
    apply_value(PATCH(g_a, lo, hi), scales, "alpha", alpha); \
  } \
  void GA_Add_constant_patch##WIDE(int g_a, INDEX *lo, INDEX *hi, void *alpha) { \
    const char *name = "GA_Add_constant_patch" #WIDE; \
    apply_value(PATCH(g_a, lo, hi), constants, "alpha", alpha); \
  } \
  void GA_Abs_value_patch##WIDE(int g_a, INDEX *lo, INDEX *hi) { \
    const char *name = "GA_Abs_value_patch" #WIDE; \
    apply(PATCH(g_a, lo, hi), magnitudes, NULL); \
  } \
  void GA_Recip_patch##WIDE(int g_a, INDEX *lo, INDEX *hi) { \
    const char *name = "GA_Recip_patch" #WIDE; \
    apply(PATCH(g_a, lo, hi), reciprocals, (void *)name); \
  }
EACH_INDEX(OF_PATCHES)
