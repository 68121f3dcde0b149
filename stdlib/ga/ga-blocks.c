/*
 * The blocks of an array: which there are, whose they are, where they are in the memory of their process, and the parts of a patch.
 *
 * A number of a block or of a process is its place in a grid, the last dimension varying fastest.
 */
#include "creation.h"

static void place_in_grid(int ndim, const int *grid, int number, int *at) {
  for (int i = ndim - 1; i >= 0; i--) {
    at[i] = number % grid[i];
    number /= grid[i];
  }
}

static int number_in_grid(int ndim, const int *grid, const int *at) {
  int number = 0;
  for (int i = 0; i < ndim; i++) number = number * grid[i] + at[i];
  return number;
}

int __ga_total_blocks(const struct __ga_array *a) {
  int n = 1;
  for (int i = 0; i < a->ndim; i++) n *= a->blocks[i];
  return n;
}

/* ---------------------------------------------------------------- extents */

static int first_of(const struct __ga_array *a, int dim, int block) {
  return a->map ? a->map[a->starts[dim] + block] : block * a->block[dim];
}
/* Behind the last. */
static int end_of(const struct __ga_array *a, int dim, int block) {
  return block + 1 < a->blocks[dim] ? first_of(a, dim, block + 1) : a->dims[dim];
}

/* A guess as if all were equal, then step by step; of empty ones, which begin at the same index, the last. */
int __ga_block_at(const struct __ga_array *a, int dim, int index) {
  if (!a->map) return index / a->block[dim];
  int block = (int)((long)index * a->blocks[dim] / a->dims[dim]);
  while (block + 1 < a->blocks[dim] && first_of(a, dim, block + 1) <= index) block++;
  while (block > 0 && first_of(a, dim, block) > index) block--;
  return block;
}

int __ga_locate(const struct __ga_array *a, const int *subscript) {
  int at[GA_MAX_DIM];
  for (int i = 0; i < a->ndim; i++) at[i] = __ga_block_at(a, i, subscript[i]);
  return number_in_grid(a->ndim, a->blocks, at);
}

/* ---------------------------------------------------------------- owners */

static int dealt_to(const struct __ga_array *a, const struct __ga_part *part) {
  int at[GA_MAX_DIM];
  if (a->layout == __GA_BLOCKS) return part->block;
  if (a->layout == __GA_CYCLIC) return part->block % (a->owners ? a->owner_count : a->procs);
  for (int i = 0; i < a->ndim; i++) at[i] = part->at[i] % a->grid[i];
  return number_in_grid(a->ndim, a->grid, at);
}

/* The number by which blocks are dealt out to a rank; -1 for none. */
static int dealing_number(const struct __ga_array *a, int rank) {
  if (!a->owners) return rank;
  for (int i = 0; i < a->owner_count; i++)
    if (a->owners[i] == rank) return i;
  return -1;
}

/* ---------------------------------------------------------------- places */

/* Indices of a dimension that a place in the grid of processes has, in blocks before `end`. */
static int share(const struct __ga_array *a, int dim, int at, int end) {
  int n = 0;
  if (a->map) {
    for (int block = at; block < end; block += a->grid[dim]) n += end_of(a, dim, block) - first_of(a, dim, block);
    return n;
  }
  if (end <= at) return 0;
  int last = at + (end - 1 - at) / a->grid[dim] * a->grid[dim];
  return (last - at) / a->grid[dim] * a->block[dim] + end_of(a, dim, last) - first_of(a, dim, last);
}

/* Of the whole block in `part`: its extents in memory, and the offset of its first element, in elements. */
static unsigned offset_with_ghosts(const struct __ga_array *a, struct __ga_part *part) {
  unsigned offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    part->ld[i] = part->hi[i] - part->lo[i] + 1 + 2 * a->width[i];
    offset = offset * part->ld[i] + a->width[i];
  }
  return offset;
}

static unsigned offset_in_grid(const struct __ga_array *a, struct __ga_part *part) {
  unsigned offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    int at = part->at[i] % a->grid[i];
    part->ld[i] = share(a, i, at, a->blocks[i]);
    offset = offset * part->ld[i] + share(a, i, at, part->at[i]);
  }
  return offset;
}

/* Tiles lie one behind the other, in the order of their places. */
static unsigned offset_of_tile(const struct __ga_array *a, struct __ga_part *part) {
  unsigned offset = 0, rows = 1;
  for (int i = 0; i < a->ndim; i++) part->ld[i] = part->hi[i] - part->lo[i] + 1;
  for (int i = 0; i < a->ndim; i++) {
    unsigned before = rows * share(a, i, part->at[i] % a->grid[i], part->at[i]);
    for (int k = i + 1; k < a->ndim; k++) before *= share(a, k, part->at[k] % a->grid[k], a->blocks[k]);
    offset += before;
    rows *= part->ld[i];
  }
  return offset;
}

static unsigned offset_of(const struct __ga_array *a, struct __ga_part *part) {
  if (a->layout == __GA_BLOCKS) return offset_with_ghosts(a, part);
  if (a->layout == __GA_GRID) return offset_in_grid(a, part);
  if (a->layout != __GA_CYCLIC) return offset_of_tile(a, part);
  for (int i = 0; i < a->ndim; i++) part->ld[i] = part->hi[i] - part->lo[i] + 1;
  return a->places[part->block] / a->size;
}

