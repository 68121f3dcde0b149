/*
 * Shared by all functions of Global Arrays: the descriptor of an array, its blocks, the parts of a patch, groups, checks.
 *
 * One idea: an array is a grid of blocks, each of them whole in the memory of one process; where it is there, and whose it is, depends on
 * the layout, and all else is written in terms of blocks. A patch is a loop over its parts, one for each block that it meets
 * (__ga_first_part, __ga_next_part). Indices are ints, the last dimension is contiguous. A process of an array is its rank in the array's
 * group; ARMCI is given its rank in the job.
 */
#ifndef __GA_ARRAY_H
#define __GA_ARRAY_H

#include <ga.h>
#include "../armci/job.h"

/* The group of all processes, and one that has not been set. */
enum { __GA_WORLD = -1, __GA_DEFAULT_GROUP = -2 };

enum __ga_layout {
  /* One block a process at most, by the starts of blocks in `map`. */
  __GA_BLOCKS,
  /* Blocks of equal extents; dealt out in their order. */
  __GA_CYCLIC,
  /* Dealt out in each dimension to a grid of processes, whose blocks together are one array of its own (as in ScaLAPACK). */
  __GA_GRID,
  /* The same, but each block is contiguous: of equal extents, or by the starts in `map`. */
  __GA_TILES,
  __GA_IRREGULAR_TILES,
};

struct __ga_array {
  /* A handle is open from GA_Create_handle to GA_Destroy, and was_open from then on; the array is there from GA_Allocate. */
  int is_open, was_open, is_there, handle;
  /* Of MT_C_...; bytes of an element. ndim is 0 before GA_Set_data. */
  int type, size, ndim;
  int dims[GA_MAX_DIM], chunk[GA_MAX_DIM], width[GA_MAX_DIM];
  enum __ga_layout layout;
  /* How many blocks there are in each dimension, their extents where they are equal, processes of the grid. */
  int blocks[GA_MAX_DIM], block[GA_MAX_DIM], grid[GA_MAX_DIM];
  /* The first index of each block in each dimension, the dimensions one behind the other; those of dimension d begin at starts[d]. */
  int *map, starts[GA_MAX_DIM];
  /* Where it is: -1 all processes, 0 those of the own domain (a mirrored array), else a group. */
  int group;
  /* Processes of the group, and the rank of this one, -1 outside of it. */
  int procs, rank;
  /* The processes that have blocks, by their rank in the group; NULL if all may. */
  int *owners, owner_count;
  /* By rank: the memory of each process, and the process in the job. Bytes that this one has. */
  void **base;
  int *proc;
  unsigned bytes;
  /* Of __GA_CYCLIC: where each block is in the memory of its process, in bytes. */
  unsigned *places;
  int has_ghosts, corner_flag;
  /* Its memory is another array's (GA_Overlay), or the program's (GA_Assemble_duplicate); nothing is freed then. */
  int borrows;
  int is_irregular;
  char *name;
  /* The block, whole, that a copy has met last: the next one often is of it too. */
  struct __ga_part *seen;
};

/* ---------------------------------------------------------------- the process */

struct __ga_job {
  int is_open, was_open;
  int me, procs;
  /* For collective functions without a group. */
  int group;
  /* Whether the next collective function begins and ends with a barrier (GA_Mask_sync). */
  int syncs_first, syncs_last;
  /* Counts for GA_Print_stats. */
  long creates, destroys, gets, puts, accs, scatters, gathers, incs;
  long bytes_got, bytes_put, bytes_added, bytes_scattered, bytes_gathered;
  size_t memory, most_memory;
};
extern struct __ga_job __ga_job;

/* Ends the job with the message, which begins with the name of the function that the program called. */
void __ga_fail(const char *format, ...) __attribute__((__noreturn__));
void __ga_closed(const char *name) __attribute__((__noreturn__));
static inline void __ga_open(const char *name) {
  if (!__ga_job.is_open) __ga_closed(name);
}

