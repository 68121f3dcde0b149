/*
 * Steps of interior-point methods: how far one may go from a point in a direction without leaving its bounds.
 * (Global Arrays User Manual, 5.3: GA_Step_max, GA_Step_bound_info.)
 *
 * One idea: each element gives bounds of its own, and the kernel keeps the least and greatest of them; then the processes do.
 * A bound that does not exist is the type's "infinity", a large finite number.
 */
#include "patch.h"
#include <limits.h>

#define INFINITY_i INT_MAX
#define INFINITY_l LONG_MAX
#define INFINITY_f 1.0e37f
#define INFINITY_d 1.0e307

static int real_number(const Patch *p) {
  int number = __ga_number(p);
  if (number > DOUBLE) __ga_refuse(p->name, p->argument, p->array, "the array's elements are real numbers");
  return number;
}

/* The patches are read alone. */
static void reduce(Patch p[], int number, Kernel *const kernels[], void *context) {
  int which = real_number(&p[0]);
  __ga_alike(p, number);
  for (int i = 1; i < number; i++)
    if (!__ga_same_shape(&p[0], &p[i])) __ga_refuse(p[i].name, p[i].argument, p[i].array, "the patches have one shape");
  __ga_enter(p, number);
  __ga_walk(p, number, kernels[which], context);
}

/* ---------------------------------------------------------------- GA_Step_max */

/* The greatest step for which x + step * v has no negative element. */
#define STEP_MAX(TYPE, S) \
  static void step_max_##S(int n, void *step, void *const place[]) { \
    const TYPE *x = place[0], *v = place[1]; \
    for (int i = 0; i < n; i++) { \
      if (x[i] < 0) __ga_refuse("GA_Step_max", "g_a", x[i], "no element is negative"); \
      if (v[i] < 0 && -(x[i] / v[i]) < *(TYPE *)step) *(TYPE *)step = -(x[i] / v[i]); \
    } \
  }
EACH_REAL(STEP_MAX)
static Kernel *const step_maxima[] = REAL_KERNELS(step_max);

static const int infinity_i = INFINITY_i;
static const long infinity_l = INFINITY_l;
static const float infinity_f = INFINITY_f;
static const double infinity_d = INFINITY_d;
static const void *const infinities[] = {&infinity_i, &infinity_l, &infinity_f, &infinity_d};

static void step_max(Patch a, Patch b, void *step) {
  Patch p[] = {a, b};
  memcpy(step, infinities[real_number(&a)], a.size);
  reduce(p, 2, step_maxima, step);
  __ga_combined(&a, a.type, step, 1, "min");
  __ga_leave(p);
}

void GA_Step_max(int g_a, int g_b, void *step) {
  const char *name = "GA_Step_max";
  step_max(WHOLE(g_a), WHOLE(g_b), step);
}

/* ---------------------------------------------------------------- GA_Step_bound_info */

/* The three results. */
typedef struct bounds {
  void *boundmin, *wolfemin, *boundmax;
} Bounds;

/* How often v > 0 is in the room; none is needed where there is no room. */
#define TIMES(S, ROOM, V) ((ROOM) == 0 ? (V) > 0 ? 0 : INFINITY_##S : (V) > 0 ? (ROOM) / (V) : INFINITY_##S)

/* An element at one of its bounds that does not move has the bound 0. */
#define STEP_BOUND(TYPE, S) \
  static void step_bound_##S(int n, void *context, void *const place[]) { \
    const TYPE *x = place[0], *v = place[1], *lower = place[2], *upper = place[3]; \
    Bounds *bounds = context; \
    TYPE *least = bounds->boundmin, *wolfe = bounds->wolfemin, *greatest = bounds->boundmax; \
    for (int i = 0; i < n; i++) { \
      TYPE above = upper[i] - x[i], below = x[i] - lower[i]; \
      if (above < 0) __ga_refuse("GA_Step_bound_info", "g_xxuu", upper[i], "no upper bound is less than its element of g_xx"); \
      if (below < 0) __ga_refuse("GA_Step_bound_info", "g_xxll", lower[i], "no lower bound is greater than its element of g_xx"); \
      TYPE up = TIMES(S, above, v[i]), down = TIMES(S, below, -v[i]), step = up < down ? up : down; \
      if (step < *wolfe) *wolfe = step; \
      if (v[i] == 0 && (above == 0 || below == 0)) step = 0; \
      if (step < *least) *least = step; \
      if (step > *greatest) *greatest = step; \
    } \
  }
