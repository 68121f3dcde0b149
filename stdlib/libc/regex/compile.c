/*
 * <regex.h>: regcomp, regfree, regerror. (POSIX; of GNU's extensions \+ \? \| \w \W \s \S \b \B \< \> \` \')
 *
 *     alternatives = sequence { '|' sequence }
 *     sequence     = { atom { '*' | '+' | '?' | '{' min [ ',' [ max ] ] '}' } }
 *     atom         = character | '.' | '[' ... ']' | '^' | '$' | '(' alternatives ')' | '\' digit
 *
 * In a basic expression ( ) { } + ? | are operators with a backslash, in an extended one without.
 */
#include "nodes.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __pgasc_class_named(const char *name, size_t length);
int __pgasc_is_in_class(int which, int byte);

#define MOST_REPEATS 0x7fff
#define BYTE(at) (*(const unsigned char *)(at))

struct parser {
  const char *start, *at;
  int flags, error, depth;
  expression_t *expression;
  unsigned closed; /* groups that a reference may name */
};

static node_t *fail(struct parser *parser, int error) {
  if (!parser->error) parser->error = error;
  return NULL;
}

/* Nodes are made in blocks that are freed together; `all` is the list of them. */
static node_t *make(struct parser *parser, enum kind kind) {
  expression_t *expression = parser->expression;
  if (expression->count == expression->room) {
    node_t *block = calloc(33, sizeof *block); /* the first links the blocks */
    if (!block) return fail(parser, REG_ESPACE);
    block->next = expression->all;
    expression->all = block;
    expression->room = 32;
    expression->count = 0;
  }
  node_t *node = &expression->all[++expression->count];
  node->kind = kind;
  return node;
}

static int is_extended(const struct parser *parser) { return parser->flags & REG_EXTENDED; }

/* Whether the operator stands here, in the form that it has in the syntax. */
static int is_operator(const struct parser *parser, int byte) {
  return is_extended(parser) ? *parser->at == byte : parser->at[0] == '\\' && parser->at[1] == byte;
}
static void skip_operator(struct parser *parser) { parser->at += is_extended(parser) ? 1 : 2; }

static void add_byte(struct parser *parser, unsigned char *set, int byte) {
  ADD(set, byte);
  if (parser->flags & REG_ICASE) ADD(set, tolower(byte)), ADD(set, toupper(byte));
}

static node_t *one_byte(struct parser *parser, int byte) {
  node_t *node = make(parser, SET);
  if (node) add_byte(parser, node->set, byte);
  return node;
}

static void invert(struct parser *parser, unsigned char *set) {
  for (int i = 0; i < 32; i++) set[i] = ~set[i];
  if (parser->flags & REG_NEWLINE) set['\n' >> 3] &= ~(1 << ('\n' & 7));
}

/* An element of a bracket expression; -1 where it is none. */
static int element(struct parser *parser) {
  const char *at = parser->at;
  if (at[0] != '[' || (at[1] != '.' && at[1] != '=')) return BYTE(parser->at++);
  const char mark[3] = {at[1], ']', 0}, *end = strstr(at + 2, mark);
  if (!end) return fail(parser, REG_EBRACK), -1;
  parser->at = end + 2;
  return end == at + 3 ? BYTE(at + 2) : (fail(parser, REG_ECOLLATE), -1);
}

static void add_class(struct parser *parser, unsigned char *set) {
  const char *name = parser->at + 2, *end = strstr(name, ":]");
  int which = end ? __pgasc_class_named(name, end - name) : -1;
  if (which < 0) {
    fail(parser, end ? REG_ECTYPE : REG_EBRACK);
    return;
  }
  for (int byte = 0; byte < 256; byte++)
    if (__pgasc_is_in_class(which, byte)) add_byte(parser, set, byte);
  parser->at = end + 2;
}

static void add_range(struct parser *parser, unsigned char *set) {
  int low = element(parser), high = low;
  if (low >= 0 && parser->at[0] == '-' && parser->at[1] && parser->at[1] != ']') {
    parser->at++;
    high = element(parser);
  }
  if (low < 0 || high < 0) return;
  int another = high != low && parser->at[0] == '-' && parser->at[1] && parser->at[1] != ']';
  if (low > high || another) fail(parser, REG_ERANGE);
  for (int byte = low; byte <= high; byte++) add_byte(parser, set, byte);
}