/* The beginning and the end of a collective function: barriers of the group, unless they are masked. */
void __ga_begin(const char *name, int group);
void __ga_end(const char *name, int group);
/* What was put is there, and all of the group have come. */
void __ga_sync(const char *name, int group);

/* ---------------------------------------------------------------- handles */

enum { __GA_OFFSET = 1000, __GA_MOST_ARRAYS = 32768 };
extern struct __ga_array **__ga_arrays;
extern int __ga_array_count;

void __ga_no_array(const char *name, const char *argument, int handle) __attribute__((__noreturn__));

/* Whether an array is there that has this handle. */
static inline int __ga_is_there(int handle) {
  unsigned at = (unsigned)(handle + __GA_OFFSET);
  return at < (unsigned)__ga_array_count && __ga_arrays[at]->is_there;
}
/* The array of a handle; `argument` is the name of the parameter. */
static inline struct __ga_array *__ga_find(const char *name, const char *argument, int handle) {
  if (!__ga_is_there(handle)) __ga_no_array(name, argument, handle);
  return __ga_arrays[handle + __GA_OFFSET];
}
static inline struct __ga_array *__ga_array(const char *name, int g_a) { return __ga_find(name, "g_a", g_a); }

/* One that need not be allocated yet. */
struct __ga_array *__ga_handle(const char *name, int g_a);

/* Bytes of an element; 0 if there is no such type. MT_F_... become MT_C_.... */
int __ga_size_of(int type);
int __ga_type_in_c(int type);
/* The operation of ARMCI that adds up elements, 0 if there is none. */
int __ga_adds(int type);
/* "C_DBL" and the like. */
const char *__ga_type_name(int type);

/* ---------------------------------------------------------------- checks */

void __ga_null(const char *name, const char *argument) __attribute__((__noreturn__));
static inline void __ga_check_given(const char *name, const char *argument, const void *pointer) {
  if (!pointer) __ga_null(name, argument);
}
void __ga_bad_patch(const char *name, const char *what, const struct __ga_array *a, const int *lo, const int *hi)
    __attribute__((__noreturn__));
/* Whether lo <= hi are in the array; `what` tells which patch, "" where there is one. */
static inline void __ga_check_patch(const char *name, const char *what, const struct __ga_array *a, const int *lo, const int *hi) {
  __ga_check_given(name, "lo", lo);
  __ga_check_given(name, "hi", hi);
  for (int i = 0; i < a->ndim; i++)
    if (lo[i] < 0 || hi[i] >= a->dims[i] || lo[i] > hi[i]) __ga_bad_patch(name, what, a, lo, hi);
}
void __ga_bad_ld(const char *name, int dim, int ld) __attribute__((__noreturn__));
/* Rows of a buffer may overlap: programs of GA's own suite copy rows of 3 elements with ld 2, and GA lets them. */
static inline void __ga_check_ld(const char *name, const struct __ga_array *a, const int *ld) {
  if (a->ndim > 1) __ga_check_given(name, "ld", ld);
  for (int i = 1; i < a->ndim; i++)
    if (ld[i - 1] < 1) __ga_bad_ld(name, i, ld[i - 1]);
}
void __ga_check_index(const char *name, const struct __ga_array *a, const int *subscript);
void __ga_check_rank(const char *name, const char *argument, const struct __ga_array *a, int proc);
/* Whether the elements can be added up. */
void __ga_check_adds(const char *name, const struct __ga_array *a);
void __ga_check_unallocated(const char *name, const struct __ga_array *a);
/* Whether the dimensions have been set. */
void __ga_check_shaped(const char *name, const struct __ga_array *a);
/* Bytes of an element of a type that there must be. */
int __ga_checked_size(const char *name, int type);
/* n 64-bit numbers as ints; refuses those that are none. A NULL stays one. Gives `to`. */
int *__ga_narrow(const char *name, const char *argument, const int64_t *from, int n, int *to);
int __ga_narrow_one(const char *name, const char *argument, int64_t value);
static inline void __ga_widen(const int *from, int n, int64_t *to) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

