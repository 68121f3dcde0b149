/* <string.h>: the lengths of strings, and what copies and joins them. (C99 7.21.2, 7.21.3, 7.21.6.3; POSIX, BSD) */
#include "blocks.h"

#define ENDS_IN(p) EQUAL(p, 0)
FINDER(end_of, (const char *text), ENDS_IN)

size_t strlen(const char *text) {
  if (ADDRESS(text) < FIRST_ADDRESS) return __pgasc_string_length(text);
  const char *end = end_of(text);
  /* Not past the end of all memory, and what -g finds there is the string's. */
  return ADDRESS(end) >= ADDRESS(text) && *end == 0 ? end - text : __pgasc_string_length(text);
}

static inline size_t length_up_to(const char *text, size_t limit) {
  const char *end = memchr(text, 0, limit);
  return end ? end - text : limit;
}

/*
 * Up to sixteen bytes, by words that may overlap: all are read before any is written. In a function so short a call of the
 * engine's copy would take most of the time.
 */
#define WORD(type, p) (((struct { type value; } __attribute__((packed, may_alias)) *)(p))->value)
#define BY_TWO(type, to, from, size)                                                  \
  do {                                                                                \
    type first = WORD(type, from), last = WORD(type, (from) + (size) - sizeof(type)); \
    WORD(type, to) = first;                                                           \
    WORD(type, (to) + (size) - sizeof(type)) = last;                                  \
  } while (0)

static inline void copy(char *to, const char *from, size_t size) {
  if (size > 16) memcpy(to, from, size);
  else if (size >= 8) BY_TWO(long long, to, from, size);
  else if (size >= 4) BY_TWO(int, to, from, size);
  else if (size >= 2) BY_TWO(short, to, from, size);
  else if (size != 0) *to = *from;
}

static inline void clear(char *to, size_t size) {
  if (size > 16) memset(to, 0, size);
  else if (size >= 8) WORD(long long, to) = WORD(long long, to + size - 8) = 0;
  else if (size >= 4) WORD(int, to) = WORD(int, to + size - 4) = 0;
  else if (size >= 2) WORD(short, to) = WORD(short, to + size - 2) = 0;
  else if (size != 0) *to = 0;
}

size_t strnlen(const char *text, size_t limit) { return length_up_to(text, limit); }

char *strcpy(char *restrict to, const char *restrict from) {
  copy(to, from, strlen(from) + 1);
  return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t length = strlen(from);
  copy(to, from, length + 1);
  return to + length;
}

/* The rest of `size` bytes is zero. */
static inline char *copy_up_to(char *to, const char *from, size_t size) {
  size_t length = length_up_to(from, size);
  copy(to, from, length);
  clear(to + length, size - length);
  return to + length;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size) { return copy_up_to(to, from, size); }

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
  copy_up_to(to, from, size);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  size_t length = length_up_to(from, limit);
  copy(end, from, length);
  end[length] = 0;
  return to;
}

/* What fits with a zero; gives the length that was wanted. */
static inline size_t copy_what_fits(char *to, const char *from, size_t size) {
  size_t length = strlen(from), fits = length < size ? length : size - 1;
  if (size == 0) return length;
  copy(to, from, fits);
  to[fits] = 0;
  return length;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) { return copy_what_fits(to, from, size); }

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t length = length_up_to(to, size);
  return length + (length == size ? strlen(from) : copy_what_fits(to + length, from, size - length));
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strlen(from);
  memcpy(to, from, length < size ? length + 1 : size);
  return length;
}
