/* <string.h>: the first or last byte of a kind. (C99 7.21.5; POSIX, GNU) */
#include "blocks.h"

#define IS_BYTE(p) EQUAL(p, byte)
#define IS_BYTE_OR_END(p) (EQUAL(p, byte) | EQUAL(p, 0))
FINDER(find, (const char *text, int byte), IS_BYTE)
FINDER(find_or_end, (const char *text, int byte), IS_BYTE_OR_END)

char *strchrnul(const char *text, int character) {
  NEED_STRING(text);
  return (char *)find_or_end(text, character);
}

char *strchr(const char *text, int character) {
  NEED_STRING(text);
  const char *found = find_or_end(text, character);
  return *found == (char)character ? (char *)found : NULL;
}

void *rawmemchr(const void *block, int character) { return (void *)find(block, character); }

void *memchr(const void *block, int character, size_t size) {
  size_t seen = BLOCK - PLACE(block);
  if (size == 0) return NULL;
  TOUCH(block);
  unsigned set = EQUAL(BLOCK_OF(block), character) >> PLACE(block);
  if (set != 0) return FIRST(set) < size ? (char *)block + FIRST(set) : NULL;
  if (seen >= size) return NULL;
  const int byte = character;
  const char *p = (const char *)block + seen;
  for (size -= seen; size > 4 * BLOCK && OF_FOUR(IS_BYTE, p) == 0; p += 4 * BLOCK) size -= 4 * BLOCK;
  for (; (set = EQUAL(p, byte)) == 0; p += BLOCK, size -= BLOCK) if (size <= BLOCK) return NULL;
  return FIRST(set) < size ? (char *)p + FIRST(set) : NULL;
}

/* The last such byte before `end`. */
static inline const char *find_last(const char *block, const char *end, int character) {
  if (end == block) return NULL;
  TOUCH(end - 1);
  const char *p = BLOCK_OF(end - 1), *first = BLOCK_OF(block);
  unsigned set = EQUAL(p, character) & WHOLE >> (BLOCK - 1 - PLACE(end - 1));
  while (set == 0) {
    if (p == first) return NULL;
    for (; p - first > 4 * BLOCK; p -= 4 * BLOCK)
      if ((EQUAL(p - BLOCK, character) | EQUAL(p - 2 * BLOCK, character) | EQUAL(p - 3 * BLOCK, character) |
           EQUAL(p - 4 * BLOCK, character)) != 0)
        break;
    p -= BLOCK;
    set = EQUAL(p, character);
  }
  const char *found = p + LAST(set);
  return found >= block ? found : NULL;
}

/* The last such byte up to the end is looked for on the way to it: blocks with one are looked at one by one. */
char *strrchr(const char *text, int character) {
  NEED_STRING(text);
  const int byte = character;
  const char *p = BLOCK_OF(text), *last = NULL;
  unsigned inside = WHOLE << PLACE(text), ends, found;
  for (;; p += BLOCK, inside = WHOLE) {
    ends = EQUAL(p, 0) & inside, found = EQUAL(p, byte) & inside;
    if (ends != 0) break;
    if (found != 0) last = p + LAST(found);
    else if ((ADDRESS(p + BLOCK) & (4 * BLOCK - 1)) == 0)
      while (OF_FOUR(IS_BYTE_OR_END, p + BLOCK) == 0) p += 4 * BLOCK;
  }
  TOUCH(p + FIRST(ends));
  found &= ends ^ (ends - 1);
  return (char *)(found != 0 ? p + LAST(found) : last);
}

char *index(const char *text, int character) { return strchr(text, character); }
char *rindex(const char *text, int character) { return strrchr(text, character); }

char *basename(const char *path) {
  char *slash = strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

void *memrchr(const void *block, int character, size_t size) {
  return (void *)find_last(block, (const char *)block + size, character);
}
