/*
 * Copies of patches: NGA_Put, NGA_Get, NGA_Acc, with strides between elements, beyond the ends (periodic), of fields of structures, and
 * such as go on.
 *
 * A patch is a loop over its parts, each a strided copy of ARMCI; what loads and stores reach is copied there at once.
 */
#include "copies.h"

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

static void adds(const char *name, const struct __ga_array *a) {
  if (!__ga_adds(a->type))
    __ga_fail("%s: array '%s' is of %s: elements of C_INT, C_LONG, C_LONGLONG, C_FLOAT, C_DBL, C_SCPL and C_DCPL can be added up", name, a->name,
              __ga_type_name(a->type));
}

/* The place in the buffer of the first element of the part. */
static char *place_here(const struct __ga_array *a, const int *lo, const struct __ga_part *part, void *buf, const int *ld) {
  int offset = part->lo[0] - lo[0];
  for (int i = 1; i < a->ndim; i++) offset = offset * ld[i - 1] + part->lo[i] - lo[i];
  return (char *)buf + offset * a->size;
}

static void tally(enum __armci_kind kind, const struct __ga_array *a, const int *lo, const int *hi) {
  long bytes = __ga_count(a->ndim, lo, hi) * a->size;
  switch (kind) {
    case PUT: __ga_job.puts++, __ga_job.bytes_put += bytes; return;
    case GET: __ga_job.gets++, __ga_job.bytes_got += bytes; return;
    default: __ga_job.accs++, __ga_job.bytes_added += bytes;
  }
}

static void copy_patch(const struct __ga_copy *copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  struct __ga_part part;
  struct __ga_strides strides;
  int extents[GA_MAX_DIM];
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) {
    for (int k = 0; k < a->ndim; k++) extents[k] = part.hi[k] - part.lo[k] + 1;
    __ga_strides_of(a->ndim, a->size, extents, ld, part.ld, &strides);
    __ga_move(copy, a, place_here(a, lo, &part, buf, ld), &part, &strides);
  }
}

static void transfer(struct __ga_copy copy, const struct __ga_array *a, const int *lo, const int *hi, void *buf, const int *ld) {
  __ga_check_patch(copy.name, "", a, lo, hi);
  __ga_check_ld(copy.name, a, lo, hi, ld);
  if (copy.kind == ACC) adds(copy.name, a);
  tally(copy.kind, a, lo, hi);
  copy_patch(&copy, a, lo, hi, buf, ld);
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

static armci_hdl_t *begin(ga_nbhdl_t *nbhandle) {
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

/* One that has been waited for is done. */
static armci_hdl_t *going_on(const char *name, const ga_nbhdl_t *nbhandle) {
  __ga_open(name);
  int at = *nbhandle & (HANDLES - 1);
  long use = *nbhandle / HANDLES;
  if (*nbhandle < 0 || use > uses[at]) __ga_fail("%s: the handle is %ld: no copy has given it", name, *nbhandle);
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
    transfer((struct __ga_copy){"NGA_" #NAME, KIND, ALPHA, begin(nbhandle)}, a, lo, hi, buf, ld); \
  } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[] __VA_ARGS__, ga_nbhdl_t *nbhandle) { \
    NARROW_PATCH("NGA_" #NAME "64") \
    transfer((struct __ga_copy){"NGA_" #NAME "64", KIND, ALPHA, begin(nbhandle)}, a, LO, HI, buf, LD); \
  }
GOING_ON(NbPut, PUT, NULL, )
GOING_ON(NbGet, GET, NULL, )
GOING_ON(NbAcc, ACC, alpha, WITH_ALPHA)
