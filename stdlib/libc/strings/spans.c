/*
 * <string.h>: spans of characters that are in a set or not, and tokens between them. (C99 7.21.5; POSIX, BSD)
 * Up to four characters are looked for in a block at once. A larger set is a bit for each byte, made for each call.
 */
#include "blocks.h"

struct few {
  int a, b, c, d;
};

/* Whether there are up to four: zeros stand for those that are not there. */
static inline int are_few(const char *bytes, struct few *few) {
  few->a = BYTE(bytes);
  few->b = few->a ? BYTE(bytes + 1) : 0;
  few->c = few->b ? BYTE(bytes + 2) : 0;
  few->d = few->c ? BYTE(bytes + 3) : 0;
  return few->d == 0 || bytes[4] == 0;
}

#define EQUAL_FEW(block, few) (EQUAL(block, few.a) | EQUAL(block, few.b) | EQUAL(block, few.c) | EQUAL(block, few.d))
#define OF_FEW(p) (EQUAL_FEW(p, few) | EQUAL(p, 0))
#define OF_OTHERS(p) (EQUAL_FEW(p, few) & (EQUAL(p, 0) ^ WHOLE) ^ WHOLE)
FINDER(first_of_few, (const char *text, struct few few), OF_FEW)
FINDER(first_of_others, (const char *text, struct few few), OF_OTHERS)

#define WORDS 8
#define ADD(set, byte) (set[(byte) >> 5] |= 1u << ((byte) & 31))
#define HAS(set, byte) (set[(byte) >> 5] >> ((byte) & 31) & 1)

/* `set` is empty before. */
static inline void make_set(unsigned *set, const char *bytes) {
  for (unsigned byte; (byte = BYTE(bytes)) != 0; bytes++) ADD(set, byte);
}

/* The first byte that is not in the set: the end of the string never is. */
static inline const char *skip(const char *text, const char *bytes) {
  struct few few;
  NEED_STRING(bytes);
  if (are_few(bytes, &few)) return first_of_others(text, few);
  unsigned set[WORDS] = {0};
  make_set(set, bytes);
  for (unsigned byte; byte = BYTE(text), HAS(set, byte);) text++;
  return text;
}

/* The first byte that is, or the end of the string. */
static inline const char *skip_others(const char *text, const char *bytes) {
  struct few few;
  NEED_STRING(bytes);
  if (are_few(bytes, &few)) return first_of_few(text, few);
  unsigned set[WORDS] = {1};
  make_set(set, bytes);
  for (unsigned byte; byte = BYTE(text), !HAS(set, byte);) text++;
  return text;
}

size_t strspn(const char *text, const char *accepted) { return skip(text, accepted) - text; }

size_t strcspn(const char *text, const char *rejected) { return skip_others(text, rejected) - text; }

char *strpbrk(const char *text, const char *accepted) {
  const char *found = skip_others(text, accepted);
  return *found ? (char *)found : NULL;
}

/* Ends the token at the delimiter found; gives the place behind, or NULL at the end of the text. */
static inline char *cut(const char *at) {
  if (*at == 0) return NULL;
  *(char *)at = 0;
  return (char *)at + 1;
}

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict place) {
  const char *start = skip(text ? text : *place, delimiters);
  if (*start == 0) {
    *place = (char *)start;
    return NULL;
  }
  const char *end = skip_others(start, delimiters);
  char *rest = cut(end);
  *place = rest ? rest : (char *)end;
  return (char *)start;
}

char *strtok(char *restrict text, const char *restrict delimiters) {
  static char *rest;
  return text || rest ? strtok_r(text, delimiters, &rest) : NULL;
}

char *strsep(char **restrict place, const char *restrict delimiters) {
  char *start = *place;
  if (!start) return NULL;
  *place = cut(skip_others(start, delimiters));
  return start;
}
