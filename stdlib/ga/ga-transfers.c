/*
 * Copies of patches: NGA_Put, NGA_Get, NGA_Acc, with strides between elements, beyond the ends (periodic), of fields of structures, and
 * such as go on.
 *
 * A patch is a loop over its parts, each a strided copy of ARMCI; what loads and stores reach is copied there at once.
 */
#include "copies.h"
#include "round.h"

void __ga_move(const struct __ga_copy *copy, const struct __ga_array *a, char *here, const struct __ga_part *part, struct __ga_strides *s) {
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

/* The part's elements of every skip-th index from lo on; 0 if there are none. */
static int thin_out(const struct __ga_array *a, const int *lo, const int *skip, struct __ga_part *part) {
  unsigned offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    int skipped = (skip[i] - (part->lo[i] - lo[i]) % skip[i]) % skip[i];
    offset = (i ? offset * part->ld[i - 1] : 0) + skipped;
    part->lo[i] += skipped;
    if (part->lo[i] > part->hi[i]) return 0;
  }
  part->place += offset * a->size;
  return 1;
}

/* The buffer has the elements that are copied, side by side. */
static void copy_part(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const struct __ga_part *part,
                      struct __ga_step step, char *buf, const int *ld) {
  struct __ga_strides strides;
  int counts[GA_MAX_DIM], offset = 0;
  for (int i = 0; i < a->ndim; i++) {
    int skip = step.skip ? step.skip[i] : 1;
    counts[i] = (part->hi[i] - part->lo[i]) / skip + 1;
    offset = (i ? offset * ld[i - 1] : 0) + (part->lo[i] - lo[i]) / skip;
  }
  __ga_strides_of(a->ndim, step, counts, ld, part->ld, &strides);
  __ga_move(copy, a, buf + offset * step.here, part, &strides);
}

static void copy_patch(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_step step = {a->size, a->size, a->size};
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) copy_part(copy, a, lo, &part, step, buf, ld);
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
  __ga_check_ld(copy.name, a, lo, hi, ld);
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  tally(copy.kind, a, lo, hi);
  copy_patch(&copy, a, lo, hi, buf, ld);
}

