/*
 * NAS FT in MPI: the diffusion equation of ft.upc by messages, with its checksums (Bell, Bonachea, Nishtala, Yelick, IPDPS 2006).
 *
 *     pgasc -O2 -DCLASS=S -DMETHOD=SLABS samples/applications/ft/ft-mpi.c -o ft.js && node ft.js -n 4
 *     mpicc -O2 -DCLASS=S -DMETHOD=SLABS ft-mpi.c -lm -o ft && mpirun -n 4 ./ft
 *
 * METHOD is EXCHANGE, one MPI_Alltoall after all planes; SLABS: each slab of rows for one rank is sent as soon as it is computed, into a
 * receive that waits for it; or PENCILS: each row. The cut of the field and its transform are those of ft.upc.
 */
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int me, ranks;
#define ME me
#define RANKS ranks
#include "problem.h"
#include "random.h"
#include "fft1d.h"
#include "field.h"

#include "methods-mpi.h"

/* Transforms the planes in `field`; leaves the result in `field` as planes over what were rows. */
static void transform(int direction, shape_t s) {
  complex_t *scratch = allocate(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  size_t plane = (size_t)s.rows * ROW;
  expect(s);
  for (int p = 0; p < s.localPlanes; p++) {
    complex_t *rows = field + p * plane;
    FFT_KERNEL(fftColumns(direction, s.rows, ROW, rows, ROW, rows, ROW, scratch), s.rows, ROW, direction);
    fftRowsAndSend(direction, s, p, rows, scratch);
  }
  finishSending(s);
  /* inbox -> field[r][p][y], transformed along p */
  for (int r = 0; r < s.localRows; r++)
    FFT_KERNEL(fftColumns(direction, s.planes, ROW, inbox + arrivedAt(s, 0, r), arrivedStride(s), field + (size_t)r * s.planes * ROW, ROW, scratch), s.planes, ROW, direction, s.localRows);
  free(scratch);
}

/* The same on all ranks. */
static complex_t checksum(void) {
  complex_t part = partOfChecksum(), total;
  MPI_Allreduce(&part, &total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  total.re /= (double)NX * NY * NZ;
  total.im /= (double)NX * NY * NZ;
  return total;
}

static void setUp(void) {
  size_t n = (size_t)NX * NY * NZ / ranks;
  inbox = PGAS_PHANTOM(allocate(n * sizeof(complex_t)));
  spectrum = PGAS_PHANTOM(allocate(n * sizeof(complex_t)));
  field = PGAS_PHANTOM(allocate(n * sizeof(complex_t)));
  decay = PGAS_PHANTOM(allocate(n * sizeof(double)));
  fftRoots(longest());
  MPI_Type_contiguous(2 * ROW, MPI_DOUBLE, &row);
  MPI_Type_commit(&row);
}

static void checkRanks(void) {
  if ((ranks & (ranks - 1)) == 0 && ranks <= ROWS && ranks <= NZ) return;
  if (me == 0) fprintf(stderr, "ft: %d ranks; class %s takes a power of two up to %d\n", ranks, CLASS_NAME, ROWS < NZ ? ROWS : NZ);
  MPI_Finalize();
  exit(2);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  shape_t forward = shapeOf(NZ, ROWS), inverse = shapeOf(ROWS, NZ);
  checkRanks();
  if (me == 0) {
    printf("\n\n NAS Parallel Benchmarks in MPI - FT Benchmark\n\n");
    printf(" Size                : %4dx%4dx%4d\n Iterations          :     %7d\n Number of ranks     :     %7d\n", NX, NY, NZ, STEPS, ranks);
  }
  setUp();
  POINTS_KERNEL(computeDecay(), (size_t)ROWS * NZ * ROW / RANKS, 25);
  initialConditions(forward);
  transform(1, forward); /* once untimed: touches all memory */
  MPI_Barrier(MPI_COMM_WORLD);

  double start = MPI_Wtime();
  POINTS_KERNEL(computeDecay(), (size_t)ROWS * NZ * ROW / RANKS, 25);
  initialConditions(forward);
  transform(1, forward);
  POINTS_KERNEL(keepSpectrum(), (size_t)ROWS * NZ * ROW / RANKS, 1);

  int verified = 1;
  double steps = MPI_Wtime();
  for (int iteration = 1; iteration <= STEPS; iteration++) {
    POINTS_KERNEL(evolve(), (size_t)ROWS * NZ * ROW / RANKS, 2);
    transform(-1, inverse);
    complex_t sum = checksum();
    verified &= verify(iteration, sum);
  }
  double end = MPI_Wtime();
  if (me == 0) report(METHOD_NAME, end - start, (end - steps) / STEPS, verified);
  MPI_Type_free(&row);
  MPI_Finalize();
  return verified ? 0 : 1;
}
