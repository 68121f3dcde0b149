/*
 * <search.h>: binary trees that stay balanced. (POSIX)
 * AA trees: a red link leads to the right and has the level of its node; skew and split restore that on the way up. The first
 * member of a node is the key, which is what callers may look at.
 */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>

typedef int comparison_t(const void *, const void *);

typedef struct node {
  const void *key;
  struct node *left, *right;
  int level;
} node_t;

static int level_of(const node_t *node) { return node ? node->level : 0; }

static node_t *skew(node_t *node) {
  if (!node || !node->left || node->left->level != node->level) return node;
  node_t *left = node->left;
  node->left = left->right;
  left->right = node;
  return left;
}

static node_t *split(node_t *node) {
  if (!node || !node->right || level_of(node->right->right) != node->level) return node;
  node_t *right = node->right;
  node->right = right->left;
  right->left = node;
  right->level++;
  return right;
}

void *tfind(const void *key, void *const *root, comparison_t *compare) {
  for (node_t *node = root ? *root : NULL; node;) {
    int order = compare(key, node->key);
    if (order == 0) return node;
    node = order < 0 ? node->left : node->right;
  }
  return NULL;
}

static node_t *insert(node_t *node, node_t *added, comparison_t *compare) {
  if (!node) return added;
  if (compare(added->key, node->key) < 0) node->left = insert(node->left, added, compare);
  else node->right = insert(node->right, added, compare);
  return split(skew(node));
}

void *tsearch(const void *key, void **root, comparison_t *compare) {
  void *found = tfind(key, root, compare);
  if (found || !root) return found;
  node_t *added = malloc(sizeof *added);
  if (!added) return NULL;
  *added = (node_t){key, NULL, NULL, 1};
  *root = insert(*root, added, compare);
  return added;
}

static node_t *lower(node_t *node) {
  int wanted = (level_of(node->left) < level_of(node->right) ? level_of(node->left) : level_of(node->right)) + 1;
  if (wanted >= node->level) return node;
  node->level = wanted;
  if (level_of(node->right) > wanted) node->right->level = wanted;
  node = skew(node);
  node->right = skew(node->right);
  if (node->right) node->right->right = skew(node->right->right);
  node = split(node);
  node->right = split(node->right);
  return node;
}

/* Takes the least node out. */
static node_t *take_first(node_t *node, node_t **first) {
  if (!node->left) return *first = node, node->right;
  node->left = take_first(node->left, first);
  return lower(node);
}

struct removal {
  const void *key;
  comparison_t *compare;
  node_t *parent, *removed;
};

static node_t *without(node_t *node, node_t *parent, struct removal *removal) {
  if (!node) return NULL;
  int order = removal->compare(removal->key, node->key);
  if (order < 0) node->left = without(node->left, node, removal);
  else if (order > 0) node->right = without(node->right, node, removal);
  else {
    removal->removed = node;
    removal->parent = parent;
    if (!node->right) return node->left;
    node_t *next, *rest = take_first(node->right, &next);
    *next = (node_t){next->key, node->left, rest, node->level};
    node = next;
  }
  return lower(node);
}

/* Gives the parent of the node that went: of the root, some other address than null. */
void *tdelete(const void *restrict key, void **restrict root, comparison_t *compare) {
  struct removal removal = {key, compare, NULL, NULL};
  if (!root || !*root) return NULL;
  *root = without(*root, NULL, &removal);
  if (!removal.removed) return NULL;
  free(removal.removed);
  return removal.parent ? (void *)removal.parent : (void *)root;
}

static void walk(const node_t *node, void (*visit)(const void *, VISIT, int), int depth) {
  if (!node->left && !node->right) {
    visit(node, leaf, depth);
    return;
  }
  visit(node, preorder, depth);
  if (node->left) walk(node->left, visit, depth + 1);
  visit(node, postorder, depth);
  if (node->right) walk(node->right, visit, depth + 1);
  visit(node, endorder, depth);
}

void twalk(const void *root, void (*visit)(const void *, VISIT, int)) {
  if (root && visit) walk(root, visit, 0);
}

void tdestroy(void *root, void (*release)(void *)) {
  node_t *node = root;
  if (!node) return;
  tdestroy(node->left, release);
  tdestroy(node->right, release);
  release((void *)node->key);
  free(node);
}
