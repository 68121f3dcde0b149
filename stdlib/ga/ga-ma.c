/*
 * MA (macdecls.h): blocks of a process's memory on a heap and a stack.
 *
 * One segment holds both: the heap grows upwards from its start, the stack downwards from its end, and either may pass the border that
 * MA_init has set between them as long as they do not meet. A block has a guard word on each side of its elements. The elements begin at a
 * multiple of their size, as the base arrays do, so that they have an index in these.
 */
#include <macdecls.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "array.h"

#define ALIGNED _Alignas(64)
ALIGNED char ma_cb_char[2];
ALIGNED int ma_cb_int[2];
ALIGNED long ma_cb_long[2];
ALIGNED long long ma_cb_longlong[2];
ALIGNED float ma_cb_float[2];
ALIGNED double ma_cb_dbl[2];
ALIGNED MA_LongDouble ma_cb_ldbl[2];
ALIGNED MA_SingleComplex ma_cb_scpl[2];
ALIGNED MA_DoubleComplex ma_cb_dcpl[2];
ALIGNED MA_LongDoubleComplex ma_cb_ldcpl[2];

struct block {
  int is_stack, type, handle;
  Integer elements;
  /* In the segment: the block with its guards, and its elements. */
  unsigned start, bytes, first;
  char name[MA_NAMESIZE];
  /* On the heap the next one upwards, on the stack the next one that is older. */
  struct block *next;
};

enum { USUAL = 1 << 19, GUARD = 0x5afe5afe, GUARD_BYTES = 4 };
static char *segment;
static unsigned border, segment_bytes;
static struct block *heap, *stack, **blocks;
static int block_room, alignment = 3;
/* Current and largest numbers of blocks and bytes, of the heap and of the stack. */
static unsigned long counts[2], most_counts[2], bytes_used[2], most_bytes[2];

/* ---------------------------------------------------------------- errors */

static int prints = 1, fails, verifies, traces;
static void (*callback)();

static Boolean failed(const char *function, const char *format, ...) {
  char text[256];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  if (prints) fprintf(stderr, "%s: %s\n", function, text);
  if (!fails) return MA_FALSE;
  if (callback) callback();
  __ga_fail("%s: %s", function, text);
}

#define SETTER(NAME, VARIABLE) \
  Boolean NAME(Boolean value) { \
    int old = VARIABLE; \
    VARIABLE = value != 0; \
    return old; \
  }
SETTER(MA_set_auto_verify, verifies)
SETTER(MA_set_error_print, prints)
SETTER(MA_set_hard_fail, fails)
void MA_set_error_callback(void (*func)()) { callback = func; }
void ma_set_error_callback(void (*func)()) { callback = func; }
void MA_trace(Boolean value) { traces = value != 0; }

/* ---------------------------------------------------------------- types */

static const struct {
  int size;
  void *base;
} types[MT_NUMTYPES] = {
    {1, ma_cb_char}, {4, ma_cb_int},  {8, ma_cb_long},  {4, ma_cb_float}, {8, ma_cb_dbl},  {sizeof(MA_LongDouble), ma_cb_ldbl},
    {8, ma_cb_scpl}, {16, ma_cb_dcpl}, {32, ma_cb_ldcpl}, {1, ma_cb_char},  {8, ma_cb_long}, {8, ma_cb_long},
    {4, ma_cb_float}, {8, ma_cb_dbl}, {8, ma_cb_scpl},  {16, ma_cb_dcpl}, {8, ma_cb_longlong}};

static int size_of(Integer type) { return types[type - MT_BASE].size; }
static int is_type(const char *function, Integer type) {
  return (type >= MT_FIRST && type <= MT_LAST) || failed(function, "datatype is %ld: it is one of MT_CHAR, MT_INT, MT_DBL ...", type);
}

/* ---------------------------------------------------------------- the segment */

static int is_ready(const char *function) { return segment || failed(function, "before MA_init; call that first"); }

/* Bytes that a block may take beside its elements. */
static unsigned overhead(int size) {
  unsigned unit = size > 1 << alignment ? size : 1 << alignment;
  return 2 * GUARD_BYTES + unit;
}

static unsigned heap_end(void) {
  struct block *last = heap;
  while (last && last->next) last = last->next;
  return last ? last->start + last->bytes : 0;
}
static unsigned stack_start(void) { return stack ? stack->start : segment_bytes; }

