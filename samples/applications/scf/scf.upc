/*
 * SCF in UPC: restricted Hartree-Fock of water molecules in the STO-3G basis, with tasks taken from a shared counter.
 *
 *     pgasc run samples/applications/scf/scf.upc -n 4 [waters]
 *
 * The loop is that of NWChem's SCF (figure 15 of Vishnu et al., IPDPS 2013): a thread draws a task number from the
 * shared counter, gets the blocks of the density it needs, computes integrals, accumulates into blocks of the Fock
 * matrix, and draws again. The matrices are shared arrays of blocks, one block a pair of atoms, dealt to the threads
 * in turn; a block is accumulated under its lock. One water must give the published energy to 1e-8 hartree.
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

#include "molecule.h"
#include "integrals.h"
#include "linear.h"
#include "fock.h"

#define MAX_ITERATIONS 100

/* Shared matrices of atomCount x atomCount blocks; block (a, b) is element a * atomCount + b. */
typedef struct {
  double value[BLOCK];
} cell_t;
shared cell_t *density, *fock;
#define LOCKS (16 * THREADS)
upc_lock_t *shared locks[LOCKS];
shared int nextTask;
upc_lock_t *counterLock;

static int drawTask(void) {
  upc_lock(counterLock);
  int task = nextTask++;
  upc_unlock(counterLock);
  return task;
}

static void getBlock(int a, int b, block_t block) { upc_memget(block, &density[a * atomCount + b], sizeof(block_t)); }

static void accumulateBlock(int a, int b, const block_t block) {
  int index = a * atomCount + b;
  cell_t cell;
  upc_lock_t *lock = locks[index % LOCKS];
  upc_lock(lock);
  upc_memget(&cell, &fock[index], sizeof cell);
  for (int k = 0; k < BLOCK; k++) cell.value[k] += block[k];
  upc_memput(&fock[index], &cell, sizeof cell);
  upc_unlock(lock);
}

/* Copies a shared matrix of blocks to an ordinary one, or back (the blocks of this thread only). */
static void fetch(shared cell_t *from, double *to) {
  for (int a = 0; a < atomCount; a++)
    for (int b = 0; b < atomCount; b++) {
      cell_t cell = from[a * atomCount + b];
      for (int i = firstFunction[a]; i < firstFunction[a + 1]; i++)
        for (int j = firstFunction[b]; j < firstFunction[b + 1]; j++)
          to[i * basisCount + j] = cell.value[SIDE * (i - firstFunction[a]) + j - firstFunction[b]];
    }
}

static void publish(const double *from, shared cell_t *to) {
  int k;
  upc_forall(k = 0; k < atomCount * atomCount; k++; &to[k]) {
    int a = k / atomCount, b = k % atomCount;
    cell_t *cell = (cell_t *)&to[k];
    for (int i = firstFunction[a]; i < firstFunction[a + 1]; i++)
      for (int j = firstFunction[b]; j < firstFunction[b + 1]; j++)
        cell->value[SIDE * (i - firstFunction[a]) + j - firstFunction[b]] = from[i * basisCount + j];
  }
}

static void clear(shared cell_t *m) {
  int k;
  upc_forall(k = 0; k < atomCount * atomCount; k++; &m[k]) upc_memset(&m[k], 0, sizeof(cell_t));
}

/* F = H + G of the density; gives the electronic energy. */
static double buildFock(const double *D, double *F, int *done) {
  publish(D, density);
  clear(fock);
  if (MYTHREAD == 0) nextTask = 0;
  upc_barrier;
  *done += runTasks();
  upc_barrier;
  double *G = matrix();
  fetch(fock, G);
  upc_barrier; /* before anybody clears it again */
  double energy = addCore(D, G, F);
  free(G);
  return energy;
}

static void setUp(int waters) {
  setUpMolecule(waters);
  density = upc_all_alloc(atomCount * atomCount, sizeof(cell_t));
  fock = upc_all_alloc(atomCount * atomCount, sizeof(cell_t));
  counterLock = upc_all_lock_alloc();
  int k;
  upc_forall(k = 0; k < LOCKS; k++; k) locks[k] = upc_global_lock_alloc();
  clear(density);
  upc_barrier;
}

/* The self-consistent field: iterates until the energy stands still; gives the total energy. */
static double solve(int *done) {
  double *D = matrix(), *F = matrix(), energy = 0;
  newDensity(core, D);
  for (int iteration = 1; iteration <= MAX_ITERATIONS; iteration++) {
    double last = energy;
    energy = buildFock(D, F, done) + nuclearRepulsion();
    newDensity(F, D);
    if (MYTHREAD == 0) printf(" iteration %3d   energy %18.12f   change %10.2e\n", iteration, energy, energy - last);
    if (fabs(energy - last) < 1e-11) break;
  }
  free(D);
  free(F);
  return energy;
}

static int watersWanted(int argc, char **argv) {
  int waters = argc > 1 ? atoi(argv[1]) : 1;
  if (waters >= 1 && waters <= MAX_WATERS) return waters;
  if (MYTHREAD == 0) fprintf(stderr, "scf: '%s' waters; give a number from 1 to %d\n", argv[1], MAX_WATERS);
  exit(2);
}

int main(int argc, char **argv) {
  int waters = watersWanted(argc, argv), done = 0;
  setUp(waters);
  upc_tick_t start = upc_ticks_now();
  double energy = solve(&done);
  double time = upc_ticks_to_ns(upc_ticks_now() - start) * 1e-9;
  upc_barrier;
  printf(" thread %d ran %d tasks\n", MYTHREAD, done);
  upc_barrier;
  int good = verify(waters, energy);
  if (MYTHREAD == 0) {
    printf(" waters %d, basis functions %d, threads %d, time %.2f s\n", waters, basisCount, THREADS, time);
    printf(" nuclear repulsion %18.12f hartree\n", nuclearRepulsion());
    printf(" total energy      %18.12f hartree\n", energy);
    printf(" %s\n", good ? "Solution validates" : "Solution does not validate");
  }
  return good ? 0 : 1;
}
