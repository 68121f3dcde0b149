/* strtol and its like, atoi and its like, abs, div: values, where they end, errno, to the limits of each type. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

/* `end` is how many characters are taken. */
static const struct { const char *text; int base; long value; int end, error; unsigned long unsigned_value; int unsigned_error; } cases[] = {
  {"", 10, 0, 0, 0, 0, 0}, {" ", 10, 0, 0, 0, 0, 0}, {"-", 10, 0, 0, 0, 0, 0}, {"+-1", 10, 0, 0, 0, 0, 0},
  {"0", 10, 0, 1, 0, 0, 0}, {"0", 0, 0, 1, 0, 0, 0}, {"0x", 0, 0, 1, 0, 0, 0}, {"0x", 16, 0, 1, 0, 0, 0}, {"0xg", 16, 0, 1, 0, 0, 0},
  {"0x1", 10, 0, 1, 0, 0, 0}, {"0x1F", 0, 31, 4, 0, 31, 0}, {"0X1f", 16, 31, 4, 0, 31, 0}, {"1f", 16, 31, 2, 0, 31, 0},
  {"017", 0, 15, 3, 0, 15, 0}, {"018", 0, 1, 2, 0, 1, 0}, {"017", 10, 17, 3, 0, 17, 0}, {"0b1", 0, 0, 1, 0, 0, 0},
  {" \t\n\v\f\r+42abc", 10, 42, 9, 0, 42, 0}, {"\b1", 10, 0, 0, 0, 0, 0}, {"\xa0" "1", 10, 0, 0, 0, 0, 0},
  {"-7", 10, -7, 2, 0, -7ul, 0}, {"zZ", 36, 1295, 2, 0, 1295, 0}, {"12", 2, 1, 1, 0, 1, 0}, {"2", 2, 0, 0, 0, 0, 0},
  {"119304647", 10, 119304647, 9, 0, 119304647, 0}, {"1193046471", 10, 1193046471, 10, 0, 1193046471, 0},
  {"4294967295", 10, 4294967295, 10, 0, 4294967295, 0}, {"4294967296", 10, 4294967296, 10, 0, 4294967296, 0},
  {"9223372036854775807", 10, LONG_MAX, 19, 0, LONG_MAX, 0}, {"9223372036854775808", 10, LONG_MAX, 19, ERANGE, 9223372036854775808ul, 0},
  {"-9223372036854775808", 10, LONG_MIN, 20, 0, 9223372036854775808ul, 0}, {"-9223372036854775809", 10, LONG_MIN, 20, ERANGE, 9223372036854775807ul, 0},
  {"18446744073709551615", 10, LONG_MAX, 20, ERANGE, ULONG_MAX, 0}, {"18446744073709551616", 10, LONG_MAX, 20, ERANGE, ULONG_MAX, ERANGE},
  {"-18446744073709551615", 10, LONG_MIN, 21, ERANGE, 1, 0}, {"-18446744073709551616", 10, LONG_MIN, 21, ERANGE, ULONG_MAX, ERANGE},
  {"99999999999999999999999999x", 10, LONG_MAX, 26, ERANGE, ULONG_MAX, ERANGE}, {"0xffffffffffffffffz", 0, LONG_MAX, 18, ERANGE, ULONG_MAX, 0},
  {"0x10000000000000000", 0, LONG_MAX, 19, ERANGE, ULONG_MAX, ERANGE}, {"3w5e11264sgsf", 36, LONG_MAX, 13, ERANGE, ULONG_MAX, 0},
  {"3w5e11264sgsg", 36, LONG_MAX, 13, ERANGE, ULONG_MAX, ERANGE}, {"1y2p0ij32e8e7", 36, LONG_MAX, 13, 0, LONG_MAX, 0},
};

static void all_cases(void) {
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].text;
    char *end;
    errno = 0;
    CHECK(strtol(text, &end, cases[i].base) == cases[i].value && end - text == cases[i].end && errno == cases[i].error);
    errno = 0;
    CHECK(strtoll(text, NULL, cases[i].base) == cases[i].value && errno == cases[i].error);
    CHECK(strtoimax(text, &end, cases[i].base) == cases[i].value && end - text == cases[i].end);
    errno = 0;
    CHECK(strtoul(text, &end, cases[i].base) == cases[i].unsigned_value && end - text == cases[i].end && errno == cases[i].unsigned_error);
    errno = 0;
    CHECK(strtoull(text, NULL, cases[i].base) == cases[i].unsigned_value && errno == cases[i].unsigned_error);
    CHECK(strtoumax(text, &end, cases[i].base) == cases[i].unsigned_value && end - text == cases[i].end);
    if (cases[i].base == 10) {
      CHECK(atol(text) == cases[i].value && atoll(text) == cases[i].value && atoi(text) == (int)cases[i].value);
    }
  }
}

static void bad_bases(void) {
  static const int bases[] = {-1, 1, 37, INT_MAX, INT_MIN};
  for (int i = 0; i < 5; i++) {
    char *end = NULL;
    errno = 0;
    CHECK(strtol("1", &end, bases[i]) == 0 && errno == EINVAL && end == NULL);
    errno = 0;
    CHECK(strtoull("1", &end, bases[i]) == 0 && errno == EINVAL && end == NULL);
  }
}

static void written_and_read(void) {
  static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  unsigned long seed = 88172645463325252u;
  for (int i = 0; i < 3000; i++) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    unsigned long value = seed >> (i % 64), rest = value;
    int base = 2 + i % 35, n = 70;
    char text[80];
    text[n] = 0;
    do text[--n] = letters[rest % base];
    while ((rest /= base) > 0);
    CHECK(strtoul(text + n, NULL, base) == value);
    CHECK(strtol(text + n, NULL, base) == (value > LONG_MAX ? LONG_MAX : (long)value));
    text[--n] = '-';
    CHECK(strtoul(text + n, NULL, base) == -value);
    CHECK(strtol(text + n, NULL, base) == (value > LONG_MAX ? LONG_MIN : -(long)value));
    CHECK(base != 10 || atoi(text + n) == (int)strtol(text + n, NULL, 10));
  }
}

static div_t (*volatile divide)(int, int) = div;
static int (*volatile absolute)(int) = abs;

static void quotients(void) {
  div_t a = divide(-17, 5);
  ldiv_t b = ldiv(LONG_MIN, 10);
  lldiv_t c = lldiv(17, -5);
  imaxdiv_t d = imaxdiv(-1, 2);
  CHECK(a.quot == -3 && a.rem == -2 && b.quot == LONG_MIN / 10 && b.rem == -8);
  CHECK(c.quot == -3 && c.rem == 2 && d.quot == 0 && d.rem == -1);
  CHECK(absolute(-5) == 5 && labs(-5000000000) == 5000000000 && llabs(7) == 7 && imaxabs(-7) == 7);
}

int main(void) {
  all_cases();
  bad_bases();
  written_and_read();
  quotients();
  return bad != 0;
}
