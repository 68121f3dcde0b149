/* Atomic operations on words, mutexes, notifications. */
#include "job.h"

#define ORDER __ATOMIC_SEQ_CST

static inline int is_near(const void *there, size_t size, int proc) {
  return (unsigned)there % size == 0 && __armci_reaches(there, size, proc);
}

#define RMW(TYPE) \
  static inline void rmw_##TYPE(int is_add, TYPE *place, TYPE *there, int extra, int proc) { \
    if (is_near(there, sizeof(TYPE), proc)) { \
      *place = is_add ? __atomic_fetch_add(there, (TYPE)extra, ORDER) : __atomic_exchange_n(there, *place, ORDER); \
      __armci_look(); \
    } else { \
      if (is_add) *place = extra; \
      __armci_rmw("ARMCI_Rmw", is_add, sizeof(TYPE) == 8, place, there, proc); \
    } \
  }
RMW(int)
RMW(long)

int PARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc) {
  switch (op) {
    case ARMCI_FETCH_AND_ADD: rmw_int(1, ploc, prem, extra, proc); return 0;
    case ARMCI_FETCH_AND_ADD_LONG: rmw_long(1, ploc, prem, extra, proc); return 0;
    case ARMCI_SWAP: rmw_int(0, ploc, prem, extra, proc); return 0;
    case ARMCI_SWAP_LONG: rmw_long(0, ploc, prem, extra, proc); return 0;
  }
  __armci_refuse("ARMCI_Rmw", "op", op, "it is one of ARMCI_FETCH_AND_ADD, ARMCI_SWAP and these with _LONG");
}

int PARMCI_Create_mutexes(int num) {
  if (num < 0) __armci_refuse("ARMCI_Create_mutexes", "num", num, "it is 0 or more");
  __armci_create_mutexes("ARMCI_Create_mutexes", num);
  return 0;
}

int PARMCI_Destroy_mutexes(void) {
  __armci_destroy_mutexes("ARMCI_Destroy_mutexes");
  return 0;
}

void PARMCI_Lock(int mutex, int proc) { __armci_lock("ARMCI_Lock", mutex, proc); }

/* What was put under the mutex is there before it is given up. */
void PARMCI_Unlock(int mutex, int proc) {
  __armci_check_proc("ARMCI_Unlock", proc);
  upc_fence;
  __armci_unlock("ARMCI_Unlock", mutex, proc);
}

int parmci_notify(int proc) { return __armci_notify("armci_notify", proc); }

int parmci_notify_wait(int proc, int *pval) {
  *pval = __armci_notify_wait("armci_notify_wait", proc);
  return 0;
}

PROFILED(Rmw) PROFILED(Create_mutexes) PROFILED(Destroy_mutexes) PROFILED(Lock) PROFILED(Unlock)
NAMED(armci_notify, parmci_notify) NAMED(armci_notify_wait, parmci_notify_wait)
