/*
 * <regex.h>: matching without references, in time that grows with the text and not with the ways to match it.
 * The idea: a node takes the set of places where it may begin to the set of places where it may end. The longest match from a
 * place is the last place of the root's set. Then the groups are found from the top: a part takes the longest place from which the
 * rest still reaches the end, which is POSIX's rule for subexpressions.
 */
#include "nodes.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A set of places: bits of [low, high]; empty where low > high. All other bits are zero. */
typedef struct places {
  int low, high;
  unsigned *bits;
} places_t;

/* Room for sets is given and taken back like a stack. */
typedef struct matcher {
  text_t *text;
  int words, used, room;
  unsigned **bits;
  int failed;
} matcher_t;

static int contains(const places_t *set, int at) {
  return at >= set->low && at <= set->high && set->bits[at >> 5] >> (at & 31) & 1;
}

static void add(places_t *set, int at) {
  set->bits[at >> 5] |= 1u << (at & 31);
  if (at < set->low) set->low = at;
  if (at > set->high) set->high = at;
}

static void add_all(places_t *set, const places_t *more) {
  if (more->low > more->high) return;
  for (int word = more->low >> 5; word <= more->high >> 5; word++) set->bits[word] |= more->bits[word];
  if (more->low < set->low) set->low = more->low;
  if (more->high > set->high) set->high = more->high;
}

/* Removes the members of `old`. */
static void remove_all(places_t *set, const places_t *old) {
  if (set->low > set->high) return;
  int low = INT_MAX, high = -1;
  for (int word = set->low >> 5; word <= set->high >> 5; word++) {
    if (word >= old->low >> 5 && word <= old->high >> 5) set->bits[word] &= ~old->bits[word];
    if (!set->bits[word]) continue;
    if (low == INT_MAX) low = word * 32 + __builtin_ctz(set->bits[word]);
    high = word * 32 + 31 - __builtin_clz(set->bits[word]);
  }
  set->low = low;
  set->high = high;
}

static places_t fresh(matcher_t *matcher) {
  if (matcher->used == matcher->room) {
    unsigned **more = realloc(matcher->bits, (matcher->room + 1) * sizeof *more), *bits = calloc(matcher->words, 4);
    if (more) matcher->bits = more;
    if (!more || !bits) {
      free(bits);
      matcher->failed = 1;
      matcher->used++;
      static unsigned none;
      return (places_t){0, -1, &none};
    }
    matcher->bits[matcher->room++] = bits;
  }
  return (places_t){INT_MAX, -1, matcher->bits[matcher->used++]};
}

static void clear(places_t *set) {
  if (set->low <= set->high) memset(set->bits + (set->low >> 5), 0, ((set->high >> 5) - (set->low >> 5) + 1) * 4);
  set->low = INT_MAX;
  set->high = -1;
}

static void release(matcher_t *matcher, places_t *set) {
  clear(set);
  matcher->used--;
}

static void step(matcher_t *matcher, const node_t *node, const places_t *from, places_t *to);

static void step_set(const matcher_t *matcher, const node_t *node, const places_t *from, places_t *to) {
  const text_t *text = matcher->text;
  for (int at = from->low; at <= from->high && at < text->size; at++)
    if (contains(from, at) && HAS(node->set, text->text[at])) add(to, at + 1);
}

/* Any number of bytes of a set: each place is reached from the one before. */
static void step_run(const matcher_t *matcher, const node_t *set, const places_t *from, places_t *to) {
  const text_t *text = matcher->text;
  int alive = 0;
  for (int at = from->low; at <= text->size && (alive || at <= from->high); at++) {
    alive = contains(from, at) || (alive && HAS(set->set, text->text[at - 1]));
    if (alive) add(to, at);
  }
}

static void step_list(matcher_t *matcher, const node_t *list, const places_t *from, places_t *to) {
  if (!list) add_all(to, from);
  else if (!list->next) step(matcher, list, from, to);
  else {
    places_t between = fresh(matcher);
    step(matcher, list, from, &between);
    if (between.low <= between.high) step_list(matcher, list->next, &between, to);
    release(matcher, &between);
  }
}

static void step_repeat(matcher_t *matcher, const node_t *node, int min, int max, const places_t *from, places_t *to) {
  const node_t *child = node->child;
  places_t now = fresh(matcher), next = fresh(matcher), all = fresh(matcher), swap;
  add_all(&now, from);
  for (; min > 0 && now.low <= now.high; min--, max -= max != UNLIMITED) {
    step(matcher, child, &now, &next);
    swap = now, now = next, next = swap;
    clear(&next);
  }
  if (child->kind == SET && max == UNLIMITED) step_run(matcher, child, &now, to);
  else
    for (add_all(&all, &now); max > 0 && now.low <= now.high && !matcher->failed; max -= max != UNLIMITED) {
      step(matcher, child, &now, &next);
      remove_all(&next, &all); /* only new places lead further */
      add_all(&all, &next);
      swap = now, now = next, next = swap;
      clear(&next);
    }
  add_all(to, &all);
  clear(&now), clear(&next), clear(&all);
  matcher->used -= 3;
}