/* Of the block at part->at. */
static void whole(const struct __ga_array *a, struct __ga_part *part) {
  for (int i = 0; i < a->ndim; i++) {
    part->lo[i] = first_of(a, i, part->at[i]);
    part->hi[i] = end_of(a, i, part->at[i]) - 1;
  }
  int dealt = dealt_to(a, part);
  part->rank = a->owners ? a->owners[dealt] : dealt;
  part->proc = a->proc[part->rank];
  part->place = (char *)a->base[part->rank] + offset_of(a, part) * a->size;
  for (int i = 1; i < a->ndim; i++) part->ld[i - 1] = part->ld[i];
}

void __ga_block(const struct __ga_array *a, int block, struct __ga_part *part) {
  part->block = block;
  place_in_grid(a->ndim, a->blocks, block, part->at);
  whole(a, part);
}

void __ga_block_of(const struct __ga_array *a, int rank, struct __ga_part *part) {
  int number = dealing_number(a, rank);
  if (number >= 0 && number < __ga_total_blocks(a)) {
    __ga_block(a, number, part);
    return;
  }
  part->block = -1;
  for (int i = 0; i < a->ndim; i++) part->lo[i] = -1, part->hi[i] = -2;
}

/* ---------------------------------------------------------------- parts of a patch */

/* Cuts the block to the patch. */
static void cut(const struct __ga_array *a, const int *lo, const int *hi, struct __ga_part *part) {
  unsigned offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    int skipped = lo[i] > part->lo[i] ? lo[i] - part->lo[i] : 0;
    offset = (i ? offset * part->ld[i - 1] : 0) + skipped;
    part->lo[i] += skipped;
    if (hi[i] < part->hi[i]) part->hi[i] = hi[i];
  }
  part->place += offset * a->size;
}

static int is_empty(const struct __ga_array *a, const struct __ga_part *part) {
  for (int i = 0; i < a->ndim; i++)
    if (part->lo[i] > part->hi[i]) return 1;
  return 0;
}

int __ga_first_part(const struct __ga_array *a, const int *lo, const int *hi, struct __ga_part *part) {
  part->patch_lo = lo;
  part->patch_hi = hi;
  for (int i = 0; i < a->ndim; i++) {
    part->at[i] = part->first[i] = __ga_block_at(a, i, lo[i]);
    part->last[i] = __ga_block_at(a, i, hi[i]);
  }
  part->block = number_in_grid(a->ndim, a->blocks, part->at);
  whole(a, part);
  cut(a, lo, hi, part);
  return 1;
}

int __ga_next_part(const struct __ga_array *a, struct __ga_part *part) {
  for (int i = a->ndim - 1; i >= 0; i--) {
    if (part->at[i]++ == part->last[i]) {
      part->at[i] = part->first[i];
      continue;
    }
    part->block = number_in_grid(a->ndim, a->blocks, part->at);
    whole(a, part);
    cut(a, part->patch_lo, part->patch_hi, part);
    return !is_empty(a, part) || __ga_next_part(a, part);
  }
  return 0;
}

/* ---------------------------------------------------------------- blocks of this process */

/* The next number that is dealt to this process; its blocks in a grid are looked for one by one. */
static int next_own_number(const struct __ga_array *a, int block, struct __ga_part *part) {
  int own = dealing_number(a, a->rank), total = __ga_total_blocks(a);
  if (a->rank < 0 || own < 0) return total;
  if (a->layout == __GA_BLOCKS) return block < 0 && own < total ? own : total;
  if (a->layout == __GA_CYCLIC) return block < 0 ? own : block + (a->owners ? a->owner_count : a->procs);
  while (++block < total) {
    place_in_grid(a->ndim, a->blocks, block, part->at);
    if (dealt_to(a, part) == own) break;
  }
  return block;
}

int __ga_next_own(const struct __ga_array *a, struct __ga_part *part) {
  do {
    int block = next_own_number(a, part->block, part);
    if (block >= __ga_total_blocks(a)) return 0;
    __ga_block(a, block, part);
  } while (is_empty(a, part));
  return 1;
}

int __ga_first_own(const struct __ga_array *a, struct __ga_part *part) {
  part->block = -1;
  return __ga_next_own(a, part);
}

int __ga_next_own_part(const struct __ga_array *a, const int *lo, const int *hi, struct __ga_part *part) {
  while (__ga_next_own(a, part)) {
    cut(a, lo, hi, part);
    if (!is_empty(a, part)) return 1;
  }
  return 0;
}

/* ---------------------------------------------------------------- what an array takes */

/* Bytes of this process; with __GA_CYCLIC also where each block is, in a->places. */
uint64_t __ga_own_bytes(struct __ga_array *a) {
  struct __ga_part part;
  uint64_t elements = 0;
  if (a->layout == __GA_BLOCKS) {
    __ga_block_of(a, a->rank, &part);
    if (part.block < 0) return 0;
    elements = a->size;
    for (int i = 0; i < a->ndim; i++) elements *= part.hi[i] - part.lo[i] + 1 + 2 * a->width[i];
    return elements;
  }
  for (int i = __ga_first_own(a, &part); i; i = __ga_next_own(a, &part)) elements += __ga_count(a->ndim, part.lo, part.hi);
  return elements * a->size;
}

void __ga_deal_out(struct __ga_array *a) {
  int total = __ga_total_blocks(a), among = a->owners ? a->owner_count : a->procs;
  unsigned *used = calloc(among, sizeof *used);
  struct __ga_part part;
  a->places = calloc(total, sizeof *a->places);
  for (int i = 0; i < total; i++) {
    a->places[i] = used[i % among];
    __ga_block(a, i, &part);
    used[i % among] += __ga_count(a->ndim, part.lo, part.hi) * a->size;
  }
  free(used);
}
