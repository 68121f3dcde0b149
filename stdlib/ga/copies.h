/*
 * What the kinds of copies between a buffer and a patch share: what is copied from each element, the copy of a part, requests.
 */
#ifndef __GA_COPIES_H
#define __GA_COPIES_H

#include "array.h"

struct __ga_copy {
  const char *name;
  enum __armci_kind kind;
  /* Of an accumulate. */
  void *alpha;
  /* NULL: it is done on return. */
  armci_hdl_t *handle;
};

/* Bytes of an element that are copied, and how far apart elements are here and there; of each dimension every skip-th index is copied (NULL: each). */
struct __ga_step {
  int bytes, here, there;
  const int *skip;
};

/* The request of a new handle: copies that go on, until it is waited for. */
armci_hdl_t *__ga_new_request(ga_nbhdl_t *nbhandle);

/* The part of the patch from lo, of which the buffer has the elements that are copied, side by side; and the whole patch. */
void __ga_copy_part(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const struct __ga_part *part,
                    struct __ga_step step, char *buf, const int *ld);
void __ga_copy_patch(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld);

/* The 64-bit form of what has lo, hi and ld: LO, HI and LD are ints then. */
#define NARROW_PATCH(NAME) \
  int LO[GA_MAX_DIM], HI[GA_MAX_DIM], LD[GA_MAX_DIM]; \
  struct __ga_array *a = __ga_array(NAME, g_a); \
  __ga_narrow(NAME, "lo", lo, a->ndim, LO); \
  __ga_narrow(NAME, "hi", hi, a->ndim, HI); \
  __ga_narrow(NAME, "ld", ld, a->ndim - 1, LD);
/* The last parameter of an accumulate. */
#define WITH_ALPHA , void *alpha

#endif
