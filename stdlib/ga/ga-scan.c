/*
 * Operations on arrays of one dimension that a mask cuts into segments, or chooses elements of: scans, packing, enumeration.
 * (Global Arrays User Manual, 5.3: GA_Scan_add, GA_Scan_copy, GA_Pack, GA_Unpack, GA_Patch_enum.)
 *
 * One idea: each process works on an equal share of the range, whatever the distributions, and tells all others what its share hands on.
 */
#include "patch.h"

/* A process's share of the elements lo .. hi: n elements from `first` on. */
typedef struct share {
  int me, procs;
  int first, n;
  char *mask;
} Share;

static Patch range(const char *name, const char *argument, int array, int64_t lo, int64_t hi) {
  Patch whole = __ga_whole(name, argument, array);
  __ga_check_vector(&whole);
  return __ga_patch(name, argument, array, sizeof lo, &lo, &hi);
}

static void get(const Patch *p, int first, int n, void *to) {
  int last = first + n - 1;
  if (n > 0) __ga_get_box(p, &first, &last, to, NULL);
}

static void put(const Patch *p, int first, int n, void *from) {
  int last = first + n - 1;
  if (n > 0) __ga_put_box(p, &first, &last, from, NULL);
}

#define IS_SET(TYPE, S) \
  static void is_set_##S(int n, void *to, void *const place[]) { \
    const TYPE *x = place[0]; \
    for (int i = 0; i < n; i++) ((char *)to)[i] = x[i] != 0; \
  }
EACH_TYPE(IS_SET)
static Kernel *const are_set[] = KERNELS(is_set);

/* This process's share, with what the mask says of it: elements other than 0 are set. */
static Share share_of(const Patch *mask) {
  Share s = {mask->of->rank, mask->of->procs};
  long all = mask->hi[0] - mask->lo[0] + 1;
  s.first = s.me * all / s.procs;
  s.n = (s.me + 1) * all / s.procs - s.first;
  s.first += mask->lo[0];
  char *elements = __ga_room(mask->name, s.n * mask->size);
  s.mask = __ga_room(mask->name, s.n);
  get(mask, s.first, s.n, elements);
  are_set[__ga_number(mask)](s.n, s.mask, (void *[]){elements});
  free(elements);
  return s;
}

static void same_type(const Patch *a, const Patch *b) {
  if (a->type != b->type) __ga_refuse(b->name, b->argument, b->array, "it is of the type of g_src");
  if (a->array == b->array) __ga_refuse(b->name, b->argument, b->array, "it is another array than g_src");
}

/* ---------------------------------------------------------------- scans */

/* A scan is a function of a share: what comes in from the shares before it, if a bit was set there; and what it hands on. `handed` has
   room for an element; the result says whether the share had a set bit. */
typedef int Scan(int n, const char *mask, const void *x, void *y, void *handed, int is_open);

/* Elements get the one of the last set bit. */
#define SCAN_COPY(TYPE, S) \
  static int copy_##S(int n, const char *mask, const void *x, void *y, void *handed, int is_open) { \
    TYPE last = *(TYPE *)handed; \
    int is_any = 0; \
    for (int i = 0; i < n; i++) { \
      if (mask[i]) last = ((const TYPE *)x)[i], is_any = 1; \
      ((TYPE *)y)[i] = last; \
    } \
    *(TYPE *)handed = last; \
    return is_any; \
  }
EACH_TYPE(SCAN_COPY)
static Scan *const copies[] = KERNELS(copy);

/* Elements get the sum from the last set bit on, with their own or without; those before the first keep what they are. */
#define SCAN_ADD(NAME, TYPE, S, RESULT) \
  static int NAME##_##S(int n, const char *mask, const void *x, void *y, void *handed, int is_open) { \
    TYPE sum = *(TYPE *)handed; \
    int is_any = 0; \
    for (int i = 0; i < n; i++) { \
      TYPE own = ((const TYPE *)x)[i]; \
      if (mask[i]) sum = 0, is_any = 1; \
      if (is_open || is_any) ((TYPE *)y)[i] = RESULT; \
      sum += own; \
    } \
    *(TYPE *)handed = sum; \
    return is_any; \
  }
