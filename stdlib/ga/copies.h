/*
 * One copy between a buffer and the part of a patch that one process has: the strides, and the call of ARMCI.
 *
 * A row of the last dimension is contiguous; dimensions that are contiguous in both memories are joined, so a whole block is one piece.
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

/* Bytes and levels as ARMCI has them: the first count is of bytes, the others of rows, rows of rows .... */
struct __ga_strides {
  int levels, count[2 * GA_MAX_DIM], here[2 * GA_MAX_DIM], there[2 * GA_MAX_DIM];
};

static inline void __ga_level(struct __ga_strides *s, int count, int here, int there) {
  if (count == 1) return;
  if (s->levels == 0 && here == s->count[0] && there == s->count[0]) {
    s->count[0] *= count;
    return;
  }
  s->here[s->levels] = here;
  s->there[s->levels] = there;
  s->count[++s->levels] = count;
}

/* Bytes of an element that are copied, how far apart elements are here and there; every how manieth of each dimension (NULL: each). */
struct __ga_step {
  int bytes, here, there;
  const int *skip;
};

/* Of a box of so many elements, in memories with extents ld of dimensions 1, 2 .... */
static inline void __ga_strides_of(int ndim, struct __ga_step step, const int *counts, const int *ld_here, const int *ld_there,
                                   struct __ga_strides *s) {
  s->levels = 0;
  s->count[0] = step.bytes;
  for (int i = ndim - 1; i >= 0; i--) {
    __ga_level(s, counts[i], step.here, step.there * (step.skip ? step.skip[i] : 1));
    if (i == 0) return;
    step.here *= ld_here[i - 1];
    step.there *= ld_there[i - 1];
  }
}

/* The request of a new handle: copies that go on, until it is waited for. */
armci_hdl_t *__ga_new_request(ga_nbhdl_t *nbhandle);

void __ga_move(const struct __ga_copy *copy, const struct __ga_array *a, char *here, const struct __ga_part *part, struct __ga_strides *s);

#endif
