/*
 * Handles of arrays: a table, and the check of what a program gives.
 *
 * A handle that has been given up is given again as late as possible, so that its use is noticed.
 */
#include "creation.h"

struct __ga_array **__ga_arrays;
int __ga_array_count;
static int last;

enum { FIRST_ROOM = 64 };

static void grow(const char *name) {
  int room = __ga_array_count ? 2 * __ga_array_count : FIRST_ROOM;
  if (room > __GA_MOST_ARRAYS) __ga_fail("%s: there are %d arrays, and no more are possible", name, __ga_array_count);
  __ga_arrays = realloc(__ga_arrays, room * sizeof *__ga_arrays);
  for (int i = __ga_array_count; i < room; i++) __ga_arrays[i] = calloc(1, sizeof **__ga_arrays);
  last = __ga_array_count - 1;
  __ga_array_count = room;
}

static int free_place(const char *name) {
  for (int i = 1; i <= __ga_array_count; i++) {
    int at = (last + i) % __ga_array_count;
    if (!__ga_arrays[at]->is_open) return at;
  }
  grow(name);
  return last + 1;
}

struct __ga_array *__ga_new(const char *name) {
  __ga_open(name);
  last = free_place(name);
  struct __ga_array *a = __ga_arrays[last];
  *a = (struct __ga_array){.is_open = 1, .handle = last - __GA_OFFSET, .group = __GA_DEFAULT_GROUP, .corner_flag = -1, .name = strdup("")};
  return a;
}

int GA_Create_handle(void) { return __ga_new("GA_Create_handle")->handle; }
int NGA_Create_handle(void) { return __ga_new("NGA_Create_handle")->handle; }

void __ga_no_array(const char *name, const char *argument, int handle) {
  __ga_open(name);
  unsigned at = (unsigned)(handle + __GA_OFFSET);
  if (at >= (unsigned)__ga_array_count || !(__ga_arrays[at]->is_open || __ga_arrays[at]->was_open)) __ga_fail("%s: %s is %d: no array has had this handle", name, argument, handle);
  if (__ga_arrays[at]->is_open) __ga_fail("%s: %s is %d: the array has not been allocated; call GA_Allocate first", name, argument, handle);
  __ga_fail("%s: %s is %d: the array has been destroyed", name, argument, handle);
}

struct __ga_array *__ga_handle(const char *name, int g_a) {
  unsigned at = (unsigned)(g_a + __GA_OFFSET);
  if (at >= (unsigned)__ga_array_count || !__ga_arrays[at]->is_open) __ga_no_array(name, "g_a", g_a);
  return __ga_arrays[at];
}
