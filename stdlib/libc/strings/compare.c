/* <string.h>: comparisons. The difference of the bytes where two differ, as glibc has it. (C99 7.21.4) */
#include "blocks.h"

/* `size` bytes at any place, so far from the end of all memory as that: it ends with a page. */
#define PAGE 0x10000
#define ARE_INSIDE(left, right, size) (((ADDRESS(left) | ADDRESS(right)) & (PAGE - 1)) <= PAGE - (size))

static const char ZEROS[BLOCK];

/* Of sixteen bytes those that are zero in the left string or other ones in the right: where a comparison ends. */
#define ENDS(left, right) (DIFFERENT(left, right) | SAME_BYTES(left, ZEROS))
#define END_IN_FOUR(left, right)                                                   \
  ((ENDS(left, right) | ENDS(left + BLOCK, right + BLOCK) |                        \
    ENDS(left + 2 * BLOCK, right + 2 * BLOCK) | ENDS(left + 3 * BLOCK, right + 3 * BLOCK)) != 0)

int strcmp(const char *left, const char *right) {
  for (; BYTE(left) == BYTE(right); left++, right++) {
    while (ARE_INSIDE(left, right, BLOCK)) {
      unsigned set = ENDS(left, right);
      if (set != 0) return BYTE(left + FIRST(set)) - BYTE(right + FIRST(set));
      left += BLOCK, right += BLOCK;
      if ((ADDRESS(left) & 3 * BLOCK) == 0)
        while (ARE_INSIDE(left, right, 4 * BLOCK) && !END_IN_FOUR(left, right)) left += 4 * BLOCK, right += 4 * BLOCK;
    }
    if (BYTE(left) != BYTE(right)) break;
    if (*left == 0) return 0;
  }
  return BYTE(left) - BYTE(right);
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

int strncmp(const char *left, const char *right, size_t limit) {
  for (; limit > 0; limit--, left++, right++) {
    while (ARE_INSIDE(left, right, BLOCK)) {
      unsigned set = ENDS(left, right);
      if (set != 0) return FIRST(set) < limit ? BYTE(left + FIRST(set)) - BYTE(right + FIRST(set)) : 0;
      if (limit <= BLOCK) return 0;
      left += BLOCK, right += BLOCK, limit -= BLOCK;
    }
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

/* Fewer than sixteen bytes. */
static inline int compare_few(const char *a, const char *b, size_t size) {
  if (ARE_INSIDE(a, b, BLOCK)) {
    unsigned set = DIFFERENT(a, b) & ((1u << size) - 1);
    return set == 0 ? 0 : BYTE(a + FIRST(set)) - BYTE(b + FIRST(set));
  }
  for (; size > 0; a++, b++, size--) if (*a != *b) return BYTE(a) - BYTE(b);
  return 0;
}

int memcmp(const void *left, const void *right, size_t size) {
  const char *a = left, *b = right;
  unsigned set;
  if (size != 0) TOUCH(a), TOUCH(b);
  if (size < BLOCK) return compare_few(a, b, size);
  for (; size > 4 * BLOCK; a += 4 * BLOCK, b += 4 * BLOCK, size -= 4 * BLOCK)
    if ((DIFFERENT(a, b) | DIFFERENT(a + BLOCK, b + BLOCK) | DIFFERENT(a + 2 * BLOCK, b + 2 * BLOCK) |
         DIFFERENT(a + 3 * BLOCK, b + 3 * BLOCK)) != 0)
      break;
  for (; size > BLOCK && (set = DIFFERENT(a, b)) == 0; size -= BLOCK) a += BLOCK, b += BLOCK;
  /* The last sixteen, of which some are known to be the same. */
  if (size <= BLOCK) a -= BLOCK - size, b -= BLOCK - size, set = DIFFERENT(a, b);
  return set == 0 ? 0 : BYTE(a + FIRST(set)) - BYTE(b + FIRST(set));
}

int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }
