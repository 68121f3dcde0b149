/*
 * SCF over Global Arrays: restricted Hartree-Fock of water molecules in STO-3G, tasks drawn by NGA_Read_inc.
 *
 *     pgasc run samples/ga/scf.c -n 4 [waters]
 *
 * The loop of figure 15 of Vishnu et al. (ARMCI over PAMI, IPDPS 2013): draw a task from the shared counter, get blocks of the
 * density, compute, accumulate blocks of the Fock matrix, draw again. It prints how a process's time divides into counter
 * (amo), get, accumulate and computation, as the bars of figure 14 do. The chemistry is that of samples/applications/scf.
 * One water must give the published energy to 1e-8 hartree.
 */
#include <ga.h>
#include <macdecls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

#include "../applications/scf/molecule.h"
#include "../applications/scf/integrals.h"
#include "../applications/scf/linear.h"
#include "../applications/scf/fock.h"

#define MAX_ITERATIONS 100

static int density, fock, counter;

/* Seconds of this process in all iterations. */
static struct {
  double amo, get, accumulate, all;
} seconds;

static int drawTask(void) {
  int first[] = {0};
  double start = MPI_Wtime();
  int task = NGA_Read_inc(counter, first, 1);
  seconds.amo += MPI_Wtime() - start;
  return task;
}

/* Bounds of the block of two atoms in a matrix; inclusive, as GA has them. */
static void bounds(int a, int b, int *lo, int *hi) {
  lo[0] = firstFunction[a];
  hi[0] = firstFunction[a + 1] - 1;
  lo[1] = firstFunction[b];
  hi[1] = firstFunction[b + 1] - 1;
}

static void getBlock(int a, int b, block_t block) {
  int lo[2], hi[2], ld[] = {SIDE};
  double start = MPI_Wtime();
  bounds(a, b, lo, hi);
  NGA_Get(density, lo, hi, block, ld);
  seconds.get += MPI_Wtime() - start;
}

static void accumulateBlock(int a, int b, const block_t block) {
  int lo[2], hi[2], ld[] = {SIDE};
  double one = 1, start = MPI_Wtime();
  bounds(a, b, lo, hi);
  NGA_Acc(fock, lo, hi, (void *)block, ld, &one);
  seconds.accumulate += MPI_Wtime() - start;
}

/* Every process has the whole matrix and stores the patch that it owns. */
static void publish(const double *from, int to) {
  int lo[2], hi[2], ld[] = {basisCount};
  NGA_Distribution(to, GA_Nodeid(), lo, hi);
  if (lo[0] <= hi[0] && lo[1] <= hi[1] && hi[0] >= 0) NGA_Put(to, lo, hi, (void *)&from[lo[0] * basisCount + lo[1]], ld);
}

static void fetch(int from, double *to) {
  int lo[] = {0, 0}, hi[] = {basisCount - 1, basisCount - 1}, ld[] = {basisCount};
  NGA_Get(from, lo, hi, to, ld);
}

/* F = H + G of the density; gives the electronic energy. */
static double buildFock(const double *D, double *F, int *done) {
  double *G = matrix();
  publish(D, density);
  GA_Zero(fock);
  GA_Zero(counter);
  GA_Sync();
  double start = MPI_Wtime();
  *done += runTasks();
  seconds.all += MPI_Wtime() - start;
  GA_Sync();
  fetch(fock, G);
  double energy = addCore(D, G, F);
  free(G);
  GA_Sync(); /* before anybody clears it again */
  return energy;
}

static void setUp(int waters) {
  int one[] = {1};
  setUpMolecule(waters);
  int dims[] = {basisCount, basisCount};
  density = NGA_Create(C_DBL, 2, dims, "density", NULL);
  fock = NGA_Create(C_DBL, 2, dims, "fock", NULL);
  counter = NGA_Create(C_LONG, 1, one, "counter", NULL);
}

/* The self-consistent field: iterates until the energy stands still; gives the total energy. */
static double solve(int *done) {
  double *D = matrix(), *F = matrix(), energy = 0;
  newDensity(core, D);
  for (int iteration = 1; iteration <= MAX_ITERATIONS; iteration++) {
    double last = energy;
    energy = buildFock(D, F, done) + nuclearRepulsion();
    newDensity(F, D);
    if (GA_Nodeid() == 0) printf(" iteration %3d   energy %18.12f   change %10.2e\n", iteration, energy, energy - last);
    /* All decide alike, although each has its own rounding of the sum. */
    double change = energy - last;
    GA_Brdcst(&change, sizeof change, 0);
    if (fabs(change) < 1e-11) break;
  }
  free(D);
  free(F);
  return energy;
}

/* Means over the processes, as figure 14 has them, and the longest loop. */
static void printTimes(void) {
  double compute = seconds.all - seconds.amo - seconds.get - seconds.accumulate;
  double mean[] = {seconds.amo, seconds.get, seconds.accumulate, compute}, longest = seconds.all;
  GA_Dgop(mean, 4, "+");
  GA_Dgop(&longest, 1, "max");
  int n = GA_Nnodes();
  if (GA_Nodeid() == 0)
    printf(" seconds a process: amo %.4f, get %.4f, accumulate %.4f, compute %.4f; longest loop %.4f\n", mean[0] / n,
           mean[1] / n, mean[2] / n, mean[3] / n, longest);
}

/* Every task is run once in each iteration, by whomever. */
static void printTasks(int done) {
  int n = GA_Nnodes(), *tasks = calloc(n, sizeof(int));
  tasks[GA_Nodeid()] = done;
  GA_Igop(tasks, n, "+");
  for (int p = 0; GA_Nodeid() == 0 && p < n; p++) printf(" process %d ran %d tasks\n", p, tasks[p]);
  free(tasks);
}

static int watersWanted(int argc, char **argv) {
  int waters = argc > 1 ? atoi(argv[1]) : 1;
  if (waters < 1 || waters > MAX_WATERS) GA_Error("scf: waters, from 1 to", MAX_WATERS);
  return waters;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 10000, 10000);
  int waters = watersWanted(argc, argv), done = 0;
  setUp(waters);
  double energy = solve(&done);
  int good = verify(waters, energy);
  GA_Igop(&good, 1, "min");
  printTasks(done);
  printTimes();
  if (GA_Nodeid() == 0) {
    printf(" waters %d, basis functions %d, processes %d\n", waters, basisCount, GA_Nnodes());
    printf(" nuclear repulsion %18.12f hartree\n", nuclearRepulsion());
    printf(" total energy      %18.12f hartree\n", energy);
    printf(" %s\n", good ? "Solution validates" : "Solution does not validate");
  }
  GA_Destroy(counter);
  GA_Destroy(fock);
  GA_Destroy(density);
  GA_Terminate();
  MPI_Finalize();
  return good ? 0 : 1;
}
