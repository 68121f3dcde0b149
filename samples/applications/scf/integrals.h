/*
 * Integrals over s and p Gaussians by McMurchie and Davidson, J. Comput. Phys. 26, 218 (1978):
 * products of Gaussians are expanded in Hermite Gaussians (coefficients E), whose Coulomb integrals are the R.
 */
#define MAX_MOMENTUM 1
#define MAX_ORDER 4 /* four p functions */

/* Boys' function F_0 .. F_n of t: series and downward recursion below 35, asymptotic form and upward recursion above. */
static void boys(int n, double t, double *f) {
  if (t > 35) {
    f[0] = 0.5 * sqrt(PI / t);
    double e = exp(-t);
    for (int m = 0; m < n; m++) f[m + 1] = ((2 * m + 1) * f[m] - e) / (2 * t);
    return;
  }
  double e = exp(-t), term = 1.0 / (2 * n + 1), sum = term;
  for (int k = 1; term > 1e-17 * sum; k++) {
    term *= 2 * t / (2 * n + 2 * k + 1);
    sum += term;
  }
  f[n] = e * sum;
  for (int m = n; m > 0; m--) f[m - 1] = (2 * t * f[m] + e) / (2 * m - 1);
}

/* E[i][j][t] of one dimension for momenta up to la and lb; `ab` is a - b. */
typedef double hermite_t[MAX_MOMENTUM + 3][MAX_MOMENTUM + 3][2 * MAX_MOMENTUM + 4];

static void hermite(int la, int lb, double a, double b, double ab, hermite_t E) {
  double p = a + b, q = a * b / p, pa = -b / p * ab, pb = a / p * ab;
  E[0][0][0] = exp(-q * ab * ab);
  for (int i = 0; i <= la; i++)
    for (int j = 0; j <= lb; j++) {
      if (i + j == 0) continue;
      int useA = i > 0;
      double shift = useA ? pa : pb;
      double *from = useA ? E[i - 1][j] : E[i][j - 1];
      int top = i + j - 1;
      for (int t = 0; t <= i + j; t++) {
        double below = t > 0 ? from[t - 1] : 0, same = t <= top ? from[t] : 0, above = t + 1 <= top ? from[t + 1] : 0;
        E[i][j][t] = below / (2 * p) + shift * same + (t + 1) * above;
      }
    }
}

/* R[t][u][v] for t + u + v <= n: Hermite Coulomb integrals of exponent p at distance d. */
typedef double coulomb_t[MAX_ORDER + 1][MAX_ORDER + 1][MAX_ORDER + 1];

static void coulomb(int n, double p, const double *d, coulomb_t R) {
  double f[MAX_ORDER + 1], power = 1;
  static coulomb_t level[MAX_ORDER + 1];
  boys(n, p * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), f);
  for (int m = 0; m <= n; m++, power *= -2 * p) level[m][0][0][0] = power * f[m];
  for (int m = n - 1; m >= 0; m--) {
    double(*next)[MAX_ORDER + 1][MAX_ORDER + 1] = level[m + 1], (*here)[MAX_ORDER + 1][MAX_ORDER + 1] = level[m];
    for (int t = 0; t <= n - m; t++)
      for (int u = 0; u <= n - m - t; u++)
        for (int v = 0; v <= n - m - t - u; v++) {
          if (t > 0)
            here[t][u][v] = d[0] * next[t - 1][u][v] + (t > 1 ? (t - 1) * next[t - 2][u][v] : 0);
          else if (u > 0)
            here[t][u][v] = d[1] * next[t][u - 1][v] + (u > 1 ? (u - 1) * next[t][u - 2][v] : 0);
          else if (v > 0)
            here[t][u][v] = d[2] * next[t][u][v - 1] + (v > 1 ? (v - 1) * next[t][u][v - 2] : 0);
        }
  }
  for (int t = 0; t <= n; t++)
    for (int u = 0; u <= n - t; u++)
      for (int v = 0; v <= n - t - u; v++) R[t][u][v] = level[0][t][u][v];
}

static int functions(const shell_t *s) { return s->momentum == 0 ? 1 : 3; }

/* Powers of x, y, z of function f of a shell. */
static void powers(const shell_t *s, int f, int *l) {
  l[0] = l[1] = l[2] = 0;
  if (s->momentum == 1) l[f] = 1;
}

/* A pair of primitives: exponent, centre, and the expansion in each dimension. */
typedef struct {
  double weight, exponent, centre[3];
  hermite_t E[3];
} pair_t;

static void makePair(const shell_t *a, int i, const shell_t *b, int j, int extra, pair_t *pair) {
  double ea = a->exponent[i], eb = b->exponent[j];
  const double *ra = atoms[a->atom].at, *rb = atoms[b->atom].at;
  pair->weight = a->weight[i] * b->weight[j];
  pair->exponent = ea + eb;
  for (int x = 0; x < 3; x++) {
    pair->centre[x] = (ea * ra[x] + eb * rb[x]) / (ea + eb);
    hermite(a->momentum, b->momentum + extra, ea, eb, ra[x] - rb[x], pair->E[x]);
  }
}

