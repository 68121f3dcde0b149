/*
 * Copies of patches: NGA_Put, NGA_Get and NGA_Acc, done on return or later (NGA_NbPut and its like).
 *
 * A patch is a loop over its parts, each a strided copy of ARMCI; what loads and stores reach is copied there at once. One idea: most
 * copies are of a row of the block that was met last, so that is looked at first.
 */
#include "copies.h"

/* ---------------------------------------------------------------- a part: the strides, and the call of ARMCI */

/* Bytes and levels as ARMCI has them: the first count is of bytes, the others of rows, rows of rows .... */
struct strides {
  int levels, count[2 * GA_MAX_DIM], here[2 * GA_MAX_DIM], there[2 * GA_MAX_DIM];
};

static inline void add_level(struct strides *s, int count, int here, int there) {
  if (count == 1) return;
  if (s->levels == 0 && here == s->count[0] && there == s->count[0]) {
    s->count[0] *= count;
    return;
  }
  s->here[s->levels] = here;
  s->there[s->levels] = there;
  s->count[++s->levels] = count;
}

/* Of a box of so many elements, in memories with extents ld of dimensions 1, 2 ...; what is contiguous in both is one piece. */
static inline void strides_of(int ndim, struct __ga_step step, const int *counts, const int *ld_here, const int *ld_there,
                              struct strides *s) {
  s->levels = 0;
  s->count[0] = step.bytes;
  for (int i = ndim - 1; i >= 0; i--) {
    add_level(s, counts[i], step.here, step.there * (step.skip ? step.skip[i] : 1));
    if (i == 0) return;
    step.here *= ld_here[i - 1];
    step.there *= ld_there[i - 1];
  }
}

static void move(const struct __ga_copy *copy, const struct __ga_array *a, char *here, const struct __ga_part *part, struct strides *s) {
  armci_hdl_t *handle = copy->handle;
  switch (copy->kind) {
    case PUT:
      handle ? ARMCI_NbPutS(here, s->here, part->place, s->there, s->count, s->levels, part->proc, handle)
             : ARMCI_PutS(here, s->here, part->place, s->there, s->count, s->levels, part->proc);
      return;
    case GET:
      handle ? ARMCI_NbGetS(part->place, s->there, here, s->here, s->count, s->levels, part->proc, handle)
             : ARMCI_GetS(part->place, s->there, here, s->here, s->count, s->levels, part->proc);
      return;
    default:
      handle ? ARMCI_NbAccS(__ga_adds(a->type), copy->alpha, here, s->here, part->place, s->there, s->count, s->levels, part->proc, handle)
             : ARMCI_AccS(__ga_adds(a->type), copy->alpha, here, s->here, part->place, s->there, s->count, s->levels, part->proc);
  }
}

/* ---------------------------------------------------------------- a patch, checked */

static void tally(enum __armci_kind kind, const struct __ga_array *a, const int *lo, const int *hi) {
  long bytes = __ga_count(a->ndim, lo, hi) * a->size;
  switch (kind) {
    case PUT: __ga_job.puts++, __ga_job.bytes_put += bytes; return;
    case GET: __ga_job.gets++, __ga_job.bytes_got += bytes; return;
    default: __ga_job.accs++, __ga_job.bytes_added += bytes;
  }
}

void __ga_copy_part(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const struct __ga_part *part,
                    struct __ga_step step, char *buf, const int *ld) {
  struct strides strides;
  int counts[GA_MAX_DIM], offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    int skip = step.skip ? step.skip[i] : 1;
    counts[i] = (part->hi[i] - part->lo[i]) / skip + 1;
    offset = (i ? offset * ld[i - 1] : 0) + (part->lo[i] - lo[i]) / skip;
  }
  strides_of(a->ndim, step, counts, ld, part->ld, &strides);
  move(copy, a, buf + offset * step.here, part, &strides);
}

void __ga_copy_patch(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_step step = {a->size, a->size, a->size};
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) __ga_copy_part(copy, a, lo, &part, step, buf, ld);
  __ga_block(a, part.block, a->seen);
}

