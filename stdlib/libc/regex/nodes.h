/* What regcomp makes of a regular expression: a tree. The nodes of a sequence or of alternatives are linked by `next`. */
#ifndef REGEX_NODES_H
#define REGEX_NODES_H

#include <regex.h>

enum kind { EMPTY, SET, SEQUENCE, ALTERNATIVES, REPEAT, GROUP, REFERENCE, LINE_START, LINE_END, TEXT_START, TEXT_END,
            WORD_START, WORD_END, WORD_EDGE, INSIDE_WORD };

#define UNLIMITED 0x7fffffff

typedef struct node {
  enum kind kind;
  struct node *next;      /* in the list that the node is in */
  struct node *child;     /* of SEQUENCE, ALTERNATIVES the first; of REPEAT, GROUP the one */
  int min, max;           /* of REPEAT */
  int number;             /* of GROUP, REFERENCE; of others not 0 where a group is inside */
  unsigned char set[32];  /* of SET: bytes by bits */
} node_t;

struct __pgasc_expression {
  node_t *root;
  node_t *all; /* blocks of nodes, linked by the first node of each */
  int count, room; /* nodes of the first block */
  int groups;
  int has_references;
  int may_be_empty;
  unsigned char first[32]; /* bytes that a match can begin with */
};
typedef struct __pgasc_expression expression_t;

#define HAS(set, byte) ((set)[(unsigned char)(byte) >> 3] >> ((byte) & 7) & 1)
#define ADD(set, byte) ((set)[(unsigned char)(byte) >> 3] |= 1 << ((byte) & 7))

/* The text of one regexec. Offsets are from `text`. */
typedef struct text {
  const char *text;
  int size;
  int flags;    /* regexec's */
  int newline;  /* REG_NEWLINE */
  int fold;     /* REG_ICASE */
  regmatch_t *groups; /* with [0], or NULL */
} text_t;

int __pgasc_regex_holds(const text_t *text, enum kind kind, int at);
/*
 * Look for the leftmost match from *start on, which they set: its end, the last that there is; -1 where there is none, -2 without
 * memory. They set the groups, if there is room for them.
 */
int __pgasc_regex_by_sets(const expression_t *expression, text_t *text, int *start);
int __pgasc_regex_by_trying(const expression_t *expression, text_t *text, int *start);

#endif