/* Overlap and kinetic energy plus nuclear attraction of the functions of two shells: [fa][fb], rows of 3. */
static void oneElectron(const shell_t *a, const shell_t *b, double *overlap, double *core) {
  static pair_t pair;
  static coulomb_t R;
  for (int k = 0; k < 9; k++) overlap[k] = core[k] = 0;
  for (int i = 0; i < PRIMITIVES; i++)
    for (int j = 0; j < PRIMITIVES; j++) {
      makePair(a, i, b, j, 2, &pair);
      double p = pair.exponent, eb = b->exponent[j], scale = pair.weight * pow(PI / p, 1.5);
      for (int fa = 0; fa < functions(a); fa++)
        for (int fb = 0; fb < functions(b); fb++) {
          int la[3], lb[3];
          double s[3], k[3];
          powers(a, fa, la);
          powers(b, fb, lb);
          for (int x = 0; x < 3; x++) {
            hermite_t *E = &pair.E[x];
            int n = lb[x];
            s[x] = (*E)[la[x]][n][0];
            k[x] = -2 * eb * eb * (*E)[la[x]][n + 2][0] + eb * (2 * n + 1) * s[x];
            if (n > 1) k[x] -= 0.5 * n * (n - 1) * (*E)[la[x]][n - 2][0];
          }
          overlap[3 * fa + fb] += scale * s[0] * s[1] * s[2];
          core[3 * fa + fb] += scale * (k[0] * s[1] * s[2] + s[0] * k[1] * s[2] + s[0] * s[1] * k[2]);
        }
      for (int c = 0; c < atomCount; c++) {
        double d[3];
        for (int x = 0; x < 3; x++) d[x] = pair.centre[x] - atoms[c].at[x];
        coulomb(a->momentum + b->momentum, p, d, R);
        double factor = -atoms[c].charge * pair.weight * 2 * PI / p;
        for (int fa = 0; fa < functions(a); fa++)
          for (int fb = 0; fb < functions(b); fb++) {
            int la[3], lb[3];
            double sum = 0;
            powers(a, fa, la);
            powers(b, fb, lb);
            for (int t = 0; t <= la[0] + lb[0]; t++)
              for (int u = 0; u <= la[1] + lb[1]; u++)
                for (int v = 0; v <= la[2] + lb[2]; v++)
                  sum += pair.E[0][la[0]][lb[0]][t] * pair.E[1][la[1]][lb[1]][u] * pair.E[2][la[2]][lb[2]][v] * R[t][u][v];
            core[3 * fa + fb] += factor * sum;
          }
      }
    }
}

/* The Hermite expansion of a product of two functions, as a list of (t, u, v, coefficient). */
typedef struct {
  int count;
  int t[8], u[8], v[8];
  double value[8];
} expansion_t;

static void expand(const shell_t *a, int fa, const shell_t *b, int fb, const pair_t *pair, int alternate, expansion_t *list) {
  int la[3], lb[3];
  powers(a, fa, la);
  powers(b, fb, lb);
  list->count = 0;
  for (int t = 0; t <= la[0] + lb[0]; t++)
    for (int u = 0; u <= la[1] + lb[1]; u++)
      for (int v = 0; v <= la[2] + lb[2]; v++) {
        double value = pair->E[0][la[0]][lb[0]][t] * pair->E[1][la[1]][lb[1]][u] * pair->E[2][la[2]][lb[2]][v];
        int k = list->count++;
        list->t[k] = t;
        list->u[k] = u;
        list->v[k] = v;
        list->value[k] = alternate && ((t + u + v) & 1) ? -value : value;
      }
}

/* (ab|cd) for all functions of four shells: result[fa][fb][fc][fd], each of 3. */
static void repulsion(const shell_t *a, const shell_t *b, const shell_t *c, const shell_t *d, double *result) {
  static pair_t bra, ket;
  static expansion_t left[9], right[9];
  static coulomb_t R;
  int na = functions(a), nb = functions(b), nc = functions(c), nd = functions(d);
  int order = a->momentum + b->momentum + c->momentum + d->momentum;
  for (int k = 0; k < 81; k++) result[k] = 0;
  for (int ij = 0; ij < PRIMITIVES * PRIMITIVES; ij++) {
    makePair(a, ij / PRIMITIVES, b, ij % PRIMITIVES, 0, &bra);
    for (int f = 0; f < na * nb; f++) expand(a, f / nb, b, f % nb, &bra, 0, &left[f]);
    for (int kl = 0; kl < PRIMITIVES * PRIMITIVES; kl++) {
      double difference[3];
      makePair(c, kl / PRIMITIVES, d, kl % PRIMITIVES, 0, &ket);
      for (int f = 0; f < nc * nd; f++) expand(c, f / nd, d, f % nd, &ket, 1, &right[f]);
      double p = bra.exponent, q = ket.exponent;
      double factor = 2 * pow(PI, 2.5) / (p * q * sqrt(p + q)) * bra.weight * ket.weight;
      for (int x = 0; x < 3; x++) difference[x] = bra.centre[x] - ket.centre[x];
      coulomb(order, p * q / (p + q), difference, R);
      for (int f = 0; f < na * nb; f++)
        for (int g = 0; g < nc * nd; g++) {
          const expansion_t *l = &left[f], *r = &right[g];
          double sum = 0;
          for (int m = 0; m < l->count; m++)
            for (int n = 0; n < r->count; n++) sum += l->value[m] * r->value[n] * R[l->t[m] + r->t[n]][l->u[m] + r->u[n]][l->v[m] + r->v[n]];
          result[27 * (f / nb) + 9 * (f % nb) + 3 * (g / nd) + g % nd] += factor * sum;
        }
    }
  }
}
