/*
 * Elements by lists of subscripts: scatter, gather, scatter with addition.
 *
 * The places of the elements are sorted by process; each process is one call of ARMCI with a list.
 */
#include "copies.h"
#include <stdio.h>

/* How many elements each process of the array has, and the places, in order of the processes: those of process p end at ends[p]. */
static void sort(const struct __ga_array *a, int n, const int *procs, int *ends, int *order) {
  for (int i = 0; i < n; i++) ends[procs[i]]++;
  for (int p = 0, at = 0; p < a->procs; p++) {
    int count = ends[p];
    ends[p] = at;
    at += count;
  }
  for (int i = 0; i < n; i++) order[ends[procs[i]]++] = i;
}

static void send(const struct __ga_copy *copy, const struct __ga_array *a, void **here, void **there, int n, int proc) {
  armci_giov_t vector = {here, there, a->size, n};
  if (copy->kind == GET) vector = (armci_giov_t){there, here, a->size, n};
  switch (copy->kind) {
    case PUT: ARMCI_PutV(&vector, 1, proc); return;
    case GET: ARMCI_GetV(&vector, 1, proc); return;
    default: ARMCI_AccV(__ga_adds(a->type), copy->alpha, &vector, 1, proc);
  }
}

/* `there` and `procs`: places and ranks of the elements. */
static void distribute(const struct __ga_copy *copy, const struct __ga_array *a, char *v, int n, char **there, const int *procs) {
  int *ends = calloc(a->procs, sizeof *ends), *order = malloc(n * sizeof *order);
  void **from = malloc(n * sizeof *from), **to = malloc(n * sizeof *to);
  sort(a, n, procs, ends, order);
  for (int i = 0; i < n; i++) {
    from[i] = v + order[i] * a->size;
    to[i] = there[order[i]];
  }
  for (int p = 0, at = 0; p < a->procs; at = ends[p++])
    if (ends[p] > at) send(copy, a, from + at, to + at, ends[p] - at, a->proc[p]);
  free(ends);
  free(order);
  free(from);
  free(to);
}

/* The subscripts one behind the other. */
static void elements(struct __ga_copy copy, const struct __ga_array *a, void *v, const int *subscripts, int n) {
  struct __ga_part part;
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  char **there = malloc(n * sizeof *there);
  int *procs = malloc(n * sizeof *procs);
  for (int i = 0; i < n; i++) {
    const int *at = subscripts + i * a->ndim;
    __ga_check_index(copy.name, a, at);
    __ga_first_part(a, at, at, &part);
    there[i] = part.place;
    procs[i] = part.rank;
  }
  distribute(&copy, a, v, n, there, procs);
  free(there);
  free(procs);
  *(copy.kind == GET ? &__ga_job.gathers : &__ga_job.scatters) += 1;
  *(copy.kind == GET ? &__ga_job.bytes_gathered : &__ga_job.bytes_scattered) += (long)n * a->size;
}

/* The forms of subscripts as one list of ints, which the caller frees. */
static int *room(const struct __ga_array *a, int n) { return malloc(((size_t)n * a->ndim + 1) * sizeof(int)); }

/* Subscript i of a list of pointers to them. */
static void *given(const char *name, const void *subscripts, int i) {
  char argument[32];
  void *subscript = ((void *const *)subscripts)[i];
  if (!subscript) __ga_null(name, (sprintf(argument, "subsArray[%d]", i), argument));
  return subscript;
}

static int *of_pointers(const char *name, const struct __ga_array *a, int **subscripts, int n) {
  int *list = room(a, n);
  for (int i = 0; i < n; i++) memcpy(list + i * a->ndim, given(name, subscripts, i), a->ndim * sizeof(int));
  return list;
}
static int *of_pointers64(const char *name, const struct __ga_array *a, int64_t **subscripts, int n) {
  int *list = room(a, n);
  for (int i = 0; i < n; i++) __ga_narrow(name, "a subscript", given(name, subscripts, i), a->ndim, list + i * a->ndim);
  return list;
}
static int *of_list(const char *name, const struct __ga_array *a, const int *subscripts, int n) {
  return memcpy(room(a, n), subscripts, (size_t)n * a->ndim * sizeof(int));
}
static int *of_list64(const char *name, const struct __ga_array *a, const int64_t *subscripts, int n) {
  return __ga_narrow(name, "subsArray", subscripts, n * a->ndim, room(a, n));
}

static int checked(const char *name, const void *v, const void *subscripts, int64_t n) {
  if (n < 0 || n > INT32_MAX / (GA_MAX_DIM * 8)) __ga_fail("%s: n is %lld: it is 0 .. %d", name, (long long)n, INT32_MAX / (GA_MAX_DIM * 8));
  if (n == 0) return 0;
  __ga_check_given(name, "v", v);
  __ga_check_given(name, "subsArray", subscripts);
  return n;
}

#define FORM(NAME, KIND, ALPHA, SUBSCRIPTS, INT, READ, ...) \
  void NGA_##NAME(int g_a, void *v, SUBSCRIPTS, INT n __VA_ARGS__) { \
    struct __ga_array *a = __ga_array("NGA_" #NAME, g_a); \
    int count = checked("NGA_" #NAME, v, subsArray, n), *list = READ("NGA_" #NAME, a, subsArray, count); \
    elements((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, a, v, list, count); \
    free(list); \
  }
#define FORMS(NAME, KIND, ALPHA, ...) \
  FORM(NAME, KIND, ALPHA, int *subsArray[], int, of_pointers, __VA_ARGS__) \
  FORM(NAME##64, KIND, ALPHA, int64_t *subsArray[], int64_t, of_pointers64, __VA_ARGS__) \
  FORM(NAME##_flat, KIND, ALPHA, int subsArray[], int, of_list, __VA_ARGS__) \
  FORM(NAME##_flat64, KIND, ALPHA, int64_t subsArray[], int64_t, of_list64, __VA_ARGS__)
FORMS(Scatter, PUT, NULL, )
FORMS(Gather, GET, NULL, )
FORMS(Scatter_acc, ACC, alpha, WITH_ALPHA)

/* Room is taken by each call. */
void NGA_Alloc_gatscat_buf(int nelems) { __ga_open("NGA_Alloc_gatscat_buf"); }
void NGA_Free_gatscat_buf(void) { __ga_open("NGA_Free_gatscat_buf"); }
