/*
 * Loops whose rounds each go through an inner loop that adds up, so that several rounds may go through it together: all
 * numbers of rounds from none on, and rounds that need what earlier ones wrote. Each is beside one that cannot be taken apart.
 */
#include <stdio.h>
#include <string.h>

#define N 13

static double a[N][N], b[N][N], c[N][N], expected[N][N], x[N], y[N], z[N];
static float narrow[N], slim[N];
static struct { double sum, weight; } cells[N];
static int failures;
static const volatile void *volatile known;
__attribute__((noinline)) static int hide(const volatile void *counter, int first) { return known = counter, first; }

#define SLOWLY(i, n) for (volatile int i = hide(&i, 0); i < (n); i++)

static void prepare(void) {
  SLOWLY(i, N) {
    SLOWLY(k, N) a[i][k] = i * 0.1 - k * 0.7, b[i][k] = 1.1 * k + 0.3 * i;
    x[i] = 0.01 * i - 2, y[i] = 3 - 0.3 * i, z[i] = 0.7 * i * i;
    narrow[i] = i * 0.3f, slim[i] = 1 - i * 0.7f;
    cells[i].sum = i, cells[i].weight = 0.9 * i;
  }
  memset(c, 0, sizeof c), memset(expected, 0, sizeof expected);
}
static void same(const char *what, int n, const void *made, const void *wanted, size_t size) {
  if (memcmp(made, wanted, size) != 0) printf("wrong: %s, %d\n", what, n), failures++;
  prepare();
}

static void products(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  SLOWLY(i, n) SLOWLY(j, n) SLOWLY(k, m) expected[i][j] += a[i][k] * b[k][j];
  same("a product", n, c, expected, sizeof c);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 1;
      for (int k = m - 1; k >= 0; k--) c[i][j] += a[i][k] * b[k][j];
    }
  SLOWLY(i, n) SLOWLY(j, n) {
    expected[i][j] = 1;
    SLOWLY(k, m) expected[i][j] += a[i][m - 1 - k] * b[m - 1 - k][j];
  }
  same("a product in memory, backwards", n, c, expected, sizeof c);
}

static void vectors(int n, int m) {
  for (int i = 0; i < n; i++) {
    double sum = z[i], least = x[i];
    for (int k = 0; k < m; k++) sum += a[i][k] * x[k], least = x[k] < least ? x[k] : least;
    z[i] = sum * least;
  }
  double wanted[N];
  memcpy(wanted, z, sizeof z), prepare();
  SLOWLY(i, n) {
    double sum = z[i], least = x[i];
    SLOWLY(k, m) sum += a[i][k] * x[k], least = x[k] < least ? x[k] : least;
    z[i] = sum * least;
  }
  same("a vector", n, z, wanted, sizeof z);
  float narrowed[N];
  for (int i = 0; i < n; i++) {
    float product = 1;
    for (int k = 0; k < m; k++) product = product * slim[k] + (float)i;
    narrow[i] = product;
  }
  memcpy(narrowed, narrow, sizeof narrow), prepare();
  SLOWLY(i, n) {
    float product = 1;
    SLOWLY(k, m) product = product * slim[k] + (float)i;
    narrow[i] = product;
  }
  same("floats", n, narrow, narrowed, sizeof narrow);
}

/* Rounds that need what earlier ones wrote, or the locals they left. */
static void dependences(int n, int m) {
  double wanted[N];
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < m; k++) sum += a[i][k] * y[k];
    y[i] = sum;
  }
  memcpy(wanted, y, sizeof y), prepare();
  SLOWLY(i, n) {
    double sum = 0;
    SLOWLY(k, m) sum += a[i][k] * y[k];
    y[i] = sum;
  }
  same("in place", n, y, wanted, sizeof y);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < m; k++) sum += cells[k].weight * x[i];
    cells[i].sum = sum;
  }
  double kept = 0;
  SLOWLY(i, n) {
    double sum = 0;
    SLOWLY(k, m) sum += cells[k].weight * x[i];
    if (cells[i].sum != sum) printf("wrong: members, %d\n", n), failures++;
  }
  prepare();
  for (int i = 0; i < n; i++) {
    double sum = kept;
    for (int k = 0; k < m; k++) sum += a[i][k];
    z[i] = kept = sum;
  }
  memcpy(wanted, z, sizeof z), prepare();
  double going = 0, last = 0, end = 0;
  SLOWLY(i, n) {
    SLOWLY(k, m) going += a[i][k];
    z[i] = going;
  }
  same("a sum that goes on", n, z, wanted, sizeof z);
  int i, k = -1;
  for (i = 0; i < n; i++) {
    last = 0;
    for (k = 0; k < m; k++) last += a[k][i];
    x[i] = last;
  }
  SLOWLY(i, n) {
    end = 0;
    SLOWLY(k, m) end += a[k][i];
    if (x[i] != end) printf("wrong: columns, %d\n", n), failures++;
  }
  if (last != end || i != n || k != (n > 0 ? m : -1)) printf("wrong: what is left behind, %d\n", n), failures++;
  prepare();
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < i; k++) sum += a[i][k] * x[k];
    z[i] = sum;
  }
  memcpy(wanted, z, sizeof z), prepare();
  SLOWLY(i, n) {
    z[i] = 0;
    SLOWLY(k, i) z[i] += a[i][k] * x[k];
  }
  same("a triangle", n, z, wanted, sizeof z);
}

int main(void) {
  prepare();
  for (int n = 0; n <= N; n++)
    for (int m = 0; m <= N; m += 1 + m / 2) products(n, m), vectors(n, m), dependences(n, m);
  if (failures == 0) printf("all as expected\n");
  return failures != 0;
}
