/*
 * argp_parse: a tree of parsers, flattened parents first, over getopt_long. (GNU)
 *
 * An option goes to the first parser whose table has it; an argument to the first that does not give ARGP_ERR_UNKNOWN. The standard options --help,
 * --usage and --version are a parser like others, the last. ARGP_KEY_END and what follows it go to children before their parents.
 */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

/* A parser of the tree, with what its parent gave it. */
struct group {
  const struct argp *argp;
  struct group *parent;
  int child;
  void *input;
  void **child_inputs;
  unsigned arguments;
};

/* What getopt_long gives for a long option is FIRST_LONG and its place in `places`. */
#define FIRST_LONG 0x10000
struct place {
  struct group *group;
  int key;
};

struct parser {
  struct argp_state state;
  struct group *groups;
  int count;
  char *letters;
  struct option *names;
  struct place *places;
  int name_count, letter_count;
};

static int is_end(const struct argp_option *option) {
  return !option->name && !option->key && !option->doc && !option->group;
}
static int is_letter(int key) { return key > 0 && key < 128 && isprint(key); }

static int count_groups(const struct argp *argp) {
  int count = 1;
  for (const struct argp_child *child = argp->children; child && child->argp; child++) count += count_groups(child->argp);
  return count;
}

static int count_children(const struct argp *argp) {
  int count = 0;
  for (const struct argp_child *child = argp->children; child && child->argp; child++) count++;
  return count;
}

static void add_group(struct parser *parser, const struct argp *argp, struct group *parent, int child) {
  struct group *group = &parser->groups[parser->count++];
  *group = (struct group){.argp = argp, .parent = parent, .child = child};
  group->child_inputs = calloc(count_children(argp) + 1, sizeof(void *));
  for (int i = 0; i < count_children(argp); i++) add_group(parser, argp->children[i].argp, group, i);
}

/* Calls a group's parser, which may take more words by changing state->next. */
static error_t call(struct parser *parser, struct group *group, int key, char *word) {
  struct argp_state *state = &parser->state;
  if (!group->argp->parser) return ARGP_ERR_UNKNOWN;
  state->input = group->input;
  state->child_inputs = group->child_inputs;
  state->arg_num = group->arguments;
  return group->argp->parser(key, word, state);
}

static void add_option(struct parser *parser, struct group *group, const struct argp_option *option,
                       const struct argp_option *real) {
  int argument = !real->arg ? no_argument : real->flags & OPTION_ARG_OPTIONAL ? optional_argument : required_argument;
  if (is_letter(option->key) && !strchr(parser->letters, option->key)) {
    char *letter = parser->letters + strlen(parser->letters);
    *letter++ = option->key;
    for (int i = 0; i < argument; i++) *letter++ = ':';
    *letter = '\0';
  }
  if (!option->name) return;
  parser->names[parser->name_count] = (struct option){option->name, argument, NULL, FIRST_LONG + parser->name_count};
  parser->places[parser->name_count++] = (struct place){group, option->key ? option->key : real->key};
}

static void add_options(struct parser *parser, struct group *group) {
  const struct argp_option *real = group->argp->options;
  for (const struct argp_option *option = real; option && !is_end(option); option++) {
    if (!(option->flags & OPTION_ALIAS)) real = option;
    if (!(real->flags & OPTION_DOC)) add_option(parser, group, option, real);
  }
}

static int count_options(const struct parser *parser) {
  int count = 0;
  for (int i = 0; i < parser->count; i++)
    for (const struct argp_option *option = parser->groups[i].argp->options; option && !is_end(option); option++) count++;
  return count;
}

/* Gives each group its input and lets it give its children theirs. */
static error_t start(struct parser *parser, void *input) {
  for (int i = 0; i < parser->count; i++) {
    struct group *group = &parser->groups[i];
    group->input = group->parent ? group->parent->child_inputs[group->child] : i == 0 ? input : NULL;
    if (!group->argp->parser) group->child_inputs[0] = group->input;
    error_t failure = call(parser, group, ARGP_KEY_INIT, NULL);
    if (failure && failure != ARGP_ERR_UNKNOWN) return failure;
  }
  return 0;
}

static error_t take_letter(struct parser *parser, int letter) {
  for (int i = 0; i < parser->count; i++)
    for (const struct argp_option *option = parser->groups[i].argp->options; option && !is_end(option); option++)
      if (option->key == letter) return call(parser, &parser->groups[i], letter, optarg);
  return ARGP_ERR_UNKNOWN;
}

static error_t take_option(struct parser *parser, int given) {
  struct place *place = &parser->places[given - FIRST_LONG];
  error_t failure = given < FIRST_LONG ? take_letter(parser, given) : call(parser, place->group, place->key, optarg);
  if (failure == ARGP_ERR_UNKNOWN)
    argp_error(&parser->state, "no parser takes the option %s", parser->state.argv[optind - 1]);
  return failure;
}

/* The word before state->next, by the first group that takes it, or all words from it on. */
static error_t take_argument(struct parser *parser, char *word) {
  struct argp_state *state = &parser->state;
  int next = state->next;
  for (int i = 0; i < parser->count; i++) {
    struct group *group = &parser->groups[i];
    error_t failure = call(parser, group, ARGP_KEY_ARG, word);
    if (failure == ARGP_ERR_UNKNOWN) {
      state->next = next - 1;
      failure = call(parser, group, ARGP_KEY_ARGS, NULL);
      if (failure == 0 && state->next == next - 1) state->next = state->argc;
    }
    if (failure != ARGP_ERR_UNKNOWN) {
      group->arguments += failure == 0 && state->next >= next ? state->next - next + 1 : 0;
      return failure;
    }
    state->next = next;
  }
  state->next = next - 1;
  return ARGP_ERR_UNKNOWN;
}

