/*
 * Collective functions of few bytes of all ranks of one memory (MPI 3.1, 5.3, 5.4, 5.9, 11.5.1), at the lines of lines.ts: a rank writes its part and reads the others'.
 *
 * One idea: a part is a line of the cache, whose first word, the phase, is stored last. Who does not find it after some glances calls the runtime, which sleeps,
 * and looks for ranks that make another call.
 */
#include "job.h"

#define ORDER __ATOMIC_SEQ_CST

/* In the order of calls_known. */
enum { BARRIER, BCAST, ALLREDUCE, FENCE };
enum { NOBODY = -1, MOST = 96 };

/* What an operation is, alike on all ranks. */
struct what { int call, context, root, bytes, type, op; };
/* A rank's part. */
struct slot {
  int phase;
  struct what what;
  int unused;
  char data[MOST];
};
struct __mpi_line { struct slot slots[2]; };

static inline struct slot *slot_of(int rank, int phase) { return &__mpi_job.lines[rank]->slots[phase & 1]; }
static inline int has_reached(int rank, int phase) { return __atomic_load_n(&slot_of(rank, phase)->phase, ORDER) - phase >= 0; }

/* Whether its collective functions are done here: it may be that the program is between upc_notify and upc_wait. */
static inline const struct __mpi_comm *of_all(MPI_Comm handle) {
  const struct __mpi_comm *comm = __mpi_comm_at(handle);
  return comm && comm->is_of_all && !*__mpi_job.notified ? comm : 0;
}

static inline int is_same(const struct what *a, const struct what *b) {
  return a->call == b->call && a->context == b->context && a->root == b->root && a->bytes == b->bytes && a->type == b->type && a->op == b->op;
}

/* The part of a rank in the latest operation, when it is there. */
static inline const char *part_of(int rank, const struct what *what, int *glances) {
  int phase = __mpi_job.phase;
  while (!has_reached(rank, phase))
    if (--*glances < 0) __mpi_await(rank);
  const struct slot *slot = slot_of(rank, phase);
  if (!is_same(&slot->what, what)) __mpi_compare(rank);
  return slot->data;
}

/* All have begun the latest operation, so that the slot of the next may be written; those that did not read each other's part compare it now. */
static inline void drain(void) {
  int glances = __mpi_job.glances;
  const struct what *own = &slot_of(__mpi_job.me, __mpi_job.phase)->what;
  if (__mpi_job.drained != __mpi_job.phase)
    for (int rank = 0; rank < __mpi_job.ranks; rank++) part_of(rank, own, &glances);
}

static inline void rouse_all(void) {
  for (int rank = 0; rank < __mpi_job.ranks; rank++)
    if (__atomic_load_n((int *)(__mpi_job.sleeps + rank * __mpi_job.stride), ORDER)) __mpi_rouse(rank);
}

/* Writes this rank's part, and wakes those who sleep if it is the last, or if they wait for it alone. */
static inline void enter(struct what what, const void *data, int bytes) {
  drain();
  int phase = ++__mpi_job.phase, rank = 0;
  struct slot *own = slot_of(__mpi_job.me, phase);
  own->what = what;
  __mpi_copy(own->data, data, bytes);
  __atomic_store_n(&own->phase, phase, ORDER);
  while (rank < __mpi_job.ranks && has_reached(rank, phase)) rank++;
  if (rank == __mpi_job.ranks || what.root == __mpi_job.me) rouse_all();
  __mpi_called();
}

/* ---------------------------------------------------------------- operators */

#define LOOP(EXPRESSION) \
  for (int i = 0; i < n; i++) { \
    a[i] = EXPRESSION; \
  } \
  return 1;
/* Elements at `from` combined into those at `to`, which come before; 0 if that is not done here. */
#define COMBINING(TYPE, NAME, MORE) \
  static inline int combine_##NAME(MPI_Op op, void *to, const void *from, int n) { \
    TYPE *a = to; \
    const TYPE *b = from; \
    switch ((unsigned)op) { \
      case (unsigned)MPI_MAX: LOOP(a[i] < b[i] || b[i] != b[i] ? b[i] : a[i]) \
      case (unsigned)MPI_MIN: LOOP(b[i] < a[i] || b[i] != b[i] ? b[i] : a[i]) \
      case (unsigned)MPI_SUM: LOOP(a[i] + b[i]) \
      case (unsigned)MPI_PROD: LOOP(a[i] * b[i]) \
      MORE \
    } \
    return 0; \
  }
#define BITS \
  case (unsigned)MPI_LAND: LOOP(a[i] && b[i]) \
  case (unsigned)MPI_LOR: LOOP(a[i] || b[i]) \
  case (unsigned)MPI_BAND: LOOP(a[i] & b[i]) \
  case (unsigned)MPI_BOR: LOOP(a[i] | b[i]) \
  case (unsigned)MPI_BXOR: LOOP(a[i] ^ b[i])
