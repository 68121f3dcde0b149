/*
 * Small blocks that were freed and are kept for the next malloc of their size, so that most calls of malloc and free
 * stay in the program: a list for each size, the last freed block first. Behind it is the thread's private heap, which
 * knows kept blocks as free ones and takes all of them back when it is exhausted (runtime/segment/kept.ts).
 */
#include <stdlib.h>
#include <string.h>

#define USED_MARK 0x5ca1ab1eu
#define KEPT_MARK 0x3ca5e0ffu

/* A list for each size in units of 16 bytes; no block has less than 2. The largest has 1048 bytes for the program. */
#define LISTS 67
#define UNITS_OF(bytes) ((bytes) <= 24 ? 2 : ((bytes) + 23) >> 4)
#define MOST_BYTES 1048

/* A word of a block; a union, as the memory is the program's before and after. Blocks begin with size and mark. */
union word {
  unsigned bits;
  union word *next;
};
#define SIZE_IN_UNITS(payload) ((payload)[-2].bits >> 2)
#define MARK(payload) ((payload)[-1].bits)
#define PLACE(payload) (((unsigned)(payload) - 8) >> 2)

struct kept_blocks {
  /* Where blocks are that may be kept: first address and number of bytes; none before the heap was asked. */
  unsigned first, extent;
  union word *lists[LISTS];
};
extern struct kept_blocks __kept_blocks;

/* The heap's malloc, calloc and free. The first takes the address of the kept blocks, and sets which may be kept. */
void *__pgasc_malloc(size_t size, struct kept_blocks *kept);
void *__pgasc_calloc(size_t count, size_t size, struct kept_blocks *kept);
void __pgasc_free(void *address);

/* A kept block of at least that many bytes, up to MOST_BYTES, in use from here on; or null. */
static inline void *take_kept(size_t size) {
  union word **list = &__kept_blocks.lists[UNITS_OF(size)], *payload = *list;
  if (!payload) return NULL;
  *list = payload->next;
  MARK(payload) = PLACE(payload) ^ USED_MARK;
  return payload;
}
