/*
 * <regex.h>: matching with references, which only trying all ways can do. (POSIX)
 * The idea: a node is matched at a place with what has to follow it; each way to the end of all is compared with the longest so far.
 * Repetitions try as many iterations as they can first, so of equally long matches the first found is kept.
 */
#include "nodes.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What has to be matched behind a node. */
struct rest {
  enum { LIST, ROUNDS, CLOSE } what;
  const node_t *node; /* the next of a list; the repetition; the group */
  int count, from;    /* iterations so far, and start of the last one; start of the group */
  const struct rest *then;
};

struct trial {
  text_t *text;
  regmatch_t *now, *best;
  int groups, end;
};

static void match(struct trial *trial, const node_t *node, int at, const struct rest *then);

static void finish(struct trial *trial, int at) {
  if (at <= trial->end) return;
  trial->end = at;
  memcpy(trial->best, trial->now, (trial->groups + 1) * sizeof *trial->now);
}

static void match_list(struct trial *trial, const node_t *list, int at, const struct rest *then);

static void match_rounds(struct trial *trial, const node_t *node, int count, int at, const struct rest *then) {
  const struct rest again = {ROUNDS, node, count + 1, at, then};
  if (count < node->max) match(trial, node->child, at, &again);
}

static void go_on(struct trial *trial, int at, const struct rest *rest) {
  if (!rest) {
    finish(trial, at);
    return;
  }
  if (rest->what == LIST) match_list(trial, rest->node, at, rest->then);
  else if (rest->what == CLOSE) {
    regmatch_t *group = &trial->now[rest->node->number], before = *group;
    *group = (regmatch_t){rest->from, at};
    go_on(trial, at, rest->then);
    *group = before;
  } else {
    if (at > rest->from) match_rounds(trial, rest->node, rest->count, at, rest->then);
    if (rest->count >= rest->node->min || at == rest->from) go_on(trial, at, rest->then);
  }
}

static void match_list(struct trial *trial, const node_t *list, int at, const struct rest *then) {
  if (!list) {
    go_on(trial, at, then);
    return;
  }
  const struct rest rest = {LIST, list->next, 0, 0, then};
  match(trial, list, at, list->next ? &rest : then);
}

static int same(const text_t *text, int left, int right, int size) {
  for (int i = 0; i < size; i++) {
    unsigned char a = text->text[left + i], b = text->text[right + i];
    if (a != b && !(text->fold && tolower(a) == tolower(b))) return 0;
  }
  return 1;
}

static void match_reference(struct trial *trial, const node_t *node, int at, const struct rest *then) {
  regmatch_t group = trial->now[node->number];
  int size = group.rm_eo - group.rm_so;
  if (group.rm_so < 0 || size > trial->text->size - at || !same(trial->text, group.rm_so, at, size)) return;
  go_on(trial, at + size, then);
}

static void match(struct trial *trial, const node_t *node, int at, const struct rest *then) {
  const struct rest close = {CLOSE, node, 0, at, then};
  switch (node->kind) {
    case EMPTY: go_on(trial, at, then); return;
    case SET:
      if (at < trial->text->size && HAS(node->set, trial->text->text[at])) go_on(trial, at + 1, then);
      return;
    case SEQUENCE: match_list(trial, node->child, at, then); return;
    case ALTERNATIVES:
      for (const node_t *child = node->child; child; child = child->next) match(trial, child, at, then);
      return;
    case REPEAT:
      match_rounds(trial, node, 0, at, then);
      if (node->min == 0) go_on(trial, at, then);
      return;
    case GROUP: match(trial, node->child, at, &close); return;
    case REFERENCE: match_reference(trial, node, at, then); return;
    default:
      if (__pgasc_regex_holds(trial->text, node->kind, at)) go_on(trial, at, then);
  }
}

int __pgasc_regex_by_trying(const expression_t *expression, text_t *text, int *start) {
  int count = expression->groups + 1;
  regmatch_t *room = malloc(2 * count * sizeof *room);
  if (!room) return -2;
  struct trial trial = {text, room, room + count, expression->groups, -1};
  memset(room, -1, 2 * count * sizeof *room);
  for (; *start <= text->size && trial.end < 0; ++*start) match(&trial, expression->root, *start, NULL);
  --*start;
  if (trial.end >= 0 && text->groups) memcpy(text->groups, trial.best, count * sizeof *room);
  free(room);
  return trial.end;
}
