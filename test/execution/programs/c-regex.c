/* POSIX regular expressions: results are glibc's, and POSIX's where glibc does not follow its rule of subexpressions. */
#include "check.h"
#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* Offsets of the match and its groups, or the error, as text. */
static const char *matched(const char *pattern, const char *text, int flags, int at) {
  static char shown[128];
  regex_t regex;
  regmatch_t groups[5];
  int error = regcomp(&regex, pattern, flags);
  if (error) return sprintf(shown, "error %d", error), shown;
  error = regexec(&regex, text, 5, groups, at);
  char *end = shown;
  if (error) strcpy(shown, "no");
  else
    for (int i = 0; i < 5 && (i == 0 || i <= regex.re_nsub); i++)
      end += sprintf(end, "%s%d,%d", i ? " " : "", groups[i].rm_so, groups[i].rm_eo);
  regfree(&regex);
  return shown;
}
#define IS(pattern, text, flags, result) CHECK(strcmp(matched(pattern, text, flags, 0), result) == 0)
#define E REG_EXTENDED

static void longest(void) {
  IS("x*", "aaa", 0, "0,0");
  IS("(wee|week)(knights|night)", "weeknights", E, "0,10 0,3 3,10");
  IS("a|ab|abc", "xabcd", E, "1,4");
  IS("foo.*bar", "xxfoo barfoo bar", E, "2,16");
  IS("(a|ab)(c|bcd)(d*)", "abcd", E, "0,4 0,2 2,3 3,4");
  IS("([0-9]+)-([0-9]+)", "call 555-1234", E, "5,13 5,8 9,13");
  IS("(a*)(a|b)*", "aab", E, "0,3 0,2 2,3");
  IS("((a)|(b))*", "ab", E, "0,2 1,2 0,1 1,2");
  IS("(a*)+", "b", E, "0,0 0,0");
  IS("(.?){3}", "b", E, "0,1 1,1");
  IS("\\(b\\?.a\\|\\(b\\|.c\\?.\\)*\\)b", "aaccacabb", 0, "0,9 0,8 7,8");
}

static void syntax(void) {
  IS("[]a]b", "]b", 0, "0,2");
  IS("[^[:alpha:]_-]", "a_-7", 0, "3,4");
  IS("[[.-.]x[=y=]]*", "y-x", 0, "0,3");
  IS("a\\{2,3\\}", "aaaa", 0, "0,3");
  IS("a{,2}b", "aaab", E, "1,4");
  IS("*a", "b*a", 0, "1,3");
  IS("\\(*a\\|^b\\)$", "x*a", 0, "1,3 1,3");
  IS("a+b?", "a+b?", 0, "0,4");
  IS("a\\+b\\?", "aab", 0, "0,3");
  IS("^b.", "a\nbc", E | REG_NEWLINE, "2,4");
  IS("b$", "AB\nc", E | REG_NEWLINE | REG_ICASE, "1,2");
  IS("\\<b\\w+\\>", "ab bcd", E, "3,6");
  IS("(|a)b", "ab", E, "0,2 0,1");
  IS("\\(ab*\\)x\\1", "abbxabbb", 0, "0,7 0,3");
  IS("(.)(.)\\2\\1", "xabba", E, "1,5 1,2 2,3");
  CHECK(strcmp(matched("^a", "a", E, REG_NOTBOL), "no") == 0 && strcmp(matched("a$", "a", E, REG_NOTEOL), "no") == 0);
  const char *const wrong[] = {"(", "[a", "a{2,1}", "*a", "[[:foo:]]", "[z-a]", "\\", "(a)\\2", "a{1", "[[.ab.]]"};
  const char *const errors[] = {"error 8", "error 7", "error 10", "error 13", "error 4", "error 11", "error 5", "error 6", "error 9", "error 3"};
  for (int i = 0; i < 10; i++) IS(wrong[i], "", E, errors[i]);
  char text[32];
  CHECK(regerror(REG_EPAREN, NULL, text, sizeof text) == 18 && strcmp(text, "Unmatched ( or \\(") == 0);
}

/* Nothing that takes exponential time, and no depth that grows with the text. */
static void large(void) {
  enum { SIZE = 100000 };
  char *text = malloc(SIZE + 1), expected[64];
  memset(text, 'a', SIZE);
  text[SIZE] = 0;
  IS("(a*)*b", text + SIZE - 2000, E, "no");
  sprintf(expected, "0,%d", SIZE);
  IS(".*.*a", text, E, expected);
  text[SIZE - 1] = 'b';
  sprintf(expected, "0,%d %d,%d", SIZE, SIZE - 1, SIZE);
  IS("[^b]*(b)", text, E, expected);
  free(text);
}

int main(void) {
  longest(), syntax(), large();
  return bad != 0;
}
