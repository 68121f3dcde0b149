/*
 * Memory: how much arrays may take of this process, blocks of GA_Getmem, from which arrays can be assembled, and the program's own allocator.
 */
#include "creation.h"

/* ---------------------------------------------------------------- the limit; unlimited without GA_Initialize_ltd and GA_Set_memory_limit */

static int is_limited;
static size_t limit;

/* Whether an array of so many bytes fits on all processes of the group; collective if there is a limit. */
int __ga_takes(const char *name, int group, size_t bytes) {
  if (is_limited) {
    int fits = __ga_job.memory + bytes <= limit;
    __ga_reduce(name, group, C_INT, &fits, 1, "min");
    if (!fits) return 0;
  }
  __ga_job.memory += bytes;
  if (__ga_job.memory > __ga_job.most_memory) __ga_job.most_memory = __ga_job.memory;
  return 1;
}

static size_t used(const char *name) {
  __ga_open(name);
  return __ga_job.memory;
}
size_t GA_Inquire_memory(void) { return used("GA_Inquire_memory"); }
size_t NGA_Inquire_memory(void) { return used("NGA_Inquire_memory"); }

/* Without a limit that of an address space is the only one. */
static size_t available(const char *name) {
  size_t most = is_limited ? limit : SIZE_MAX / 2, taken = used(name);
  return taken < most ? most - taken : 0;
}
size_t GA_Memory_avail(void) { return available("GA_Memory_avail"); }
size_t NGA_Memory_avail(void) { return available("NGA_Memory_avail"); }

int GA_Memory_limited(void) { return is_limited; }
int NGA_Memory_limited(void) { return is_limited; }

/* (size_t)-1 takes the limit away. */
static void set_limit(size_t bytes) {
  is_limited = bytes != SIZE_MAX;
  limit = bytes;
}
void GA_Set_memory_limit(size_t limit) { set_limit(limit); }
void NGA_Set_memory_limit(size_t limit) { set_limit(limit); }

/* Arrays are in shared memory, not in MA's. */
int GA_Uses_ma(void) { return 0; }
int NGA_Uses_ma(void) { return 0; }

/* ---------------------------------------------------------------- blocks of GA_Getmem */

static struct __ga_memory *blocks;

struct __ga_memory **__ga_memory_at(const char *name, void *memory) {
  struct __ga_memory **at = &blocks;
  while (*at && (*at)->base[(*at)->rank] != memory) at = &(*at)->next;
  if (!*at) __ga_fail("%s: ptr is %p: GA_Getmem has not given it, or it has been freed", name, memory);
  return at;
}

/* Group 0, elsewhere that of mirrored arrays, is here all processes too. */
void *GA_Getmem(int type, int nelem, int grp_id) {
  static const char name[] = "GA_Getmem";
  __ga_open(name);
  if (grp_id == 0) grp_id = __GA_WORLD;
  const struct __ga_group *group = __ga_group(name, grp_id);
  int size = __ga_checked_size(name, type);
  if (nelem < 0 || nelem > INT32_MAX / size) __ga_fail("%s: nelem is %d: it is 0 .. %d", name, nelem, INT32_MAX / size);
  size_t bytes = (size_t)(nelem ? nelem : 1) * size;
  if (!__ga_takes(name, grp_id, bytes)) return NULL;
  struct __ga_memory *block = malloc(sizeof *block);
  *block = (struct __ga_memory){calloc(group->size, sizeof(void *)), group->rank, grp_id, bytes, blocks};
  __armci_malloc(name, block->base, bytes, group->armci);
  blocks = block;
  return block->base[block->rank];
}

void GA_Freemem(void *ptr) {
  __ga_open("GA_Freemem");
  struct __ga_memory **at = __ga_memory_at("GA_Freemem", ptr), *block = *at;
  __ga_job.memory -= block->bytes;
  __armci_free("GA_Freemem", ptr, __ga_group("GA_Freemem", block->group)->armci);
  *at = block->next;
  free(block->base);
  free(block);
}

/* ---------------------------------------------------------------- the program's allocator */

/* For local memory of the library, which is malloc's: there is nothing to take from elsewhere. */
void GA_Register_stack_memory(void *(*ext_alloc)(size_t, int, char *), void (*ext_free)(void *)) {}
