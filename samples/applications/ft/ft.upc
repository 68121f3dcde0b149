/*
 * NAS FT in UPC: a 3-D diffusion equation solved with Fourier transforms, verified by NPB's published checksums.
 *
 *     pgasc run -DCLASS=S -DMETHOD=SLABS samples/applications/ft/ft.upc -n 4
 *
 * CLASS is S, W, A, B or D; METHOD is EXCHANGE, SLABS or PENCILS (Bell, Bonachea, Nishtala, Yelick, IPDPS 2006):
 * one all-to-all after all planes, or non-blocking puts of each slab or each row as soon as it is computed.
 * THREADS is any power of two that divides the two slower dimensions.
 *
 * The idea: the field is cut into planes along its slowest dimension, planes[p][r][x]. A transform does the two
 * dimensions inside each plane (r, then x), sends row r of plane p to the thread that owns r, and there does the
 * third. The result is again planes, with p and r exchanged, so forward and inverse are the same function.
 */
#include <upc_relaxed.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ME MYTHREAD
#define RANKS THREADS
#include "problem.h"
#include "random.h"
#include "fft1d.h"
#include "field.h"

/* Where rows arrive: each thread's own [NP][rows it owns][NX], of the larger of the two shapes. */
shared [] complex_t *shared inbox[THREADS];
static shared [] complex_t *inboxOf[MAX_THREADS];

shared complex_t partialSum[THREADS];

#include "methods.h"

/* Transforms the planes in `field`; leaves the result in `field` as planes over what were rows. */
static void transform(int direction, shape_t s) {
  complex_t *scratch = malloc(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  size_t plane = (size_t)s.rows * NX;
  upc_barrier;
  for (int p = 0; p < s.localPlanes; p++) {
    complex_t *rows = field + p * plane;
    PGAS_KERNEL(fftColumns(direction, s.rows, NX, rows, NX, rows, NX, scratch), direction, s.rows);
    fftRowsAndSend(direction, s, p, rows, scratch);
  }
  finishSending(s);
  upc_barrier;
  /* inbox[p][r][x] -> field[r][p][x], transformed along p */
  complex_t *arrived = (complex_t *)inboxOf[MYTHREAD];
  for (int r = 0; r < s.localRows; r++)
    PGAS_KERNEL(fftColumns(direction, s.planes, NX, arrived + (size_t)r * NX, s.localRows * NX, field + (size_t)r * s.planes * NX, NX, scratch), direction, s.planes, s.localRows);
  free(scratch);
}

/* The same on all threads. */
static complex_t checksum(void) {
  partialSum[MYTHREAD] = partOfChecksum();
  upc_barrier;
  complex_t total = {0, 0};
  for (int t = 0; t < THREADS; t++) {
    complex_t part = partialSum[t];
    total.re += part.re;
    total.im += part.im;
  }
  total.re /= (double)NX * NY * NZ;
  total.im /= (double)NX * NY * NZ;
  return total;
}

static double seconds(void) { return upc_ticks_to_ns(upc_ticks_now()) * 1e-9; }

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "ft: thread %d: no room for %zu bytes of private memory; raise --heap\n", MYTHREAD, bytes);
    upc_global_exit(1);
  }
  return memory;
}

static void setUp(void) {
  size_t n = (size_t)NX * NY * NZ / THREADS;
  inbox[MYTHREAD] = PGAS_PHANTOM(upc_alloc(n * sizeof(complex_t)));
  spectrum = PGAS_PHANTOM(allocate(n * sizeof(complex_t)));
  field = PGAS_PHANTOM(allocate(n * sizeof(complex_t)));
  decay = PGAS_PHANTOM(allocate(n * sizeof(double)));
  fftRoots(longest());
  upc_barrier;
  for (int t = 0; t < THREADS; t++) inboxOf[t] = inbox[t];
}

static void checkThreads(void) {
  if ((THREADS & (THREADS - 1)) == 0 && THREADS <= NY && THREADS <= NZ && THREADS <= MAX_THREADS) return;
  if (MYTHREAD == 0) fprintf(stderr, "ft: %d threads; class %s takes a power of two up to %d\n", THREADS, CLASS_NAME, NY < NZ ? NY : NZ);
  upc_barrier;
  exit(2);
}

int main(void) {
  shape_t forward = shapeOf(NZ, NY), inverse = shapeOf(NY, NZ);
  checkThreads();
  if (MYTHREAD == 0) {
    printf("\n\n NAS Parallel Benchmarks in UPC - FT Benchmark\n\n");
    printf(" Size                : %4dx%4dx%4d\n Iterations          :     %7d\n Number of threads   :     %7d\n", NX, NY, NZ, STEPS, THREADS);
  }
  setUp();
  PGAS_KERNEL(computeDecay());
  initialConditions(forward);
  transform(1, forward); /* once untimed: touches all memory */
  upc_barrier;

  double start = seconds();
  PGAS_KERNEL(computeDecay());
  initialConditions(forward);
  transform(1, forward);
  PGAS_KERNEL(keepSpectrum());

  int verified = 1;
  for (int iteration = 1; iteration <= STEPS; iteration++) {
    PGAS_KERNEL(evolve());
    transform(-1, inverse);
    complex_t sum = checksum();
    verified &= verify(iteration, sum);
    upc_barrier;
  }
  double time = seconds() - start;
  if (MYTHREAD == 0) report(METHOD_NAME, time, verified);
  return verified ? 0 : 1;
}
