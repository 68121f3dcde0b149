/*
 * <string.h>: a string or block in another. (C99 7.21.5.7; GNU)
 * The first byte is looked for word by word, and from each place where it is the rest is compared.
 */
#include "string-words.h"

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

char *strstr(const char *text, const char *pattern) {
  NEED_STRING(text);
  NEED_STRING(pattern);
  if (*pattern == 0) return (char *)text;
  for (; (text = strchr(text, *pattern)); text++) if (starts_with(text, pattern)) break;
  return (char *)text;
}

char *strcasestr(const char *text, const char *pattern) {
  NEED_STRING(text);
  NEED_STRING(pattern);
  for (; ; text++) {
    if (starts_like(text, pattern)) return (char *)text;
    if (*text == 0) return NULL;
  }
}
