/* Copies of patches beyond the ends of an array, which go on at the other end (NGA_Periodic_put and its like). */
#include "copies.h"
#include "round.h"

static void periodic(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, char *buf, const int *ld) {
  for (int i = 0; i < a->ndim; i++)
    if (lo[i] > hi[i]) __ga_fail("%s: lo[%d] is %d and hi[%d] is %d: lo is hi at most", copy.name, i, lo[i], i, hi[i]);
  __ga_check_ld(copy.name, a, ld);
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  for (Pieces p = pieces_of(a, lo, hi); next_piece(&p);) __ga_copy_patch(&copy, a, p.first, p.last, buf + distance(a, p.offset, ld), ld);
}

#define PERIODIC(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], void *buf, int ld[] __VA_ARGS__) { \
    periodic((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, __ga_array("NGA_" #NAME, g_a), lo, hi, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[] __VA_ARGS__) { \
    NARROW_PATCH("NGA_" #NAME "64") \
    periodic((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA}, a, LO, HI, buf, LD); \
  }
PERIODIC(Periodic_put, PUT, NULL, )
PERIODIC(Periodic_get, GET, NULL, )
PERIODIC(Periodic_acc, ACC, alpha, WITH_ALPHA)
