/*
 * Copies of some of a patch: every skip-th element in each dimension (NGA_Strided_put and its like), and a field of each element, where
 * elements are structures (NGA_Put_field and its like). The buffer has what is copied alone, side by side.
 */
#include "copies.h"

/* ---------------------------------------------------------------- every skip-th element */

/* The part's elements of every skip-th index from lo on; 0 if there are none. */
static int thin_out(const struct __ga_array *a, const int *lo, const int *skip, struct __ga_part *part) {
  unsigned offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    int skipped = (skip[i] - (part->lo[i] - lo[i]) % skip[i]) % skip[i];
    offset = (i ? offset * part->ld[i - 1] : 0) + skipped;
    part->lo[i] += skipped;
    if (part->lo[i] > part->hi[i]) return 0;
  }
  part->place += offset * a->size;
  return 1;
}

static void check_skip(const char *name, const struct __ga_array *a, const int *lo, const int *hi, const int *skip, const int *ld) {
  __ga_check_patch(name, "", a, lo, hi);
  for (int i = 0; i < a->ndim; i++) {
    if (skip[i] < 1) __ga_fail("%s: skip[%d] is %d: it is 1 or more", name, i, skip[i]);
    int n = (hi[i] - lo[i]) / skip[i] + 1;
    if (i > 0 && ld[i - 1] < n) __ga_fail("%s: ld[%d] is %d: %d elements of dimension %d are copied", name, i - 1, ld[i - 1], n, i);
  }
}

static void strided(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, const int *skip, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_step step = {a->size, a->size, a->size, skip};
  check_skip(copy.name, a, lo, hi, skip, ld);
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part))
    if (thin_out(a, lo, skip, &part)) __ga_copy_part(&copy, a, lo, &part, step, buf, ld);
}

#define STRIDED(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], int skip[], void *buf, int ld[] __VA_ARGS__) { \
    strided((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, __ga_array("NGA_" #NAME, g_a), lo, hi, skip, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], int64_t skip[], void *buf, int64_t ld[] __VA_ARGS__) { \
    int SKIP[GA_MAX_DIM]; \
    NARROW_PATCH("NGA_" #NAME "64") \
    strided((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA}, a, LO, HI, __ga_narrow("NGA_" #NAME "64", "skip", skip, a->ndim, SKIP), buf, LD); \
  }
STRIDED(Strided_put, PUT, NULL, )
STRIDED(Strided_get, GET, NULL, )
STRIDED(Strided_acc, ACC, alpha, WITH_ALPHA)

/* ---------------------------------------------------------------- a field of each element */

static void fields(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, int foff, int fsize, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_step step = {fsize, fsize, a->size};
  __ga_check_patch(copy.name, "", a, lo, hi);
  __ga_check_ld(copy.name, a, ld);
  if (foff < 0 || fsize < 1 || foff > a->size - fsize)
    __ga_fail("%s: foff is %d and fsize is %d: an element of array '%s' has %d bytes", copy.name, foff, fsize, a->name, a->size);
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) {
    part.place += foff;
    __ga_copy_part(&copy, a, lo, &part, step, buf, ld);
  }
}

#define FIELDS(NAME, KIND) \
  void NGA_##NAME##_field(int g_a, int *lo, int *hi, int foff, int fsize, void *buf, int *ld) { \
    fields((struct __ga_copy){"NGA_" #NAME "_field", KIND}, __ga_array("NGA_" #NAME "_field", g_a), lo, hi, foff, fsize, buf, ld); \
  }
FIELDS(Put, PUT)
FIELDS(Get, GET)
#define FIELDS_GOING_ON(NAME, KIND) \
  void NGA_##NAME##_field(int g_a, int *lo, int *hi, int foff, int fsize, void *buf, int *ld, ga_nbhdl_t *nbhandle) { \
    struct __ga_array *a = __ga_array("NGA_" #NAME "_field", g_a); \
    fields((struct __ga_copy){"NGA_" #NAME "_field", KIND, NULL, __ga_new_request(nbhandle)}, a, lo, hi, foff, fsize, buf, ld); \
  }
FIELDS_GOING_ON(Nbput, PUT)
FIELDS_GOING_ON(Nbget, GET)
