/* <stdlib.h>, bsearch. (C99 7.20.5.1) */
#include "sort.h"

void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison_t *compare) {
  for (size_t low = 0, high = count; low < high;) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}
