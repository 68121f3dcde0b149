/*
 * Loops whose addresses and products move with their counters, at which compilers keep variables that they step. Each is
 * beside one whose counters are volatile and in memory, so that nothing is known of them.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define N 37
#define M 29

static double a[N * M], b[N * M], c[N * M], expected[N * M];
static int table[N * M], copy[N * M];
static struct body {
  double place[3], mass;
  int number, neighbours[4];
} bodies[N];
static int failures;
static const volatile void *volatile known;
__attribute__((noinline)) static unsigned hide(const volatile void *counter, unsigned first) { return known = counter, first; }

static void check(const char *what, int ok) {
  if (!ok) printf("wrong: %s\n", what), failures++;
}
static void same(const char *what) {
  check(what, memcmp(c, expected, sizeof c) == 0);
  memset(c, 0, sizeof c), memset(expected, 0, sizeof expected);
}
static void sameTable(const char *what) {
  check(what, memcmp(table, copy, sizeof table) == 0);
  memset(table, 0, sizeof table), memset(copy, 0, sizeof copy);
}

static void prepare(void) {
  for (volatile int i = hide(&i, 0); i < N * M; i++) a[i] = i * 0.25 - 7, b[i] = 3 - i * 0.125;
}

/* The inner index moves by a row, whose length is known or not. */
__attribute__((noinline)) static void multiply(int n, int m, const double *x, const double *y, double *to) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += x[i * n + k] * y[k * m + j];
      to[i * m + j] = sum;
    }
}
static void multiplied(int n, int m) {
  for (volatile int i = hide(&i, 0); i < m; i++)
    for (volatile int j = hide(&j, 0); j < m; j++) {
      double sum = 0;
      for (volatile int k = hide(&k, 0); k < n; k++) sum += a[i * n + k] * b[k * m + j];
      expected[i * m + j] = sum;
    }
}
static void products(void) {
  multiply(N, M, a, b, c), multiplied(N, M), same("a product");
  multiply(0, M, a, b, c), multiplied(0, M), same("a product of nothing");
  multiply(1, 1, a, b, c), multiplied(1, 1), same("a product of single numbers");
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++) {
      c[i * M + j] = 0;
      for (int k = 0; k < N; k++) c[i * M + j] += a[i * N + k] * b[k * M + j];
    }
  multiplied(N, M), same("a product of known size");
  for (long i = 0; i < M; i++)
    for (long j = M - 1; j >= 0; j--) {
      double sum = 0;
      for (long k = 0; k < N; k += 1) sum += a[i * N + k] * b[k * M + j];
      c[i * M + j] = sum;
    }
  multiplied(N, M), same("a product by counters of 64 bits");
}

/* Structures, from both ends, by twos and threes. */
static void structures(void) {
  for (int i = 0; i < N; i++) {
    bodies[i].number = i * 56;
    for (int k = 0; k < 4; k++) bodies[i].neighbours[k] = i * 17 - k * 5;
  }
  int sum = 0, other = 0;
  for (int i = N - 1; i >= 0; i -= 2) sum = sum * 31 + bodies[i].number + bodies[i].neighbours[i & 3];
  for (volatile int i = hide(&i, N - 1); i >= 0; i -= 2) other = other * 31 + i * 56 + i * 17 - (i & 3) * 5;
  check("structures backwards", sum == other);
  sum = other = 0;
  for (unsigned i = 2; i < N - 3; i += 3)
    for (int k = 3; k > 0; k--) sum = sum * 33 + bodies[i - 2].neighbours[k] - bodies[i + 3].number;
  for (volatile unsigned i = hide(&i, 2); i < N - 3; i += 3)
    for (volatile int k = hide(&k, 3); k > 0; k--) other = other * 33 + ((int)i - 2) * 17 - k * 5 - ((int)i + 3) * 56;
  check("structures by threes", sum == other);
}

/* Numbers that wrap around on their way. */
__attribute__((noinline)) static unsigned wrapping(unsigned from, unsigned to, unsigned step, unsigned factor) {
  unsigned sum = 0;
  for (unsigned i = from; i != to; i += step) sum = sum * 31 + (i * factor + 7) * 12345;
  return sum;
}
static unsigned wrapped(unsigned from, unsigned to, unsigned step, unsigned factor) {
  unsigned sum = 0;
  for (volatile unsigned i = hide(&i, from); i != to; i += step) sum = sum * 31 + (i * factor + 7) * 12345;
  return sum;
}
static void wraps(void) {
  check("around 0", wrapping(UINT_MAX - 9, 10, 1, 3000000019u) == wrapped(UINT_MAX - 9, 10, 1, 3000000019u));
  check("around 0, back", wrapping(5, UINT_MAX - 20, -1u, 77) == wrapped(5, UINT_MAX - 20, -1u, 77));
  check("steps of half of all", wrapping(3, 3, 0x80000000u, 5) == 0);
  check("no round", wrapping(12, 12, 7, 5) == 0);
  unsigned sum = 0, other = 0;
  /* The multiple of the counter comes back to where it was before the counter ends. */
  for (unsigned i = 0; i < 40; i++) sum = sum * 31 + (i << 28);
  for (volatile unsigned i = hide(&i, 0); i < 40; i++) other = other * 31 + (i << 28);
  check("a multiple that wraps around", sum == other);
  sum = other = 0;
  for (int i = INT_MAX - 5; i > INT_MAX - 30; i -= 4) sum = sum * 31 + (unsigned)i * 9;
  for (volatile int i = hide(&i, INT_MAX - 5); i > INT_MAX - 30; i -= 4) other = other * 31 + (unsigned)i * 9;
  check("near the greatest", sum == other);
  long long wide = 0, slow = 0;
  for (long long i = -3000000000LL; i < 3000000000LL; i += 300000007LL) wide = wide * 31 + (int)(i * 11 + 5);
  for (volatile long long i = (hide(&i, 0), -3000000000LL); i < 3000000000LL; i += 300000007LL) slow = slow * 31 + (int)(i * 11 + 5);
  check("counters of 64 bits", wide == slow);
}

