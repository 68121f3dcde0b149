/*
 * Nanoseconds of what a program does one at a time to another thread's memory, "lock 12.3" and so on, the least of many
 * rounds: an uncontended lock taken and given up, strict accesses, and copies of 8 and 64 bytes beside memcpy's.
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <stdio.h>
#include <string.h>

#define TIMES 1000
#define ROUNDS 300
#define PLACES 64
strict shared int words[THREADS];
shared [PLACES * 64] char theirs[THREADS][PLACES * 64];
static char mine[PLACES * 64];
static char *volatile somewhere = mine; /* no address is known when it is compiled */
static int sum;

static double now(void) { return upc_ticks_to_ns(upc_ticks_now()); }

#define MEASURE(name, operation)                          \
  do {                                                    \
    double least = 1e9;                                   \
    for (int round = 0; round < ROUNDS; round++) {        \
      double start = now();                               \
      for (int i = 0; i < TIMES; i++) operation;          \
      double time = (now() - start) / TIMES;              \
      if (time < least) least = time;                     \
    }                                                     \
    printf("%s %.3f\n", name, least);                     \
  } while (0)

#define COPIES(size)                                                                  \
  do {                                                                                \
    MEASURE("memcpy" #size, memcpy(to + i % PLACES * size, from, size));              \
    MEASURE("memput" #size, upc_memput(far + i % PLACES * size, from, size));         \
    MEASURE("memget" #size, upc_memget(to + i % PLACES * size, far, size));           \
  } while (0)

int main(void) {
  int other = (MYTHREAD + 1) % THREADS;
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  if (MYTHREAD == 0) {
    char *to = somewhere, *from = somewhere + 64;
    shared [] char *far = (shared [] char *)&theirs[other][0];
    MEASURE("lock", (upc_lock(lock), upc_unlock(lock)));
    MEASURE("strict-read", sum += words[other]);
    MEASURE("strict-write", words[other] = i);
    COPIES(8);
    COPIES(64);
  }
  upc_barrier;
  upc_all_lock_free(lock);
  return 0;
}
