/*
 * <stdlib.h> and <inttypes.h>, integers from text: atoi, strtol and their like. (C99 7.20.1, 7.8.2.3)
 * A number is read in one word as long as it surely fits, and from there on in two.
 */
#include "../strings/blocks.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* With another digit of any base it still fits. */
#define SMALL ((UINT_MAX - 35) / 36)
#define LARGE ((ULLONG_MAX - 35) / 36)

typedef struct {
  unsigned long long magnitude;
  int is_negative, is_beyond; /* too large for two words */
} integer_t;

static inline int is_space(unsigned char byte) { return byte == ' ' || byte - 9u < 5; }

/* 0 to 35; more for what is no digit. */
static inline unsigned digit_of(unsigned char byte) {
  unsigned letter = (byte | 32u) - 'a';
  return byte <= '9' ? byte - (unsigned)'0' : letter < 26 ? letter + 10 : 36;
}

/* More digits of what is too large for one word. */
static const char *take_more(const char *at, unsigned base, integer_t *into) {
  unsigned long long value = into->magnitude;
  for (unsigned digit; (digit = digit_of(*at)) < base; at++) {
    if (value > LARGE && value > (ULLONG_MAX - digit) / base) into->is_beyond = 1;
    value = value * base + digit;
  }
  into->magnitude = value;
  return at;
}

/* Digits from `at` on; gives the place behind them. */
static inline const char *take_digits(const char *at, unsigned base, integer_t *into) {
  unsigned value = 0, digit;
  for (; (digit = digit_of(*at)) < base && value <= SMALL; at++) value = value * base + digit;
  into->magnitude = value;
  return digit < base ? take_more(at, base, into) : at;
}

/* [white space] [sign] [0 | 0x] digits; `end` is set to their end, or to `text` where there are none. */
static integer_t integer_of(const char *text, char **end, int base) {
  integer_t integer = {0, 0, 0};
  NEED_STRING(text);
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return integer;
  }
  const char *at = text;
  while (is_space(*at)) at++;
  integer.is_negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  int is_hexadecimal = at[0] == '0' && (at[1] | 32) == 'x' && digit_of(at[2]) < 16;
  if (base == 0) base = is_hexadecimal ? 16 : *at == '0' ? 8 : 10;
  if (is_hexadecimal && base == 16) at += 2;
  const char *after = take_digits(at, base, &integer);
  if (end) *end = (char *)(after == at ? text : after);
  return integer;
}

long strtol(const char *restrict text, char **restrict end, int base) {
  integer_t integer = integer_of(text, end, base);
  if (integer.is_beyond || integer.magnitude > (unsigned long long)LONG_MAX + integer.is_negative) {
    errno = ERANGE;
    return integer.is_negative ? LONG_MIN : LONG_MAX;
  }
  return integer.is_negative ? -integer.magnitude : integer.magnitude;
}

/* A minus sign negates in the unsigned type. */
unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  integer_t integer = integer_of(text, end, base);
  if (integer.is_beyond) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return integer.is_negative ? -integer.magnitude : integer.magnitude;
}

int atoi(const char *text) {
  unsigned value = 0, digit;
  NEED_STRING(text);
  const char *at = text;
  while (is_space(*at)) at++;
  int is_negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  for (; (digit = *at - (unsigned)'0') < 10; at++) {
    if (value > SMALL) return (int)strtol(text, NULL, 10);
    value = value * 10 + digit;
  }
  return is_negative ? -value : value;
}

#define SAME(type, name, as)                                                   \
  type name(const char *restrict text, char **restrict end, int base) { return as(text, end, base); }
SAME(long long, strtoll, strtol)
SAME(intmax_t, strtoimax, strtol)
SAME(unsigned long long, strtoull, strtoul)
SAME(uintmax_t, strtoumax, strtoul)

long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtol(text, NULL, 10); }
