/* <string.h>: the first or last byte of a kind. (C99 7.21.5; POSIX, GNU) */
#include "string-words.h"

/* Of the byte, or of the end of the string. */
char *strchrnul(const char *text, int character) {
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; !IS_ALIGNED(text); text++) if (*text == byte || *text == 0) return (char *)text;
  while (!HAS_ZERO(WORD(text)) && !HAS_ZERO(WORD(text) ^ pattern)) text += 4;
  while (*text != byte && *text != 0) text++;
  return (char *)text;
}

char *strchr(const char *text, int character) {
  char *found = strchrnul(text, character);
  return *found == (char)character ? found : 0;
}

char *strrchr(const char *text, int character) {
  for (const char *p = text + strlen(text); ; p--) {
    if (*p == (char)character) return (char *)p;
    if (p == text) return 0;
  }
}

char *index(const char *text, int character) { return strchr(text, character); }
char *rindex(const char *text, int character) { return strrchr(text, character); }

void *memchr(const void *block, int character, size_t size) {
  const char *p = block, *end = p + size;
  unsigned pattern = (character & 255) * ONES;
  char byte = character;
  for (; p != end && !IS_ALIGNED(p); p++) if (*p == byte) return (void *)p;
  while (ADDRESS(end) - ADDRESS(p) >= 4 && !HAS_ZERO(WORD(p) ^ pattern)) p += 4;
  for (; p != end; p++) if (*p == byte) return (void *)p;
  return 0;
}