Boolean MA_init(Integer datatype, Integer nominal_stack, Integer nominal_heap) {
  static const char name[] = "MA_init";
  if (segment) return failed(name, "a second time");
  if (!is_type(name, datatype)) return MA_FALSE;
  double size = size_of(datatype), heap_wanted = nominal_heap < 0 ? USUAL : nominal_heap * size + 100.0 * overhead(size_of(datatype));
  double stack_wanted = nominal_stack < 0 ? USUAL : nominal_stack * size + 100.0 * overhead(size_of(datatype));
  if (heap_wanted + stack_wanted > INT32_MAX) return failed(name, "%.0f bytes are more than the 2147483647 that are possible", heap_wanted + stack_wanted);
  border = ((unsigned)heap_wanted + 63) / 64 * 64;
  segment_bytes = border + ((unsigned)stack_wanted + 63) / 64 * 64;
  segment = aligned_alloc(64, segment_bytes);
  return segment ? MA_TRUE : failed(name, "there is no room for %u bytes", segment_bytes);
}

Boolean MA_initialized(void) { return segment != NULL; }

Integer MA_sizeof(Integer datatype1, Integer nelem1, Integer datatype2) {
  if (!is_type("MA_sizeof", datatype1) || !is_type("MA_sizeof", datatype2)) return 0;
  if (nelem1 < 0) return failed("MA_sizeof", "nelem1 is %ld: it is 0 or more", nelem1);
  return (nelem1 * size_of(datatype1) + size_of(datatype2) - 1) / size_of(datatype2);
}

Integer MA_sizeof_overhead(Integer datatype) {
  if (!is_type("MA_sizeof_overhead", datatype)) return 0;
  return (overhead(size_of(MT_C_LDCPL)) + size_of(datatype) - 1) / size_of(datatype);
}

Boolean MA_set_numalign(Integer value) {
  if (value < 0 || value > 6) return failed("MA_set_numalign", "value is %ld: it is 0 .. 6, blocks being aligned to 2 to that power", value);
  alignment = value;
  return MA_TRUE;
}
Boolean MA_get_numalign(Integer *value) {
  *value = alignment;
  return MA_TRUE;
}

/* ---------------------------------------------------------------- guards */

static int guards_hold(const struct block *block) {
  uint32_t before, after;
  memcpy(&before, segment + block->first - GUARD_BYTES, GUARD_BYTES);
  memcpy(&after, segment + block->first + block->elements * size_of(block->type), GUARD_BYTES);
  return before == GUARD && after == GUARD;
}

static void set_guards(const struct block *block) {
  uint32_t guard = GUARD;
  memcpy(segment + block->first - GUARD_BYTES, &guard, GUARD_BYTES);
  memcpy(segment + block->first + block->elements * size_of(block->type), &guard, GUARD_BYTES);
}

static Boolean all_hold(const char *function, const struct block *list) {
  for (; list; list = list->next)
    if (!guards_hold(list)) return failed(function, "memory before or behind block '%s' has been overwritten", list->name);
  return MA_TRUE;
}

Boolean MA_verify_allocator_stuff(void) {
  static const char name[] = "MA_verify_allocator_stuff";
  return is_ready(name) && all_hold(name, heap) && all_hold(name, stack);
}

static int may_go_on(const char *function) { return is_ready(function) && (!verifies || MA_verify_allocator_stuff()); }

/* ---------------------------------------------------------------- how much there is room for */

static Integer elements_in(long bytes, Integer type) {
  long room = bytes - (long)overhead(size_of(type));
  return room < 0 ? 0 : room / size_of(type);
}

/* The most that a gap between blocks of the heap takes. */
static Integer largest_gap(Integer type) {
  Integer most = 0;
  unsigned end = 0;
  for (struct block *each = heap; each; end = each->start + each->bytes, each = each->next) {
    Integer n = elements_in((long)each->start - end, type);
    if (n > most) most = n;
  }
  return most;
}

