/*
 * Each thread but the last spins until the next one has set a flag, then sets one for the thread before: loops without a call that has to wait.
 * The last thread comes last, so all others spin. An argument chooses one kind of flag.
 */
#include <bupc_extensions.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <upc.h>
#include <upc_strict.h>
#include <upc_tick.h>

shared strict int strict_flags[THREADS];
shared relaxed int relaxed_flags[THREADS];
shared[1] relaxed struct { int flag, other; } records[THREADS];
bupc_sem_t *shared semaphores[THREADS];
upc_lock_t *shared locks[THREADS];

typedef void Kind(int thread);

/* Flags of the next thread: it has affinity to that. */
void wait_strict(int next) { while (!strict_flags[next]); }
void wait_relaxed(int next) { while (!relaxed_flags[next]); }
void wait_record(int next) { while (!records[next].flag); }
void set_strict(int me) { strict_flags[me] = 1; }
void set_relaxed(int me) { relaxed_flags[me] = 1; upc_fence; }
void set_record(int me) { records[me].flag = 1; upc_fence; }

void wait_copied(int next) {
  int flag = 0;
  while (!flag) upc_memget(&flag, (shared void *)&relaxed_flags[next], sizeof flag);
}
void wait_begun(int next) {
  int flag = 0;
  while (!flag) bupc_waitsync(bupc_memget_async(&flag, (shared void *)&relaxed_flags[next], sizeof flag));
}

/* Flags of this thread, which the next one sets. */
void wait_own_strict(int next) { while (!strict_flags[next - 1]); }
void wait_own_relaxed(int next) { while (!relaxed_flags[next - 1]); }
void wait_volatile(int next) {
  volatile int *flag = (volatile int *)&relaxed_flags[next - 1];
  while (!*flag);
}
void wait_atomic(int next) {
  int *flag = (int *)&relaxed_flags[next - 1];
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE));
}
void wait_exchanged(int next) {
  int *flag = (int *)&relaxed_flags[next - 1];
  while (!__sync_val_compare_and_swap(flag, 1, 0));
}
void wait_clock(int next) {
  volatile int *flag = (volatile int *)&relaxed_flags[next - 1];
  time_t begin = time(0);
  while (!*flag && time(0) < begin + 1000);
}
void wait_ticks(int next) {
  upc_tick_t begin = upc_ticks_now();
  while (!relaxed_flags[next - 1] && upc_ticks_to_ns(upc_ticks_now() - begin) < 1000000000000);
}
void tell_strict(int me) { strict_flags[me - 1] = 1; }
void tell_relaxed(int me) { relaxed_flags[me - 1] = 1; upc_fence; }

void wait_lock(int next) { while (!upc_lock_attempt(locks[next])); }
void set_lock(int me) { upc_unlock(locks[me]); }
void wait_semaphore(int next) { while (!bupc_sem_try(semaphores[next])); }
void set_semaphore(int me) { bupc_sem_post(semaphores[me]); }
void wait_polled(int next) { while (!relaxed_flags[next - 1]) bupc_poll(); }

struct { const char *name; Kind *wait, *set; } kinds[] = {
  {"strict", wait_strict, set_strict},
  {"relaxed", wait_relaxed, set_relaxed},
  {"record", wait_record, set_record},
  {"copied", wait_copied, set_relaxed},
  {"begun", wait_begun, set_relaxed},
  {"own-strict", wait_own_strict, tell_strict},
  {"own-relaxed", wait_own_relaxed, tell_relaxed},
  {"volatile", wait_volatile, tell_relaxed},
  {"atomic", wait_atomic, tell_relaxed},
  {"exchanged", wait_exchanged, tell_relaxed},
  {"clock", wait_clock, tell_relaxed},
  {"ticks", wait_ticks, tell_relaxed},
  {"lock", wait_lock, set_lock},
  {"semaphore", wait_semaphore, set_semaphore},
  {"polled", wait_polled, tell_relaxed},
};

int main(int argc, char **argv) {
  int last = THREADS - 1;
  locks[MYTHREAD] = upc_global_lock_alloc();
  semaphores[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_BOOLEAN);
  upc_lock(locks[MYTHREAD]);
  upc_barrier;
  for (int k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    if (argc > 1 && strcmp(argv[1], kinds[k].name)) continue;
    strict_flags[MYTHREAD] = relaxed_flags[MYTHREAD] = records[MYTHREAD].flag = 0;
    upc_barrier;
    if (MYTHREAD < last) kinds[k].wait(MYTHREAD + 1);
    if (MYTHREAD > 0 || kinds[k].set == set_lock) kinds[k].set(MYTHREAD);
    upc_barrier;
    if (MYTHREAD == 0) printf("%s\n", kinds[k].name);
  }
  return 0;
}
