/*
 * The transpose of a matrix, and the symmetric part of one. (Global Arrays User Manual, 5.2.)
 */
#include "patch.h"

void GA_Transpose(int g_a, int g_b) {
  const char *name = "GA_Transpose";
  Patch p[] = {WHOLE(g_b), WHOLE(g_a)};
  if (g_a == g_b) __ga_refuse(name, "g_b", g_b, "it is another array than g_a");
  __ga_check_matrix(&p[1]);
  __ga_check_matrix(&p[0]);
  if (p[0].hi[0] != p[1].hi[1] || p[0].hi[1] != p[1].hi[0])
    __ga_refuse(name, "g_b", g_b, "it has as many rows as g_a has columns, and as many columns as that has rows");
  __ga_alike(p, 2);
  p[1].is_reversed = 1;
  __ga_enter(p, 2);
  __ga_walk(p, 2, __ga_copy_elements, &p[0].size);
  __ga_leave(p);
}

/* ---------------------------------------------------------------- the symmetric part */

#define MEAN(TYPE, S) \
  static void mean_##S(int n, void *context, void *const place[]) { \
    TYPE *x = place[0]; \
    const TYPE *y = place[1]; \
    for (int i = 0; i < n; i++) x[i] = (x[i] + y[i]) / 2; \
  }
EACH_TYPE(MEAN)
static Kernel *const means[] = KERNELS(mean);

/* (A + transpose of A) / 2, in the last two dimensions; all read their parts of the transpose before any writes. */
void GA_Symmetrize(int g_a) {
  const char *name = "GA_Symmetrize";
  Patch a = WHOLE(g_a);
  __ga_check_square(&a);
  Kernel *mean = means[__ga_number(&a)];
  __ga_enter(&a, 1);
  int g_b = __ga_duplicate(name, a.of, "transpose", a.type);
  Patch p[] = {a, WHOLE(g_b)};
  p[1].is_reversed = 1;
  __ga_walk((Patch[]){p[1], a}, 2, __ga_copy_elements, &a.size);
  __ga_sync(name, a.of->group);
  __ga_walk(p, 2, mean, NULL);
  __ga_leave(&a);
  GA_Destroy(g_b);
}
