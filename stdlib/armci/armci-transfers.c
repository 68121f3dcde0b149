/* Copies and accumulates: of contiguous bytes, strided, of lists; blocking and with handles. What loads and stores reach is done at once. */
#include "job.h"
#include "../common/meeting.h"
#include "rows.h"

/* The bytes of an element of an accumulate, and of what of it is changed atomically; 0 if there is no such operation. */
static inline int size_of(int op) {
  return op == ARMCI_ACC_DCP ? 16 : op == ARMCI_ACC_INT || op == ARMCI_ACC_FLT ? 4 : op >= ARMCI_ACC_INT && op <= ARMCI_ACC_LNG ? 8 : 0;
}
static inline int alignment_of(int op) { return op == ARMCI_ACC_INT || op == ARMCI_ACC_FLT || op == ARMCI_ACC_CPL ? 4 : 8; }

/* Whether it is added up here. */
static inline int adds_up(int op, const void *dst, int bytes) {
  int size = size_of(op);
  return __armci_job.adds_up && size != 0 && bytes % size == 0 && (unsigned)dst % alignment_of(op) == 0;
}

/* One row, of memory that is reached. A single number is a load and a store, which copies of any size are not. */
static inline void move(enum __armci_kind kind, int op, const void *scale, const void *src, void *dst, size_t bytes) {
  if (kind == ACC) __armci_accumulate(op, scale, src, dst, bytes);
  else if (bytes == 8) memcpy(dst, src, 8);
  else if (bytes == 4) memcpy(dst, src, 4);
  else memcpy(dst, src, bytes);
}

/* The record of a call is made where the runtime is to see it. */
static int contiguous_elsewhere(struct __armci_call call, void *src, void *dst, int bytes) {
  __armci_contiguous(&call, src, dst, bytes);
  return 0;
}

static inline __attribute__((always_inline)) int contiguous(const char *name, enum __armci_kind kind, int proc, int waits, armci_hdl_t *handle, int op, const void *scale,
                             void *src, void *dst, int bytes) {
  if (!__armci_reaches(kind == GET ? src : dst, bytes, proc) || (kind == ACC && !adds_up(op, dst, bytes)))
    return contiguous_elsewhere((struct __armci_call){name, kind, proc, waits, handle, op, scale}, src, dst, bytes);
  move(kind, op, scale, src, dst, bytes);
  if (kind == GET) __armci_look();
  return 0;
}

/* Bytes from the first to the end of the last row; SIZE_MAX for what the runtime is to look at. */
static inline size_t span(const int *strides, const int *count, int levels) {
  if ((unsigned)levels > ARMCI_MAX_STRIDE_LEVEL || count[0] <= 0) return SIZE_MAX;
  uint64_t bytes = count[0];
  for (int i = 0; i < levels; i++) {
    if (count[i + 1] <= 0 || strides[i] < 0) return SIZE_MAX;
    bytes += (uint64_t)(count[i + 1] - 1) * strides[i];
  }
  return bytes < SIZE_MAX ? bytes : SIZE_MAX;
}

static int strided(struct __armci_call call, void *src, const int *src_strides, void *dst, const int *dst_strides, const int *count, int levels) {
  int at[ARMCI_MAX_STRIDE_LEVEL] = {0};
  const int *strides = call.kind == GET ? src_strides : dst_strides;
  char *from = src, *to = dst;
  size_t bytes = span(strides, count, levels);
  int is_fast = bytes != SIZE_MAX && __armci_reaches(call.kind == GET ? src : dst, bytes, call.proc);
  if (is_fast && call.kind == ACC) {
    is_fast = adds_up(call.op, dst, count[0]);
    for (int i = 0; i < levels; i++) is_fast = is_fast && dst_strides[i] % alignment_of(call.op) == 0;
  }
  if (!is_fast) {
    __armci_strided(&call, src, src_strides, dst, dst_strides, count, levels);
    return 0;
  }
  do move(call.kind, call.op, call.scale, from, to, count[0]);
  while (__armci_next_row(at, count, levels, &from, src_strides, &to, dst_strides));
  return 0;
}

static int reaches_list(const struct __armci_call *call, const armci_giov_t *list) {
  if (list->bytes <= 0 || list->ptr_array_len < 0) return 0;
  void **remote = call->kind == GET ? list->src_ptr_array : list->dst_ptr_array;
  for (int i = 0; i < list->ptr_array_len; i++) {
    if (!__armci_reaches(remote[i], list->bytes, call->proc)) return 0;
    if (call->kind == ACC && !adds_up(call->op, remote[i], list->bytes)) return 0;
  }
  return 1;
}

