/*
 * FT: a 3-D diffusion equation solved by Fourier transforms, as NAS FT (samples/applications/ft), on coarrays. The problem, the
 * random numbers and the one-dimensional transforms are the UPC version's; its checksums must be met, on any number of
 * images, divisors of the sizes or not.
 *
 *     pgasc run -DCLASS=S samples/coarray/ft.upc -n 4
 *
 * The field lies in planes along its slowest dimension, planes[p][r][x], dealt to the images in blocks. A transform does the
 * two dimensions in each plane, puts row r of plane p on the image that will own r, and there does the third: what
 * arrives is planes again, with p and r exchanged. All rows for one image are one section of the plane.
 */
#include <coarray.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../applications/ft/problem.h"
#include "../applications/ft/random.h"
#include "../applications/ft/fft1d.h"

/* Where rows arrive: of plane p of the whole field, the rows that this image owns, one behind the other. */
static complex_t (*inbox)[NX]:[];
/* This image's planes: the field in frequency space, and a copy that is evolved and transformed. */
static complex_t (*spectrum)[NX], (*field)[NX];
/* exp(-4 alpha pi^2 k^2) of this image's frequencies. */
static double (*decay)[NX];

/* First plane, or row, of an image when there are n. */
static int start(int n, int image) { return n * image / num_images(); }
static int share(int n, int image) { return start(n, image + 1) - start(n, image); }

/* Transforms the `planes` planes of `rows` rows in `field`; leaves the result there as planes over what were rows. */
static void transform(int direction, int planes, int rows) {
  int me = this_image(), own = share(planes, me), first = start(planes, me), ownRows = share(rows, me);
  complex_t *scratch = malloc(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  for (int p = 0; p < own; p++) {
    complex_t (*plane)[NX] = field + (size_t)p * rows;
    fftColumns(direction, rows, NX, plane[0], NX, plane[0], NX, scratch);
    for (int r = 0; r < rows; r += FFT_BATCH)
      fftRows(direction, NX, rows - r < FFT_BATCH ? rows - r : FFT_BATCH, plane[r], scratch);
    for (int i = 1; i <= num_images(); i++) { /* each image begins with its neighbour */
      int to = (me + i) % num_images(), n = share(rows, to);
      inbox[(first + p) * n:n][:]:[to] = plane[start(rows, to):n][:];
    }
  }
  sync_all();
  /* inbox[p][r][x] -> field[r][p][x], transformed along p */
  for (int r = 0; r < ownRows; r++)
    fftColumns(direction, planes, NX, inbox[r], ownRows * NX, field[(size_t)r * planes], NX, scratch);
  free(scratch);
  sync_all(); /* the inboxes may be written again */
}

/* NPB's initial field: planes over z, random numbers in the order x, y, z. */
static void initialConditions(void) {
  for (int p = 0; p < share(NZ, this_image()); p++) {
    double seed = SEED;
    randomSkip(&seed, 2.0 * NX * NY * (start(NZ, this_image()) + p));
    randomFill(&seed, 2 * NX * NY, (double *)field[(size_t)p * NY]);
  }
}

static int frequency(int i, int n) { return (i + n / 2) % n - n / 2; }

/* Frequency space has planes over y, rows over z. */
static void computeDecay(void) {
  double factor = -4.0 * ALPHA * PI * PI;
  for (int j = 0; j < share(NY, this_image()); j++)
    for (int k = 0; k < NZ; k++)
      for (int i = 0; i < NX; i++) {
        int x = frequency(i, NX), y = frequency(start(NY, this_image()) + j, NY), z = frequency(k, NZ);
        decay[(size_t)j * NZ + k][i] = exp(factor * (x * x + y * y + z * z));
      }
}

static void evolve(void) {
  size_t n = (size_t)share(NY, this_image()) * NZ;
  for (size_t r = 0; r < n; r++)
    for (int i = 0; i < NX; i++) {
      spectrum[r][i].re *= decay[r][i];
      spectrum[r][i].im *= decay[r][i];
      field[r][i] = spectrum[r][i];
    }
}

/* Sum of 1024 elements of the field (planes over z), scaled; the same on all images. */
static complex_t checksum(void) {
  double sum[2] = {0, 0};
  int first = start(NZ, this_image()), end = start(NZ, this_image() + 1);
  for (int j = 1; j <= 1024; j++) {
    int x = j % NX, y = 3 * j % NY, z = 5 * j % NZ;
    if (z < first || z >= end) continue;
    sum[0] += field[(size_t)(z - first) * NY + y][x].re;
    sum[1] += field[(size_t)(z - first) * NY + y][x].im;
  }
  co_sum(sum, 2);
  double points = (double)NX * NY * NZ;
  return (complex_t){sum[0] / points, sum[1] / points};
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) error_stop("ft: no room in the private heap; raise --heap");
  return memory;
}

/* Room for this image's part before and after a transform. */
static void setUp(void) {
  int before = (NZ / num_images() + 1) * NY, after = (NY / num_images() + 1) * NZ;
  size_t rows = before > after ? before : after;
  inbox = xmp_comalloc(rows * sizeof(complex_t[NX]));
  spectrum = allocate(rows * sizeof(complex_t[NX]));
  field = allocate(rows * sizeof(complex_t[NX]));
  decay = allocate(rows * sizeof(double[NX]));
  fftRoots(longest());
}

static int agrees(double value, double reference) { return fabs((value - reference) / reference) <= 1.0e-12; }

int main(void) {
  int me = this_image(), verified = 1;
  setUp();
  computeDecay();
  initialConditions();
  sync_all();
  double begin = xmp_wtime();
  transform(1, NZ, NY);
  size_t rows = (size_t)share(NY, me) * NZ;
  for (size_t r = 0; r < rows; r++)
    for (int i = 0; i < NX; i++) spectrum[r][i] = field[r][i];
  for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
    evolve();
    transform(-1, NY, NZ);
    complex_t sum = checksum();
    if (me == 0) printf(" T = %4d     Checksum = %22.12e %22.12e\n", iteration, sum.re, sum.im);
    verified &= agrees(sum.re, reference[iteration - 1].re) && agrees(sum.im, reference[iteration - 1].im);
  }
  if (me == 0) {
    printf("class %s, %dx%dx%d, %d iterations: %.3f s\n", CLASS_NAME, NX, NY, NZ, ITERATIONS, xmp_wtime() - begin);
    printf(verified ? "Solution validates\n" : "the checksums are not NPB's\n");
  }
  return !verified;
}