EACH_REAL(STEP_BOUND)
static Kernel *const step_bounds[] = REAL_KERNELS(step_bound);

static void step_bound_info(Patch xx, Patch vv, Patch xxll, Patch xxuu, Bounds bounds) {
  Patch p[] = {xx, vv, xxll, xxuu};
  memcpy(bounds.boundmin, infinities[real_number(&xx)], xx.size);
  memcpy(bounds.wolfemin, bounds.boundmin, xx.size);
  memset(bounds.boundmax, 0, xx.size);
  reduce(p, 4, step_bounds, &bounds);
  __ga_combined(&xx, xx.type, bounds.boundmin, 1, "min");
  __ga_combined(&xx, xx.type, bounds.wolfemin, 1, "min");
  __ga_combined(&xx, xx.type, bounds.boundmax, 1, "max");
  __ga_leave(p);
}

void GA_Step_bound_info(int g_xx, int g_vv, int g_xxll, int g_xxuu, void *boundmin, void *wolfemin, void *boundmax) {
  const char *name = "GA_Step_bound_info";
  step_bound_info(WHOLE(g_xx), WHOLE(g_vv), WHOLE(g_xxll), WHOLE(g_xxuu), (Bounds){boundmin, wolfemin, boundmax});
}

/* ---------------------------------------------------------------- of patches */

void GA_Step_max_patch(int g_a, int *alo, int *ahi, int g_b, int *blo, int *bhi, void *step) {
  const char *name = "GA_Step_max_patch";
  step_max(PATCH(g_a, alo, ahi), PATCH(g_b, blo, bhi), step);
}
void GA_Step_max_patch64(int g_a, int64_t alo[], int64_t ahi[], int g_b, int64_t blo[], int64_t bhi[], void *step) {
  const char *name = "GA_Step_max_patch64";
  step_max(PATCH(g_a, alo, ahi), PATCH(g_b, blo, bhi), step);
}

void GA_Step_bound_info_patch(int g_xx, int *xxlo, int *xxhi, int g_vv, int *vvlo, int *vvhi, int g_xxll, int *xxlllo, int *xxllhi,
                              int g_xxuu, int *xxuulo, int *xxuuhi, void *boundmin, void *wolfemin, void *boundmax) {
  const char *name = "GA_Step_bound_info_patch";
  step_bound_info(PATCH(g_xx, xxlo, xxhi), PATCH(g_vv, vvlo, vvhi), PATCH(g_xxll, xxlllo, xxllhi), PATCH(g_xxuu, xxuulo, xxuuhi),
                  (Bounds){boundmin, wolfemin, boundmax});
}
/* The header of Global Arrays has 64 bits for the handle g_xxuu here. */
void GA_Step_bound_info_patch64(int g_xx, int64_t xxlo[], int64_t xxhi[], int g_vv, int64_t vvlo[], int64_t vvhi[], int g_xxll,
                                int64_t xxlllo[], int64_t xxllhi[], int64_t g_xxuu, int64_t xxuulo[], int64_t xxuuhi[],
                                void *boundmin, void *wolfemin, void *boundmax) {
  const char *name = "GA_Step_bound_info_patch64";
  step_bound_info(PATCH(g_xx, xxlo, xxhi), PATCH(g_vv, vvlo, vvhi), PATCH(g_xxll, xxlllo, xxllhi), PATCH(g_xxuu, xxuulo, xxuuhi),
                  (Bounds){boundmin, wolfemin, boundmax});
}
