/*
 * What the making of an array goes through: a handle, what is set of it (ga-settings.c), its distribution (ga-decomposition.c, ga-blocks.c),
 * its memory (ga-memory.c), and its end (ga-create.c).
 */
#include "array.h"

/* A new handle, and what is set of it; NULL sets no chunk. */
struct __ga_array *__ga_new(const char *name);
void __ga_set_data(const char *name, struct __ga_array *a, int ndim, const int *dims, int type);
void __ga_set_chunk(struct __ga_array *a, const int *chunk);
void __ga_set_name(struct __ga_array *a, const char *text);
void __ga_set_group(const char *name, struct __ga_array *a, int group);
void __ga_set_ghosts(const char *name, struct __ga_array *a, const int *width);
void __ga_set_map(const char *name, struct __ga_array *a, const int *map, const int *blocks);
/* A map of all dimensions as ints; the caller frees it. */
int *__ga_narrow_map(const char *name, const int64_t *map, const int *blocks, int ndim);

/* Fills a->map, a->blocks and a->starts for n processes. */
void __ga_decompose(struct __ga_array *a, int n);
/* Of a block-cyclic array: where each block is, a->places. */
void __ga_deal_out(struct __ga_array *a);
/* Bytes that the array takes of this process. */
uint64_t __ga_own_bytes(struct __ga_array *a);

/* Whether an array of so many bytes fits on all processes of the group; collective if there is a limit. */
int __ga_takes(const char *name, int group, size_t bytes);

/* A block of GA_Getmem: where it is on each process of the group. */
struct __ga_memory {
  void **base;
  int rank, group;
  size_t bytes;
  struct __ga_memory *next;
};
/* The place in the list of the block that begins at an address, which there must be. */
struct __ga_memory **__ga_memory_at(const char *name, void *memory);

/* Frees all arrays that are left. */
void __ga_free_arrays(void);