static node_t *bracket(struct parser *parser) {
  node_t *node = make(parser, SET);
  if (!*++parser->at) return fail(parser, REG_BADPAT);
  int inverse = *parser->at == '^';
  const char *first = parser->at += inverse;
  while (node && !parser->error && (*parser->at != ']' || parser->at == first)) {
    if (!*parser->at) return fail(parser, REG_EBRACK);
    if (parser->at[0] == '[' && parser->at[1] == ':') add_class(parser, node->set);
    else add_range(parser, node->set);
  }
  if (!node || parser->error) return NULL;
  parser->at++;
  if (inverse) invert(parser, node->set);
  return node;
}

static node_t *any_byte(struct parser *parser) {
  node_t *node = make(parser, SET);
  if (node) memset(node->set, 0, sizeof node->set), ADD(node->set, 0), invert(parser, node->set);
  return node;
}

static node_t *class_of(struct parser *parser, int letter) {
  node_t *node = make(parser, SET);
  if (!node) return NULL;
  for (int byte = 0; byte < 256; byte++)
    if (tolower(letter) == 'w' ? isalnum(byte) || byte == '_' : isspace(byte)) ADD(node->set, byte);
  if (isupper(letter)) for (int i = 0; i < 32; i++) node->set[i] = ~node->set[i];
  return node;
}

static node_t *alternatives(struct parser *parser);

static node_t *group(struct parser *parser) {
  int number = ++parser->expression->groups;
  node_t *node = make(parser, GROUP);
  skip_operator(parser);
  parser->depth++;
  node_t *inner = alternatives(parser);
  parser->depth--;
  if (!node || !inner) return NULL;
  if (!is_operator(parser, ')')) return fail(parser, REG_EPAREN);
  skip_operator(parser);
  if (number < 32) parser->closed |= 1u << number;
  node->number = number;
  node->child = inner;
  return node;
}

/* What a backslash and a character mean that is no operator. */
static node_t *escaped(struct parser *parser) {
  static const char PLACES[] = "`'<>bB";
  static const enum kind KINDS[] = {TEXT_START, TEXT_END, WORD_START, WORD_END, WORD_EDGE, INSIDE_WORD};
  int byte = BYTE(parser->at + 1);
  if (!byte) return fail(parser, REG_EESCAPE);
  parser->at += 2;
  const char *place = strchr(PLACES, byte);
  if (place) return make(parser, KINDS[place - PLACES]);
  if (strchr("wWsS", byte)) return class_of(parser, byte);
  if (byte < '1' || byte > '9') return one_byte(parser, byte);
  if (!(parser->closed >> (byte - '0') & 1)) return fail(parser, REG_ESUBREG);
  node_t *node = make(parser, REFERENCE);
  if (node) node->number = byte - '0', parser->expression->has_references = 1;
  return node;
}

/* In a basic expression `^` is an anchor only at a start, `$` only at an end. */
static int is_start(const struct parser *parser) {
  const char *at = parser->at;
  return is_extended(parser) || at == parser->start ||
         (at - parser->start >= 2 && at[-2] == '\\' && (at[-1] == '(' || at[-1] == '|' || at[-1] == '\n'));
}
static int is_end(const struct parser *parser) {
  const char *at = parser->at + 1;
  return is_extended(parser) || !*at || (at[0] == '\\' && (at[1] == ')' || at[1] == '|'));
}

static node_t *atom(struct parser *parser) {
  if (is_operator(parser, '(')) return group(parser);
  switch (*parser->at) {
    case '.': return parser->at++, any_byte(parser);
    case '[': return bracket(parser);
    case '\\': return escaped(parser);
    case '^':
      if (is_start(parser)) return parser->at++, make(parser, LINE_START);
      break;
    case '$':
      if (is_end(parser)) return parser->at++, make(parser, LINE_END);
      break;
  }
  return one_byte(parser, BYTE(parser->at++));
}

static int number(struct parser *parser) {
  int value = 0;
  if (!isdigit(BYTE(parser->at))) return -1;
  while (isdigit(BYTE(parser->at))) {
    value = 10 * value + *parser->at++ - '0';
    if (value > MOST_REPEATS) return fail(parser, REG_ESIZE), 0;
  }
  return value;
}

/* `{3}`, `{3,}`, `{,7}` and `{3,7}`. */
static void interval(struct parser *parser, node_t *node) {
  skip_operator(parser);
  int min = number(parser), max = min;
  if (*parser->at == ',') {
    parser->at++;
    max = number(parser);
    if (max < 0) max = UNLIMITED;
    if (min < 0) min = 0;
  }
  if (!*parser->at) fail(parser, REG_EBRACE);
  else if (!is_operator(parser, '}') || min < 0 || min > max) fail(parser, REG_BADBR);
  else skip_operator(parser);
  node->min = min;
  node->max = max;
}