/* Counters that the body sets, that a call may see, that are wanted behind the loop, and rounds that end early. */
static int seen;
__attribute__((noinline)) static int look(int *counter, int number) { return seen = seen * 7 + *counter * number; }
static void jumps(void) {
  int i;
  for (i = 0; i < N; i++) {
    if (i % 5 == 2) continue;
    if (i * 44 > 1200) break;
    table[i * 11 % (N * M)] += i * 44;
    table[i * 13] -= i;
  }
  volatile int v = hide(&v, 0);
  for (v = 0; v < N; v++) {
    if (v % 5 == 2) continue;
    if (v * 44 > 1200) break;
    copy[v * 11 % (N * M)] += v * 44;
    copy[v * 13] -= v;
  }
  sameTable("continue and break"), check("a counter behind its loop", i == v);
  for (i = 0; i < N; i++) {
    if (i == 7) i += 3;
    table[i * 12] = i * 5;
  }
  for (v = 0; v < N; v++) {
    if (v == 7) v += 3;
    copy[v * 12] = v * 5;
  }
  sameTable("a counter that the body sets"), check("its end", i == v);
  int sum = 0, other = 0, counter;
  for (counter = 0; counter < 20; counter++) sum += look(&counter, 24) + table[counter * 3];
  seen = 0;
  for (v = 0; v < 20; v++) other += (seen = seen * 7 + v * 24);
  check("a counter with an address", sum == other);
  int outer = 0;
again:
  for (i = 0; i < 12; i++)
    for (int j = 0; j < 9; j++) {
      table[i * 31 + j * 7] += i * j;
      if (i * j == 40 + outer) {
        outer++;
        goto again;
      }
      if (j > i) goto next;
    next:;
    }
  outer = 0;
slowly:
  for (v = 0; v < 12; v++)
    for (volatile int j = hide(&j, 0); j < 9; j++) {
      copy[v * 31 + j * 7] += v * j;
      if (v * j == 40 + outer) {
        outer++;
        goto slowly;
      }
    }
  sameTable("goto");
  i = 0;
  do {
    table[i * 19] = i * 100;
    i++;
  } while (i < 30);
  for (v = 0; v < 30; v++) copy[v * 19] = v * 100;
  sameTable("do");
}

/* Steps that are not known, outer counters, objects that are indexed alike, what only some rounds do. */
__attribute__((noinline)) static void sieve(int from, int to, int step, int rows) {
  for (int i = from; i < to; i += step) table[i * 2] = i * rows + 3;
  for (int r = 0; r < rows; r++) {
    for (int i = 0; i < step; i++) table[r * M + i * 3] += r * 100 + i;
    for (int i = step; i > 0; i--) {
      if ((r + i) % 3 == 0) table[r * M + i * 2 + 1] -= r * i;
      copy[0] = 0;
    }
  }
}
static void sieved(int from, int to, int step, int rows) {
  for (volatile int i = hide(&i, from); i < to; i += step) copy[i * 2] = i * rows + 3;
  for (volatile int r = hide(&r, 0); r < rows; r++) {
    for (volatile int i = hide(&i, 0); i < step; i++) copy[r * M + i * 3] += r * 100 + i;
    for (volatile int i = hide(&i, step); i > 0; i--)
      if ((r + i) % 3 == 0) copy[r * M + i * 2 + 1] -= r * i;
  }
}
static void steps(void) {
  sieve(1, 400, 7, 20), sieved(1, 400, 7, 20), sameTable("a step that is not known");
  sieve(9, 9, 5, 0), sieved(9, 9, 5, 0), sameTable("no rounds");
  sieve(0, 1, 1, 1), copy[0] = 0, sieved(0, 1, 1, 1), copy[0] = table[0], sameTable("one round");
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++) c[i * M + j] = a[(i - 1) * M + j] + b[(i + 1) * M + j - 1] - a[i * M + j + 1] * b[j];
  for (volatile int i = hide(&i, 1); i < N - 1; i++)
    for (volatile int j = hide(&j, 1); j < M - 1; j++)
      expected[i * M + j] = a[(i - 1) * M + j] + b[(i + 1) * M + j - 1] - a[i * M + j + 1] * b[j];
  same("objects indexed alike");
  for (int d = 0; d < M; d++)
    for (int i = 0, j = d; i < N && j >= 0; i++, j--) c[i * M + j] = d * N + i * 5 - j * 3;
  for (volatile int d = hide(&d, 0); d < M; d++)
    for (volatile int i = hide(&i, 0), j = hide(&j, d); i < N && j >= 0; i++, j--) expected[i * M + j] = d * N + i * 5 - j * 3;
  same("two counters");
}

int main(void) {
  prepare();
  products();
  structures();
  wraps();
  jumps();
  steps();
  if (failures == 0) printf("all as expected\n");
  return failures != 0;
}
