// flags: -g
/*
 * Under -g, functions that read strings and blocks in the heap do so to the last byte and raise no alarm: of every length and
 * alignment, with what they look for at the end or nowhere. What is behind the end is another block's, or nobody's.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include "check.h"

#define MOST 200
#define STEP(n) ((n) < 36 ? 1 : 27)
#define ABSENT '#'

/* The last of them is nowhere else. */
static char letters[MOST + 1], zeros[MOST + 1];

/* A string whose zero is the last byte of a block of its own; `skip` bytes into that. */
static char *at_end(const char *text, size_t length, size_t skip) {
  char *block = malloc(skip + length + 1);
  memset(block, ABSENT, skip);
  memcpy(block + skip, text, length);
  block[skip + length] = 0;
  return block + skip;
}

static void reading(const char *s, const char *same, size_t n) {
  char last = n ? s[n - 1] : 0;
  CHECK(strlen(s) == n && strnlen(s, n) == n && strnlen(s, n + 9) == n && strnlen(s, n + 1) == n);
  CHECK(strchr(s, last) == s + (n ? n - 1 : 0) && strchr(s, ABSENT) == NULL && strchr(s, 0) == s + n);
  CHECK(strrchr(s, last) == s + (n ? n - 1 : 0) && strrchr(s, ABSENT) == NULL && strrchr(s, 0) == s + n);
  CHECK(strchrnul(s, ABSENT) == s + n && index(s, ABSENT) == NULL && rindex(s, ABSENT) == NULL);
  CHECK(rawmemchr(s, 0) == s + n && memchr(s, ABSENT, n + 1) == NULL && memchr(s, 0, n + 1) == s + n);
  CHECK(memrchr(s, ABSENT, n + 1) == NULL && memrchr(s, 0, n + 1) == s + n);
  CHECK(strcmp(s, same) == 0 && strcoll(s, same) == 0 && strncmp(s, same, n + 5) == 0 && strncmp(s, same, n) == 0);
  CHECK(strcasecmp(s, same) == 0 && strncasecmp(s, same, n + 5) == 0 && memcmp(s, same, n + 1) == 0 && bcmp(s, same, n + 1) == 0);
  CHECK(strverscmp(s, same) == 0);
  CHECK(strstr(s, same) == s && strcasestr(s, same) == s && memmem(s, n, same, n) == s && strstr(s, "##") == NULL);
  CHECK(strspn(s, same) == n && strcspn(s, same) == 0 && strcspn(s, "#") == n && strpbrk(s, "#") == NULL);
  CHECK(strspn("#", s) == 0 && strcspn("#", s) == 1 && strstr("#", s) == (n ? NULL : "#"));
}

static void copying(const char *s, size_t n, size_t skip) {
  char *room = at_end(s, n, skip), *end = room + n;
  CHECK(strcpy(room, s) == room && strcmp(room, s) == 0 && stpcpy(room, s) == end);
  CHECK(strncpy(room, s, n + 1) == room && stpncpy(room, s, n + 1) == end && strlcpy(room, s, n + 1) == n);
  *room = 0;
  CHECK(strcat(room, s) == room && strcmp(room, s) == 0);
  *room = 0;
  CHECK(strncat(room, s, n + 7) == room && strlcat(room, "", n + 1) == n && strcmp(room, s) == 0);
  CHECK(memcpy(room, s, n + 1) == room && memmove(room, s, n + 1) == room && mempcpy(room, s, n + 1) == end + 1);
  CHECK(memccpy(room, s, 0, n + 9) == end + 1 && strxfrm(room, s, n + 1) == n);
  char *twin = strdup(s), *part = strndup(s, n + 3), *rest = room, *kept;
  CHECK(strcmp(twin, part) == 0);
  CHECK(strtok(twin, "#") == (n ? twin : NULL) && strtok(NULL, "#") == NULL);
  CHECK(strtok_r(part, "#", &kept) == (n ? part : NULL) && strsep(&rest, "#") == room && rest == NULL);
  memset(room, ABSENT, n), bzero(room, n + 1);
  free(twin), free(part), free(room - skip);
}

static void formatting(const char *s, size_t n, size_t skip) {
  char *digits = at_end(zeros, n, skip), *room = at_end(s, n, skip), *end;
  CHECK(strtol(digits, &end, 10) == 0 && end == digits + n && atoi(digits) == 0 && strtoul(digits, &end, 0) == 0);
  CHECK(strtod(digits, &end) == 0 && end == digits + n && atof(digits) == 0 && strtoll(digits, &end, 16) == 0);
  CHECK(snprintf(room, n + 1, "%s", s) == (int)n && sprintf(room, "%s", s) == (int)n && strcmp(room, s) == 0);
  CHECK(snprintf(room, n + 1, "%.*s", (int)n, s) == (int)n);
  int value = 1;
  CHECK(sscanf(digits, "%d", &value) == (n ? 1 : EOF) && value == (n == 0));
  wchar_t *wide = malloc((n + 1) * sizeof *wide);
  CHECK(mbstowcs(wide, s, n + 1) == n && wcslen(wide) == n && wcschr(wide, L'#') == NULL && wcscmp(wide, wide) == 0);
  CHECK(wcstombs(room, wide, n + 1) == n && strcmp(room, s) == 0);
  free(wide), free(digits - skip), free(room - skip);
}

int main(void) {
  memset(zeros, '0', MOST);
  for (size_t n = 0; n <= MOST; n += STEP(n)) {
    for (size_t i = 0; i < n; i++) letters[i] = i + 1 < n ? 'a' + i % 25 : 'z';
    for (size_t skip = 0; skip < 16; skip += 1 + n % 3) {
      char *s = at_end(letters, n, skip), *same = at_end(letters, n, (skip + n) % 5);
      reading(s, same, n), copying(s, n, skip), formatting(s, n, skip);
      /* A block that is no string: nothing in it ends a search but its size. */
      if (n > 0) {
        char *bare = malloc(n);
        memcpy(bare, letters, n);
        CHECK(strnlen(bare, n) == n && memchr(bare, ABSENT, n) == NULL && strncmp(bare, letters, n) == 0);
        CHECK(memcmp(bare, letters, n) == 0 && memrchr(bare, ABSENT, n) == NULL && strncasecmp(bare, letters, n) == 0);
        char *made = strndup(bare, n);
        CHECK(strcmp(made, s) == 0);
        free(made), free(bare);
      }
      free(s - skip), free(same - (skip + n) % 5);
    }
  }
  return bad != 0;
}