/* Of two operators in a row the second is an error in a basic expression, as it is to glibc. */
static node_t *repeated(struct parser *parser, node_t *inner) {
  for (int count = 0;; count++) {
    int star = *parser->at == '*', plus = is_operator(parser, '+'), option = is_operator(parser, '?');
    if (!star && !plus && !option && !is_operator(parser, '{')) return inner;
    if ((count && !is_extended(parser)) || inner->kind == LINE_START) return fail(parser, REG_BADRPT);
    node_t *node = make(parser, REPEAT);
    if (!node) return NULL;
    node->min = plus;
    node->max = option ? 1 : UNLIMITED;
    node->child = inner;
    node->number = inner->number && inner->kind != REFERENCE;
    if (star) parser->at++;
    else if (plus || option) skip_operator(parser);
    else interval(parser, node);
    if (parser->error) return NULL;
    inner = node;
  }
}

static int is_repetition(const struct parser *parser) {
  return *parser->at == '*' || (is_extended(parser) && strchr("+?{", *parser->at) != NULL);
}

static node_t *sequence(struct parser *parser) {
  node_t *list = NULL, **last = &list;
  int count = 0, groups = 0;
  while (*parser->at && !is_operator(parser, '|') && !(is_operator(parser, ')') && (parser->depth || !is_extended(parser)))) {
    int operator = is_repetition(parser);
    if (operator && is_extended(parser)) return fail(parser, REG_BADRPT);
    /* In a basic expression a star at the start, also behind an anchor there, is a star. */
    node_t *node = operator ? one_byte(parser, BYTE(parser->at++)) : atom(parser);
    int anchor = node && !is_extended(parser) && node->kind == LINE_START;
    if (node && !anchor) node = repeated(parser, node);
    if (!node) return NULL;
    *last = node;
    last = &node->next;
    count++;
    groups |= node->number && node->kind != REFERENCE;
  }
  if (count == 1) return list;
  node_t *node = make(parser, count ? SEQUENCE : EMPTY);
  if (node) node->child = list, node->number = groups;
  return node;
}

static node_t *alternatives(struct parser *parser) {
  node_t *first = sequence(parser);
  if (!first || !is_operator(parser, '|')) return first;
  node_t *node = make(parser, ALTERNATIVES), *last = first;
  if (!node) return NULL;
  node->child = first;
  node->number = first->number && first->kind != REFERENCE;
  while (is_operator(parser, '|')) {
    skip_operator(parser);
    node_t *other = sequence(parser);
    if (!other) return NULL;
    last = last->next = other;
    node->number |= other->number && other->kind != REFERENCE;
  }
  return node;
}

/* Adds the bytes that a match of the node can begin with; whether it can be empty. */
static int add_first(const node_t *node, unsigned char *first) {
  int empty = 0;
  switch (node->kind) {
    case SET:
      for (int i = 0; i < 32; i++) first[i] |= node->set[i];
      return 0;
    case GROUP: return add_first(node->child, first);
    case REPEAT: return add_first(node->child, first) | (node->min == 0);
    case SEQUENCE:
      for (const node_t *child = node->child; child; child = child->next)
        if (!add_first(child, first)) return 0;
      return 1;
    case ALTERNATIVES:
      for (const node_t *child = node->child; child; child = child->next) empty |= add_first(child, first);
      return empty;
    default: return 1;
  }
}

void regfree(regex_t *regex) {
  expression_t *expression = regex->__program;
  if (!expression) return;
  for (node_t *block = expression->all, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  free(expression);
  regex->__program = NULL;
}

int regcomp(regex_t *restrict regex, const char *restrict pattern, int flags) {
  expression_t *expression = calloc(1, sizeof *expression);
  if (!expression) return REG_ESPACE;
  struct parser parser = {pattern, pattern, flags, 0, 0, expression};
  regex->__program = expression;
  regex->__flags = flags;
  expression->root = alternatives(&parser);
  if (!parser.error && *parser.at) parser.error = REG_EPAREN;
  if (parser.error) return regfree(regex), parser.error;
  expression->may_be_empty = add_first(expression->root, expression->first);
  if (expression->may_be_empty) memset(expression->first, 255, sizeof expression->first);
  regex->re_nsub = expression->groups;
  return 0;
}

size_t regerror(int error, const regex_t *restrict regex, char *restrict buffer, size_t size) {
  static const char *const TEXTS[] = {
      "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
      "Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
      "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
      "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
  const char *text = (unsigned)error < sizeof TEXTS / sizeof *TEXTS ? TEXTS[error] : "Unknown error";
  if (size) snprintf(buffer, size, "%s", text);
  return strlen(text) + 1;
}
