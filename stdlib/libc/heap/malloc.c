/* malloc: a kept block, or else one of the heap. A file of its own, as a program may bring its malloc. (C99 7.20.3.3) */
#include "kept-blocks.h"

void *malloc(size_t size) {
  void *kept = size <= MOST_BYTES ? take_kept(size) : NULL;
  return kept ? kept : __pgasc_malloc(size, &__kept_blocks);
}
