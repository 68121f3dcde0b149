/* <string.h>: the first or last byte of a kind. (C99 7.21.5; POSIX, GNU) */
#include "string-words.h"

/* Of the byte, or of the end of the string. */
static inline const char *find(const char *text, int character) {
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; !IS_ALIGNED(text); text++) if (*text == byte || *text == 0) return text;
  for (unsigned word; word = WORD(text), (ZEROS(word) | ZEROS(word ^ pattern)) == 0;) text += 4;
  while (*text != byte && *text != 0) text++;
  return text;
}

char *strchrnul(const char *text, int character) { return (char *)find(text, character); }

char *strchr(const char *text, int character) {
  const char *found = find(text, character);
  return *found == (char)character ? (char *)found : NULL;
}

char *strrchr(const char *text, int character) {
  for (const char *p = text + strlen(text); ; p--) {
    if (*p == (char)character) return (char *)p;
    if (p == text) return NULL;
  }
}

char *index(const char *text, int character) { return strchr(text, character); }
char *rindex(const char *text, int character) { return strrchr(text, character); }

char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

void *memchr(const void *block, int character, size_t size) {
  const char *p = block, *end = p + size;
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; p != end && !IS_ALIGNED(p); p++) if (*p == byte) return (void *)p;
  for (unsigned word; ADDRESS(end) - ADDRESS(p) >= 4 && (word = WORD(p) ^ pattern, ZEROS(word) == 0);) p += 4;
  for (; p != end; p++) if (*p == byte) return (void *)p;
  return NULL;
}

void *memrchr(const void *block, int character, size_t size) {
  for (const char *p = (const char *)block + size; p-- != block;) if (*p == (char)character) return (void *)p;
  return NULL;
}

void *rawmemchr(const void *block, int character) {
  const char *p = block;
  while (*p != (char)character) p++;
  return (void *)p;
}
