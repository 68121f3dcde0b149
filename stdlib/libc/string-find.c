/* <string.h>: the first or last byte of a kind. (C99 7.21.5; POSIX, GNU) */
#include "string-words.h"

/* Of the byte, or of the end of the string. */
static inline const char *find(const char *text, int character) {
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; (ADDRESS(text) & 7) != 0; text++) if (*text == byte || *text == 0) return text;
  for (unsigned a, b; a = WORD(text), b = WORD(text + 4),
       (ZEROS(a) | ZEROS(a ^ pattern) | ZEROS(b) | ZEROS(b ^ pattern)) == 0;) text += 8;
  while (*text != byte && *text != 0) text++;
  return text;
}

char *strchrnul(const char *text, int character) { return (char *)find(text, character); }

char *strchr(const char *text, int character) {
  const char *found = find(text, character);
  return *found == (char)character ? (char *)found : NULL;
}

/* The last such byte before `end`. */
static inline const char *find_last(const char *block, const char *end, int character) {
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; end != block && !IS_ALIGNED(end); end--) if (end[-1] == byte) return end - 1;
  for (unsigned word; ADDRESS(end) - ADDRESS(block) >= 4 && (word = WORD(end - 4) ^ pattern, ZEROS(word) == 0);) end -= 4;
  for (; end != block; end--) if (end[-1] == byte) return end - 1;
  return NULL;
}

char *strrchr(const char *text, int character) { return (char *)find_last(text, text + strlen(text) + 1, character); }

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
  for (; p != end && (ADDRESS(p) & 7) != 0; p++) if (*p == byte) return (void *)p;
  for (unsigned a, b; ADDRESS(end) - ADDRESS(p) >= 8 &&
       (a = WORD(p) ^ pattern, b = WORD(p + 4) ^ pattern, (ZEROS(a) | ZEROS(b)) == 0);) p += 8;
  for (; p != end; p++) if (*p == byte) return (void *)p;
  return NULL;
}

void *memrchr(const void *block, int character, size_t size) {
  return (void *)find_last(block, (const char *)block + size, character);
}

void *rawmemchr(const void *block, int character) {
  const char *p = block;
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; (ADDRESS(p) & 7) != 0; p++) if (*p == byte) return (void *)p;
  for (unsigned a, b; a = WORD(p) ^ pattern, b = WORD(p + 4) ^ pattern, (ZEROS(a) | ZEROS(b)) == 0;) p += 8;
  while (*p != byte) p++;
  return (void *)p;
}
