/*
 * Put, get and accumulate of patches that go round the edges of an array (Global Arrays User Manual, 4.4).
 *
 * One idea: each piece of the patch that lies in the array is copied on its own (round.h).
 */
#include "round.h"

enum { PUT_PIECES, GET_PIECES, ADD_PIECES };

static void copy(int kind, const char *name, const struct __ga_array *a, const Pieces *p, char *buf, const int *ld, void *alpha) {
  if (kind == PUT_PIECES) __ga_put(name, a, p->first, p->last, buf, ld);
  else if (kind == GET_PIECES) __ga_get(name, a, p->first, p->last, buf, ld);
  else __ga_acc(name, a, p->first, p->last, buf, ld, alpha);
}

static void periodic(int kind, const char *name, int g_a, const int *lo, const int *hi, void *buf, const int *ld, void *alpha) {
  const struct __ga_array *a = __ga_array(name, g_a);
  for (int d = 0; d < a->ndim; d++)
    if (hi[d] < lo[d]) __ga_bad_patch(name, "", a, lo, hi);
  __ga_check_ld(name, a, lo, hi, ld);
  for (Pieces p = pieces_of(a, lo, hi); next_piece(&p);) copy(kind, name, a, &p, (char *)buf + distance(a, p.offset, ld), ld, alpha);
}

void NGA_Periodic_put(int g_a, int lo[], int hi[], void *buf, int ld[]) {
  periodic(PUT_PIECES, "NGA_Periodic_put", g_a, lo, hi, buf, ld, NULL);
}
void NGA_Periodic_get(int g_a, int lo[], int hi[], void *buf, int ld[]) {
  periodic(GET_PIECES, "NGA_Periodic_get", g_a, lo, hi, buf, ld, NULL);
}
void NGA_Periodic_acc(int g_a, int lo[], int hi[], void *buf, int ld[], void *alpha) {
  periodic(ADD_PIECES, "NGA_Periodic_acc", g_a, lo, hi, buf, ld, alpha);
}

/* The same with indices of 64 bits. */
static void wide(int kind, const char *name, int g_a, const int64_t *lo, const int64_t *hi, void *buf, const int64_t *ld, void *alpha) {
  int n = __ga_array(name, g_a)->ndim, first[GA_MAX_DIM], last[GA_MAX_DIM], leading[GA_MAX_DIM];
  __ga_narrow(name, "lo", lo, n, first);
  __ga_narrow(name, "hi", hi, n, last);
  __ga_narrow(name, "ld", ld, n - 1, leading);
  periodic(kind, name, g_a, first, last, buf, leading, alpha);
}

void NGA_Periodic_put64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[]) {
  wide(PUT_PIECES, "NGA_Periodic_put64", g_a, lo, hi, buf, ld, NULL);
}
void NGA_Periodic_get64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[]) {
  wide(GET_PIECES, "NGA_Periodic_get64", g_a, lo, hi, buf, ld, NULL);
}
void NGA_Periodic_acc64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[], void *alpha) {
  wide(ADD_PIECES, "NGA_Periodic_acc64", g_a, lo, hi, buf, ld, alpha);
}