/* ---------------------------------------------------------------- one row of the block that was met last */

/* Its place if the patch is one row there, and is loaded and stored; else NULL. */
static inline char *row_seen(const struct __ga_array *a, const int *lo, const int *hi) {
  const struct __ga_part *seen = a->seen;
  int last = a->ndim - 1;
  unsigned offset = 0;
  for (int i = 0; i < last; i++) {
    if (lo[i] != hi[i] || lo[i] < seen->lo[i] || hi[i] > seen->hi[i]) return NULL;
    offset = (offset + lo[i] - seen->lo[i]) * seen->ld[i];
  }
  if (lo[last] < seen->lo[last] || hi[last] > seen->hi[last] || lo[last] > hi[last]) return NULL;
  char *place = seen->place + (offset + lo[last] - seen->lo[last]) * a->size;
  return __armci_reaches(place, (hi[last] - lo[last] + 1) * a->size, seen->proc) ? place : NULL;
}

/* An element of 8 bytes is a load and a store. */
static inline void move_row(void *to, const void *from, size_t bytes) {
  if (bytes == 8) memcpy(to, from, 8);
  else memcpy(to, from, bytes);
}

static void any_transfer(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  __ga_check_patch(copy.name, "", a, lo, hi);
  __ga_check_ld(copy.name, a, ld);
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  tally(copy.kind, a, lo, hi);
  __ga_copy_patch(&copy, a, lo, hi, buf, ld);
}

static inline void transfer(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  __ga_check_given(copy.name, "buf", buf);
  char *place = copy.kind == ACC ? NULL : row_seen(a, lo, hi);
  if (!place) return any_transfer(copy, a, lo, hi, buf, ld);
  size_t bytes = (hi[a->ndim - 1] - lo[a->ndim - 1] + 1) * a->size;
  if (a->ndim > 1) __ga_check_ld(copy.name, a, ld);
  if (copy.kind == PUT) {
    move_row(place, buf, bytes);
    __ga_job.puts++;
    __ga_job.bytes_put += bytes;
  } else {
    move_row(buf, place, bytes);
    __armci_look();
    __ga_job.gets++;
    __ga_job.bytes_got += bytes;
  }
}

void __ga_get(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  transfer((struct __ga_copy){name, GET}, a, lo, hi, buf, ld);
}
void __ga_put(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  transfer((struct __ga_copy){name, PUT}, a, lo, hi, buf, ld);
}
void __ga_acc(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld, void *alpha) {
  transfer((struct __ga_copy){name, ACC, alpha}, a, lo, hi, buf, ld);
}
void __ga_nbget(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld, armci_hdl_t *handle) {
  transfer((struct __ga_copy){name, GET, NULL, handle}, a, lo, hi, buf, ld);
}

#define BLOCKING(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], void *buf, int ld[] __VA_ARGS__) { \
    transfer((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, __ga_array("NGA_" #NAME, g_a), lo, hi, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[] __VA_ARGS__) { \
    NARROW_PATCH("NGA_" #NAME "64") \
    transfer((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA}, a, LO, HI, buf, LD); \
  }
BLOCKING(Put, PUT, NULL, )
BLOCKING(Get, GET, NULL, )
BLOCKING(Acc, ACC, alpha, WITH_ALPHA)

/* ---------------------------------------------------------------- copies that go on */

#define GOING_ON(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], void *buf, int ld[] __VA_ARGS__, ga_nbhdl_t *nbhandle) { \
    struct __ga_array *a = __ga_array("NGA_" #NAME, g_a); \
    transfer((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA, __ga_new_request(nbhandle)}, a, lo, hi, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[] __VA_ARGS__, ga_nbhdl_t *nbhandle) { \
    NARROW_PATCH("NGA_" #NAME "64") \
    transfer((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA, __ga_new_request(nbhandle)}, a, LO, HI, buf, LD); \
  }
GOING_ON(NbPut, PUT, NULL, )
GOING_ON(NbGet, GET, NULL, )
GOING_ON(NbAcc, ACC, alpha, WITH_ALPHA)
