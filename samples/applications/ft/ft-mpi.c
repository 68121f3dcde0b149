/*
 * NAS FT in MPI: the diffusion equation of ft.upc by messages, with its checksums (Bell, Bonachea, Nishtala, Yelick, IPDPS 2006).
 *
 *     pgasc -O2 -DCLASS=S -DMETHOD=SLABS samples/applications/ft/ft-mpi.c -o ft.js && node ft.js -n 4
 *     mpicc -O2 -DCLASS=S -DMETHOD=SLABS ft-mpi.c -lm -o ft && mpirun -n 4 ./ft
 *
 * METHOD is EXCHANGE, one MPI_Alltoall after all planes, or SLABS: each slab of rows for one rank is sent as soon as it is computed, into a
 * receive that waits for it. The cut of the field and its transform are those of ft.upc.
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

#define EXCHANGE 1
#define SLABS 2
#ifndef METHOD
#define METHOD SLABS
#endif

/* Where rows arrive: [NP][rows this rank owns][NX], of the larger of the two shapes. */
static complex_t *inbox;
/* NX numbers. */
static MPI_Datatype row;

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "ft: rank %d: no room for %zu bytes\n", me, bytes);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

#if METHOD == EXCHANGE
#define METHOD_NAME "exchange"

static void expect(shape_t s) {}

static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  fftRowRange(direction, 0, s.rows, rows, scratch);
}

static void pack(shape_t s, complex_t *packed) {
  size_t slab = (size_t)s.localRows * NX;
  for (int to = 0; to < ranks; to++)
    for (int p = 0; p < s.localPlanes; p++) {
      const double *from = (const double *)(field + ((size_t)p * s.rows + to * s.localRows) * NX);
      double *target = (double *)(packed + ((size_t)to * s.localPlanes + p) * slab);
      for (size_t i = 0; i < 2 * slab; i++) target[i] = from[i];
    }
}

/* Packs what goes to each rank, and all exchange it. */
static void finishSending(shape_t s) {
  complex_t *packed = PGAS_PHANTOM(allocate(ranks * s.localPlanes * (size_t)s.localRows * NX * sizeof(complex_t)));
  PGAS_KERNEL(pack(s, packed), s.localPlanes, s.localRows);
  int count = s.localPlanes * s.localRows;
  MPI_Alltoall(packed, count, row, inbox, count, row, MPI_COMM_WORLD);
  free(packed);
}

#elif METHOD == SLABS
#define METHOD_NAME "slabs"

/* Receives, then sends: of each plane of the field one with each rank. */
static MPI_Request *requests;
static int begun;

/* A slab's tag is the number of its plane. */
static void expect(shape_t s) {
  requests = allocate((s.planes + (size_t)s.localPlanes * ranks) * sizeof(MPI_Request));
  begun = 0;
  for (int p = 0; p < s.planes; p++)
    MPI_Irecv(inbox + (size_t)p * s.localRows * NX, s.localRows, row, p / s.localPlanes, p, MPI_COMM_WORLD, &requests[begun++]);
}

static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  for (int k = 1; k <= ranks; k++) {
    int to = (me + k) % ranks, first = to * s.localRows;
    fftRowRange(direction, first, s.localRows, rows, scratch);
    MPI_Isend(rows + (size_t)first * NX, s.localRows, row, to, me * s.localPlanes + p, MPI_COMM_WORLD, &requests[begun++]);
  }
}

static void finishSending(shape_t s) {
  MPI_Waitall(begun, requests, MPI_STATUSES_IGNORE);
  free(requests);
}

#else
#error "METHOD must be EXCHANGE or SLABS: -DMETHOD=EXCHANGE"
#endif

/* Transforms the planes in `field`; leaves the result in `field` as planes over what were rows. */
static void transform(int direction, shape_t s) {
  complex_t *scratch = allocate(2 * FFT_BATCH * (size_t)longest() * sizeof(complex_t));
  size_t plane = (size_t)s.rows * NX;
  expect(s);
  for (int p = 0; p < s.localPlanes; p++) {
    complex_t *rows = field + p * plane;
    PGAS_KERNEL(fftColumns(direction, s.rows, NX, rows, NX, rows, NX, scratch), direction, s.rows);
    fftRowsAndSend(direction, s, p, rows, scratch);
  }
  finishSending(s);
  /* inbox[p][r][x] -> field[r][p][x], transformed along p */
  for (int r = 0; r < s.localRows; r++)
    PGAS_KERNEL(fftColumns(direction, s.planes, NX, inbox + (size_t)r * NX, s.localRows * NX, field + (size_t)r * s.planes * NX, NX, scratch), direction, s.planes, s.localRows);
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
  MPI_Type_contiguous(2 * NX, MPI_DOUBLE, &row);
  MPI_Type_commit(&row);
}

static void checkRanks(void) {
  if ((ranks & (ranks - 1)) == 0 && ranks <= NY && ranks <= NZ) return;
  if (me == 0) fprintf(stderr, "ft: %d ranks; class %s takes a power of two up to %d\n", ranks, CLASS_NAME, NY < NZ ? NY : NZ);
  MPI_Finalize();
  exit(2);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  shape_t forward = shapeOf(NZ, NY), inverse = shapeOf(NY, NZ);
  checkRanks();
  if (me == 0) {
    printf("\n\n NAS Parallel Benchmarks in MPI - FT Benchmark\n\n");
    printf(" Size                : %4dx%4dx%4d\n Iterations          :     %7d\n Number of ranks     :     %7d\n", NX, NY, NZ, STEPS, ranks);
  }
  setUp();
  PGAS_KERNEL(computeDecay());
  initialConditions(forward);
  transform(1, forward); /* once untimed: touches all memory */
  MPI_Barrier(MPI_COMM_WORLD);

  double start = MPI_Wtime();
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
  }
  double time = MPI_Wtime() - start;
  if (me == 0) report(METHOD_NAME, time, verified);
  MPI_Type_free(&row);
  MPI_Finalize();
  return verified ? 0 : 1;
}
