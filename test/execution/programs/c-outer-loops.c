// Nests whose outer rounds may go side by side through the inner loop, and such whose rounds may not, against the same nests
// held apart by a volatile read.
#include "check.h"
#include <string.h>
#define N 37
#define M 23
static volatile int zero;

static double x[N + M][N + M], y[N + M][N + M], z[N + M][N + M], w[N + M][N + M];
static float fx[N + M][N + M], fz[N + M], fw[N + M];
static int ix[N + M][N + M], iz[N + M], iw[N + M];
static signed char cx[N + M][N + M], cz[N + M], cw[N + M];
static unsigned short hz[N + M], hw[N + M];
static long lz[N + M], lw[N + M];

static void fill(void) {
  for (int i = 0; i < N + M; i++) {
    for (int j = 0; j < N + M; j++) {
      x[i][j] = (i * 7 + j * 3) % 11 - 4.5;
      y[i][j] = (i * 5 + j) % 13 * 0.25;
      z[i][j] = i - j;
      fx[i][j] = (i + 3 * j) % 9 * 0.5f;
      ix[i][j] = (i * 1103 + j * 12345) % 1000 - 500;
      cx[i][j] = (signed char)(i * 31 + j * 17);
    }
    fz[i] = i * 0.25f;
    iz[i] = 3 * i;
    cz[i] = (signed char)(5 * i);
    hz[i] = (unsigned short)(7 * i);
    lz[i] = 11 * i;
  }
}

// The nest twice: as it is, and with a read of `zero` in each round of the inner loop, so that it stays as it is.
#define NEST(name, before, inner, behind)                                  \
  static void name(int n, int m) {                                         \
    for (int j = 0; j < n; j++) { before for (int k = 0; k < m; k++) { inner } behind } \
  }                                                                        \
  static void name##_apart(int n, int m) {                                 \
    for (int j = 0; j < n; j++) { before for (int k = 0; k < m; k++) { if (zero) break; inner } behind } \
  }

NEST(product, double s = 0;, s += x[1][k] * y[k][j];, z[0][j] = s;)
NEST(inPlace, , z[3][j] += x[2][k] * y[k][j];, )
NEST(twice, z[4][j] = 1;, z[4][j] += x[2][k] * y[k][j];, )
NEST(backwards, double s = j;, s -= x[1][k] / (y[k][N - j] + 1);, z[5][N - j] = s * 2;)
NEST(columns, double s = 0;, s += x[j][k] * y[k][1];, z[6][j] = s;)
NEST(follows, double s = z[7][j];, s += x[0][k];, z[7][j + 1] = s;)
NEST(readsOwn, double s = 0;, s += z[8][k] * x[k][j];, z[8][j] = s;)
NEST(twoStores, double s = 0;, s += x[k][j];, z[9][j] = s; z[9][j + 1] = s + 1;)
NEST(largest, double s = -100;, s = x[k][j] > s ? x[k][j] : s;, z[10][j] = s;)
NEST(counters, double s = 0;, s += (j - k) * y[k][j];, z[11][j] = s + j;)
NEST(widened, double s = 0;, s += ix[k][j];, z[12][j] = s;)
NEST(floats, float s = 0;, s += fx[3][k] * fx[k][j];, fz[j] = s;)
NEST(ints, int s = j;, s = s * 3 + (ix[k][j] ^ ix[2][k]);, iz[j] = s;)
NEST(shifts, int s = 0;, s += (ix[k][j] >> 3) + (ix[k][j] << (k & 7)) - (j & 5);, iz[j] += s;)
NEST(counts, int s = 0;, s += ix[k][j] > ix[1][k];, iz[j] = s;)
NEST(narrow, int s = 0;, s += cx[k][j];, cz[j] = (signed char)s;)
NEST(halves, int s = 1;, s ^= cx[k][j] * 3;, hz[j] = (unsigned short)s;)
NEST(longs, long s = 0;, s += (long)ix[k][j] + cx[k][j];, lz[j] = s;)

