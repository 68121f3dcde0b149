/*
 * The part of an SCF calculation that no communication is in: the two-electron part of the Fock matrix block by block,
 * the integrals that stay, and the new density. A block is of two atoms; a task is a pair of atoms with all pairs
 * behind it. The program that includes this defines the three functions that communicate.
 */
#define REPULSION_OF_WATER 8.002367061810
#define ENERGY_OF_WATER (-74.942079928)
#define SCREENING 1e-12

/* A block: the functions of one atom by those of another, padded to those of oxygen. */
#define SIDE 5
#define BLOCK (SIDE * SIDE)
typedef double block_t[BLOCK];

/* Of the including program: the next task, a block of the density, an addition to a block of the Fock matrix. */
static int drawTask(void);
static void getBlock(int a, int b, block_t block);
static void accumulateBlock(int a, int b, const block_t block);

/* Every thread's own copies of what is small. */
static double *overlap, *core, *orthogonal;
/* largest[i * shellCount + j] = sqrt of the largest (ij|ij): |(ij|kl)| <= largest[ij] largest[kl] (Schwarz). */
static double *largest;

static double *matrix(void) { return calloc(basisCount * basisCount, sizeof(double)); }

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

/* F = H + G, with G from what was accumulated; gives the electronic energy. */
static double addCore(const double *D, const double *G, double *F) {
  int n = basisCount;
  double energy = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      F[i * n + j] = core[i * n + j] + 0.5 * (G[i * n + j] + G[j * n + i]);
      energy += 0.5 * D[i * n + j] * (core[i * n + j] + F[i * n + j]);
    }
  return energy;
}

/* The molecule and what of it stays the same. */
static void setUpMolecule(int waters) {
  addWaters(waters);
  overlap = matrix();
  core = matrix();
  orthogonal = matrix();
  largest = malloc(shellCount * shellCount * sizeof(double));
  computeFixed();
  double *copy = matrix();
  memcpy(copy, overlap, basisCount * basisCount * sizeof(double));
  inverseSquareRoot(basisCount, copy, orthogonal);
  free(copy);
}

/* One water is compared with the published energy; more of them must at least bind no worse than apart. */
static int verify(int waters, double energy) {
  if (waters == 1) return fabs(nuclearRepulsion() - REPULSION_OF_WATER) < 1e-8 && fabs(energy - ENERGY_OF_WATER) < 1e-8;
  return fabs(energy - waters * ENERGY_OF_WATER) < 0.05 * waters;
}
