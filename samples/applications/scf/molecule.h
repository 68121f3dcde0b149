/* Molecules of oxygen and hydrogen, and their STO-3G basis: shells of s and p functions. All lengths in bohr. */
typedef struct {
  int charge;
  double at[3];
} atom_t;

#define PRIMITIVES 3
/* A shell: one s function, or the three p functions x, y, z. */
typedef struct {
  int atom;
  int momentum;               /* 0 or 1 */
  int first;                  /* index of its first basis function */
  double exponent[PRIMITIVES];
  double weight[PRIMITIVES];  /* contraction coefficient with the normalization in it */
} shell_t;

#define MAX_WATERS 8
#define MAX_ATOMS (3 * MAX_WATERS)
#define MAX_SHELLS (5 * MAX_WATERS)

static atom_t atoms[MAX_ATOMS];
static int atomCount;
static shell_t shells[MAX_SHELLS];
static int shellCount;
static int basisCount;
/* Shells of an atom: firstShell[a] .. firstShell[a + 1] - 1; its functions likewise. */
static int firstShell[MAX_ATOMS + 1];
static int firstFunction[MAX_ATOMS + 1];

/* Hehre, Stewart, Pople, J. Chem. Phys. 51, 2657 (1969). */
static const double HYDROGEN_1S[] = {3.425250910, 0.623913730, 0.168855400};
static const double OXYGEN_1S[] = {130.709320000, 23.808861000, 6.443608300};
static const double OXYGEN_2SP[] = {5.033151300, 1.169596100, 0.380389000};
static const double WEIGHTS_1S[] = {0.154328970, 0.535328140, 0.444634540};
static const double WEIGHTS_2S[] = {-0.099967230, 0.399512830, 0.700115470};
static const double WEIGHTS_2P[] = {0.155916270, 0.607683720, 0.391957390};

/* Normalization of a primitive s or p function. */
static double normalization(int momentum, double a) {
  double s = pow(2 * a / PI, 0.75);
  return momentum == 0 ? s : s * 2 * sqrt(a);
}

static void addShell(int momentum, const double *exponents, const double *weights) {
  shell_t *shell = &shells[shellCount++];
  shell->atom = atomCount - 1;
  shell->momentum = momentum;
  shell->first = basisCount;
  for (int k = 0; k < PRIMITIVES; k++) {
    shell->exponent[k] = exponents[k];
    shell->weight[k] = weights[k] * normalization(momentum, exponents[k]);
  }
  basisCount += momentum == 0 ? 1 : 3;
}

static void addAtom(int charge, double x, double y, double z) {
  atom_t *atom = &atoms[atomCount++];
  atom->charge = charge;
  atom->at[0] = x;
  atom->at[1] = y;
  atom->at[2] = z;
  if (charge == 8) {
    addShell(0, OXYGEN_1S, WEIGHTS_1S);
    addShell(0, OXYGEN_2SP, WEIGHTS_2S);
    addShell(1, OXYGEN_2SP, WEIGHTS_2P);
  } else {
    addShell(0, HYDROGEN_1S, WEIGHTS_1S);
  }
  firstShell[atomCount] = shellCount;
  firstFunction[atomCount] = basisCount;
}

/* Waters in a row, 5.5 bohr apart along z; the first is the one whose energy is known. */
static void addWaters(int count) {
  for (int w = 0; w < count; w++) {
    double z = 5.5 * w;
    addAtom(8, 0, -0.143225816552, z);
    addAtom(1, 1.638036840407, 1.136548822547, z);
    addAtom(1, -1.638036840407, 1.136548822547, z);
  }
}

static double distance2(const double *a, const double *b) {
  double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
  return x * x + y * y + z * z;
}

static double nuclearRepulsion(void) {
  double energy = 0;
  for (int a = 0; a < atomCount; a++)
    for (int b = 0; b < a; b++) energy += atoms[a].charge * atoms[b].charge / sqrt(distance2(atoms[a].at, atoms[b].at));
  return energy;
}
