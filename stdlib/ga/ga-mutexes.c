/* Mutexes of the job, numbered from 0, which processes have in equal shares. */
#include "array.h"

static int mutexes, share;

static int create(const char *name, int number) {
  __ga_open(name);
  if (number < 1) return 0;
  if (mutexes) __ga_fail("%s: there are mutexes already; call GA_Destroy_mutexes first", name);
  int procs = __ga_job.procs, first;
  mutexes = number;
  share = (number + procs - 1) / procs;
  first = share * __ga_job.me;
  __armci_create_mutexes(name, first >= number ? 0 : first + share > number ? number - first : share);
  return 1;
}
int GA_Create_mutexes(int number) { return create("GA_Create_mutexes", number); }

static int destroy(const char *name) {
  __ga_open(name);
  if (!mutexes) __ga_fail("%s: there are no mutexes", name);
  mutexes = 0;
  __armci_destroy_mutexes(name);
  return 1;
}
int GA_Destroy_mutexes(void) { return destroy("GA_Destroy_mutexes"); }
int NGA_Destroy_mutexes(void) { return destroy("NGA_Destroy_mutexes"); }

static void check_mutex(const char *name, int mutex) {
  __ga_open(name);
  if (!mutexes) __ga_fail("%s: mutex is %d: there are no mutexes; call GA_Create_mutexes first", name, mutex);
  if (mutex < 0 || mutex >= mutexes) __ga_fail("%s: mutex is %d: mutexes are 0 .. %d", name, mutex, mutexes - 1);
}
static void lock(const char *name, int mutex) {
  check_mutex(name, mutex);
  __armci_lock(name, mutex % share, mutex / share);
}
/* What was put under the mutex is there before it is given up. */
static void unlock(const char *name, int mutex) {
  check_mutex(name, mutex);
  ARMCI_AllFence();
  __armci_unlock(name, mutex % share, mutex / share);
}
void GA_Lock(int mutex) { lock("GA_Lock", mutex); }
void NGA_Lock(int mutex) { lock("NGA_Lock", mutex); }
void GA_Unlock(int mutex) { unlock("GA_Unlock", mutex); }
void NGA_Unlock(int mutex) { unlock("NGA_Unlock", mutex); }
