/*
 * getopt, getopt_long, getopt_long_only, as GNU's. (POSIX)
 * Operands met before options are moved behind them, one argument at a time, unless the option string begins with '+'
 * or '-' or POSIXLY_CORRECT is set. The place within a group of short options is `rest`.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

enum order { PERMUTE, STOP_AT_OPERAND, RETURN_OPERANDS };

/* Rest of the group of short options in the argument before optind. */
static char *rest;
/* Operands already passed: argv[first_operand] to argv[last_operand - 1]. */
static int first_operand = 1, last_operand = 1;
static int started;

static enum order order_of(const char **options) {
  if (**options == '-' || **options == '+') return *(*options)++ == '-' ? RETURN_OPERANDS : STOP_AT_OPERAND;
  return getenv("POSIXLY_CORRECT") ? STOP_AT_OPERAND : PERMUTE;
}

/* Moves the operands passed so far behind the options that came after them. */
static void exchange(char **argv) {
  int count = last_operand - first_operand;
  for (int from = last_operand; from < optind; from++) {
    char *option = argv[from];
    memmove(&argv[from - count + 1], &argv[from - count], count * sizeof *argv);
    argv[from - count] = option;
  }
  first_operand += optind - last_operand;
  last_operand = optind;
}

static int is_operand(const char *argument) { return argument[0] != '-' || argument[1] == '\0'; }

static int complain(char **argv, const char *options, const char *text, const char *name) {
  if (opterr && *options != ':') fprintf(stderr, "%s: %s '%s'\n", argv[0], text, name);
  return '?';
}

/* Steps to the next option argument; -1 at the end, 1 for an operand to return, 0 when argv[optind] is an option. */
static int advance(int argc, char **argv, enum order order) {
  if (order == PERMUTE) {
    if (first_operand != last_operand && last_operand != optind) exchange(argv);
    else if (last_operand != optind) first_operand = optind;
    while (optind < argc && is_operand(argv[optind])) optind++;
    last_operand = optind;
  }
  if (optind < argc && strcmp(argv[optind], "--") == 0) {
    optind++;
    if (first_operand != last_operand && last_operand != optind) exchange(argv);
    else if (first_operand == last_operand) first_operand = optind;
    last_operand = optind = argc;
  }
  if (optind >= argc) {
    if (first_operand != last_operand) optind = first_operand;
    return -1;
  }
  if (!is_operand(argv[optind])) return 0;
  if (order == STOP_AT_OPERAND) return -1;
  optarg = argv[optind++];
  return 1;
}

/* Lists the long options that begin with `name`. */
static void complain_ambiguous(char **argv, const struct option *table, const char *argument, int dashes, size_t length) {
  fprintf(stderr, "%s: option '%s' is ambiguous; possibilities:", argv[0], argument);
  for (int i = 0; table[i].name; i++)
    if (strncmp(table[i].name, argument + dashes, length) == 0)
      fprintf(stderr, " '%.*s%s'", dashes, argument, table[i].name);
  fprintf(stderr, "\n");
}

/* Number of the long option that `name` (of that length) stands for, -1 for none, -2 for several. */
static int find_long(const struct option *table, const char *name, size_t length) {
  int found = -1;
  for (int i = 0; table[i].name; i++) {
    if (strncmp(table[i].name, name, length) != 0) continue;
    if (strlen(table[i].name) == length) return i;
    if (found < 0) found = i;
    else if (found >= 0 && (table[i].has_arg != table[found].has_arg || table[i].flag != table[found].flag ||
                            table[i].val != table[found].val))
      return -2;
  }
  return found;
}

static int long_option(int argc, char **argv, const char *options, const struct option *table, int i, char *value,
                       int *index, const char *prefix) {
  const struct option *option = &table[i];
  if (value && option->has_arg == no_argument) {
    optopt = option->val;
    if (opterr && *options != ':')
      fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], prefix, option->name);
    return '?';
  }
  optarg = value;
  if (!value && option->has_arg == required_argument) {
    if (optind >= argc) {
      optopt = option->val;
      if (opterr && *options != ':')
        fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], prefix, option->name);
      return *options == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index) *index = i;
  if (!option->flag) return option->val;
  *option->flag = option->val;
  return 0;
}

/* Reads argv[optind] as a long option; -1 where it is none and may be short ones. */
static int try_long(int argc, char **argv, const char *options, const struct option *table, int *index, int only) {
  char *argument = argv[optind];
  int dashes = argument[1] == '-' ? 2 : 1;
  char *name = argument + dashes;
  size_t length = strcspn(name, "=");
  int i = find_long(table, name, length);
  if (i < 0 && only && dashes == 1 && strchr(options, *name)) return -1;
  optind++;
  if (i == -2) {
    if (opterr && *options != ':') complain_ambiguous(argv, table, argument, dashes, length);
  } else if (i < 0) {
    if (opterr && *options != ':')
      fprintf(stderr, "%s: unrecognized option '%.*s%.*s'\n", argv[0], dashes, argument, (int)length, name);
  }
  if (i < 0) {
    optopt = 0;
    return '?';
  }
  return long_option(argc, argv, options, table, i, name[length] ? name + length + 1 : NULL, index,
                     dashes == 2 ? "--" : "-");
}

static int short_option(int argc, char **argv, const char *options) {
  char letter[2] = {*rest++, '\0'};
  const char *place = *letter == ':' || *letter == ';' ? NULL : strchr(options, *letter);
  int last = *rest == '\0';
  if (last) optind++;
  if (!place) {
    optopt = *letter;
    return complain(argv, options, "invalid option --", letter);
  }
  if (place[1] != ':') return *letter;
  optarg = last ? NULL : rest;
  rest = "";
  if (!last) optind++;
  if (optarg || place[2] == ':') return *letter;
  if (optind < argc) {
    optarg = argv[optind++];
    return *letter;
  }
  optopt = *letter;
  complain(argv, options, "option requires an argument --", letter);
  return *options == ':' ? ':' : '?';
}

static int next_option(int argc, char **argv, const char *options, const struct option *table, int *index, int only) {
  enum order order = order_of(&options);
  if (argc < 1) return -1;
  optarg = NULL;
  if (optind == 0 || !started) {
    if (optind == 0) optind = 1;
    first_operand = last_operand = optind;
    rest = "";
    started = 1;
  }
  if (first_operand > optind) first_operand = optind;
  if (last_operand > optind) last_operand = optind;
  if (*rest == '\0') {
    int state = advance(argc, argv, order);
    if (state != 0) return state;
    if (table && (argv[optind][1] == '-' || (only && (argv[optind][2] || !strchr(options, argv[optind][1]))))) {
      int option = try_long(argc, argv, options, table, index, only);
      if (option != -1) return option;
    }
    rest = argv[optind] + 1;
  }
  return short_option(argc, argv, options);
}

int getopt(int argc, char *const argv[], const char *options) {
  return next_option(argc, (char **)argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *table, int *index) {
  return next_option(argc, (char **)argv, options, table, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options, const struct option *table, int *index) {
  return next_option(argc, (char **)argv, options, table, index, 1);
}
