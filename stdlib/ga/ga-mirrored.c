/*
 * Mirrored arrays: each domain of processes that load and store each other's memory has a copy, dealt to its own processes;
 * what each has added to its copy is summed up (Global Arrays User Manual, 4.11).
 *
 * One idea: every process adds its part of its domain's copy to an array that is dealt to all; a merge of the copies gets the
 * sums back from such an array. So domains may have different numbers of processes.
 */
#include "patch.h"

static void clear(const char *name, int g_b, const int lo[], const int hi[]) {
  Patch p = __ga_patch(name, "g_b", g_b, sizeof *lo, lo, hi);
  __ga_walk(&p, 1, __ga_zero_elements, &p.size);
}

/* 1 as an element. */
static void *one_of(int type) {
  static int one_int = 1;
  static long one_long = 1;
  static float one_float[] = {1, 0};
  static double one_double[] = {1, 0};
  if (type == C_INT) return &one_int;
  if (type == C_LONG || type == C_LONGLONG) return &one_long;
  return type == C_FLOAT || type == C_SCPL ? (void *)one_float : one_double;
}

/* Adds this process's part of the patch from `lo` of a mirrored array to the patch from `to` of another. */
static void add_own(const char *name, const struct __ga_array *a, const int lo[], const int hi[], const struct __ga_array *b, const int to[]) {
  struct __ga_part part;
  int first[GA_MAX_DIM], last[GA_MAX_DIM];
  part.block = -1;
  while (__ga_next_own_part(a, lo, hi, &part)) {
    for (int d = 0; d < a->ndim; d++) {
      first[d] = to[d] + part.lo[d] - lo[d];
      last[d] = first[d] + part.hi[d] - part.lo[d];
    }
    __ga_acc(name, b, first, last, part.place, part.ld, one_of(a->type));
  }
}

/* The sum of all copies of the patch, in an array that is dealt to all. */
static void merge_patch(const char *name, int g_a, const int *alo, const int *ahi, int g_b, const int *blo, const int *bhi) {
  const struct __ga_array *a = __ga_array(name, g_a), *b = __ga_find(name, "g_b", g_b);
  __ga_check_patch(name, "of g_a", a, alo, ahi);
  __ga_check_patch(name, "of g_b", b, blo, bhi);
  __ga_check_adds(name, a);
  if (b->group == 0) __ga_fail("%s: g_b is %d: it is mirrored; give an array that is dealt to all processes", name, g_b);
  if (a->group != 0 && GA_Cluster_nnodes() > 1) __ga_fail("%s: g_a is %d: it is not mirrored", name, g_a);
  if (a->ndim != b->ndim || a->type != b->type)
    __ga_fail("%s: g_b is %d: it has as many dimensions as g_a (%d), and elements of its type", name, g_b, g_a);
  for (int d = 0; d < a->ndim; d++)
    if (ahi[d] - alo[d] != bhi[d] - blo[d]) __ga_fail("%s: the patches have other extents in dimension %d; they are alike in all", name, d);
  __ga_begin(name, __ga_job.group);
  clear(name, g_b, blo, bhi);
  __ga_sync(name, __ga_job.group);
  add_own(name, a, alo, ahi, b, blo);
  __ga_end(name, __ga_job.group);
}

void NGA_Merge_distr_patch(int g_a, int alo[], int ahi[], int g_b, int blo[], int bhi[]) {
  merge_patch("NGA_Merge_distr_patch", g_a, alo, ahi, g_b, blo, bhi);
}

void NGA_Merge_distr_patch64(int g_a, int64_t alo[], int64_t ahi[], int g_b, int64_t blo[], int64_t bhi[]) {
  const char *name = "NGA_Merge_distr_patch64";
  int n = __ga_array(name, g_a)->ndim, m = __ga_find(name, "g_b", g_b)->ndim, ends[4][GA_MAX_DIM];
  merge_patch(name, g_a, __ga_narrow(name, "alo", alo, n, ends[0]), __ga_narrow(name, "ahi", ahi, n, ends[1]), g_b,
              __ga_narrow(name, "blo", blo, m, ends[2]), __ga_narrow(name, "bhi", bhi, m, ends[3]));
}

/* All copies become their sum. */
static void merge(const char *name, int g_a) {
  struct __ga_array *a = __ga_array(name, g_a);
  struct __ga_part part;
  int origin[GA_MAX_DIM] = {0}, end[GA_MAX_DIM];
  __ga_begin(name, -1);
  if (a->group != 0) return; /* one copy */
  __ga_check_adds(name, a);
  for (int d = 0; d < a->ndim; d++) end[d] = a->dims[d] - 1;
  int g_sum = NGA_Create_config(a->type, a->ndim, a->dims, "sum of copies", NULL, GA_Pgroup_get_world());
  const struct __ga_array *sum = __ga_array(name, g_sum);
  clear(name, g_sum, origin, end);
  __ga_sync(name, -1);
  add_own(name, a, origin, end, sum, origin);
  __ga_sync(name, -1);
  for (int i = __ga_first_own(a, &part); i; i = __ga_next_own(a, &part)) __ga_get(name, sum, part.lo, part.hi, part.place, part.ld);
  GA_Destroy(g_sum); /* waits for all */
}
void GA_Merge_mirrored(int g_a) { merge("GA_Merge_mirrored", g_a); }
void NGA_Merge_mirrored(int g_a) { merge("NGA_Merge_mirrored", g_a); }
