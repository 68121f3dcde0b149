/*
 * The functions of <string.h> and <strings.h> against what C says of them, byte by byte, from every alignment; calls
 * through pointers as well as plain ones.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "check.h"

#define SIZE 120
#define GUARD 16
static unsigned state = 2463534242u;
static unsigned draw(unsigned below) {
  state ^= state << 13, state ^= state >> 17, state ^= state << 5;
  return (state >> 4) % below;
}

static char left[SIZE + 2 * GUARD], right[sizeof left], wanted[sizeof left];

/* Few letters, so that there are matches; the last with its highest bit. */
static char *string(char *area, unsigned most) {
  char *start = area + GUARD + draw(16);
  unsigned length = draw(most);
  memset(area, 'z', sizeof left);
  for (unsigned i = 0; i < length; i++) start[i] = "aAbB.\x7f\xe1"[draw(7)];
  start[length] = 0;
  return start;
}

static int sign(int x) { return (x > 0) - (x < 0); }
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
#define BYTE(p) (*(const unsigned char *)(p))

static size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
static int is_in(const char *set, int byte) {
  for (; *set; set++) if (*set == (char)byte) return 1;
  return 0;
}
static int compare(const char *a, const char *b, size_t limit, int folded, int to_end) {
  for (size_t i = 0; i < limit; i++) {
    int x = BYTE(a + i), y = BYTE(b + i);
    if (folded) x = lower(x), y = lower(y);
    if (x != y) return x < y ? -1 : 1;
    if (to_end && x == 0) return 0;
  }
  return 0;
}
static const char *find(const char *block, size_t size, int byte) {
  for (size_t i = 0; i < size; i++) if (block[i] == (char)byte) return block + i;
  return NULL;
}
static const char *find_last(const char *block, size_t size, int byte) {
  for (size_t i = size; i-- > 0;) if (block[i] == (char)byte) return block + i;
  return NULL;
}
static const char *find_block(const char *block, size_t size, const char *part, size_t length, int folded) {
  for (size_t i = 0; i + length <= size; i++) if (compare(block + i, part, length, folded, 0) == 0) return block + i;
  return NULL;
}
static size_t span(const char *s, const char *set, int in) {
  size_t n = 0;
  while (s[n] && is_in(set, s[n]) == in) n++;
  return n;
}

static int (*volatile comparing)(const char *, const char *) = strcmp;
static size_t (*volatile measuring)(const char *) = strlen;
static void *(*volatile copying)(void *, const void *, size_t) = memcpy;
static void *(*volatile moving)(void *, const void *, size_t) = memmove;
static void *(*volatile filling)(void *, int, size_t) = memset;

static void looking(void) {
  const char *a = string(left, SIZE), *b = string(right, draw(2) ? SIZE : 5);
  size_t n = length_of(a), m = length_of(b), limit = draw(SIZE);
  int byte = "aAbB.\x7f\xe1z"[draw(8)];
  if (draw(4) == 0) strcpy((char *)b, a);
  if (draw(8) == 0) byte = 0;
  m = length_of(b);
  CHECK(strlen(a) == n && measuring(a) == n && strnlen(a, limit) == (n < limit ? n : limit));
  CHECK(sign(strcmp(a, b)) == compare(a, b, -1, 0, 1) && sign(comparing(a, b)) == sign(strcmp(a, b)));
  CHECK(sign(strncmp(a, b, limit)) == compare(a, b, limit, 0, 1));
  CHECK(sign(strcasecmp(a, b)) == compare(a, b, -1, 1, 1));
  CHECK(sign(strncasecmp(a, b, limit)) == compare(a, b, limit, 1, 1));
  CHECK(sign(memcmp(a, b, limit % 9)) == compare(a, b, limit % 9, 0, 0));
  CHECK(sign(memcmp(left, right, sizeof left)) == compare(left, right, sizeof left, 0, 0));
  CHECK(strchr(a, byte) == find(a, n + 1, byte) && strrchr(a, byte) == find_last(a, n + 1, byte));
  const char *there = find(a, n + 1, byte);
  CHECK(strchrnul(a, byte + 256) == (there ? there : a + n));
  CHECK(memchr(a, byte, limit) == find(a, limit, byte) && memrchr(a, byte, limit) == find_last(a, limit, byte));
  if (there) CHECK(rawmemchr(a, byte) == there);
  CHECK(strstr(a, b) == find_block(a, n, b, m, 0) && strcasestr(a, b) == find_block(a, n, b, m, 1));
  CHECK(memmem(a, n, b, m) == find_block(a, n, b, m, 0));
  CHECK(strspn(a, b) == span(a, b, 1) && strcspn(a, b) == span(a, b, 0));
  size_t before = span(a, b, 0);
  CHECK(strpbrk(a, b) == (a[before] ? a + before : NULL));
}