/* ---------------------------------------------------------------- blocks */

/* Part of one block. */
struct __ga_part {
  /* The block's number, and its place in the grid of blocks. */
  int block, at[GA_MAX_DIM];
  /* Whose it is: the rank in the array's group, and in the job. */
  int rank, proc;
  int lo[GA_MAX_DIM], hi[GA_MAX_DIM];
  /* Where the element at lo is, for ARMCI with `proc`; extents of the memory in dimensions 1, 2 .... */
  char *place;
  int ld[GA_MAX_DIM];
  /* For __ga_next_part: the patch, and the blocks that it meets in each dimension. */
  const int *patch_lo, *patch_hi;
  int first[GA_MAX_DIM], last[GA_MAX_DIM];
};

int __ga_total_blocks(const struct __ga_array *a);
/* The block of a number, whole. Of a process that has none, with __GA_BLOCKS, lo is -1 and hi is -2. */
void __ga_block(const struct __ga_array *a, int block, struct __ga_part *part);
/* The block of a rank in the array's group; of __GA_BLOCKS alone. */
void __ga_block_of(const struct __ga_array *a, int rank, struct __ga_part *part);
/* The block that an index in a dimension is in. */
int __ga_block_at(const struct __ga_array *a, int dim, int index);
/* The number of the block of an element. */
int __ga_locate(const struct __ga_array *a, const int *subscript);
/* The part of the block at part->at that the patch has. */
int __ga_first_part(const struct __ga_array *a, const int *lo, const int *hi, struct __ga_part *part);
int __ga_next_part(const struct __ga_array *a, struct __ga_part *part);
/* Blocks of this process, whole: for (int i = __ga_first_own(a, &part); i; i = __ga_next_own(a, &part)). Their memory is loaded and stored. */
int __ga_first_own(const struct __ga_array *a, struct __ga_part *part);
int __ga_next_own(const struct __ga_array *a, struct __ga_part *part);
/* Parts of a patch that this process has: first with part->block = -1. */
int __ga_next_own_part(const struct __ga_array *a, const int *lo, const int *hi, struct __ga_part *part);

/* Elements of a box. */
static inline long __ga_count(int ndim, const int *lo, const int *hi) {
  long n = 1;
  for (int i = 0; i < ndim; i++) n *= hi[i] < lo[i] ? 0 : hi[i] - lo[i] + 1;
  return n;
}

/* ---------------------------------------------------------------- groups */

struct __ga_group {
  int is_open;
  /* Of ARMCI; its processes by rank, the own rank or -1. */
  int armci, size, rank;
  int *procs;
};
/* -1: all processes. */
const struct __ga_group *__ga_group(const char *name, int group);
/* One that this process must be in. */
const struct __ga_group *__ga_own_group(const char *name, int group);
/* The process in the job of a rank in the group, which there must be. */
int __ga_proc_of(const char *name, const struct __ga_group *group, const char *argument, int rank);

/* ---------------------------------------------------------------- for other parts of the library */

/* A new array like `a`, with a type; its elements are undefined. Collective over its group. */
int __ga_duplicate(const char *name, const struct __ga_array *a, const char *array_name, int type);
/* Copies of a patch under the name of another function. */
void __ga_get(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld);
void __ga_put(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld);
void __ga_acc(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld, void *alpha);
/* A get whose parts are calls of ARMCI that go on; ARMCI_Wait(handle) waits. */
void __ga_nbget(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld, armci_hdl_t *handle);
/* The sum and the like of all of the group, in place; the type is MT_C_..., complex ones too. */
void __ga_reduce(const char *name, int group, int type, void *x, int n, const char *op);

#endif