// The inner counter is the program's own: what a round leaves in it the next one reads.
static double last(int n, int m, int apart) {
  int k = 5;
  double all = 0;
  for (int j = 0; j < n; j++) {
    int old = 2 * k;
    double s = 0;
    for (k = 0; k < m; k++) { if (apart && zero) break; s += x[k][j]; }
    all += s * (old + 1);
  }
  return all;
}
static void left(int n, int m) {
  int k = 5;
  for (int j = 0; j < n; j++) {
    int old = 2 * k;
    double s = 0;
    for (k = 0; k < m; k++) s += x[k][j];
    z[13][j] = s + old;
  }
}
static void left_apart(int n, int m) {
  int k = 5;
  for (int j = 0; j < n; j++) {
    int old = 2 * k;
    double s = 0;
    for (k = 0; k < m; k++) { if (zero) break; s += x[k][j]; }
    z[13][j] = s + old;
  }
}

// The inner loop does not begin at 0: what is computed from its counter before it is not what that is behind it.
#define FROM(name, inner, behind)                                                                     \
  static void name##_from(int n, int m, int start) {                                                  \
    for (int j = 0; j < n; j++) { int k = start, at = k + j; double s = 0; double old = z[14][k + j]; \
      for (; k < m; k++) { inner } behind }                                                           \
  }                                                                                                   \
  static void name(int n, int m) { name##_from(n, m, m / 3); }
#define BODY s += x[k][j] + x[k][at];
FROM(places, BODY, z[15][at] = s + old;)
FROM(places_apart, if (zero) break; BODY, z[15][at] = s + old;)
FROM(moved, BODY, z[14][k + j] = s + old;)
FROM(moved_apart, if (zero) break; BODY, z[14][k + j] = s + old;)

static void keep(void) {
  memcpy(w, z, sizeof w), memcpy(fw, fz, sizeof fw), memcpy(iw, iz, sizeof iw), memcpy(cw, cz, sizeof cw);
  memcpy(hw, hz, sizeof hw), memcpy(lw, lz, sizeof lw);
}
static int alike(void) {
  return !memcmp(w, z, sizeof w) && !memcmp(fw, fz, sizeof fw) && !memcmp(iw, iz, sizeof iw) && !memcmp(cw, cz, sizeof cw) &&
         !memcmp(hw, hz, sizeof hw) && !memcmp(lw, lz, sizeof lw);
}

// Through pointers of which nothing is known: in place, a row apart, and in the middle of what is read.
static void through(int n, int m, const double *from, double *to, int apart) {
  for (int j = 0; j < n; j++) {
    double s = 0;
    for (int k = 0; k < m; k++) { if (apart && zero) break; s += from[k * (N + M) + j]; }
    to[j] = s;
  }
}

typedef void nest(int, int);
#define BOTH(name) { #name, name, name##_apart }
static const struct { const char *name; nest *fast, *apart; } nests[] = {
  BOTH(product), BOTH(inPlace), BOTH(twice), BOTH(backwards), BOTH(columns), BOTH(follows), BOTH(readsOwn), BOTH(twoStores),
  BOTH(largest), BOTH(counters), BOTH(widened), BOTH(floats), BOTH(ints), BOTH(shifts), BOTH(counts), BOTH(narrow),
  BOTH(halves), BOTH(longs), BOTH(left), BOTH(places), BOTH(moved),
};

int main(void) {
  static const int sizes[] = { 0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, N };
  for (int t = 0; t < (int)(sizeof nests / sizeof nests[0]); t++)
    for (int a = 0; a < 12; a++)
      for (int m = 0; m <= M; m += a + 1) {
        fill(), nests[t].apart(sizes[a], m), keep();
        fill(), nests[t].fast(sizes[a], m);
        if (!alike()) printf("%s: %d rounds of %d\n", nests[t].name, sizes[a], m);
        CHECK(alike());
      }
  for (int shift = 0; shift < 5; shift++) {
    fill(), through(N, M, &z[0][0], &z[1][shift], 1), keep();
    fill(), through(N, M, &z[0][0], &z[1][shift], 0);
    CHECK(alike());
  }
  CHECK(last(N, M, 0) == last(N, M, 1));
  return bad != 0;
}
