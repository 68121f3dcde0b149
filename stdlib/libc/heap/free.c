/*
 * free: a block that is certainly small and in use is kept; the heap frees, or rejects, all others. (C99 7.20.3.2)
 * The mark before a payload decides: no other memory has it, and a block that is kept or free has another.
 */
#include "kept-blocks.h"

void free(void *address) {
  union word *payload = address;
  int is_inside = (unsigned)address - __kept_blocks.first < __kept_blocks.extent && ((unsigned)address & 15) == 0;
  if (!is_inside || MARK(payload) != (PLACE(payload) ^ USED_MARK) || SIZE_IN_UNITS(payload) >= LISTS) {
    __pgasc_free(address);
    return;
  }
  union word **list = &__kept_blocks.lists[SIZE_IN_UNITS(payload)];
  payload->next = *list;
  MARK(payload) = PLACE(payload) ^ KEPT_MARK;
  *list = payload;
}