static inline void transfer(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  char *place = copy.kind == ACC ? NULL : row_seen(a, lo, hi);
  if (!place) return any_transfer(copy, a, lo, hi, buf, ld);
  size_t bytes = (hi[a->ndim - 1] - lo[a->ndim - 1] + 1) * a->size;
  if (a->ndim > 1) __ga_check_ld(copy.name, a, lo, hi, ld);
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

/* The 64-bit form of what has lo, hi and ld: LO, HI and LD are ints then. */
#define NARROW_PATCH(NAME) \
  int LO[GA_MAX_DIM], HI[GA_MAX_DIM], LD[GA_MAX_DIM]; \
  struct __ga_array *a = __ga_array(NAME, g_a); \
  __ga_narrow(NAME, "lo", lo, a->ndim, LO); \
  __ga_narrow(NAME, "hi", hi, a->ndim, HI); \
  __ga_narrow(NAME, "ld", ld, a->ndim - 1, LD);

#define BLOCKING(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], void *buf, int ld[] __VA_ARGS__) { \
    transfer((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, __ga_array("NGA_" #NAME, g_a), lo, hi, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[] __VA_ARGS__) { \
    NARROW_PATCH("NGA_" #NAME "64") \
    transfer((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA}, a, LO, HI, buf, LD); \
  }
#define WITH_ALPHA , void *alpha
BLOCKING(Put, PUT, NULL, )
BLOCKING(Get, GET, NULL, )
BLOCKING(Acc, ACC, alpha, WITH_ALPHA)

/* ---------------------------------------------------------------- copies that go on */

/* A handle is a place in the table and how often that has been used; the oldest is waited for when all are in use. */
enum { HANDLES = 256 };
static armci_hdl_t *handles[HANDLES];
static long uses[HANDLES];
static int next_handle;

armci_hdl_t *__ga_new_request(ga_nbhdl_t *nbhandle) {
  int at = next_handle++ % HANDLES;
  if (!handles[at]) {
    handles[at] = calloc(1, sizeof **handles);
    ARMCI_INIT_HANDLE(handles[at]);
  } else if (uses[at] % 2) {
    ARMCI_Wait(handles[at]);
    uses[at]++;
  }
  *nbhandle = ++uses[at] * HANDLES + at;
  return handles[at];
}

/* One that has been waited for is done, and 0 stands for nothing. */
static armci_hdl_t *going_on(const char *name, const ga_nbhdl_t *nbhandle) {
  __ga_open(name);
  if (*nbhandle == 0) return NULL;
  int at = *nbhandle & (HANDLES - 1);
  long use = *nbhandle / HANDLES;
  if (use < 1 || use > uses[at]) __ga_fail("%s: the handle is %ld: no copy has given it", name, *nbhandle);
  return use == uses[at] && use % 2 ? handles[at] : NULL;
}

void NGA_NbWait(ga_nbhdl_t *nbhandle) {
  armci_hdl_t *handle = going_on("NGA_NbWait", nbhandle);
  if (!handle) return;
  ARMCI_Wait(handle);
  uses[*nbhandle & (HANDLES - 1)]++;
}

/* 1 if it is done. */
int NGA_NbTest(ga_nbhdl_t *nbhandle) {
  armci_hdl_t *handle = going_on("NGA_NbTest", nbhandle);
  return !handle || ARMCI_Test(handle) == 0;
}

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

/* ---------------------------------------------------------------- every skip-th element */

static void check_skip(const char *name, const struct __ga_array *a, const int *lo, const int *hi, const int *skip, const int *ld) {
  __ga_check_patch(name, "", a, lo, hi);
  for (int i = 0; i < a->ndim; i++) {
    if (skip[i] < 1) __ga_fail("%s: skip[%d] is %d: it is 1 or more", name, i, skip[i]);
    int n = (hi[i] - lo[i]) / skip[i] + 1;
    if (i > 0 && ld[i - 1] < n) __ga_fail("%s: ld[%d] is %d: %d elements of dimension %d are copied", name, i - 1, ld[i - 1], n, i);
  }
}

static void strided(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, const int *skip, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_step step = {a->size, a->size, a->size, skip};
  check_skip(copy.name, a, lo, hi, skip, ld);
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part))
    if (thin_out(a, lo, skip, &part)) copy_part(&copy, a, lo, &part, step, buf, ld);
}

#define STRIDED(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], int skip[], void *buf, int ld[] __VA_ARGS__) { \
    strided((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, __ga_array("NGA_" #NAME, g_a), lo, hi, skip, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], int64_t skip[], void *buf, int64_t ld[] __VA_ARGS__) { \
    int SKIP[GA_MAX_DIM]; \
    NARROW_PATCH("NGA_" #NAME "64") \
    strided((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA}, a, LO, HI, __ga_narrow("NGA_" #NAME "64", "skip", skip, a->ndim, SKIP), buf, LD); \
  }
STRIDED(Strided_put, PUT, NULL, )
STRIDED(Strided_get, GET, NULL, )
STRIDED(Strided_acc, ACC, alpha, WITH_ALPHA)

/* ---------------------------------------------------------------- patches beyond the ends, which go on at the other end */

static void periodic(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, char *buf, const int *ld) {
  for (int i = 0; i < a->ndim; i++)
    if (lo[i] > hi[i]) __ga_fail("%s: lo[%d] is %d and hi[%d] is %d: lo is hi at most", copy.name, i, lo[i], i, hi[i]);
  __ga_check_ld(copy.name, a, lo, hi, ld);
  if (copy.kind == ACC) __ga_check_adds(copy.name, a);
  for (Pieces p = pieces_of(a, lo, hi); next_piece(&p);) copy_patch(&copy, a, p.first, p.last, buf + distance(a, p.offset, ld), ld);
}

#define PERIODIC(NAME, KIND, ALPHA, ...) \
  void NGA_##NAME(int g_a, int lo[], int hi[], void *buf, int ld[] __VA_ARGS__) { \
    periodic((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA}, __ga_array("NGA_" #NAME, g_a), lo, hi, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[] __VA_ARGS__) { \
    NARROW_PATCH("NGA_" #NAME "64") \
    periodic((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA}, a, LO, HI, buf, LD); \
  }
PERIODIC(Periodic_put, PUT, NULL, )
PERIODIC(Periodic_get, GET, NULL, )
PERIODIC(Periodic_acc, ACC, alpha, WITH_ALPHA)

/* ---------------------------------------------------------------- a field of each element */

/* The buffer has the fields alone, side by side. */
static void fields(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, int foff, int fsize, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_step step = {fsize, fsize, a->size};
  __ga_check_patch(copy.name, "", a, lo, hi);
  __ga_check_ld(copy.name, a, lo, hi, ld);
  if (foff < 0 || fsize < 1 || foff > a->size - fsize)
    __ga_fail("%s: foff is %d and fsize is %d: an element of array '%s' has %d bytes", copy.name, foff, fsize, a->name, a->size);
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) {
    part.place += foff;
    copy_part(&copy, a, lo, &part, step, buf, ld);
  }
}

#define FIELDS(NAME, KIND) \
  void NGA_##NAME##_field(int g_a, int *lo, int *hi, int foff, int fsize, void *buf, int *ld) { \
    fields((struct __ga_copy){"NGA_" #NAME "_field", KIND}, __ga_array("NGA_" #NAME "_field", g_a), lo, hi, foff, fsize, buf, ld); \
  }
FIELDS(Put, PUT)
FIELDS(Get, GET)
#define FIELDS_GOING_ON(NAME, KIND) \
  void NGA_##NAME##_field(int g_a, int *lo, int *hi, int foff, int fsize, void *buf, int *ld, ga_nbhdl_t *nbhandle) { \
    struct __ga_array *a = __ga_array("NGA_" #NAME "_field", g_a); \
    fields((struct __ga_copy){"NGA_" #NAME "_field", KIND, NULL, __ga_new_request(nbhandle)}, a, lo, hi, foff, fsize, buf, ld); \
  }
FIELDS_GOING_ON(Nbput, PUT)
FIELDS_GOING_ON(Nbget, GET)
