// threads: 2
/* What synchronizes beside strict accesses: notify and wait, locks, atomics, semaphores and bulk transfers. */
#include "litmus.h"
#include <upc_atomic.h>
#include <string.h>
#define X(i) [(i) * LINE]

static long failures[8], changes[8];
static upc_lock_t *lock;
static bupc_sem_t *full, *empty;
static upc_atomicdomain_t *domain;
shared [] long guarded[2];
shared [] char block[64];
shared [] int early[CELLS * LINE];

/* Relaxed writes before the notify are seen behind the wait; those between may be. */
static void notifyAndWait(int iterations)
{
  int i, batch;
  relaxed shared [] int *mine = MYTHREAD ? ry : rx, *other = MYTHREAD ? rx : ry;
  for (batch = 1; batch <= iterations / CELLS; batch++) {
    for (i = 0; i < CELLS; i++) mine X(i) = batch;
    upc_notify;
    if (MYTHREAD == 0) for (i = 0; i < CELLS; i++) early X(i) = batch;
    if (MYTHREAD == 1) for (i = 0; i < CELLS; i++) changes[0] += early X(i) == batch;
    upc_wait;
    for (i = 0; i < CELLS; i++) failures[0] += other X(i) != batch;
    upc_barrier;
  }
}

/* A notify is a strict write: what was written before it is there before anything is read behind it. */
static void notifyBuffering(int iterations)
{
  relaxed shared [] int *mine = MYTHREAD ? ry : rx, *other = MYTHREAD ? rx : ry;
  int i;
  for (i = 0; i < iterations / 16; i++) {
    int cell = i % CELLS;
    rx X(cell) = ry X(cell) = 0;
    upc_barrier;
    mine X(cell) = 1;
    upc_notify;
    set(MYTHREAD, cell, other X(cell));
    upc_wait;
    upc_barrier;
    failures[5] += !get(0, cell) && !get(1, cell);
    changes[5] += get(MYTHREAD, cell);
    upc_barrier;
  }
}

/* Two relaxed words that only change together, and a counter. */
static void lockHandOver(int iterations)
{
  long i, seen = -1;
  for (i = 0; i < iterations / 2; i++) {
    upc_lock(lock);
    failures[1] += guarded[0] != guarded[1];
    changes[1] += guarded[0] != seen;
    guarded[0]++;
    seen = ++guarded[1];
    upc_unlock(lock);
  }
  upc_barrier;
  failures[1] += guarded[0] != THREADS * (long)(iterations / 2);
}

/* The data goes with the flag that an atomic operation raises. */
static void atomicFlag(int iterations)
{
  int i, batch;
  for (batch = 0; batch < iterations / CELLS; batch++) {
    for (i = MYTHREAD; i < CELLS; i += THREADS) rx X(i) = ry X(i) = 0;
    upc_barrier;
    for (i = 0; i < CELLS; i++)
      if (MYTHREAD == 0) {
        int one = 1;
        rx X(i) = 1;
        if (batch % 2) bupc_atomicI32_set_strict(&ry X(i), 1);
        else upc_atomic_strict(domain, NULL, UPC_SET, &ry X(i), &one, NULL);
      } else {
        int flag = bupc_atomicI32_fetchadd_strict(&ry X(i), 0);
        changes[2] += flag;
        failures[2] += flag && rx X(i) != 1;
      }
    upc_barrier;
  }
}

/* A block that a signalling put brings is whole when the semaphore says so; each block is answered. */
static void signals(int iterations)
{
  char buffer[64], expected[64];
  int i;
  for (i = 0; i < iterations / 16; i++) {
    memset(expected, i, sizeof expected);
    if (MYTHREAD == 0) {
      bupc_memput_signal(block, expected, sizeof expected, full, 1);
      bupc_sem_wait(empty);
    } else {
      bupc_sem_wait(full);
      upc_memget(buffer, block, sizeof buffer);
      failures[3] += memcmp(buffer, expected, sizeof buffer) != 0;
      changes[3]++;
      bupc_sem_post(empty);
    }
  }
}

/* Bulk transfers are relaxed: a strict flag behind one sends all of it. */
static void bulk(int iterations)
{
  static strict shared [] int number, answer;
  char buffer[64], expected[64];
  int i;
  for (i = 1; i <= iterations / 16; i++) {
    memset(expected, i, sizeof expected);
    if (MYTHREAD == 0) {
      upc_memput(block, expected, sizeof expected);
      number = i;
      while (answer != i) bupc_poll();
    } else {
      while (number != i) bupc_poll();
      upc_memget(buffer, block, sizeof buffer);
      failures[4] += memcmp(buffer, expected, sizeof buffer) != 0;
      changes[4]++;
      answer = i;
    }
  }
}

int main(int argc, char **argv)
{
  static const char *const names[] = { "notify and wait", "lock hand-over", "atomic flag", "signalling put", "bulk put",
    "notify, then a read" };
  static shared long lost[8 * THREADS], changed[8 * THREADS];
  int k, bad = 0, iterations = argc > 1 ? atoi(argv[1]) : 50000;
  lock = upc_all_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_INT32, UPC_SET, 0);
  static bupc_sem_t *shared [] semaphores[2];
  if (MYTHREAD == 0) { semaphores[0] = bupc_sem_alloc(0); semaphores[1] = bupc_sem_alloc(0); }
  upc_barrier;
  full = semaphores[0];
  empty = semaphores[1];
  notifyAndWait(iterations);
  lockHandOver(iterations);
  atomicFlag(iterations);
  if (MYTHREAD < 2) signals(iterations);
  if (MYTHREAD < 2) bulk(iterations);
  notifyBuffering(iterations);
  for (k = 0; k < 6; k++) {
    lost[k * THREADS + MYTHREAD] = failures[k];
    changed[k * THREADS + MYTHREAD] = changes[k];
  }
  upc_barrier;
  for (k = 0; k < 6 && MYTHREAD == 0; k++) {
    long l = lost[k * THREADS] + lost[k * THREADS + 1], c = changed[k * THREADS] + changed[k * THREADS + 1];
    printf("%s: [passed on] %ld%s\n", names[k], c, l ? " FORBIDDEN" : c ? "" : " NOT INTERLEAVED");
    if (l) bad = 1;
    else if (!c && !bad) bad = 2;
  }
  return bad;
}
