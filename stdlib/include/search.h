/* Tables by hashing, trees, linear search. (POSIX) */
#ifndef _SEARCH_H
#define _SEARCH_H

#include <stddef.h>

typedef struct entry {
  char *key;
  void *data;
} ENTRY;
typedef enum { FIND, ENTER } ACTION;

int hcreate(size_t);
void hdestroy(void);
ENTRY *hsearch(ENTRY, ACTION);

typedef enum { preorder, postorder, endorder, leaf } VISIT;

void *tsearch(const void *, void **, int (*)(const void *, const void *));
void *tfind(const void *, void *const *, int (*)(const void *, const void *));
void *tdelete(const void *restrict, void **restrict, int (*)(const void *, const void *));
void twalk(const void *, void (*)(const void *, VISIT, int));
#ifdef _GNU_SOURCE
void tdestroy(void *, void (*)(void *));
#endif

void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));

void insque(void *, void *);
void remque(void *);

#endif
