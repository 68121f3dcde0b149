/*
 * Patches that go round the edges of an array, as the pieces that lie in it.
 *
 * One idea: in each dimension a piece ends at the patch's end or where the index would come to a multiple of the dimension; the
 * pieces are the products of these. Indices may be any, below 0 too.
 */
#include "array.h"

typedef struct {
  int ndim, is_over;
  const int *dims, *lo, *hi;
  /* Where the next piece begins, as the patch counts. */
  int at[GA_MAX_DIM];
  /* The piece, as the array counts; and how far it is from the patch's first element. */
  int first[GA_MAX_DIM], last[GA_MAX_DIM], offset[GA_MAX_DIM];
} Pieces;

static inline Pieces pieces_of(const struct __ga_array *a, const int lo[], const int hi[]) {
  Pieces p = {a->ndim, 0, a->dims, lo, hi};
  for (int d = 0; d < a->ndim; d++) {
    p.at[d] = lo[d];
    if (hi[d] < lo[d]) p.is_over = 1;
  }
  return p;
}

static inline int in_array(const Pieces *p, int d) {
  int past = p->at[d] % p->dims[d];
  return past < 0 ? past + p->dims[d] : past;
}

/* Where the piece ends that begins at p->at[d]. */
static inline int piece_end(const Pieces *p, int d) {
  int end = p->at[d] - in_array(p, d) + p->dims[d] - 1;
  return end < p->hi[d] ? end : p->hi[d];
}

/* Gives the next piece; 0 after the last. */
static inline int next_piece(Pieces *p) {
  if (p->is_over) return 0;
  for (int d = 0; d < p->ndim; d++) {
    p->first[d] = in_array(p, d);
    p->last[d] = p->first[d] + piece_end(p, d) - p->at[d];
    p->offset[d] = p->at[d] - p->lo[d];
  }
  for (int d = p->ndim - 1; d >= 0; d--) {
    p->at[d] = piece_end(p, d) + 1;
    if (p->at[d] <= p->hi[d]) return 1;
    p->at[d] = p->lo[d];
  }
  p->is_over = 1;
  return 1;
}

/* How far an element is from the first, in bytes, in memory with these leading dimensions. */
static inline int distance(const struct __ga_array *a, const int subscript[], const int ld[]) {
  int elements = subscript[0];
  for (int d = 1; d < a->ndim; d++) elements = elements * ld[d - 1] + subscript[d];
  return elements * a->size;
}