static int vector(struct __armci_call call, const armci_giov_t *darr, int len) {
  int is_fast = len >= 0;
  for (int i = 0; is_fast && i < len; i++) is_fast = reaches_list(&call, &darr[i]);
  if (!is_fast) __armci_vector(&call, darr, len);
  else
    for (int i = 0; i < len; i++)
      for (int k = 0; k < darr[i].ptr_array_len; k++) move(call.kind, call.op, call.scale, darr[i].src_ptr_array[k], darr[i].dst_ptr_array[k], darr[i].bytes);
  return 0;
}

/* The functions of a form by kind, with what is common to their parameters. */
#define BLOCKING(NAME, KIND, OP, SCALE) NAME, KIND, proc, 1, 0, OP, SCALE
#define GOING_ON(NAME, KIND, OP, SCALE) NAME, KIND, proc, 0, nb_handle, OP, SCALE
#define CALL(...) ((struct __armci_call){__VA_ARGS__})
#define STRIDED void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[], int count[], int stride_levels
#define GIVEN_STRIDED src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count, stride_levels

#define COPIES(NAME, KIND) \
  int PARMCI_##NAME(void *src, void *dst, int bytes, int proc) { return contiguous(BLOCKING("ARMCI_" #NAME, KIND, 0, 0), src, dst, bytes); } \
  int PARMCI_##NAME##S(STRIDED, int proc) { return strided(CALL(BLOCKING("ARMCI_" #NAME "S", KIND, 0, 0)), GIVEN_STRIDED); } \
  int PARMCI_##NAME##V(armci_giov_t darr[], int len, int proc) { return vector(CALL(BLOCKING("ARMCI_" #NAME "V", KIND, 0, 0)), darr, len); } \
  int PARMCI_Nb##NAME(void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle) { \
    return contiguous(GOING_ON("ARMCI_Nb" #NAME, KIND, 0, 0), src, dst, bytes); \
  } \
  int PARMCI_Nb##NAME##S(STRIDED, int proc, armci_hdl_t *nb_handle) { \
    return strided(CALL(GOING_ON("ARMCI_Nb" #NAME "S", KIND, 0, 0)), GIVEN_STRIDED); \
  } \
  int PARMCI_Nb##NAME##V(armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle) { \
    return vector(CALL(GOING_ON("ARMCI_Nb" #NAME "V", KIND, 0, 0)), darr, len); \
  } \
  PROFILED(NAME) PROFILED(NAME##S) PROFILED(NAME##V) PROFILED(Nb##NAME) PROFILED(Nb##NAME##S) PROFILED(Nb##NAME##V)
COPIES(Put, PUT)
COPIES(Get, GET)

int PARMCI_Acc(int optype, void *scale, void *src, void *dst, int bytes, int proc) {
  return contiguous(BLOCKING("ARMCI_Acc", ACC, optype, scale), src, dst, bytes);
}
int PARMCI_AccS(int optype, void *scale, STRIDED, int proc) { return strided(CALL(BLOCKING("ARMCI_AccS", ACC, optype, scale)), GIVEN_STRIDED); }
int PARMCI_AccV(int op, void *scale, armci_giov_t darr[], int len, int proc) {
  return vector(CALL(BLOCKING("ARMCI_AccV", ACC, op, scale)), darr, len);
}
int PARMCI_NbAcc(int optype, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *nb_handle) {
  return contiguous(GOING_ON("ARMCI_NbAcc", ACC, optype, scale), src, dst, bytes);
}
int PARMCI_NbAccS(int optype, void *scale, STRIDED, int proc, armci_hdl_t *nb_handle) {
  return strided(CALL(GOING_ON("ARMCI_NbAccS", ACC, optype, scale)), GIVEN_STRIDED);
}
int PARMCI_NbAccV(int op, void *scale, armci_giov_t darr[], int len, int proc, armci_hdl_t *nb_handle) {
  return vector(CALL(GOING_ON("ARMCI_NbAccV", ACC, op, scale)), darr, len);
}
PROFILED(Acc) PROFILED(AccS) PROFILED(AccV) PROFILED(NbAcc) PROFILED(NbAccS) PROFILED(NbAccV)

/* ---------------------------------------------------------------- values, flags */

/* A value is in a place of this call, so its put is done on return. */
#define VALUE(TYPE, NAME) \
  int PARMCI_PutValue##NAME(TYPE src, void *dst, int proc) { \
    return contiguous(BLOCKING("ARMCI_PutValue" #NAME, PUT, 0, 0), &src, dst, sizeof src); \
  } \
  int PARMCI_NbPutValue##NAME(TYPE src, void *dst, int proc, armci_hdl_t *nb_handle) { \
    return contiguous(BLOCKING("ARMCI_NbPutValue" #NAME, PUT, 0, 0), &src, dst, sizeof src); \
  } \
  TYPE PARMCI_GetValue##NAME(void *src, int proc) { \
    TYPE value; \
    contiguous(BLOCKING("ARMCI_GetValue" #NAME, GET, 0, 0), src, &value, sizeof value); \
    return value; \
  } \
  PROFILED(PutValue##NAME) PROFILED(NbPutValue##NAME) PROFILED(GetValue##NAME)
VALUE(int, Int)
VALUE(long, Long)
VALUE(float, Float)
VALUE(double, Double)

/* The flag is put behind what is there. */
static int set_flag(const char *name, int *flag, int value, int proc) {
  upc_fence;
  return contiguous(BLOCKING(name, PUT, 0, 0), &value, flag, sizeof value);
}

int PARMCI_Put_flag(void *src, void *dst, int bytes, int *f, int v, int proc) {
  contiguous(BLOCKING("ARMCI_Put_flag", PUT, 0, 0), src, dst, bytes);
  return set_flag("ARMCI_Put_flag", f, v, proc);
}
int PARMCI_PutS_flag(STRIDED, int *flag, int val, int proc) {
  strided(CALL(BLOCKING("ARMCI_PutS_flag", PUT, 0, 0)), GIVEN_STRIDED);
  return set_flag("ARMCI_PutS_flag", flag, val, proc);
}
int PARMCI_PutS_flag_dir(STRIDED, int *flag, int val, int proc) {
  strided(CALL(BLOCKING("ARMCI_PutS_flag_dir", PUT, 0, 0)), GIVEN_STRIDED);
  return set_flag("ARMCI_PutS_flag_dir", flag, val, proc);
}
PROFILED(Put_flag) PROFILED(PutS_flag) PROFILED(PutS_flag_dir)

void ARMCI_Copy(void *src, void *dst, int n) { memcpy(dst, src, n); }

/* ---------------------------------------------------------------- handles: word 0 is its number, word 1 whether it is aggregate */

/* No word that an uninitialized handle is likely to have. */
#define AGGREGATE 0x41676772

static void initialized(const char *name) {
  if (!__armci_job.procs) __armci_uninitialized(name);
}

int PARMCI_Wait(armci_hdl_t *nb_handle) { return __armci_test("ARMCI_Wait", nb_handle, 1); }
int PARMCI_Test(armci_hdl_t *nb_handle) { return __armci_test("ARMCI_Test", nb_handle, 0); }

int PARMCI_WaitAll(void) {
  initialized("ARMCI_WaitAll");
  __armci_wait_for("ARMCI_WaitAll", -1);
  return 0;
}

int PARMCI_WaitProc(int proc) {
  __armci_check_proc("ARMCI_WaitProc", proc);
  __armci_wait_for("ARMCI_WaitProc", proc);
  return 0;
}
PROFILED(Wait) PROFILED(Test) PROFILED(WaitAll) PROFILED(WaitProc)

void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle) { nb_handle->data[1] = AGGREGATE; }
void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *nb_handle) { nb_handle->data[1] = 0; }

/* ---------------------------------------------------------------- order: blocking copies are done on return */

void PARMCI_Fence(int proc) {
  __armci_check_proc("ARMCI_Fence", proc);
  __armci_wait_for("ARMCI_Fence", proc);
  upc_fence;
}

void PARMCI_AllFence(void) {
  initialized("ARMCI_AllFence");
  __armci_wait_for("ARMCI_AllFence", -1);
  upc_fence;
}

void PARMCI_Barrier(void) {
  initialized("ARMCI_Barrier");
  PARMCI_AllFence();
  enum __pgasc_meeting state = __pgasc_meet((volatile int *)__armci_job.arrival, (const int *)__armci_job.sleepers);
  if (state != MET) __armci_barrier("ARMCI_Barrier", state == ARRIVED);
}
PROFILED(Fence) PROFILED(AllFence) PROFILED(Barrier)
