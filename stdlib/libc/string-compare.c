/* <string.h>: comparisons. The difference of the bytes where two differ, as glibc has it. (C99 7.21.4) */
#include "string-words.h"

int strcmp(const char *left, const char *right) {
  if (IS_ALIGNED(ADDRESS(left) | ADDRESS(right))) {
    for (unsigned word; (word = WORD(left)) == WORD(right); left += 4, right += 4) if (ZEROS(word)) return 0;
  }
  for (int byte; (byte = BYTE(left)) == BYTE(right); left++, right++) if (byte == 0) return 0;
  return BYTE(left) - BYTE(right);
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

int strncmp(const char *left, const char *right, size_t limit) {
  for (; limit > 0; limit--, left++, right++) {
    int difference = BYTE(left) - BYTE(right);
    if (difference != 0 || *left == 0) return difference;
  }
  return 0;
}

static inline int lower(int byte) { return byte - 'A' < 26u ? byte + 32 : byte; }

int strncasecmp(const char *left, const char *right, size_t limit) {
  for (; limit > 0; limit--, left++, right++) {
    int difference = lower(BYTE(left)) - lower(BYTE(right));
    if (difference != 0 || *left == 0) return difference;
  }
  return 0;
}

int strcasecmp(const char *left, const char *right) { return strncasecmp(left, right, -1); }

int memcmp(const void *left, const void *right, size_t size) {
  const char *a = left, *b = right, *end = a + size;
  if (IS_ALIGNED(ADDRESS(a) | ADDRESS(b))) {
    const char *last = a + (size & ~7u);
    while (a != last && ((WORD(a) ^ WORD(b)) | (WORD(a + 4) ^ WORD(b + 4))) == 0) a += 8, b += 8;
    if (ADDRESS(end) - ADDRESS(a) >= 4 && WORD(a) == WORD(b)) a += 4, b += 4;
  }
  for (; a != end; a++, b++) if (*a != *b) return BYTE(a) - BYTE(b);
  return 0;
}

int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }
