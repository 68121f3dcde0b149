/* <string.h>: strings in new memory. (POSIX) */
#include "blocks.h"
#include <stdlib.h>

static inline char *duplicate(const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *strdup(const char *text) { return duplicate(text, strlen(text)); }

char *strndup(const char *text, size_t limit) {
  NEED_STRING(text);
  return duplicate(text, strnlen(text, limit));
}
