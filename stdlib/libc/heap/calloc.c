/* calloc: a kept block, cleared, or else what the heap gives. (C99 7.20.3.1) */
#include "kept-blocks.h"

void *calloc(size_t count, size_t size) {
  /* Two such numbers have a product without overflow. */
  int small = count <= MOST_BYTES && size <= MOST_BYTES && count * size <= MOST_BYTES;
  void *kept = small ? take_kept(count * size) : NULL;
  return kept ? memset(kept, 0, count * size) : __pgasc_calloc(count, size, &__kept_blocks);
}
