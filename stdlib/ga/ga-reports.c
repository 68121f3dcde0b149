/*
 * Which arrays there are, which part of each is whose, and what this process did: GA_Print_distribution, GA_Summarize, GA_Print_stats.
 *
 * One idea: process 0 writes a distribution, in C's order and from 0; a summary and statistics are written by each process that asks,
 * a summary in the order of GA_Print. (Global Arrays User Manual, 4.9; GA 5.8 for the layout.)
 */
#include "array.h"
#include <stdio.h>

/* How a type is called in a distribution, and in a summary. */
static const struct {
  int type;
  const char *name, *summary;
} types[] = {
  {C_INT, "integer", "integer "},
  {C_LONG, "long", "long "},
  {C_LONGLONG, "long long", "long long"},
  {C_FLOAT, "float", "float "},
  {C_DBL, "double", "double precision "},
  {C_SCPL, "float (single) complex", "float (single) complex "},
  {C_DCPL, "double complex", "double complex "},
};

static const char *type_in_distribution(int type) {
  for (int i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].type == type) return types[i].name;
  return __ga_type_name(type);
}

static const char *type_in_summary(int type) {
  for (int i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].type == type) return types[i].summary;
  return __ga_type_name(type);
}

static void print_numbers(const char *text, int n, const int numbers[]) {
  printf("%s[", text);
  for (int d = 0; d < n; d++) printf("%d%s", numbers[d], d < n - 1 ? "," : "]\n");
}

static void print_part(int ndim, const struct __ga_part *part) {
  putchar('[');
  for (int d = 0; d < ndim; d++) printf("%d:%d%s", part->lo[d], part->hi[d], d < ndim - 1 ? "," : "] \n");
}

static void print_blocks_of(const struct __ga_array *a, int rank) {
  struct __ga_part part;
  printf("Distribution on process %d\n", rank);
  for (int b = 0; b < __ga_total_blocks(a); b++) {
    __ga_block(a, b, &part);
    if (part.rank != rank) continue;
    printf("  Block=%d\t corresponds to array section: ", b);
    print_part(a->ndim, &part);
  }
}

static void print_dealt(const struct __ga_array *a) {
  static const char *const names[] = {
    [__GA_CYCLIC] = "block-cyclic", [__GA_GRID] = "ScaLAPACK", [__GA_TILES] = "Tiled", [__GA_IRREGULAR_TILES] = "Tiled Irregular"};
  printf("\nDistribution is %s\n\n", names[a->layout]);
  if (a->layout == __GA_CYCLIC) {
    printf("Total of %d blocks on %d processors\n", __ga_total_blocks(a), a->procs);
  } else {
    print_numbers("Number of blocks in each dimension: ", a->ndim, a->blocks);
    print_numbers("\nProcessor grid dimensions: ", a->ndim, a->grid);
    putchar('\n');
  }
  for (int p = 0; p < a->procs; p++) print_blocks_of(a, p);
}

static void print_owned(const struct __ga_array *a) {
  struct __ga_part part;
  for (int p = 0; p < a->procs; p++) {
    __ga_block_of(a, p, &part);
    printf("Process=%d\t owns array section: ", p);
    print_part(a->ndim, &part);
  }
}

void GA_Print_distribution(int g_a) {
  const char *name = "GA_Print_distribution";
  const struct __ga_array *a = __ga_array(name, g_a);
  __ga_begin(name, __ga_job.group);
  if (GA_Nodeid() == 0) {
    printf("Array Handle=%d Name:'%s' Data Type:%s\nArray Dimensions:", g_a, a->name, type_in_distribution(a->type));
    for (int d = 0; d < a->ndim; d++) printf("%d%c", a->dims[d], d < a->ndim - 1 ? 'x' : '\n');
    if (a->layout == __GA_BLOCKS) print_owned(a);
    else print_dealt(a);
    fflush(stdout);
  }
  __ga_end(name, __ga_job.group);
}

/* The parts of all processes, from 1 and the last dimension first. */
static void summarize_parts(const struct __ga_array *a) {
  struct __ga_part part;
  for (int p = 0; p < a->procs; p++) {
    __ga_block_of(a, p, &part);
    printf("    (");
    for (int d = a->ndim - 1; d >= 0; d--) printf("%d:%d%s", part.lo[d] + 1, part.hi[d] + 1, d > 0 ? "," : "");
    printf(") -> %d \n", p);
  }
}

static void summarize(int number, const struct __ga_array *a, int is_verbose) {
  printf("  array %d => %s%s(", number, type_in_summary(a->type), a->name);
  for (int d = a->ndim - 1; d >= 0; d--) printf("%d%s", a->dims[d], d > 0 ? "," : "");
  printf("),  handle: %d \n", a->handle);
  if (is_verbose && a->layout == __GA_BLOCKS) summarize_parts(a);
}

void GA_Summarize(int verbose) {
  int number = 0;
  __ga_open("GA_Summarize");
  printf(" Summary of allocated global arrays\n-----------------------------------\n");
  for (int i = 0; i < __ga_array_count; i++)
    if (__ga_arrays[i]->is_there) summarize(number++, __ga_arrays[i], verbose);
  printf("%s\n\n", number == 0 ? "  No active global arrays\n" : "");
  fflush(stdout);
}

static void print_count(long n) {
  if (n < 9999) printf("%4ld     ", n);
  else printf("%.2e ", (double)n);
}

/* Of this process, since the beginning. */
void GA_Print_stats(void) {
  const struct __ga_job *j = &__ga_job;
  __ga_open("GA_Print_stats");
  long calls[] = {j->creates, j->destroys, j->gets, j->puts, j->accs, j->scatters, j->gathers, j->incs};
  long bytes[] = {j->bytes_got, j->bytes_put, j->bytes_added, j->bytes_scattered, j->bytes_gathered, j->incs * (long)sizeof(long)};
  printf("\n                         GA Statistics for process %4d\n", j->me);
  printf("                         ------------------------------\n\n");
  printf("       create   destroy   get      put      acc     scatter   gather  read&inc\ncalls: ");
  for (int i = 0; i < 8; i++) print_count(calls[i]);
  printf("\nbytes total:            ");
  for (int i = 0; i < 6; i++) printf(" %.2e", (double)bytes[i]);
  printf("\nMax memory consumed for GA by this process: %ld bytes\n", (long)j->most_memory);
  fflush(stdout);
}
