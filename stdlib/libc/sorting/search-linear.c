/* <search.h>: linear search, and lists that are linked both ways. (POSIX) */
#include <search.h>
#include <string.h>

typedef int comparison_t(const void *, const void *);

void *lfind(const void *key, const void *base, size_t *count, size_t size, comparison_t *compare) {
  const char *at = base, *end = at + *count * size;
  for (; at < end; at += size)
    if (compare(key, at) == 0) return (void *)at;
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison_t *compare) {
  void *found = lfind(key, base, count, size, compare);
  return found ? found : memcpy((char *)base + (*count)++ * size, key, size);
}

struct link {
  struct link *next;
  struct link *previous;
};

void insque(void *element, void *before) {
  struct link *link = element, *left = before;
  link->previous = left;
  link->next = left ? left->next : NULL;
  if (!left) return;
  if (left->next) left->next->previous = link;
  left->next = link;
}

void remque(void *element) {
  struct link *link = element;
  if (link->next) link->next->previous = link->previous;
  if (link->previous) link->previous->next = link->next;
}
