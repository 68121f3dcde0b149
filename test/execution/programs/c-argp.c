// <argp.h>: options and arguments of a tree of parsers, as glibc has them; errors are values where the parser may not end the program.
#include <argp.h>
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct inner {
  int level, ended;
};
struct outer {
  struct inner inner;
  char *output;
  int quiet, count, end_order, given, no_args;
  char words[64];
};
/* How many parsers have been told the end: children come first. */
static int ended;

static error_t parse_inner(int key, char *word, struct argp_state *state) {
  struct inner *inner = state->input;
  switch (key) {
    case ARGP_KEY_INIT: inner->level = 7; break;
    case 'l': inner->level = word ? atoi(word) : 1; break;
    case ARGP_KEY_END: inner->ended = ++ended; break;
    default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static error_t parse_outer(int key, char *word, struct argp_state *state) {
  struct outer *outer = state->input;
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &outer->inner; break;
    case 'o': outer->output = word; break;
    case 'q': outer->quiet = 1; break;
    case 300: outer->count = atoi(word); break;
    case ARGP_KEY_ARG:
      if (state->arg_num >= 3) return ARGP_ERR_UNKNOWN;
      strcat(strcat(outer->words, word), ",");
      outer->given = state->arg_num;
      break;
    case ARGP_KEY_NO_ARGS: outer->no_args = 1; break;
    case ARGP_KEY_END: outer->end_order = ++ended; break;
    default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}
static const struct argp_option inner_options[] = {{"level", 'l', "LEVEL", OPTION_ARG_OPTIONAL, "How deep"}, {0}};
static const struct argp inner_argp = {inner_options, parse_inner};
static const struct argp_option outer_options[] = {{"output", 'o', "FILE", 0, "Where to"},
                                                   {"out", 0, 0, OPTION_ALIAS},
                                                   {"quiet", 'q', 0, 0, "Say nothing"},
                                                   {"count", 300, "N", 0, "How many"},
                                                   {0}};
static const struct argp_child children[] = {{&inner_argp, 0, "Inner options", 0}, {0}};
static const struct argp outer_argp = {outer_options, parse_outer, "WORD...", "A test of argp.\vAfter.", children};
static struct outer result;

static int parse(unsigned flags, int *rest, int argc, ...) {
  char *argv[12] = {"dir/prog"};
  va_list words;
  va_start(words, argc);
  for (int i = 1; i < argc; i++) argv[i] = va_arg(words, char *);
  va_end(words);
  memset(&result, 0, sizeof result);
  ended = 0;
  return argp_parse(&outer_argp, argc, argv, flags, rest, &result);
}

int main(void) {
  assert(parse(0, 0, 7, "a", "-o", "x", "b", "--level=3", "-q") == 0);
  assert(strcmp(result.words, "a,b,") == 0 && strcmp(result.output, "x") == 0 && result.inner.level == 3 && result.quiet && result.given == 1);
  assert(result.inner.ended == 1 && result.end_order == 2 && !result.no_args);
  assert(parse(0, 0, 3, "--out=y", "--coun=5") == 0 && strcmp(result.output, "y") == 0 && result.count == 5);
  assert(result.no_args && result.inner.level == 7);
  assert(parse(0, 0, 4, "-l", "--", "-q") == 0 && result.inner.level == 1 && !result.quiet && strcmp(result.words, "-q,") == 0);
  int rest = 0;
  assert(parse(ARGP_SILENT, 0, 5, "a", "b", "c", "d") == EINVAL);
  assert(parse(ARGP_SILENT, &rest, 5, "a", "b", "c", "d") == 0 && rest == 4);
  assert(parse(ARGP_SILENT, 0, 2, "-z") == EINVAL);
  assert(parse(ARGP_SILENT, 0, 2, "--help") == EINVAL);
  assert(parse(ARGP_IN_ORDER, 0, 4, "a", "-q", "b") == 0 && strcmp(result.words, "a,b,") == 0 && result.quiet);
  assert(parse(ARGP_NO_ARGS, &rest, 3, "-q", "a") == 0 && rest == 2 && !*result.words);
  return 0;
}
