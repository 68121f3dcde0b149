/*
 * NAS FT in UPC: a 3-D diffusion equation solved with Fourier transforms, verified by NPB's published checksums.
 *
 *     pgasc run -DCLASS=S -DMETHOD=SLABS samples/applications/ft/ft.upc -n 4
 *
 * CLASS is S, W, A or B; METHOD is EXCHANGE, SLABS or PENCILS (Bell, Bonachea, Nishtala, Yelick, IPDPS 2006):
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

#include "problem.h"
#include "random.h"
#include "fft1d.h"

/* Where rows arrive: each thread's own [NP][rows it owns][NX], of the larger of the two shapes. */
shared [] complex_t *shared inbox[THREADS];
static shared [] complex_t *inboxOf[MAX_THREADS];

/* This thread's planes: the field in frequency space, and a copy that is evolved and transformed. */
static complex_t *spectrum;
static complex_t *field;
/* exp(-4 alpha pi^2 k^2) of this thread's frequencies. */
static double *decay;

shared complex_t partialSum[THREADS];

/* The shape of a transform: P planes over all threads, each of R rows of NX. */
typedef struct {
  int planes, rows;           /* of the whole field */
  int localPlanes, localRows; /* that one thread owns before and after */
} shape_t;

static shape_t shapeOf(int planes, int rows) {
  shape_t s = {planes, rows, planes / THREADS, rows / THREADS};
  return s;
}

#include "methods.h"

/* Transforms the planes in `field`; leaves the result in `field` as planes over what were rows. */
static void transform(int direction, shape_t s) {
  complex_t *scratch = malloc(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  size_t plane = (size_t)s.rows * NX;
  upc_barrier;
  for (int p = 0; p < s.localPlanes; p++) {
    complex_t *rows = field + p * plane;
    fftColumns(direction, s.rows, NX, rows, NX, rows, NX, scratch);
    fftRowsAndSend(direction, s, p, rows, scratch);
  }
  finishSending(s);
  upc_barrier;
  /* inbox[p][r][x] -> field[r][p][x], transformed along p */
  complex_t *arrived = (complex_t *)inboxOf[MYTHREAD];
  for (int r = 0; r < s.localRows; r++)
    fftColumns(direction, s.planes, NX, arrived + (size_t)r * NX, s.localRows * NX, field + (size_t)r * s.planes * NX, NX, scratch);
  free(scratch);
}

/* NPB's initial field: planes over z, random numbers in the order x, y, z. */
static void initialConditions(shape_t s) {
  double plane = 2.0 * NX * NY;
  for (int p = 0; p < s.localPlanes; p++) {
    double seed = SEED;
    randomSkip(&seed, plane * (MYTHREAD * s.localPlanes + p));
    randomFill(&seed, 2 * NX * NY, (double *)(field + (size_t)p * NX * NY));
  }
}

static int frequency(int i, int n) { return (i + n / 2) % n - n / 2; }

/* Frequency space has planes over y, rows over z. */
static void computeDecay(void) {
  double factor = -4.0 * ALPHA * PI * PI;
  int localY = NY / THREADS;
  for (int j = 0; j < localY; j++)
    for (int k = 0; k < NZ; k++)
      for (int i = 0; i < NX; i++) {
        int x = frequency(i, NX), y = frequency(MYTHREAD * localY + j, NY), z = frequency(k, NZ);
        decay[((size_t)j * NZ + k) * NX + i] = exp(factor * (x * x + y * y + z * z));
      }
}

static void evolve(void) {
  size_t n = (size_t)NX * NY * NZ / THREADS;
  for (size_t i = 0; i < n; i++) {
    spectrum[i].re *= decay[i];
    spectrum[i].im *= decay[i];
    field[i].re = spectrum[i].re;
    field[i].im = spectrum[i].im;
  }
}

/* Sum of 1024 elements of the field (planes over z), scaled; the same on all threads. */
static complex_t checksum(void) {
  complex_t sum = {0, 0};
  int localZ = NZ / THREADS;
  for (int j = 1; j <= 1024; j++) {
    int x = j % NX, y = 3 * j % NY, z = 5 * j % NZ;
    if (z / localZ != MYTHREAD) continue;
    complex_t *u = &field[((size_t)(z % localZ) * NY + y) * NX + x];
    sum.re += u->re;
    sum.im += u->im;
  }
  partialSum[MYTHREAD] = sum;
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

static int agrees(double value, double reference) { return fabs((value - reference) / reference) <= 1.0e-12; }

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
  inbox[MYTHREAD] = upc_alloc(n * sizeof(complex_t));
  spectrum = allocate(n * sizeof(complex_t));
  field = allocate(n * sizeof(complex_t));
  decay = allocate(n * sizeof(double));
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

/* NPB's closing summary. */
static void report(double time, int verified) {
  double n = (double)NX * NY * NZ;
  double mops = 1e-6 * n * (14.8157 + 7.19641 * log(n) + (5.23518 + 7.21113 * log(n)) * ITERATIONS) / time;
  printf("\n\n FT Benchmark Completed.\n");
  printf(" Class           =             %12s\n", CLASS_NAME);
  printf(" Size            =            %4dx%4dx%4d\n", NX, NY, NZ);
  printf(" Iterations      =             %12d\n", ITERATIONS);
  printf(" Time in seconds =             %12.2f\n", time);
  printf(" Total threads   =             %12d\n", THREADS);
  printf(" Mop/s total     =             %12.2f\n", mops);
  printf(" Mop/s/thread    =             %12.2f\n", mops / THREADS);
  printf(" Operation type  =           floating point\n");
  printf(" Method          =             %12s\n", METHOD_NAME);
  printf(" Verification    =             %12s\n", verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
}

int main(void) {
  shape_t forward = shapeOf(NZ, NY), inverse = shapeOf(NY, NZ);
  checkThreads();
  if (MYTHREAD == 0) {
    printf("\n\n NAS Parallel Benchmarks in UPC - FT Benchmark\n\n");
    printf(" Size                : %4dx%4dx%4d\n Iterations          :     %7d\n Number of threads   :     %7d\n", NX, NY, NZ, ITERATIONS, THREADS);
  }
  setUp();
  computeDecay();
  initialConditions(forward);
  transform(1, forward); /* once untimed: touches all memory */
  upc_barrier;

  double start = seconds();
  computeDecay();
  initialConditions(forward);
  transform(1, forward);
  size_t n = (size_t)NX * NY * NZ / THREADS;
  for (size_t i = 0; i < n; i++) spectrum[i] = field[i];

  int verified = 1;
  for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
    evolve();
    transform(-1, inverse);
    complex_t sum = checksum();
    if (MYTHREAD == 0) printf(" T = %4d     Checksum = %22.12e %22.12e\n", iteration, sum.re, sum.im);
    verified &= agrees(sum.re, reference[iteration - 1].re) && agrees(sum.im, reference[iteration - 1].im);
    upc_barrier;
  }
  double time = seconds() - start;
  if (MYTHREAD == 0) report(time, verified);
  return verified ? 0 : 1;
}