static void step(matcher_t *matcher, const node_t *node, const places_t *from, places_t *to) {
  if (matcher->failed) return;
  switch (node->kind) {
    case EMPTY: add_all(to, from); return;
    case SET: step_set(matcher, node, from, to); return;
    case GROUP: step(matcher, node->child, from, to); return;
    case SEQUENCE: step_list(matcher, node->child, from, to); return;
    case REPEAT: step_repeat(matcher, node, node->min, node->max, from, to); return;
    case ALTERNATIVES:
      for (const node_t *child = node->child; child; child = child->next) step(matcher, child, from, to);
      return;
    default:
      for (int at = from->low; at <= from->high; at++)
        if (contains(from, at) && __pgasc_regex_holds(matcher->text, node->kind, at)) add(to, at);
  }
}

/* Whether the nodes of a list, or so many iterations of a repetition, match from `start` to `end`. */
static int list_reaches(matcher_t *matcher, const node_t *list, int start, int end) {
  places_t from = fresh(matcher), to = fresh(matcher);
  add(&from, start);
  step_list(matcher, list, &from, &to);
  int result = contains(&to, end);
  release(matcher, &to), release(matcher, &from);
  return result;
}
static int rounds_reach(matcher_t *matcher, const node_t *node, int min, int max, int start, int end) {
  places_t from = fresh(matcher), to = fresh(matcher);
  add(&from, start);
  step_repeat(matcher, node, min < 0 ? 0 : min, max, &from, &to);
  int result = contains(&to, end);
  release(matcher, &to), release(matcher, &from);
  return result;
}

static void assign(matcher_t *matcher, const node_t *node, int start, int end);

static void assign_list(matcher_t *matcher, const node_t *list, int start, int end) {
  for (; list && list->next; list = list->next) {
    places_t from = fresh(matcher), to = fresh(matcher);
    add(&from, start);
    step(matcher, list, &from, &to);
    int middle = to.high < end ? to.high : end;
    while (middle > start && !(contains(&to, middle) && list_reaches(matcher, list->next, middle, end))) middle--;
    release(matcher, &to), release(matcher, &from);
    assign(matcher, list, start, middle);
    start = middle;
  }
  if (list) assign(matcher, list, start, end);
}

/* Iteration by iteration; an empty one only where no other is left. */
static void assign_rounds(matcher_t *matcher, const node_t *node, int start, int end) {
  int min = node->min, max = node->max;
  do {
    places_t from = fresh(matcher), to = fresh(matcher);
    add(&from, start);
    step(matcher, node->child, &from, &to);
    int middle = to.high < end ? to.high : end, rest = max == UNLIMITED ? max : max - 1;
    while (middle >= start && !(contains(&to, middle) && rounds_reach(matcher, node, min - 1, rest, middle, end))) middle--;
    release(matcher, &to), release(matcher, &from);
    if (middle < start) return; /* no iteration at all */
    assign(matcher, node->child, start, middle);
    start = middle;
    min--, max = rest;
  } while ((start < end || min > 0) && !matcher->failed);
}

static void assign(matcher_t *matcher, const node_t *node, int start, int end) {
  if (!node->number || matcher->failed) return;
  switch (node->kind) {
    case GROUP:
      matcher->text->groups[node->number] = (regmatch_t){start, end};
      assign(matcher, node->child, start, end);
      return;
    case SEQUENCE: assign_list(matcher, node->child, start, end); return;
    case REPEAT: assign_rounds(matcher, node, start, end); return;
    case ALTERNATIVES:
      for (const node_t *child = node->child; child; child = child->next) {
        places_t from = fresh(matcher), to = fresh(matcher);
        add(&from, start);
        step(matcher, child, &from, &to);
        int reaches = contains(&to, end);
        release(matcher, &to), release(matcher, &from);
        if (!reaches) continue;
        assign(matcher, child, start, end);
        return;
      }
    default: return;
  }
}

static int end_from(matcher_t *matcher, const node_t *root, int start) {
  places_t from = fresh(matcher), to = fresh(matcher);
  add(&from, start);
  step(matcher, root, &from, &to);
  int end = to.high;
  release(matcher, &to), release(matcher, &from);
  return end;
}

/* One place after the other is tried as the start. */
int __pgasc_regex_by_sets(const expression_t *expression, text_t *text, int *start) {
  matcher_t matcher = {text, text->size / 32 + 1};
  int end = -1;
  for (; *start <= text->size && end < 0 && !matcher.failed; ++*start) {
    if (*start == text->size ? !expression->may_be_empty : !HAS(expression->first, text->text[*start])) continue;
    end = end_from(&matcher, expression->root, *start);
  }
  --*start;
  if (end >= 0 && text->groups) assign(&matcher, expression->root, *start, end);
  while (matcher.room > 0) free(matcher.bits[--matcher.room]);
  free(matcher.bits);
  return matcher.failed ? -2 : end;
}