COMBINING(int, int, BITS)
COMBINING(unsigned, unsigned, BITS)
COMBINING(long, long, BITS)
COMBINING(unsigned long, unsigned_long, BITS)
COMBINING(float, float, )
COMBINING(double, double, )

static int combine(MPI_Datatype datatype, MPI_Op op, void *to, const void *from, int n) {
  switch ((unsigned)datatype) {
    case (unsigned)MPI_INT:
    case (unsigned)MPI_INT32_T: return combine_int(op, to, from, n);
    case (unsigned)MPI_UNSIGNED:
    case (unsigned)MPI_UINT32_T: return combine_unsigned(op, to, from, n);
    case (unsigned)MPI_LONG:
    case (unsigned)MPI_LONG_LONG:
    case (unsigned)MPI_INT64_T: return combine_long(op, to, from, n);
    case (unsigned)MPI_UNSIGNED_LONG:
    case (unsigned)MPI_UNSIGNED_LONG_LONG:
    case (unsigned)MPI_UINT64_T: return combine_unsigned_long(op, to, from, n);
    case (unsigned)MPI_FLOAT: return combine_float(op, to, from, n);
    case (unsigned)MPI_DOUBLE: return combine_double(op, to, from, n);
  }
  return 0;
}

/* ---------------------------------------------------------------- the functions */

/* Waits until all have begun the same. */
static inline void meet(int call, int context) {
  struct what what = {__mpi_job.calls_known[call], context, NOBODY};
  int glances = __mpi_job.glances;
  enter(what, 0, 0);
  for (int rank = 0; rank < __mpi_job.ranks; rank++) part_of(rank, &what, &glances);
  __mpi_job.drained = __mpi_job.phase;
}

int PMPI_Barrier(MPI_Comm handle) {
  const struct __mpi_comm *comm = of_all(handle);
  if (!comm) return __MPI_Barrier(handle);
  meet(BARRIER, comm->context);
  return MPI_SUCCESS;
}
NAMED(Barrier)

/* What a rank puts and gets between ranks of one memory is done on return, so all that a fence waits for is the others. */
static inline int may_fence(const struct __mpi_epoch *epoch, int assertion) {
  int known = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
  if ((assertion & ~known) || *__mpi_job.notified || epoch->is_exposed) return 0;
  return epoch->kind == NO_EPOCH || (epoch->kind == FENCE_EPOCH && !(epoch->is_used && (assertion & MPI_MODE_NOPRECEDE)));
}

int PMPI_Win_fence(int assertion, MPI_Win handle) {
  const struct __mpi_window *window = &__mpi_job.windows[(unsigned)handle % WINDOWS];
  if (!__mpi_job.ready || window->handle != handle || !may_fence(window->epoch, assertion)) return __MPI_Win_fence(assertion, handle);
  meet(FENCE, window->context);
  window->epoch->kind = assertion & MPI_MODE_NOSUCCEED ? NO_EPOCH : FENCE_EPOCH;
  window->epoch->is_used = 0;
  return MPI_SUCCESS;
}
NAMED(Win_fence)

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm handle) {
  const struct __mpi_comm *comm = of_all(handle);
  int bytes = __mpi_bytes(count, datatype);
  if (!comm || (unsigned)bytes > MOST || (unsigned)root >= (unsigned)comm->size || !__mpi_is_own(buffer, bytes))
    return __MPI_Bcast(buffer, count, datatype, root, handle);
  struct what what = {__mpi_job.calls_known[BCAST], comm->context, root, bytes};
  int glances = __mpi_job.glances, is_root = root == __mpi_job.me;
  enter(what, buffer, is_root ? bytes : 0);
  if (!is_root) __mpi_copy(buffer, part_of(root, &what, &glances), bytes);
  return MPI_SUCCESS;
}
NAMED(Bcast)

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm handle) {
  const struct __mpi_comm *comm = of_all(handle);
  int bytes = __mpi_bytes(count, datatype);
  const void *own = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
  int is_overlapping = own == sendbuf && (char *)own < (char *)recvbuf + bytes && (char *)recvbuf < (char *)own + bytes;
  if (!comm || (unsigned)bytes > MOST || is_overlapping || !__mpi_is_own(own, bytes) || !__mpi_is_own(recvbuf, bytes) || !combine(datatype, op, 0, 0, 0))
    return __MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, handle);
  struct what what = {__mpi_job.calls_known[ALLREDUCE], comm->context, NOBODY, bytes, (int)datatype, (int)op};
  int glances = __mpi_job.glances;
  double all[MOST / sizeof(double)];
  enter(what, own, bytes);
  __mpi_copy(all, part_of(0, &what, &glances), bytes);
  for (int rank = 1; rank < __mpi_job.ranks; rank++) combine(datatype, op, all, part_of(rank, &what, &glances), count);
  __mpi_copy(recvbuf, all, bytes);
  __mpi_job.drained = __mpi_job.phase;
  return MPI_SUCCESS;
}
NAMED(Allreduce)
