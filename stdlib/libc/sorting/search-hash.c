/* <search.h>: the one table of a thread, by hashing with open addressing. Its size is a limit, as in POSIX. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static ENTRY *table;
static size_t places, entries, limit;

int hcreate(size_t count) {
  if (table) return 0;
  for (places = 16; places < count + count / 2; places *= 2);
  table = calloc(places, sizeof *table);
  entries = 0;
  limit = count < 1 ? 1 : places - 1;
  return table != NULL;
}

void hdestroy(void) {
  free(table);
  table = NULL;
}

static ENTRY *place_of(const char *key) {
  unsigned hash = 2166136261u;
  for (const char *at = key; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  size_t at = hash & (places - 1);
  while (table[at].key && strcmp(table[at].key, key) != 0) at = (at + 1) & (places - 1);
  return &table[at];
}

ENTRY *hsearch(ENTRY entry, ACTION action) {
  if (!table) return errno = EINVAL, (ENTRY *)NULL;
  ENTRY *place = place_of(entry.key);
  if (place->key) return place;
  if (action == FIND || entries == limit) return errno = action == FIND ? ESRCH : ENOMEM, (ENTRY *)NULL;
  entries++;
  *place = entry;
  return place;
}