#define INCLUSIVE(TYPE, S) SCAN_ADD(inclusive, TYPE, S, sum + own)
#define EXCLUSIVE(TYPE, S) SCAN_ADD(exclusive, TYPE, S, sum)
EACH_TYPE(INCLUSIVE)
EACH_TYPE(EXCLUSIVE)
static Scan *const inclusive[] = KERNELS(inclusive);
static Scan *const exclusive[] = KERNELS(exclusive);

/* What the shares before this one hand on: `values` are those of all, `bits` whether each had a set bit. */
#define HAND_ON(TYPE, S) \
  static void hand_on_##S(int before, void *bits, void *const place[]) { \
    const TYPE *values = place[0]; \
    TYPE in = 0; \
    for (int p = 0; p < before; p++) in = ((int *)bits)[p] ? values[p] : in + values[p]; \
    *(TYPE *)place[1] = in; \
  }
EACH_TYPE(HAND_ON)
static Kernel *const hands[] = KERNELS(hand_on);

/* The first pass of a share finds what it hands on, with nothing coming in; the second one has what comes in. A share of
   GA_Scan_copy without a set bit hands on what came in, as one of GA_Scan_add adds to it. */
static void scan(Patch src, Patch dst, Patch mask, Scan *const scans[]) {
  same_type(&src, &dst);
  Scan *one = scans[__ga_number(&src)];
  __ga_enter((Patch[]){src, dst, mask}, 3);
  Share s = share_of(&mask);
  char *x = __ga_room(src.name, 2 * s.n * src.size), *y = x + s.n * src.size, *values = calloc(s.procs + 1, src.size);
  int *bits = calloc(s.procs, sizeof *bits);
  get(&src, s.first, s.n, x);
  get(&dst, s.first, s.n, y);
  bits[s.me] = one(s.n, s.mask, x, y, values + s.me * src.size, 0);
  __ga_combined(&src, src.type, values, s.procs, "+");
  __ga_combined(&src, C_INT, bits, s.procs, "+");
  int is_open = 0;
  for (int p = 0; p < s.me; p++) is_open |= bits[p];
  hands[__ga_number(&src)](s.me, bits, (void *[]){values, values + s.procs * src.size});
  one(s.n, s.mask, x, y, values + s.procs * src.size, is_open);
  put(&dst, s.first, s.n, y);
  free(x);
  free(values);
  free(bits);
  free(s.mask);
  __ga_leave(&dst);
}

/* ---------------------------------------------------------------- packing */

/* How many elements are set in the shares before this one, and in all. */
static int places(const Patch *mask, const Share *s, int *all) {
  long *counts = calloc(s->procs, sizeof *counts), before = 0, total = 0;
  for (int i = 0; i < s->n; i++) counts[s->me] += s->mask[i];
  __ga_combined(mask, C_LONG, counts, s->procs, "+");
  for (int p = 0; p < s->procs; p++) {
    if (p == s->me) before = total;
    total += counts[p];
  }
  free(counts);
  *all = total;
  return before;
}

static int set_in(const Share *s) {
  int n = 0;
  for (int i = 0; i < s->n; i++) n += s->mask[i];
  return n;
}

