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

#define REPULSION_OF_WATER 8.002367061810
#define ENERGY_OF_WATER (-74.942079928)
#define MAX_ITERATIONS 100
#define SCREENING 1e-12

/* A block: the functions of one atom by those of another, padded to those of oxygen. */
#define SIDE 5
#define BLOCK (SIDE * SIDE)
typedef double block_t[BLOCK];

/* Shared matrices of atomCount x atomCount blocks; block (a, b) is element a * atomCount + b. */
typedef struct {
  double value[BLOCK];
} cell_t;
shared cell_t *density, *fock;
#define LOCKS (16 * THREADS)
upc_lock_t *shared locks[LOCKS];
shared int nextTask;
upc_lock_t *counterLock;

/* Every thread's own copies of what is small. */
static double *overlap, *core, *orthogonal;
/* largest[i * shellCount + j] = sqrt of the largest (ij|ij): |(ij|kl)| <= largest[ij] largest[kl] (Schwarz). */
static double *largest;

static double *matrix(void) { return calloc(basisCount * basisCount, sizeof(double)); }

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

/* Place of function f of a shell inside the blocks of its atom. */
static int place(const shell_t *s, int f) { return s->first - firstFunction[s->atom] + f; }

/* Blocks of the density that four atoms need, and of the Fock matrix that they change. */
typedef struct {
  block_t cd, ab, ac, ad, bc, bd;
} blocks_t;

static void getDensity(int a, int b, int c, int d, blocks_t *D) {
  getBlock(c, d, D->cd);
  getBlock(a, b, D->ab);
  getBlock(a, c, D->ac);
  getBlock(a, d, D->ad);
  getBlock(b, c, D->bc);
  getBlock(b, d, D->bd);
}

static void accumulateFock(int a, int b, int c, int d, const blocks_t *F) {
  accumulateBlock(c, d, F->cd);
  accumulateBlock(a, b, F->ab);
  accumulateBlock(a, c, F->ac);
  accumulateBlock(a, d, F->ad);
  accumulateBlock(b, c, F->bc);
  accumulateBlock(b, d, F->bd);
}

/*
 * Adds what one unique quartet of shells gives to the two-electron part G. Each of the up to eight equal integrals
 * contributes; `weight` is eight over the number that coincide. G is symmetrized at the end.
 */
static void contract(int i, int j, int k, int l, const blocks_t *D, blocks_t *F) {
  static double v[81];
  const shell_t *a = &shells[i], *b = &shells[j], *c = &shells[k], *d = &shells[l];
  double weight = (i == j ? 0.5 : 1) * (k == l ? 0.5 : 1) * (i == k && j == l ? 0.5 : 1);
  repulsion(a, b, c, d, v);
  for (int fa = 0; fa < functions(a); fa++)
    for (int fb = 0; fb < functions(b); fb++)
      for (int fc = 0; fc < functions(c); fc++)
        for (int fd = 0; fd < functions(d); fd++) {
          double g = weight * v[27 * fa + 9 * fb + 3 * fc + fd];
          int p = place(a, fa), q = place(b, fb), r = place(c, fc), s = place(d, fd);
          F->ab[SIDE * p + q] += 4 * g * D->cd[SIDE * r + s];
          F->cd[SIDE * r + s] += 4 * g * D->ab[SIDE * p + q];
          F->ac[SIDE * p + r] -= g * D->bd[SIDE * q + s];
          F->ad[SIDE * p + s] -= g * D->bc[SIDE * q + r];
          F->bc[SIDE * q + r] -= g * D->ad[SIDE * p + s];
          F->bd[SIDE * q + s] -= g * D->ac[SIDE * p + r];
        }
}

/* All quartets of shells of four atoms, each unique one once. */
static void quartets(int a, int b, int c, int d, const blocks_t *D, blocks_t *F) {
  for (int i = firstShell[a]; i < firstShell[a + 1]; i++)
    for (int j = firstShell[b]; j < firstShell[b + 1] && j <= i; j++)
      for (int k = firstShell[c]; k < firstShell[c + 1] && k <= i; k++)
        for (int l = firstShell[d]; l < firstShell[d + 1] && l <= (k == i ? j : k); l++)
          if (largest[i * shellCount + j] * largest[k * shellCount + l] > SCREENING) contract(i, j, k, l, D, F);
}

