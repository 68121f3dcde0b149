/*
 * NAS FT as samples/applications/ft computes it (its METHOD SLABS, which is the default there), in C with pthreads: the
 * same one-dimensional transforms and random numbers, the same planes, the same slabs, copied to the thread that owns
 * their rows as soon as they are transformed. Prints "time" with the seconds that NPB counts.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../samples/applications/ft/problem.h"
#include "../../../samples/applications/ft/random.h"
#include "../../../samples/applications/ft/fft1d.h"

#define THREADS 2
#define POINTS ((size_t)NX * NY * NZ / THREADS) /* of one thread */

static complex_t *inbox[THREADS], partialSum[THREADS];
static pthread_barrier_t barrier;

/* What one thread owns, as the statics of the UPC program. */
typedef struct {
  int number, verified;
  complex_t *spectrum, *field;
  double *decay, time;
} thread_t;

/* Planes over all threads, each of so many rows of NX; and what one thread owns before and after a transform. */
typedef struct {
  int planes, rows, localPlanes, localRows;
} shape_t;

static const shape_t forward = {NZ, NY, NZ / THREADS, NY / THREADS}, inverse = {NY, NZ, NY / THREADS, NZ / THREADS};

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void wait(void) { pthread_barrier_wait(&barrier); }

static void fftRowRange(int direction, int first, int count, complex_t *rows, complex_t *scratch) {
  for (int r = first; r < first + count; r += FFT_BATCH) {
    int batch = first + count - r < FFT_BATCH ? first + count - r : FFT_BATCH;
    fftRows(direction, NX, batch, rows + (size_t)r * NX, scratch);
  }
}

static void fftRowsAndSend(thread_t *me, int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  for (int k = 1; k <= THREADS; k++) {
    int to = (me->number + k) % THREADS, first = to * s.localRows;
    size_t plane = me->number * s.localPlanes + p;
    fftRowRange(direction, first, s.localRows, rows, scratch);
    memcpy(inbox[to] + plane * s.localRows * NX, rows + (size_t)first * NX, s.localRows * NX * sizeof(complex_t));
  }
}

static void transform(thread_t *me, int direction, shape_t s) {
  complex_t *scratch = malloc(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  size_t plane = (size_t)s.rows * NX;
  wait();
  for (int p = 0; p < s.localPlanes; p++) {
    complex_t *rows = me->field + p * plane;
    fftColumns(direction, s.rows, NX, rows, NX, rows, NX, scratch);
    fftRowsAndSend(me, direction, s, p, rows, scratch);
  }
  wait();
  complex_t *arrived = inbox[me->number];
  for (int r = 0; r < s.localRows; r++)
    fftColumns(direction, s.planes, NX, arrived + (size_t)r * NX, s.localRows * NX, me->field + (size_t)r * s.planes * NX, NX, scratch);
  free(scratch);
}

static void initialConditions(thread_t *me, shape_t s) {
  double plane = 2.0 * NX * NY;
  for (int p = 0; p < s.localPlanes; p++) {
    double seed = SEED;
    randomSkip(&seed, plane * (me->number * s.localPlanes + p));
    randomFill(&seed, 2 * NX * NY, (double *)(me->field + (size_t)p * NX * NY));
  }
}

static int frequency(int i, int n) { return (i + n / 2) % n - n / 2; }

static void computeDecay(thread_t *me) {
  double factor = -4.0 * ALPHA * PI * PI;
  int localY = NY / THREADS;
  for (int j = 0; j < localY; j++)
    for (int k = 0; k < NZ; k++)
      for (int i = 0; i < NX; i++) {
        int x = frequency(i, NX), y = frequency(me->number * localY + j, NY), z = frequency(k, NZ);
        me->decay[((size_t)j * NZ + k) * NX + i] = exp(factor * (x * x + y * y + z * z));
      }
}

static void evolve(thread_t *me) {
  complex_t *spectrum = me->spectrum, *field = me->field;
  const double *decay = me->decay;
  for (size_t i = 0; i < POINTS; i++) {
    spectrum[i].re *= decay[i];
    spectrum[i].im *= decay[i];
    field[i].re = spectrum[i].re;
    field[i].im = spectrum[i].im;
  }
}

static complex_t checksum(thread_t *me) {
  complex_t sum = {0, 0}, total = {0, 0};
  int localZ = NZ / THREADS;
  for (int j = 1; j <= 1024; j++) {
    int x = j % NX, y = 3 * j % NY, z = 5 * j % NZ;
    if (z / localZ != me->number) continue;
    complex_t *u = &me->field[((size_t)(z % localZ) * NY + y) * NX + x];
    sum.re += u->re;
    sum.im += u->im;
  }
  partialSum[me->number] = sum;
  wait();
  for (int t = 0; t < THREADS; t++) {
    total.re += partialSum[t].re;
    total.im += partialSum[t].im;
  }
  total.re /= (double)NX * NY * NZ;
  total.im /= (double)NX * NY * NZ;
  return total;
}

static int agrees(double value, double expected) { return fabs((value - expected) / expected) <= 1.0e-12; }

static void solve(thread_t *me) {
  computeDecay(me);
  initialConditions(me, forward);
  transform(me, 1, forward);
  for (size_t i = 0; i < POINTS; i++) me->spectrum[i] = me->field[i];
  for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
    evolve(me);
    transform(me, -1, inverse);
    complex_t sum = checksum(me);
    me->verified &= agrees(sum.re, reference[iteration - 1].re) && agrees(sum.im, reference[iteration - 1].im);
    wait();
  }
}

static void *run(void *argument) {
  thread_t *me = argument;
  me->spectrum = malloc(POINTS * sizeof(complex_t));
  me->field = malloc(POINTS * sizeof(complex_t));
  me->decay = malloc(POINTS * sizeof(double));
  inbox[me->number] = malloc(POINTS * sizeof(complex_t));
  wait();
  computeDecay(me); /* once untimed: touches all memory */
  initialConditions(me, forward);
  transform(me, 1, forward);
  wait();
  double start = seconds();
  solve(me);
  me->time = seconds() - start;
  return NULL;
}

int main(void) {
  pthread_t handles[THREADS];
  thread_t threads[THREADS];
  int verified = 1;
  fftRoots(longest());
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int t = 0; t < THREADS; t++) {
    threads[t] = (thread_t){.number = t, .verified = 1};
    pthread_create(&handles[t], NULL, run, &threads[t]);
  }
  for (int t = 0; t < THREADS; t++) {
    pthread_join(handles[t], NULL);
    verified &= threads[t].verified;
  }
  printf("time %.6f\n", threads[0].time);
  if (!verified) printf("Verification UNSUCCESSFUL\n");
  return !verified;
}
