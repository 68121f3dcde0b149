/* The texts of argp: usage, options in columns, errors. (GNU) Lines end before column 80; the words are argp's own tables'. */
#include <argp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version;
void (*argp_program_version_hook)(FILE *, struct argp_state *);
const char *argp_program_bug_address;
#define USAGE -2
/* EX_USAGE of sysexits. */
error_t argp_err_exit_status = 64;

static error_t help(int key, char *word, struct argp_state *state) {
  if (key == '?') argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
  else if (key == USAGE) argp_state_help(state, state->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
  else return ARGP_ERR_UNKNOWN;
  return 0;
}

static error_t version(int key, char *word, struct argp_state *state) {
  if (key != 'V') return ARGP_ERR_UNKNOWN;
  if (argp_program_version_hook) argp_program_version_hook(state->out_stream, state);
  else fprintf(state->out_stream, "%s\n", argp_program_version);
  if (!(state->flags & ARGP_NO_EXIT)) exit(0);
  return 0;
}

static const struct argp_option help_options[] = {{"help", '?', NULL, 0, "Give this help list"},
                                                  {"usage", USAGE, NULL, 0, "Give a short usage message"},
                                                  {0}};
static const struct argp_option version_options[] = {{"version", 'V', NULL, 0, "Print program version"}, {0}};
const struct argp __pgasc_argp_standard = {help_options, help}, __pgasc_argp_version = {version_options, version};

#define DOC_COLUMN 29
#define WIDTH 79

static int is_end(const struct argp_option *option) {
  return !option->name && !option->key && !option->doc && !option->group;
}
static int is_letter(int key) { return key > 0 && key < 128 && isprint(key); }

static void pad(FILE *stream, int count) { fprintf(stream, "%*s", count > 0 ? count : 0, ""); }

/* Prints words between two places, a new line at `indent` where one does not fit. */
static void fill(FILE *stream, const char *text, const char *end, int indent, int column) {
  while (text < end) {
    int length = strcspn(text, " \n");
    if (text + length > end) length = end - text;
    if (column > indent && column + 1 + length > WIDTH) {
      fputc('\n', stream);
      pad(stream, column = indent);
    }
    column += fprintf(stream, "%s%.*s", column > indent ? " " : "", length, text);
    text += length + 1;
  }
  fputc('\n', stream);
}

/* Where the text that comes before the options ends; behind the vertical tab is what comes after them. */
static const char *middle(const char *doc) {
  const char *tab = strchr(doc, '\v');
  return tab ? tab : doc + strlen(doc);
}

static void print_option(FILE *stream, const struct argp_option *option, const struct argp_option *real) {
  int column = fprintf(stream, is_letter(option->key) ? "  -%c" : "    ", option->key);
  if (real->flags & OPTION_DOC) column = fprintf(stream, "  %s", option->name ? option->name : "");
  else if (option->name) column += fprintf(stream, "%s--%s", is_letter(option->key) ? ", " : "  ", option->name);
  if (real->arg)
    column += fprintf(stream, real->flags & OPTION_ARG_OPTIONAL ? "[%s%s]" : "%s%s", option->name ? "=" : " ", real->arg);
  if (!option->doc) return (void)fputc('\n', stream);
  if (column >= DOC_COLUMN) column = (fputc('\n', stream), 0);
  pad(stream, DOC_COLUMN - column);
  fill(stream, option->doc, option->doc + strlen(option->doc), DOC_COLUMN, DOC_COLUMN);
}

static void print_options(FILE *stream, const struct argp *argp) {
  const struct argp_option *real = argp->options;
  for (const struct argp_option *option = real; option && !is_end(option); option++) {
    if (!(option->flags & OPTION_ALIAS)) real = option;
    if (option->flags & OPTION_HIDDEN) continue;
    if (option->name || option->key) print_option(stream, option, real);
    else fprintf(stream, "\n %s\n", option->doc ? option->doc : "");
  }
  for (const struct argp_child *child = argp->children; child && child->argp; child++) {
    if (child->header) fprintf(stream, "\n %s\n", child->header);
    print_options(stream, child->argp);
  }
}

static void print_usage(FILE *stream, const struct argp *argp, const char *name) {
  fprintf(stream, "Usage: %s [OPTION...]%s%s\n", name, argp->args_doc ? " " : "", argp->args_doc ? argp->args_doc : "");
}

void argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name) {
  const char *doc = argp->doc ? argp->doc : "", *end = middle(doc);
  if (flags & (ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE)) print_usage(stream, argp, name);
  if (flags & ARGP_HELP_PRE_DOC && end > doc) fill(stream, doc, end, 0, 0);
  if (flags & ARGP_HELP_LONG) {
    fputc('\n', stream);
    print_options(stream, argp);
    fputc('\n', stream);
    print_options(stream, &__pgasc_argp_standard);
    if (argp_program_version || argp_program_version_hook) print_options(stream, &__pgasc_argp_version);
  }
  if (flags & ARGP_HELP_SEE) fprintf(stream, "Try `%s --help' or `%s --usage' for more information.\n", name, name);
  if (flags & ARGP_HELP_POST_DOC && *end) {
    fputc('\n', stream);
    fill(stream, end + 1, end + strlen(end), 0, 0);
  }
  if (flags & ARGP_HELP_BUG_ADDR && argp_program_bug_address)
    fprintf(stream, "\nReport bugs to %s.\n", argp_program_bug_address);
}

void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags) {
  static const struct argp nothing;
  if (!stream || (state && state->flags & ARGP_NO_ERRS)) return;
  argp_help(state ? state->root_argp : &nothing, stream, flags, state ? state->name : "program");
  if (state && state->flags & ARGP_NO_EXIT) return;
  if (flags & ARGP_HELP_EXIT_ERR) exit(argp_err_exit_status);
  if (flags & ARGP_HELP_EXIT_OK) exit(0);
}

void argp_usage(const struct argp_state *state) { argp_state_help(state, stderr, ARGP_HELP_STD_USAGE); }

static void say(const struct argp_state *state, const char *format, va_list values) {
  fprintf(stderr, "%s: ", state ? state->name : "program");
  vfprintf(stderr, format, values);
}

void argp_error(const struct argp_state *state, const char *format, ...) {
  if (state && state->flags & ARGP_NO_ERRS) return;
  va_list values;
  va_start(values, format);
  say(state, format, values);
  va_end(values);
  fputc('\n', stderr);
  argp_state_help(state, stderr, ARGP_HELP_STD_ERR);
}

void argp_failure(const struct argp_state *state, int status, int number, const char *format, ...) {
  if (state && state->flags & ARGP_NO_ERRS) return;
  va_list values;
  va_start(values, format);
  say(state, format, values);
  va_end(values);
  fprintf(stderr, number ? ": %s\n" : "\n", strerror(number));
  if (status && !(state && state->flags & ARGP_NO_EXIT)) exit(status);
}