/* A task is a pair of atoms (a, b), a >= b, with all (c, d) behind it. */
static void runTask(int a, int b) {
  for (int c = 0; c <= a; c++)
    for (int d = 0; d <= c; d++) {
      static blocks_t D, F;
      if (c == a && d > b) break;
      getDensity(a, b, c, d, &D);
      memset(&F, 0, sizeof F);
      quartets(a, b, c, d, &D, &F);
      accumulateFock(a, b, c, d, &F);
    }
}

static int runTasks(void) {
  int done = 0, tasks = atomCount * (atomCount + 1) / 2;
  for (int task = drawTask(); task < tasks; task = drawTask(), done++) {
    int number = tasks - 1 - task, a = 0; /* the longest first */
    while ((a + 1) * (a + 2) / 2 <= number) a++;
    runTask(a, number - a * (a + 1) / 2);
  }
  return done;
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

/* Overlap, core Hamiltonian, bounds of the repulsion integrals. */
static void computeFixed(void) {
  for (int i = 0; i < shellCount; i++)
    for (int j = 0; j < shellCount; j++) {
      double s[9], h[9], v[81], bound = 0;
      oneElectron(&shells[i], &shells[j], s, h);
      for (int fa = 0; fa < functions(&shells[i]); fa++)
        for (int fb = 0; fb < functions(&shells[j]); fb++) {
          int at = (shells[i].first + fa) * basisCount + shells[j].first + fb;
          overlap[at] = s[3 * fa + fb];
          core[at] = h[3 * fa + fb];
        }
      repulsion(&shells[i], &shells[j], &shells[i], &shells[j], v);
      for (int fa = 0; fa < 3; fa++)
        for (int fb = 0; fb < 3; fb++) bound = fmax(bound, fabs(v[30 * fa + 10 * fb]));
      largest[i * shellCount + j] = sqrt(bound);
    }
}

/* Occupied orbitals of F make the new density D = 2 C C^T. */
static void newDensity(const double *F, double *D) {
  int n = basisCount, occupied = 5 * atomCount / 3;
  double *t = matrix(), *u = matrix(), *v = matrix(), *values = malloc(n * sizeof(double));
  multiply(n, F, orthogonal, t, 0);
  multiply(n, orthogonal, t, u, 1);
  eigen(n, u, values, v);
  multiply(n, orthogonal, v, t, 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < occupied; k++) sum += t[i * n + k] * t[j * n + k];
      D[i * n + j] = 2 * sum;
    }
  free(t);
  free(u);
  free(v);
  free(values);
}

/* F = H + G of the density; gives the electronic energy. */
static double buildFock(const double *D, double *F, int *done) {
  int n = basisCount;
  double energy = 0;
  publish(D, density);
  clear(fock);
  if (MYTHREAD == 0) nextTask = 0;
  upc_barrier;
  *done += runTasks();
  upc_barrier;
  double *G = matrix();
  fetch(fock, G);
  upc_barrier; /* before anybody clears it again */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      F[i * n + j] = core[i * n + j] + 0.5 * (G[i * n + j] + G[j * n + i]);
      energy += 0.5 * D[i * n + j] * (core[i * n + j] + F[i * n + j]);
    }
  free(G);
  return energy;
}

static void setUp(int waters) {
  addWaters(waters);
  overlap = matrix();
  core = matrix();
  orthogonal = matrix();
  largest = malloc(shellCount * shellCount * sizeof(double));
  density = upc_all_alloc(atomCount * atomCount, sizeof(cell_t));
  fock = upc_all_alloc(atomCount * atomCount, sizeof(cell_t));
  counterLock = upc_all_lock_alloc();
  int k;
  upc_forall(k = 0; k < LOCKS; k++; k) locks[k] = upc_global_lock_alloc();
  clear(density);
  computeFixed();
  double *copy = matrix();
  memcpy(copy, overlap, basisCount * basisCount * sizeof(double));
  inverseSquareRoot(basisCount, copy, orthogonal);
  free(copy);
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

/* One water is compared with the published energy; more of them must at least bind no worse than apart. */
static int verify(int waters, double energy) {
  if (waters == 1) return fabs(nuclearRepulsion() - REPULSION_OF_WATER) < 1e-8 && fabs(energy - ENERGY_OF_WATER) < 1e-8;
  return fabs(energy - waters * ENERGY_OF_WATER) < 0.05 * waters;
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