/* Does `left` hold what `wanted` does, guards included? */
#define SAME() (compare(left, wanted, sizeof left, 0, 0) == 0)

static void copying_strings(void) {
  char *a = string(left, SIZE / 2), *b = string(right, SIZE / 2);
  size_t n = length_of(a), m = length_of(b), limit = draw(SIZE / 2), some = m < limit ? m : limit;
  size_t at = a - left;
#define BEGIN() for (size_t i = 0; i < sizeof left; i++) wanted[i] = left[i]
#define PUT(offset, count) for (size_t i = 0; i < (count); i++) wanted[at + (offset) + i] = b[i]
#define ZERO(offset, count) for (size_t i = 0; i < (count); i++) wanted[at + (offset) + i] = 0
  switch (draw(11)) {
  case 0: BEGIN(); PUT(0, m + 1); CHECK(strcpy(a, b) == a && SAME()); break;
  case 1: BEGIN(); PUT(0, m + 1); CHECK(stpcpy(a, b) == a + m && SAME()); break;
  case 2: BEGIN(); PUT(0, some); ZERO(some, limit - some); CHECK(strncpy(a, b, limit) == a && SAME()); break;
  case 3: BEGIN(); PUT(0, some); ZERO(some, limit - some); CHECK(stpncpy(a, b, limit) == a + some && SAME()); break;
  case 4: BEGIN(); PUT(n, m + 1); CHECK(strcat(a, b) == a && SAME()); break;
  case 5: BEGIN(); PUT(n, some); ZERO(n + some, 1); CHECK(strncat(a, b, limit) == a && SAME()); break;
  case 6:
    BEGIN();
    if (limit > 0) { size_t fits = m < limit ? m : limit - 1; PUT(0, fits); ZERO(fits, 1); }
    CHECK(strlcpy(a, b, limit) == m && SAME());
    break;
  case 7:
    BEGIN();
    if (limit > n) { size_t fits = m < limit - n ? m : limit - n - 1; PUT(n, fits); ZERO(n + fits, 1); }
    CHECK(strlcat(a, b, limit) == (n < limit ? n : limit) + m && SAME());
    break;
  case 8: {
    const char *end = find(b, limit, '.');
    size_t count = end ? (size_t)(end - b) + 1 : limit;
    BEGIN(); PUT(0, count);
    CHECK(memccpy(a, b, '.', limit) == (end ? a + count : NULL) && SAME());
    break;
  }
  case 9: BEGIN(); PUT(0, limit); CHECK(mempcpy(a, b, limit) == a + limit && SAME()); break;
  default: BEGIN(); PUT(0, limit); CHECK(copying(a, b, limit) == a && SAME()); break;
  }
  char *all = strdup(b), *part = strndup(b, limit);
  CHECK(strcmp(all, b) == 0 && strlen(part) == some && memcmp(part, b, some) == 0);
  free(all), free(part);
}

static void moving_blocks(void) {
  for (size_t i = 0; i < sizeof left; i++) wanted[i] = left[i] = (char)draw(256);
  size_t from = draw(40), to = draw(40), size = draw(60);
  int byte = (int)draw(1000) - 500;
  if (draw(2)) {
    for (size_t i = 0; i < size; i++) right[i] = left[from + i];
    for (size_t i = 0; i < size; i++) wanted[to + i] = right[i];
    if (draw(3) == 0) bcopy(left + from, left + to, size);
    else CHECK((draw(2) ? memmove(left + to, left + from, size) : moving(left + to, left + from, size)) == left + to);
  } else {
    for (size_t i = 0; i < size; i++) wanted[to + i] = (char)byte;
    CHECK((draw(2) ? memset(left + to, byte, size) : filling(left + to, byte, size)) == left + to);
    if (draw(3) == 0) bzero(left + to, size), memset(wanted + to, 0, size);
  }
  CHECK(SAME());
}

