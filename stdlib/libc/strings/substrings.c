/*
 * <string.h>: a string or block in another. (C99 7.21.5.7; GNU)
 * The first bytes are looked for block by block, and from each place where they may be the rest is compared.
 */
#include "blocks.h"

void *memmem(const void *block, size_t size, const void *pattern, size_t length) {
  const char *p = block;
  if (length == 0) return (void *)block;
  for (; size >= length; p++, size--) {
    const char *found = memchr(p, BYTE(pattern), size - length + 1);
    if (!found) return NULL;
    size -= found - p;
    p = found;
    if (memcmp(p, pattern, length) == 0) return (void *)p;
  }
  return NULL;
}

static inline int same(int byte) { return byte; }
static inline int lower(int byte) { return byte - 'A' < 26u ? byte + 32 : byte; }

#define STARTS_WITH(name, form)                                                                      \
  static inline int name(const char *text, const char *pattern) {                                    \
    for (; *pattern != 0; text++, pattern++) if (form(BYTE(text)) != form(BYTE(pattern))) return 0;  \
    return 1;                                                                                        \
  }
STARTS_WITH(starts_with, same)
STARTS_WITH(starts_like, lower)

/* The end, or where the first two bytes are; of the second behind the end of a block nothing is known. */
#define IS_TWO_OR_END(p) ((EQUAL(p, first) & (EQUAL(p, second) >> 1 | 1u << (BLOCK - 1))) | EQUAL(p, 0))
#define IS_EITHER_OR_END(p) (EQUAL(p, first) | EQUAL(p, second) | EQUAL(p, 0))
FINDER(find_two, (const char *text, int first, int second), IS_TWO_OR_END)
FINDER(find_either, (const char *text, int first, int second), IS_EITHER_OR_END)

char *strstr(const char *text, const char *pattern) {
  NEED_STRING(text);
  NEED_STRING(pattern);
  int first = BYTE(pattern), second = first ? BYTE(pattern + 1) : 0;
  if (first == 0) return (char *)text;
  if (second == 0) return strchr(text, first);
  for (; *(text = find_two(text, first, second)) != 0; text++) if (starts_with(text, pattern)) return (char *)text;
  return NULL;
}

char *strcasestr(const char *text, const char *pattern) {
  NEED_STRING(text);
  NEED_STRING(pattern);
  int first = lower(BYTE(pattern)), other = first - 'a' < 26u ? first - 32 : first;
  if (first == 0) return (char *)text;
  for (; *(text = find_either(text, first, other)) != 0; text++) if (starts_like(text, pattern)) return (char *)text;
  return NULL;
}
