/* The life of a PE, its number, barriers of all, order and completion (OpenSHMEM 1.5, 9.1, 9.2, 9.9, 9.11). */
#include "job.h"
#include "../common/meeting.h"
#include <string.h>

void gasnet_wait_syncnbi_all(void);

struct __shmem_job __shmem_job;
struct __shmem_team __shmem_world;
struct __shmem_team __shmem_shared;
struct __shmem_ctx __shmem_default = {CTX_MARK, 0, &__shmem_world};

static void begin(const char *name) {
  __shmem_init(name);
  __shmem_job = (struct __shmem_job){
      .near = __shmem_state(0), .nearest = __shmem_state(1),
      .low = __shmem_state(2), .room = __shmem_state(3),
      .all = __shmem_state(4), .all_size = __shmem_state(5),
      .heap = __shmem_state(6), .heap_size = __shmem_state(7),
      .statics = __shmem_state(8), .statics_size = __shmem_state(9),
      .me = __shmem_state(10), .pes = __shmem_state(11),
      .first_shared = __shmem_state(12), .shared_stride = __shmem_state(13), .shared_pes = __shmem_state(14),
      .open = __shmem_state(15), .arrival = __shmem_state(16), .sleepers = __shmem_state(17), .is_watching = __shmem_state(18),
  };
  __shmem_world = (struct __shmem_team){TEAM_MARK, 0, 1, __shmem_job.pes, __shmem_job.me};
  int first = __shmem_job.first_shared, stride = __shmem_job.shared_stride, pes = __shmem_job.shared_pes;
  __shmem_shared = (struct __shmem_team){TEAM_MARK, first, stride, pes, (__shmem_job.me - first) / stride,
                                         __shmem_shared_team(first, stride, pes)};
}

void shmem_init(void) { begin("shmem_init"); }

/* A PE has one thread: all levels are the same. */
int shmem_init_thread(int requested, int *provided) {
  if (requested < SHMEM_THREAD_SINGLE || requested > SHMEM_THREAD_MULTIPLE)
    __shmem_refuse("shmem_init_thread", "requested", (void *)requested, "it is one of SHMEM_THREAD_SINGLE to SHMEM_THREAD_MULTIPLE");
  begin("shmem_init_thread");
  *provided = SHMEM_THREAD_MULTIPLE;
  return 0;
}

void shmem_query_thread(int *provided) { *provided = SHMEM_THREAD_MULTIPLE; }
void shmem_query_initialized(int *initialized) { *initialized = __shmem_job.pes != 0; }

/* May be called again. */
void start_pes(int npes) {
  if (!__shmem_job.pes) begin("start_pes");
}

int shmem_my_pe(void) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_my_pe");
  return MYTHREAD;
}

int shmem_n_pes(void) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_n_pes");
  return THREADS;
}

int _my_pe(void) { return shmem_my_pe(); }
int _num_pes(void) { return shmem_n_pes(); }
int shmem_num_pes(void) { return shmem_n_pes(); }

int shmem_pe_accessible(int pe) { return pe >= 0 && pe < __shmem_job.pes; }

int shmem_addr_accessible(const void *addr, int pe) { return shmem_pe_accessible(pe) && is_symmetric(addr, 1); }

void shmem_info_get_version(int *major, int *minor) {
  *major = SHMEM_MAJOR_VERSION;
  *minor = SHMEM_MINOR_VERSION;
}

void shmem_info_get_name(char *name) { strcpy(name, SHMEM_VENDOR_STRING); }

void shmem_pcontrol(int level, ...) {}

/* Implicit operations of the network are puts, gets and atomic operations of all contexts. */
static inline void complete(void) {
  gasnet_wait_syncnbi_all();
  upc_fence;
  if (__shmem_job.is_watching) __shmem_completed();
}

void shmem_finalize(void) {
  complete();
  __shmem_finalize("shmem_finalize");
  __shmem_job = (struct __shmem_job){};
}

void shmem_quiet(void) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_quiet");
  complete();
}

/* Of these PEs alone there is nothing to know: all is completed (OpenSHMEM 1.6). */
void shmem_pe_quiet(const int *target_pes, size_t npes) {
  for (size_t i = 0; i < npes; i++)
    if (target_pes[i] < 0 || target_pes[i] >= __shmem_job.pes) __shmem_refuse_pe("shmem_pe_quiet", target_pes[i], __shmem_job.pes);
  shmem_quiet();
}

void shmem_fence(void) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_fence");
  upc_fence;
}

static inline void meet(const char *name) {
  enum __pgasc_meeting state = __pgasc_meet((volatile int *)__shmem_job.arrival, (const int *)__shmem_job.sleepers);
  if (state != MET) __shmem_barrier(name, state == ARRIVED);
}

void shmem_barrier_all(void) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_barrier_all");
  complete();
  meet("shmem_barrier_all");
}

void shmem_sync_all(void) {
  if (!__shmem_job.pes) __shmem_uninitialized("shmem_sync_all");
  meet("shmem_sync_all");
}

/* What was written under the lock is complete before it is given up. */
void shmem_clear_lock(long *lock) {
  complete();
  __shmem_clear_lock(lock);
}

void shmem_clear_cache_inv(void) {}
void shmem_set_cache_inv(void) {}
void shmem_clear_cache_line_inv(void *dest) {}
void shmem_set_cache_line_inv(void *dest) {}
void shmem_udcflush(void) {}
void shmem_udcflush_line(void *dest) {}
