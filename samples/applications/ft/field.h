/*
 * A rank's part of the field, its beginning, its evolution, its part of the checksum, and the report, which all forms of FT include. The form defines ME,
 * this rank, and RANKS, their number. Marks of <pgas_sim.h> say what a simulated job may do without.
 */
#if __has_include(<pgas_sim.h>)
#include <pgas_sim.h>
#else /* Of another compiler: the marks mean nothing. */
#define PGAS_PHANTOM(allocation) (allocation)
#define PGAS_KERNEL(call, ...) call
#define pgas_is_phantom(address) 0
#endif

/* This rank's planes: the field in frequency space, and a copy that is evolved and transformed. */
static complex_t *spectrum;
static complex_t *field;
/* exp(-4 alpha pi^2 k^2) of this rank's frequencies. */
static double *decay;

/* The shape of a transform: P planes over all ranks, each of R rows. */
typedef struct {
  int planes, rows;           /* of the whole field, of ROW numbers each */
  int localPlanes, localRows; /* that one rank owns before and after */
} shape_t;

static shape_t shapeOf(int planes, int rows) {
  shape_t s = {planes, rows, planes / RANKS, rows / RANKS};
  return s;
}

/* Rows first .. first + count - 1, in batches. */
static void fftRowRange(int direction, int first, int count, complex_t *rows, complex_t *scratch) {
  for (int r = first; r < first + count; r += FFT_BATCH) {
    int batch = first + count - r < FFT_BATCH ? first + count - r : FFT_BATCH;
    FFT_KERNEL(fftRows(direction, ROW, batch, rows + (size_t)r * ROW, scratch), ROW, batch, direction);
  }
}

/* NX random numbers for each y. */
static void randomPlane(double *seed, complex_t *plane) {
  complex_t *line = malloc(NX * sizeof(complex_t));
  for (int y = 0; y < NY; y++) {
    randomFill(seed, 2 * NX, (double *)line);
    for (int x = 0; x < NX; x++) plane[(size_t)x * ROW + y] = line[x];
  }
  free(line);
}

/* NPB's initial field: planes over z, random numbers in the order x, y, z. */
static void initialConditions(shape_t s) {
  double plane = 2.0 * NX * NY;
  for (int p = 0; p < s.localPlanes; p++) {
    double seed = SEED;
    randomSkip(&seed, plane * (ME * s.localPlanes + p));
    POINTS_KERNEL(randomPlane(&seed, field + (size_t)p * ROWS * ROW), ROWS * ROW, 40);
  }
}

static int frequency(int i, int n) { return (i + n / 2) % n - n / 2; }

/* Frequency space has planes over x, rows over z. */
static void computeDecay(void) {
  double factor = -4.0 * ALPHA * PI * PI;
  int localX = NX / RANKS;
  for (int i = 0; i < localX; i++)
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++) {
        int x = frequency(ME * localX + i, NX), y = frequency(j, NY), z = frequency(k, NZ);
        decay[((size_t)i * NZ + k) * ROW + j] = exp(factor * (x * x + y * y + z * z));
      }
}

/* What is transformed now is where the field evolves from. */
static void keepSpectrum(void) {
  size_t n = (size_t)NX * NY * NZ / RANKS;
  for (size_t i = 0; i < n; i++) spectrum[i] = field[i];
}

static void evolve(void) {
  size_t n = (size_t)NX * NY * NZ / RANKS;
  for (size_t i = 0; i < n; i++) {
    spectrum[i].re *= decay[i];
    spectrum[i].im *= decay[i];
    field[i].re = spectrum[i].re;
    field[i].im = spectrum[i].im;
  }
}

/* This rank's part of the sum of 1024 elements of the field (planes over z). */
static complex_t partOfChecksum(void) {
  complex_t sum = {0, 0};
  int localZ = NZ / RANKS;
  for (int j = 1; j <= 1024; j++) {
    int x = j % NX, y = 3 * j % NY, z = 5 * j % NZ;
    if (z / localZ != ME) continue;
    complex_t *u = &field[((size_t)(z % localZ) * ROWS + x) * ROW + y];
    sum.re += u->re;
    sum.im += u->im;
  }
  return sum;
}

static int agrees(double value, double reference) { return fabs((value - reference) / reference) <= 1.0e-12; }

/* Tells the sum of a step and whether it is the reference's; of a phantom field, which has no values, there is nothing to tell. */
static int verify(int step, complex_t sum) {
  if (pgas_is_phantom(field)) return 1;
  if (ME == 0) printf(" T = %4d     Checksum = %22.12e %22.12e\n", step, sum.re, sum.im);
  return agrees(sum.re, reference[step - 1].re) && agrees(sum.im, reference[step - 1].im);
}

static const char *verdict(int verified) {
  if (pgas_is_phantom(field)) return "NOT PERFORMED";
  return verified ? "SUCCESSFUL" : "UNSUCCESSFUL";
}

/* NPB's closing summary. */
static void report(const char *method, double time, double step, int verified) {
  double n = (double)NX * NY * NZ, flops = 5.23518 + 7.21113 * log(n);
  double mops = 1e-6 * n * (14.8157 + 7.19641 * log(n) + flops * STEPS) / time;
  printf("\n\n FT Benchmark Completed.\n");
  printf(" Class           =             %12s\n", CLASS_NAME);
  printf(" Size            =            %4dx%4dx%4d\n", NX, NY, NZ);
  printf(" Iterations      =             %12d\n", STEPS);
  printf(" Time in seconds =             %12.2f\n", time);
  printf(" Time of a step  =             %12.6f\n", step);
  printf(" Mop/s a thread in steps =     %12.2f\n", 1e-6 * n * flops / step / RANKS);
  printf(" Total threads   =             %12d\n", RANKS);
  printf(" Mop/s total     =             %12.2f\n", mops);
  printf(" Mop/s/thread    =             %12.2f\n", mops / RANKS);
  printf(" Operation type  =           floating point\n");
  printf(" Method          =             %12s\n", method);
  printf(" Verification    =             %12s\n", verdict(verified));
}