/* What was written as doubles, compared as bytes where it was written. */
static int alike(double x, double y) {
  double a[3] = {x, 2 * x, 3}, b[3] = {y, 2 * y, 3};
  return memcmp(a, b, sizeof a) == 0;
}

static void tokens(void) {
  char *a = string(left, SIZE), *rest, *rest_r, *rest_sep;
  const char *delimiters = string(right, 4);
  char copy[SIZE], fields[SIZE];
  strcpy(copy, a), strcpy(fields, a);
  strcpy(wanted, a);
  size_t at = 0;
  rest = a, rest_sep = fields;
  for (char *token = strtok(a, delimiters), *token_r = strtok_r(copy, delimiters, &rest_r);;
       token = strtok(NULL, delimiters), token_r = strtok_r(NULL, delimiters, &rest_r)) {
    at += span(wanted + at, delimiters, 1);
    if (wanted[at] == 0) {
      CHECK(token == NULL && token_r == NULL && strtok(NULL, delimiters) == NULL);
      break;
    }
    size_t length = span(wanted + at, delimiters, 0);
    CHECK(token == a + at && token_r == copy + at);
    CHECK(strlen(token) == length && compare(token, wanted + at, length, 0, 0) == 0 && strlen(token_r) == length);
    at += length + (wanted[at + length] != 0);
  }
  CHECK(rest == a);
  for (at = 0; rest_sep; ) {
    CHECK(strsep(&rest_sep, delimiters) == fields + at);
    at += span(wanted + at, delimiters, 0) + 1;
  }
  CHECK(at == strlen(wanted) + 1 && strsep(&rest_sep, delimiters) == NULL);
}

/* Strings that cross the ends of pages and differ in one byte, each at its own place. */
static void differing(void) {
  enum { LENGTH = 150, PAGE = 1 << 16 };
  static char area[4 * PAGE];
  char *page = (char *)(((unsigned)area + PAGE - 1) / PAGE * PAGE);
  for (int i = 0; i < 3000; i++) {
    char *a = page + PAGE - draw(200), *b = page + 2 * PAGE - (draw(4) ? draw(200) : draw(PAGE)) + PAGE / 64;
    unsigned at = draw(LENGTH), limit = draw(LENGTH + 20);
    memset(a, 'x', LENGTH), memset(b, 'x', LENGTH), a[LENGTH] = b[LENGTH] = 0;
    b[at] = "yw\xe1"[draw(3)];
    int order = sign((unsigned char)a[at] - (unsigned char)b[at]), within = at < limit ? order : 0;
    CHECK(sign(strcmp(a, b)) == order && sign(strcmp(b, a)) == -order && strcmp(a, a) == 0);
    CHECK(sign(strncmp(a, b, limit)) == within && sign(strncmp(b, a, limit)) == -within);
    CHECK(sign(memcmp(a, b, limit)) == within && memcmp(a, b, at) == 0);
    b[at] = 0;
    CHECK(strcmp(a, b) == 'x' && strlen(b) == at && strrchr(a, 'x') == a + LENGTH - 1 && strnlen(b, limit) == (at < limit ? at : limit));
  }
}

int main(void) {
  differing();
  for (int i = 0; i < 20000; i++) looking(), copying_strings(), moving_blocks(), tokens();
  CHECK(alike(1.5, 1.5) && !alike(1.5, 1.25));
  CHECK(strcmp(basename("/usr/lib"), "lib") == 0 && strcmp(basename("lib"), "lib") == 0);
  CHECK(sign(strverscmp("file9", "file10")) == -1 && sign(strverscmp("1.001", "1.01")) == -1);
  CHECK(strxfrm(left, "abc", sizeof left) == 3 && strcmp(left, "abc") == 0);
  CHECK(ffs(0) == 0 && ffs(-8) == 4 && ffsll(1LL << 40) == 41);
  return bad != 0;
}