static error_t take_arguments(struct parser *parser) {
  struct argp_state *state = &parser->state;
  if (state->next > 1 && strcmp(state->argv[state->next - 1], "--") == 0) state->quoted = state->next;
  while (state->next < state->argc && !(state->flags & ARGP_NO_ARGS)) {
    char *word = state->argv[state->next++];
    error_t failure = take_argument(parser, word);
    if (failure) return failure;
  }
  return 0;
}

/* What getopt leaves in optopt where '?' is an option, not a mistake. */
#define NO_MISTAKE -1

/* Options, and where they come in order the arguments between them. */
static error_t take_options(struct parser *parser) {
  struct argp_state *state = &parser->state;
  int (*next)(int, char *const[], const char *, const struct option *, int *) =
      state->flags & ARGP_LONG_ONLY ? getopt_long_only : getopt_long;
  for (;;) {
    optind = state->next;
    optopt = NO_MISTAKE;
    int given = next(state->argc, state->argv, parser->letters, parser->names, NULL);
    state->next = optind;
    if (given == -1) return 0;
    if (given == '?' && optopt != NO_MISTAKE) {
      argp_state_help(state, state->err_stream, ARGP_HELP_STD_ERR);
      return EINVAL;
    }
    error_t failure = given == 1 ? take_argument(parser, optarg) : take_option(parser, given);
    if (failure) return failure;
  }
}

/* Tells all groups, children first. */
static error_t tell(struct parser *parser, int key) {
  error_t failure = 0;
  for (int i = parser->count - 1; i >= 0 && (!failure || failure == ARGP_ERR_UNKNOWN); i--)
    failure = call(parser, &parser->groups[i], key, NULL);
  return failure == ARGP_ERR_UNKNOWN ? 0 : failure;
}

/* Tells the groups that took no arguments, parents first. */
static error_t tell_idle(struct parser *parser) {
  error_t failure = 0;
  for (int i = 0; i < parser->count && (!failure || failure == ARGP_ERR_UNKNOWN); i++)
    if (parser->groups[i].arguments == 0) failure = call(parser, &parser->groups[i], ARGP_KEY_NO_ARGS, NULL);
  return failure == ARGP_ERR_UNKNOWN ? 0 : failure;
}

static error_t finish(struct parser *parser, error_t failure, int *rest) {
  struct argp_state *state = &parser->state;
  if (failure == ARGP_ERR_UNKNOWN && state->next < state->argc) failure = 0;
  if (!failure && rest) *rest = state->next;
  if (!failure && !rest && state->next < state->argc) {
    argp_error(state, "Too many arguments");
    failure = EINVAL;
  }
  if (!failure) failure = tell_idle(parser);
  if (!failure) failure = tell(parser, ARGP_KEY_END);
  tell(parser, failure ? ARGP_KEY_ERROR : ARGP_KEY_SUCCESS);
  tell(parser, ARGP_KEY_FINI);
  return failure == ARGP_ERR_UNKNOWN ? EINVAL : failure;
}

/* argp-help.c */
extern const struct argp __pgasc_argp_standard, __pgasc_argp_version;

static void prepare(struct parser *parser, const struct argp *argp) {
  parser->groups = calloc(count_groups(argp) + 2, sizeof *parser->groups);
  add_group(parser, argp, NULL, 0);
  if (!(parser->state.flags & ARGP_NO_HELP)) {
    add_group(parser, &__pgasc_argp_standard, NULL, 0);
    if (argp_program_version || argp_program_version_hook) add_group(parser, &__pgasc_argp_version, NULL, 0);
  }
  int options = count_options(parser);
  parser->letters = calloc(3 * options + 2, 1);
  if (parser->state.flags & ARGP_IN_ORDER) strcpy(parser->letters, "-");
  parser->names = calloc(options + 1, sizeof *parser->names);
  parser->places = calloc(options + 1, sizeof *parser->places);
  for (int i = 0; i < parser->count; i++) add_options(parser, &parser->groups[i]);
}

static void release(struct parser *parser) {
  for (int i = 0; i < parser->count; i++) free(parser->groups[i].child_inputs);
  free(parser->groups);
  free(parser->letters);
  free(parser->names);
  free(parser->places);
}

static char *short_name(char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *rest, void *input) {
  static const struct argp nothing;
  if (!argp) argp = &nothing;
  struct parser parser = {.state = {.root_argp = argp, .argc = argc, .argv = argv, .flags = flags,
                                    .next = !(flags & ARGP_PARSE_ARGV0), .err_stream = stderr, .out_stream = stdout}};
  parser.state.name = argc > 0 && !(flags & ARGP_PARSE_ARGV0) ? short_name(argv[0]) : "program";
  parser.state.pstate = &parser;
  prepare(&parser, argp);
  optind = 0;
  opterr = !(flags & ARGP_NO_ERRS);
  error_t failure = start(&parser, input);
  if (!failure) failure = take_options(&parser);
  if (!failure) failure = take_arguments(&parser);
  failure = finish(&parser, failure, rest);
  release(&parser);
  return failure;
}