#define INQUIRY(NAME, BYTES, OTHER) \
  Integer NAME(Integer datatype) { \
    if (!may_go_on(#NAME) || !is_type(#NAME, datatype)) return 0; \
    Integer n = elements_in(BYTES, datatype), other = OTHER; \
    return n > other ? n : other; \
  }
#define TOP ((long)heap_end())
#define BOTTOM ((long)stack_start())
#define EDGE ((long)border)
INQUIRY(MA_inquire_avail, BOTTOM - TOP, 0)
INQUIRY(MA_inquire_heap, EDGE - TOP, largest_gap(datatype))
INQUIRY(MA_inquire_heap_check_stack, (EDGE < BOTTOM ? EDGE : BOTTOM) - TOP, largest_gap(datatype))
INQUIRY(MA_inquire_heap_no_partition, BOTTOM - TOP, largest_gap(datatype))
INQUIRY(MA_inquire_stack, BOTTOM - EDGE, 0)
INQUIRY(MA_inquire_stack_check_heap, BOTTOM - (EDGE > TOP ? EDGE : TOP), 0)
INQUIRY(MA_inquire_stack_no_partition, BOTTOM - TOP, 0)

/* ---------------------------------------------------------------- making and ending blocks */

static int free_handle(void) {
  int handle = 0;
  while (handle < block_room && blocks[handle]) handle++;
  if (handle < block_room) return handle;
  blocks = realloc(blocks, (block_room + 64) * sizeof *blocks);
  memset(blocks + block_room, 0, 64 * sizeof *blocks);
  block_room += 64;
  return handle;
}

static void tally(int is_stack, long blocks, long bytes) {
  counts[is_stack] += blocks;
  bytes_used[is_stack] += bytes;
  if (counts[is_stack] > most_counts[is_stack]) most_counts[is_stack] = counts[is_stack];
  if (bytes_used[is_stack] > most_bytes[is_stack]) most_bytes[is_stack] = bytes_used[is_stack];
}

/* A block in so many bytes from `start` on, before *at of its list. */
static void enter(struct block **at, int is_stack, Integer type, Integer n, const char *name, unsigned start, unsigned bytes, Integer *handle) {
  struct block *block = malloc(sizeof *block);
  unsigned unit = size_of(type) > 1 << alignment ? size_of(type) : 1 << alignment;
  *block = (struct block){is_stack, type, free_handle(), n, start, bytes, (start + GUARD_BYTES + unit - 1) / unit * unit};
  block->next = *at;
  snprintf(block->name, sizeof block->name, "%s", name ? name : "");
  *at = blocks[block->handle] = block;
  *handle = block->handle;
  set_guards(block);
  tally(is_stack, 1, bytes);
  if (traces) printf("MA: %ld elements for '%s' on the %s\n", n, block->name, is_stack ? "stack" : "heap");
}

/* Bytes of a block; 0 with a message for what cannot be. */
static unsigned wanted(const char *function, Integer type, Integer n) {
  if (!may_go_on(function) || !is_type(function, type)) return 0;
  if (n < 0) return failed(function, "nelem is %ld: it is 0 or more", n);
  double bytes = (double)n * size_of(type) + overhead(size_of(type));
  if (bytes > segment_bytes) return failed(function, "%ld elements are more than the segment has", n);
  return bytes;
}

static Boolean no_room(const char *function, const char *name, Integer n, Integer type) {
  return failed(function, "block '%s': there is no room for %ld elements, at most for %ld", name ? name : "", n,
                elements_in((long)stack_start() - heap_end(), type));
}

static Boolean allocate(const char *function, Integer type, Integer n, const char *name, Integer *handle) {
  unsigned bytes = wanted(function, type, n), end = 0;
  if (!bytes) return MA_FALSE;
  struct block **at = &heap;
  while (*at && (*at)->start - end < bytes) {
    end = (*at)->start + (*at)->bytes;
    at = &(*at)->next;
  }
  if (!*at && stack_start() - end < bytes) return no_room(function, name, n, type);
  enter(at, 0, type, n, name, end, bytes, handle);
  return MA_TRUE;
}

static Boolean push(const char *function, Integer type, Integer n, const char *name, Integer *handle) {
  unsigned bytes = wanted(function, type, n), top = stack_start();
  if (!bytes) return MA_FALSE;
  if (top - heap_end() < bytes) return no_room(function, name, n, type);
  enter(&stack, 1, type, n, name, top - bytes, bytes, handle);
  return MA_TRUE;
}

static struct block *found(const char *function, Integer handle) {
  if (!may_go_on(function)) return NULL;
  if (handle >= 0 && handle < block_room && blocks[handle]) return blocks[handle];
  failed(function, "memhandle is %ld: no block has this handle, or it has been freed", handle);
  return NULL;
}

static struct block *found_in(const char *function, Integer handle, int is_stack) {
  struct block *block = found(function, handle);
  if (!block || block->is_stack == is_stack) return block;
  failed(function, "memhandle is %ld: block '%s' is on the %s", handle, block->name, is_stack ? "heap" : "stack");
  return NULL;
}

/* Overwritten guards are told of when the block ends. */
static void end(const char *function, struct block **at) {
  struct block *block = *at;
  if (!guards_hold(block)) failed(function, "memory before or behind block '%s' has been overwritten", block->name);
  if (traces) printf("MA: the end of '%s'\n", block->name);
  tally(block->is_stack, -1, -(long)block->bytes);
  blocks[block->handle] = NULL;
  *at = block->next;
  free(block);
}

static Boolean index_of(const struct block *block, MA_AccessIndex *index) {
  *index = (segment + block->first - (char *)types[block->type - MT_BASE].base) / size_of(block->type);
  return MA_TRUE;
}

/* ---------------------------------------------------------------- the heap */

Boolean MA_allocate_heap(Integer datatype, Integer nelem, const char *name, Integer *memhandle) {
  return allocate("MA_allocate_heap", datatype, nelem, name, memhandle);
}
Boolean MA_alloc_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle, MA_AccessIndex *index) {
  return allocate("MA_alloc_get", datatype, nelem, name, memhandle) && index_of(blocks[*memhandle], index);
}

static Boolean free_heap(const char *function, Integer handle) {
  struct block *block = found_in(function, handle, 0), **at = &heap;
  if (!block) return MA_FALSE;
  while (*at != block) at = &(*at)->next;
  end(function, at);
  return MA_TRUE;
}
Boolean MA_free_heap(Integer memhandle) { return free_heap("MA_free_heap", memhandle); }

/* The last elements. */
Boolean MA_free_heap_piece(Integer memhandle, Integer nelem) {
  static const char name[] = "MA_free_heap_piece";
  struct block *block = found_in(name, memhandle, 0);
  if (!block) return MA_FALSE;
  if (nelem < 0) return failed(name, "block '%s': nelem is %ld: it is 0 or more", block->name, nelem);
  if (nelem >= block->elements) return free_heap(name, memhandle);
  unsigned bytes = nelem * size_of(block->type);
  block->elements -= nelem;
  block->bytes -= bytes;
  tally(0, 0, -(long)bytes);
  set_guards(block);
  return MA_TRUE;
}

/* ---------------------------------------------------------------- the stack */

Boolean MA_push_stack(Integer datatype, Integer nelem, const char *name, Integer *memhandle) {
  return push("MA_push_stack", datatype, nelem, name, memhandle);
}
Boolean MA_push_get(Integer datatype, Integer nelem, const char *name, Integer *memhandle, MA_AccessIndex *index) {
  return push("MA_push_get", datatype, nelem, name, memhandle) && index_of(blocks[*memhandle], index);
}

Boolean MA_pop_stack(Integer memhandle) {
  struct block *block = found_in("MA_pop_stack", memhandle, 1);
  if (!block) return MA_FALSE;
  if (block != stack) return failed("MA_pop_stack", "block '%s' is not at the top of the stack, '%s' is", block->name, stack->name);
  end("MA_pop_stack", &stack);
  return MA_TRUE;
}

/* The block and all above it. */
Boolean MA_chop_stack(Integer memhandle) {
  struct block *block = found_in("MA_chop_stack", memhandle, 1);
  if (!block) return MA_FALSE;
  while (stack != block) end("MA_chop_stack", &stack);
  end("MA_chop_stack", &stack);
  return MA_TRUE;
}

/* ---------------------------------------------------------------- where blocks are */

Boolean MA_get_pointer(Integer memhandle, void *pointer) {
  struct block *block = found("MA_get_pointer", memhandle);
  if (!block) return MA_FALSE;
  *(char **)pointer = segment + block->first;
  return MA_TRUE;
}
Boolean MA_get_index(Integer memhandle, MA_AccessIndex *index) {
  struct block *block = found("MA_get_index", memhandle);
  return block ? index_of(block, index) : MA_FALSE;
}
Pointer MA_get_mbase(Integer datatype) { return is_type("MA_get_mbase", datatype) ? types[datatype - MT_BASE].base : NULL; }

/* An iterator is the handle to look at next. */
Boolean MA_init_memhandle_iterator(Integer *ithandle) {
  *ithandle = 0;
  return MA_TRUE;
}
Boolean MA_get_next_memhandle(Integer *ithandle, Integer *memhandle) {
  while (*ithandle < block_room && !blocks[*ithandle]) ++*ithandle;
  if (*ithandle >= block_room) return MA_FALSE;
  *memhandle = (*ithandle)++;
  return MA_TRUE;
}

/* ---------------------------------------------------------------- reports */

static void summarize(const char *kind, const struct block *list) {
  for (; list; list = list->next)
    printf("  %s: '%s', handle %d, type %d, %ld elements at %p, guards %s\n", kind, list->name, list->handle, list->type, list->elements,
           segment + list->first, guards_hold(list) ? "whole" : "overwritten");
}
void MA_summarize_allocated_blocks(void) {
  printf("MA: %lu blocks on the heap, %lu on the stack\n", counts[0], counts[1]);
  summarize("heap", heap);
  summarize("stack", stack);
}

void MA_print_stats(Boolean printroutines) {
  static const char *const kinds[] = {"heap", "stack"};
  printf("MA: use of memory\n");
  for (int i = 0; i < 2; i++)
    printf("  %s: %lu blocks, %lu bytes; at most %lu blocks, %lu bytes\n", kinds[i], counts[i], bytes_used[i], most_counts[i], most_bytes[i]);
}
