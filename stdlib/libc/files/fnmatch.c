/*
 * <fnmatch.h>: the shell's patterns. (POSIX, GNU's flags)
 * A star takes ever more of the name; only the last one ever has to be tried again, unless a slash stops it.
 */
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

#define FOLD(byte) (flags & FNM_CASEFOLD ? tolower(byte) : (byte))
#define BYTE(at) (*(const unsigned char *)(at))

static const char *const CLASSES[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                      "lower", "print", "punct", "space", "upper", "xdigit"};

static int in_class(int which, int byte) {
  switch (which) {
    case 0: return isalnum(byte);
    case 1: return isalpha(byte);
    case 2: return isblank(byte);
    case 3: return iscntrl(byte);
    case 4: return isdigit(byte);
    case 5: return isgraph(byte);
    case 6: return islower(byte);
    case 7: return isprint(byte);
    case 8: return ispunct(byte);
    case 9: return isspace(byte);
    case 10: return isupper(byte);
    default: return isxdigit(byte);
  }
}

/* Number of the class whose name stands at `name`, before its end; -1 where it is none. */
int __pgasc_class_named(const char *name, size_t length) {
  for (int i = 0; i < 12; i++)
    if (strlen(CLASSES[i]) == length && memcmp(CLASSES[i], name, length) == 0) return i;
  return -1;
}

int __pgasc_is_in_class(int which, int byte) { return in_class(which, byte) != 0; }

/* One character of a bracket expression; NULL at a pattern that ends. */
static const char *element(const char *at, int flags, int *byte) {
  if (*at == '\\' && !(flags & FNM_NOESCAPE)) at++;
  if (!*at) return NULL;
  if (*at == '[' && (at[1] == '.' || at[1] == '=') && at[2] && at[3] == at[1] && at[4] == ']')
    return *byte = BYTE(at + 2), at + 5;
  *byte = BYTE(at);
  return at + 1;
}

/* `at` is behind the bracket: the text behind the expression, NULL where it has no end (the bracket is literal then). */
static const char *bracket(const char *at, int flags, int byte, int *matches) {
  int inverse = *at == '!' || *at == '^', found = 0;
  const char *first = at += inverse;
  while (*at != ']' || at == first) {
    const char *end = at[0] == '[' && at[1] == ':' ? strstr(at, ":]") : NULL;
    int which = end ? __pgasc_class_named(at + 2, end - at - 2) : -1, low, high;
    if (which >= 0) {
      found |= in_class(which, byte) || (flags & FNM_CASEFOLD && (in_class(which, toupper(byte)) || in_class(which, tolower(byte))));
      at = end + 2;
      continue;
    }
    if (!(at = element(at, flags, &low))) return NULL;
    high = low;
    if (*at == '-' && at[1] && at[1] != ']' && !(at = element(at + 1, flags, &high))) return NULL;
    found |= FOLD(low) <= FOLD(byte) && FOLD(byte) <= FOLD(high);
  }
  *matches = found != inverse;
  return at + 1;
}

static int leading_period(const char *name, const char *start, int flags) {
  return *name == '.' && flags & FNM_PERIOD && (name == start || (flags & FNM_PATHNAME && name[-1] == '/'));
}

/* What follows the part of the pattern that takes one character; NULL where it does not. */
static const char *one(const char *pattern, const char *name, const char *start, int flags) {
  int matches;
  if (*pattern == '?' || *pattern == '[') {
    if (leading_period(name, start, flags) || (*name == '/' && flags & FNM_PATHNAME)) return NULL;
    if (*pattern == '?') return pattern + 1;
    const char *behind = bracket(pattern + 1, flags, BYTE(name), &matches);
    if (behind) return matches ? behind : NULL;
  }
  if (*pattern == '\\' && !(flags & FNM_NOESCAPE) && pattern[1]) pattern++;
  return FOLD(BYTE(pattern)) == FOLD(BYTE(name)) ? pattern + 1 : NULL;
}

int fnmatch(const char *pattern, const char *name, int flags) {
  const char *start = name, *again = NULL, *from = NULL, *next;
  for (;;) {
    if (*pattern == '*') {
      if (leading_period(name, start, flags)) return FNM_NOMATCH;
      again = ++pattern, from = name;
      continue;
    }
    if (!*pattern && (!*name || (*name == '/' && flags & FNM_LEADING_DIR))) return 0;
    if (*pattern && *name && (next = one(pattern, name, start, flags))) {
      pattern = next, name++;
      continue;
    }
    if (!again || !*from || (*from == '/' && flags & FNM_PATHNAME)) return FNM_NOMATCH;
    pattern = again, name = ++from;
  }
}
