/*
 * Collective functions beside the loops a programmer writes by hand for the same: both with a barrier's guarantee before
 * and after. The two run in turn, in short batches that the system seldom interrupts; the best batch of each counts. Prints:
 * name, bytes per thread, nanoseconds of the function and of the loop.
 */
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <upc_tick.h>
#include <stdio.h>
#include <string.h>

#define LARGEST (1 << 20)
#define SYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
/* A batch takes about so many nanoseconds, all batches of a comparison so many. */
#define BATCH 20e3
#define ALL_BATCHES 60e6

typedef shared [] char *bytes;

shared [LARGEST] char source[THREADS][LARGEST];
shared [LARGEST] char target[THREADS][LARGEST];
shared [] char at_root[8 * LARGEST];
shared double result;
shared double partial[THREADS];
shared int permutation[THREADS];
shared int repeats;
static char buffer[LARGEST];

static bytes of(int thread) { return (bytes)&source[thread][0]; }
static bytes into(int thread) { return (bytes)&target[thread][0]; }

/* What is measured: each function in two forms, for `n` bytes per thread. */

static void broadcast_library(size_t n) { upc_all_broadcast(target, at_root, n, SYNC); }
static void broadcast_loop(size_t n) {
  upc_barrier;
  upc_memcpy(into(MYTHREAD), at_root, n);
  upc_barrier;
}

static void scatter_library(size_t n) { upc_all_scatter(target, at_root, n, SYNC); }
static void scatter_loop(size_t n) {
  upc_barrier;
  upc_memcpy(into(MYTHREAD), at_root + MYTHREAD * n, n);
  upc_barrier;
}

static void gather_library(size_t n) { upc_all_gather(at_root, source, n, SYNC); }
static void gather_loop(size_t n) {
  upc_barrier;
  upc_memcpy(at_root + MYTHREAD * n, of(MYTHREAD), n);
  upc_barrier;
}

static void gather_all_library(size_t n) { upc_all_gather_all(target, source, n / THREADS, SYNC); }
static void gather_all_loop(size_t n) {
  size_t part = n / THREADS;
  upc_barrier;
  for (int i = 0; i < THREADS; i++) upc_memcpy(into(MYTHREAD) + i * part, of(i), part);
  upc_barrier;
}

static void exchange_library(size_t n) { upc_all_exchange(target, source, n / THREADS, SYNC); }
static void exchange_loop(size_t n) {
  size_t part = n / THREADS;
  upc_barrier;
  for (int i = 0; i < THREADS; i++) upc_memcpy(into(MYTHREAD) + i * part, of(i) + MYTHREAD * part, part);
  upc_barrier;
}

static void permute_library(size_t n) { upc_all_permute(target, source, permutation, n, SYNC); }
static void permute_loop(size_t n) {
  upc_barrier;
  upc_memcpy(into(permutation[MYTHREAD]), of(MYTHREAD), n);
  upc_barrier;
}

static void reduce_library(size_t n) {
  size_t count = n / sizeof(double);
  upc_all_reduceD(&result, (shared double *)source, UPC_ADD, count * THREADS, count, NULL, SYNC);
}
static void reduce_loop(size_t n) {
  const double *mine = (const double *)&source[MYTHREAD][0];
  double sum = 0;
  upc_barrier;
  for (size_t i = 0; i < n / sizeof(double); i++) sum += mine[i];
  partial[MYTHREAD] = sum;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 1; i < THREADS; i++) sum += partial[i];
    result = sum;
  }
  upc_barrier;
}

static void prefix_library(size_t n) {
  size_t count = n / sizeof(double);
  upc_all_prefix_reduceD((shared double *)target, (shared double *)source, UPC_ADD, count * THREADS, count, NULL, SYNC);
}
static void prefix_loop(size_t n) {
  const double *mine = (const double *)&source[MYTHREAD][0];
  double *out = (double *)&target[MYTHREAD][0];
  double sum = 0;
  upc_barrier;
  for (size_t i = 0; i < n / sizeof(double); i++) sum += mine[i];
  partial[MYTHREAD] = sum;
  upc_barrier;
  sum = 0;
  for (int i = 0; i < MYTHREAD; i++) sum += partial[i];
  for (size_t i = 0; i < n / sizeof(double); i++) out[i] = sum += mine[i];
  upc_barrier;
}

typedef void operation(size_t);

static double time_of(operation *run, size_t n, int count) {
  upc_barrier;
  upc_tick_t start = upc_ticks_now();
  for (int i = 0; i < count; i++) run(n);
  return (double)upc_ticks_to_ns(upc_ticks_now() - start) / count;
}

/* How often to run in a time, once the code is warm: the same number on all threads. */
static int runs_in(double time, operation *run, size_t n) {
  double once = time_of(run, n, 2000 / (n / 1024 + 1) + 5);
  if (MYTHREAD == 0) repeats = once > time ? 1 : (int)(time / once) + 1;
  upc_barrier;
  int count = repeats;
  upc_barrier;
  return count;
}

static void compare(const char *name, operation *library, operation *loop, size_t n) {
  double best[2] = {1e30, 1e30};
  time_of(library, n, 2000 / (n / 1024 + 1) + 5);
  int batch = runs_in(BATCH, loop, n);
  int batches = runs_in(ALL_BATCHES / batch, loop, n);
  for (int i = 0; i < batches; i++) {
    double ours = time_of(library, n, batch), theirs = time_of(loop, n, batch);
    if (ours < best[0]) best[0] = ours;
    if (theirs < best[1]) best[1] = theirs;
  }
  if (MYTHREAD == 0) printf("%s %zu %.0f %.0f\n", name, n, best[0], best[1]);
}

int main(void) {
  static const size_t sizes[] = {8, 1 << 10, 1 << 15, LARGEST};
  static const struct {
    const char *name;
    operation *library, *loop;
    int parts; /* each thread has a part for every thread */
  } all[] = {
      {"broadcast", broadcast_library, broadcast_loop, 0},
      {"scatter", scatter_library, scatter_loop, 0},
      {"gather", gather_library, gather_loop, 0},
      {"gather_all", gather_all_library, gather_all_loop, 1},
      {"exchange", exchange_library, exchange_loop, 1},
      {"permute", permute_library, permute_loop, 0},
      {"reduceD", reduce_library, reduce_loop, 0},
      {"prefix_reduceD", prefix_library, prefix_loop, 0},
  };
  permutation[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  memset(buffer, 0, LARGEST);
  upc_memput(of(MYTHREAD), buffer, LARGEST);
  upc_barrier;
  for (int f = 0; f < (int)(sizeof all / sizeof *all); f++)
    for (int s = 0; s < 4; s++) {
      size_t n = sizes[s];
      if (all[f].parts) n = n < 8 * THREADS ? 8 * THREADS : n;
      compare(all[f].name, all[f].library, all[f].loop, n);
    }
  return 0;
}
