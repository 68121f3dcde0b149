/*
 * <string.h>: spans of characters that are in a set or not, and tokens between them. (C99 7.21.5; POSIX, BSD)
 * A set is a bit for each byte, made for each call.
 */
#include "string-words.h"

#define WORDS 8
#define ADD(set, byte) (set[(byte) >> 5] |= 1u << ((byte) & 31))
#define HAS(set, byte) (set[(byte) >> 5] >> ((byte) & 31) & 1)

/* `set` is empty before. */
static inline void make_set(unsigned *set, const char *bytes) {
  NEED_STRING(bytes);
  for (unsigned byte; (byte = BYTE(bytes)) != 0; bytes++) ADD(set, byte);
}

/* The first byte that is not in the set: the end of the string never is. */
static inline const char *skip(const char *text, const unsigned *set) {
  for (unsigned byte; byte = BYTE(text), HAS(set, byte);) text++;
  return text;
}

/* The first byte that is, or the end of the string, which is put into the set. */
static inline const char *skip_others(const char *text, unsigned *set) {
  ADD(set, 0u);
  for (unsigned byte; byte = BYTE(text), !HAS(set, byte);) text++;
  return text;
}

size_t strspn(const char *text, const char *accepted) {
  unsigned set[WORDS] = {0};
  make_set(set, accepted);
  return skip(text, set) - text;
}

size_t strcspn(const char *text, const char *rejected) {
  unsigned set[WORDS] = {0};
  make_set(set, rejected);
  return skip_others(text, set) - text;
}

char *strpbrk(const char *text, const char *accepted) {
  unsigned set[WORDS] = {0};
  make_set(set, accepted);
  const char *found = skip_others(text, set);
  return *found ? (char *)found : NULL;
}

/* Ends the token at the delimiter found; gives the place behind, or NULL at the end of the text. */
static inline char *cut(const char *at) {
  if (*at == 0) return NULL;
  *(char *)at = 0;
  return (char *)at + 1;
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict place) {
  unsigned set[WORDS] = {0};
  make_set(set, delimiters);
  const char *start = skip(text ? text : *place, set);
  if (*start == 0) {
    *place = (char *)start;
    return NULL;
  }
  const char *end = skip_others(start, set);
  char *rest = cut(end);
  *place = rest ? rest : (char *)end;
  return (char *)start;
}

char *strtok(char *restrict text, const char *restrict delimiters) {
  static char *rest;
  return text || rest ? strtok_r(text, delimiters, &rest) : NULL;
}

char *strsep(char **restrict place, const char *restrict delimiters) {
  unsigned set[WORDS] = {0};
  char *start = *place;
  if (!start) return NULL;
  make_set(set, delimiters);
  *place = cut(skip_others(start, set));
  return start;
}
