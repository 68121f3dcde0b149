/*
 * strverscmp: text order, but runs of digits compare as numbers, and those with leading zeros as fractions. (GNU)
 * The first difference decides; what it means depends on the run of digits that stands before it.
 */
#include "blocks.h"

enum run { NONE, NUMBER, ZEROS, FRACTION };

static inline int is_digit(int byte) { return byte - '0' < 10u; }

static int digits_from(const char *text) {
  const char *end = text;
  while (is_digit(BYTE(end))) end++;
  return end - text;
}

/* Of the digits before `end`, in the text that begins at `text`. */
static enum run run_before(const char *text, const char *end) {
  const char *start = end;
  while (start > text && is_digit(BYTE(start - 1))) start--;
  if (start == end) return NONE;
  if (*start != '0') return NUMBER;
  while (start < end && *start == '0') start++;
  return start == end ? ZEROS : FRACTION;
}

int strverscmp(const char *left, const char *right) {
  size_t at = 0;
  for (; left[at] == right[at]; at++) if (left[at] == 0) return 0;
  int a = BYTE(left + at), b = BYTE(right + at), difference = a - b;
  int lengths = digits_from(left + at) - digits_from(right + at), longer = lengths ? lengths : difference;
  switch (run_before(left, left + at)) {
  case NONE: return is_digit(a) && is_digit(b) && a != '0' && b != '0' ? longer : difference;
  case NUMBER: return is_digit(a) || is_digit(b) ? longer : difference;
  case ZEROS: /* 00 < 0: the one with further digits is the smaller fraction */
    return is_digit(a) == is_digit(b) ? difference : is_digit(a) ? -1 : 1;
  default: return difference;
  }
}
