/* <regex.h>: regexec. (POSIX; GNU's REG_STARTEND) */
#include "nodes.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int is_word(const text_t *text, int at) {
  return at >= 0 && at < text->size && (isalnum((unsigned char)text->text[at]) || text->text[at] == '_');
}

/* Whether an assertion is true at a place. */
int __pgasc_regex_holds(const text_t *text, enum kind kind, int at) {
  int before = is_word(text, at - 1), behind = is_word(text, at);
  switch (kind) {
    case LINE_START: return at == 0 ? !(text->flags & REG_NOTBOL) : text->newline && text->text[at - 1] == '\n';
    case LINE_END: return at == text->size ? !(text->flags & REG_NOTEOL) : text->newline && text->text[at] == '\n';
    case TEXT_START: return at == 0;
    case TEXT_END: return at == text->size;
    case WORD_START: return !before && behind;
    case WORD_END: return before && !behind;
    case WORD_EDGE: return before != behind;
    default: return before == behind;
  }
}

static void report(const regmatch_t *groups, int known, regmatch_t *result, size_t count, int offset) {
  for (size_t i = 0; i < count; i++) {
    if (i < known && groups[i].rm_so >= 0) result[i] = (regmatch_t){groups[i].rm_so + offset, groups[i].rm_eo + offset};
    else result[i] = (regmatch_t){-1, -1};
  }
}

int regexec(const regex_t *restrict regex, const char *restrict string, size_t count, regmatch_t *restrict result, int flags) {
  const expression_t *expression = regex->__program;
  int offset = flags & REG_STARTEND ? result->rm_so : 0, known = expression->groups + 1, start = 0, end;
  int size = flags & REG_STARTEND ? result->rm_eo - offset : strlen(string);
  text_t text = {string + offset, size, flags, regex->__flags & REG_NEWLINE, regex->__flags & REG_ICASE};
  int wanted = !(regex->__flags & REG_NOSUB) && count > 0;
  regmatch_t whole, *groups = wanted && known > 1 && count > 1 ? malloc(known * sizeof *groups) : NULL;
  if (groups) memset(groups, -1, known * sizeof *groups);
  text.groups = groups;
  end = expression->has_references ? __pgasc_regex_by_trying(expression, &text, &start)
                                   : __pgasc_regex_by_sets(expression, &text, &start);
  whole = (regmatch_t){start, end};
  if (groups) *groups = whole;
  if (end >= 0 && wanted) report(groups ? groups : &whole, groups ? known : 1, result, count, offset);
  free(groups);
  return end >= 0 ? 0 : end == -1 ? REG_NOMATCH : REG_ESPACE;
}
