/*
 * NAS FT in UPC: a 3-D diffusion equation solved with Fourier transforms, verified by NPB's published checksums.
 *
 *     pgasc run -DCLASS=S -DMETHOD=SLABS samples/applications/ft/ft.upc -n 4
 *
 * CLASS is S, W, A, B, C or D; METHOD is EXCHANGE, SLABS or PENCILS (Bell, Bonachea, Nishtala, Yelick, IPDPS 2006):
 * one all-to-all after all planes, or non-blocking puts of each slab or each row as soon as it is computed.
 * THREADS is any power of two that divides the two slower dimensions.
 *
 * The idea: the field is cut into planes along its slowest dimension, planes[p][r][y]. A transform does the two
 * dimensions inside each plane (r, then y), sends row r of plane p to the thread that owns r, and there does the
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

/* Where rows arrive, as the method lays them out. */
shared [] complex_t *shared inbox[THREADS];
static shared [] complex_t *inboxOf[MAX_THREADS];

shared complex_t partialSum[THREADS];

#include "methods.h"

/* Transforms the planes in `field`; leaves the result in `field` as planes over what were rows. */
static void transform(int direction, shape_t s) {
  complex_t *scratch = malloc(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  size_t plane = (size_t)s.rows * ROW;
  upc_barrier;
  for (int p = 0; p < s.localPlanes; p++) {
    complex_t *rows = field + p * plane;
    FFT_KERNEL(fftColumns(direction, s.rows, ROW, rows, ROW, rows, ROW, scratch), s.rows, ROW, direction);
    fftRowsAndSend(direction, s, p, rows, scratch);
  }
  finishSending(s);
  upc_barrier;
  /* inbox -> field[r][p][y], transformed along p */
  complex_t *arrived = (complex_t *)inboxOf[MYTHREAD];
  for (int r = 0; r < s.localRows; r++)
    FFT_KERNEL(fftColumns(direction, s.planes, ROW, arrived + arrivedAt(s, 0, r), arrivedStride(s), field + (size_t)r * s.planes * ROW, ROW, scratch), s.planes, ROW, direction, s.localRows);
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
  if ((THREADS & (THREADS - 1)) == 0 && THREADS <= ROWS && THREADS <= NZ && THREADS <= MAX_THREADS) return;
  if (MYTHREAD == 0) fprintf(stderr, "ft: %d threads; class %s takes a power of two up to %d\n", THREADS, CLASS_NAME, ROWS < NZ ? ROWS : NZ);
  upc_barrier;
  exit(2);
}

int main(void) {
  shape_t forward = shapeOf(NZ, ROWS), inverse = shapeOf(ROWS, NZ);
  checkThreads();
  if (MYTHREAD == 0) {
    printf("\n\n NAS Parallel Benchmarks in UPC - FT Benchmark\n\n");
    printf(" Size                : %4dx%4dx%4d\n Iterations          :     %7d\n Number of threads   :     %7d\n", NX, NY, NZ, STEPS, THREADS);
  }
  setUp();
  POINTS_KERNEL(computeDecay(), (size_t)ROWS * NZ * ROW / RANKS, 25);
  initialConditions(forward);
  transform(1, forward); /* once untimed: touches all memory */
  upc_barrier;

  double start = seconds();
  POINTS_KERNEL(computeDecay(), (size_t)ROWS * NZ * ROW / RANKS, 25);
  initialConditions(forward);
  transform(1, forward);
  POINTS_KERNEL(keepSpectrum(), (size_t)ROWS * NZ * ROW / RANKS, 1);

  int verified = 1;
  double steps = seconds();
  for (int iteration = 1; iteration <= STEPS; iteration++) {
    POINTS_KERNEL(evolve(), (size_t)ROWS * NZ * ROW / RANKS, 2);
    transform(-1, inverse);
    complex_t sum = checksum();
    verified &= verify(iteration, sum);
    upc_barrier;
  }
  double end = seconds();
  if (MYTHREAD == 0) report(METHOD_NAME, end - start, (end - steps) / STEPS, verified);
  return verified ? 0 : 1;
}
