/* <string.h>: comparisons. The difference of the bytes where two differ, as glibc has it. (C99 7.21.4) */
#include "string-words.h"

int strcmp(const char *left, const char *right) {
  if (IS_ALIGNED(ADDRESS(left) | ADDRESS(right))) {
    for (; WORD(left) == WORD(right); left += 4, right += 4) if (HAS_ZERO(WORD(left))) return 0;
  }
  for (; BYTE(left) == BYTE(right); left++, right++) if (*left == 0) return 0;
  return BYTE(left) - BYTE(right);
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

int strncmp(const char *left, const char *right, size_t limit) {
  for (size_t i = 0; i < limit; i++) {
    if (BYTE(left + i) != BYTE(right + i) || left[i] == 0) return BYTE(left + i) - BYTE(right + i);
  }
  return 0;
}

int memcmp(const void *left, const void *right, size_t size) {
  const char *a = left, *b = right, *end = a + size;
  if (IS_ALIGNED(ADDRESS(a) | ADDRESS(b))) {
    while (ADDRESS(end) - ADDRESS(a) >= 4 && WORD(a) == WORD(b)) a += 4, b += 4;
  }
  for (; a != end; a++, b++) if (*a != *b) return BYTE(a) - BYTE(b);
  return 0;
}

int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }
