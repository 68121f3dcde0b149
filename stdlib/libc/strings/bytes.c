/* <string.h>, the mem* functions that move and fill, and their BSD forms in <strings.h>. (C99 7.21; GNU, BSD) */
#include "blocks.h"

/* Calls of memcpy and memset are instructions, and blocks may overlap. */
void *memmove(void *to, const void *from, size_t size) { return memcpy(to, from, size); }
void *__pgasc_memset(void *block, int byte, size_t size) { return memset(block, byte, size); }

void *mempcpy(void *restrict to, const void *restrict from, size_t size) { return (char *)memcpy(to, from, size) + size; }

/* Up to the byte; the place behind it in `to`. */
void *memccpy(void *restrict to, const void *restrict from, int byte, size_t size) {
  const char *found = memchr(from, byte, size);
  size_t length = found ? found + 1 - (const char *)from : size;
  memcpy(to, from, length);
  return found ? (char *)to + length : NULL;
}

void bzero(void *block, size_t size) { memset(block, 0, size); }
void bcopy(const void *from, void *to, size_t size) { memcpy(to, from, size); }
