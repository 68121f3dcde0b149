/*
 * <string.h>, memcpy and memset where they are called through a pointer: a file of its own, as they are no instructions
 * in the file that defines them. (C99 7.21.2.1, 7.21.6.1)
 */
#include <string.h>

void *__pgasc_memset(void *block, int byte, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size) { return memmove(to, from, size); }
void *memset(void *block, int byte, size_t size) { return __pgasc_memset(block, byte, size); }
