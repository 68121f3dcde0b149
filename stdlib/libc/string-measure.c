/* <string.h>: the lengths of strings, and what copies and joins them. (C99 7.21.2, 7.21.3, 7.21.6.3; POSIX) */
#include "string-words.h"

/* Beyond it a string may have no end in memory at all. */
#define LONG 65536

size_t strlen(const char *text) {
  const char *p = text;
  if (ADDRESS(text) < FIRST_ADDRESS) return __pgasc_string_length(text);
  for (; (ADDRESS(p) & 7) != 0; p++) if (*p == 0) return p - text;
  for (const char *end = p + LONG; !HAS_ZERO(WORD(p)) && !HAS_ZERO(WORD(p + 4)); p += 8) {
    if (p == end) return __pgasc_string_length(text);
  }
  if (ADDRESS(p) < FIRST_ADDRESS) return __pgasc_string_length(text); /* past the end of all memory */
  while (*p != 0) p++;
  return p - text;
}

size_t strnlen(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0) length++;
  return length;
}

char *strcpy(char *restrict to, const char *restrict from) {
  memcpy(to, from, strlen(from) + 1);
  return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t length = strlen(from);
  memcpy(to, from, length + 1);
  return to + length;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strnlen(from, size);
  memcpy(to, from, length);
  memset(to + length, 0, size - length);
  return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
  stpncpy(to, from, size);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  size_t length = strnlen(from, limit);
  memcpy(end, from, length);
  end[length] = 0;
  return to;
}
