// Works with all kinds of communication for some seconds, verifying each, and says so. usage: soak SECONDS SEED   (test/hosts/soak.test.ts)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_nb.h>

#define MOST 20000

shared [MOST] unsigned char parts[MOST * THREADS];
shared long counters[THREADS], sums[THREADS], total;
static unsigned char own[MOST], got[MOST];

static unsigned state;
static unsigned below(unsigned n) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % n;
}

static double now(void) {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + 1e-6 * t.tv_usec;
}

static void require(int holds, const char *what, long round) {
  if (holds) return;
  printf("thread %d, round %ld: %s\n", MYTHREAD, round, what);
  upc_global_exit(1);
}

/** Bytes to the next thread and back. */
static void copy(long round) {
  unsigned first = below(MOST), length = below(MOST - first), next = (MYTHREAD + 1) % THREADS;
  shared [MOST] unsigned char *to = &parts[MOST * (size_t)next + first];
  for (unsigned i = 0; i < length; i++) own[i] = (unsigned char)(round + i * 7 + MYTHREAD);
  if (round & 1) upc_memput(to, own, length);
  else upc_sync(upc_memput_nb(to, own, length));
  memset(got, 0, length);
  upc_memget(got, to, length);
  require(memcmp(own, got, length) == 0, "what was put is not what is got", round);
}

/** Adds to all threads' counters. Gives how much. */
static long add(upc_atomicdomain_t *domain, long round) {
  long amount = 1 + below(100), added = 0, old;
  for (int other = 0; other < THREADS; other++, added += amount)
    upc_atomic_relaxed(domain, (round + other) & 1 ? NULL : &old, UPC_ADD, &counters[other], &amount, NULL);
  return added;
}

static void allocate(long round) {
  size_t length = 1 + below(5000);
  shared [] char *block = upc_alloc(length);
  require(block != NULL, "upc_alloc has given nothing", round);
  upc_memset(block, 5, length);
  require(block[length - 1] == 5, "the block does not keep what is written", round);
  upc_free(block);
}

int main(int argc, char **argv) {
  double seconds = argc > 1 ? atof(argv[1]) : 1, begun = now();
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
  upc_lock_t *lock = upc_all_lock_alloc();
  long added = 0, locked = 0, rounds = 0;
  state = (unsigned)(argc > 2 ? atoi(argv[2]) : 1) * 977u + MYTHREAD;
  upc_barrier;
  if (MYTHREAD == 0) {
    printf("begun\n");
    fflush(stdout);
  }
  for (int goes = 1; goes; rounds++) {
    copy(rounds);
    added += add(domain, rounds);
    allocate(rounds);
    if (below(4) == 0) {
      upc_lock(lock);
      total++;
      upc_unlock(lock);
      locked++;
    }
    goes = MYTHREAD == 0 ? now() - begun < seconds : 0;
    sums[MYTHREAD] = goes;
    long any = 0;
    static shared long all;
    upc_all_reduceL(&all, sums, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    any = all;
    upc_barrier;
    goes = any != 0;
  }
  sums[MYTHREAD] = added;
  upc_barrier;
  long wanted = 0, found = 0;
  for (int thread = 0; thread < THREADS; thread++) {
    wanted += sums[thread];
    found += counters[thread];
  }
  require(found == wanted, "atomic additions are lost", rounds);
  upc_barrier;
  sums[MYTHREAD] = locked;
  upc_barrier;
  for (int thread = 0, all = 0; thread < THREADS; thread++) {
    all += sums[thread];
    if (thread == THREADS - 1) require(total == all, "additions under the lock are lost", rounds);
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("all is well\n");
  return 0;
}