/* The chosen elements of g_src, next to each other from the first of g_dest on; or back to their places. The result is their number. */
static int pack(const char *name, int g_src, int g_dest, int g_mask, int64_t lo, int64_t hi, int is_back) {
  Patch mask = range(name, "g_mask", g_mask, lo, hi), src = __ga_whole(name, "g_src", g_src), dst = __ga_whole(name, "g_dest", g_dest);
  Patch *spread = is_back ? &dst : &src, *dense = is_back ? &src : &dst;
  __ga_check_vector(&src);
  __ga_check_vector(&dst);
  same_type(&src, &dst);
  if (hi > spread->hi[0]) __ga_refuse(name, spread->argument, spread->array, "the array has the elements lo to hi");
  __ga_enter((Patch[]){src, dst, mask}, 3);
  Share s = share_of(&mask);
  int all, before = places(&mask, &s, &all), n = set_in(&s), size = src.size;
  if (all > dense->of->dims[0]) __ga_refuse(name, dense->argument, all, "the array has room for the elements that are chosen; this is their number");
  char *apart = __ga_room(name, s.n * size), *packed = __ga_room(name, n * size), *next = packed;
  get(spread, s.first, s.n, apart);
  if (is_back) get(dense, before, n, packed);
  for (int i = 0; i < s.n; i++)
    if (s.mask[i]) {
      memcpy(is_back ? apart + i * size : next, is_back ? next : apart + i * size, size);
      next += size;
    }
  if (is_back) put(spread, s.first, s.n, apart);
  else put(dense, before, n, packed);
  free(apart);
  free(packed);
  free(s.mask);
  __ga_leave(&dst);
  return all;
}

/* ---------------------------------------------------------------- enumeration */

/* Element i of a share is start + (first + i) inc. */
#define ENUMERATE(TYPE, S) \
  static void enumerate_##S(int n, void *first, void *const place[]) { \
    TYPE *x = place[0], start = *(TYPE *)place[1], inc = *(TYPE *)place[2]; \
    for (int i = 0; i < n; i++) x[i] = start + (TYPE)(*(int *)first + i) * inc; \
  }
EACH_TYPE(ENUMERATE)
static Kernel *const enumerations[] = KERNELS(enumerate);

static void patch_enum(Patch a, void *start, void *inc) {
  Kernel *kernel = enumerations[__ga_number(&a)];
  __ga_enter(&a, 1);
  EACH_PART(part, &a) {
    int first = part.lo[0] - a.lo[0];
    kernel(part.hi[0] - part.lo[0] + 1, &first, (void *[]){part.place, start, inc});
  }
  __ga_leave(&a);
}

#define OF_RANGES(WIDE, INDEX) \
  void GA_Patch_enum##WIDE(int g_a, INDEX lo, INDEX hi, void *start, void *inc) { \
    patch_enum(range("GA_Patch_enum" #WIDE, "g_a", g_a, lo, hi), start, inc); \
  } \
  void GA_Scan_copy##WIDE(int g_src, int g_dest, int g_mask, INDEX lo, INDEX hi) { \
    const char *name = "GA_Scan_copy" #WIDE; \
    scan(range(name, "g_src", g_src, lo, hi), range(name, "g_dest", g_dest, lo, hi), range(name, "g_mask", g_mask, lo, hi), copies); \
  } \
  void GA_Scan_add##WIDE(int g_src, int g_dest, int g_mask, INDEX lo, INDEX hi, int excl) { \
    const char *name = "GA_Scan_add" #WIDE; \
    scan(range(name, "g_src", g_src, lo, hi), range(name, "g_dest", g_dest, lo, hi), range(name, "g_mask", g_mask, lo, hi), \
         excl ? exclusive : inclusive); \
  } \
  void GA_Pack##WIDE(int g_src, int g_dest, int g_mask, INDEX lo, INDEX hi, INDEX *icount) { \
    *icount = pack("GA_Pack" #WIDE, g_src, g_dest, g_mask, lo, hi, 0); \
  } \
  void GA_Unpack##WIDE(int g_src, int g_dest, int g_mask, INDEX lo, INDEX hi, INDEX *icount) { \
    *icount = pack("GA_Unpack" #WIDE, g_src, g_dest, g_mask, lo, hi, 1); \
  }
EACH_INDEX(OF_RANGES)
