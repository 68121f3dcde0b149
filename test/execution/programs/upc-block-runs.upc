// static: 3
/* Loops through blocked arrays of every size of element, from anywhere to anywhere, with neighbours and jumps. */
#include <upc_relaxed.h>
#include <stdio.h>
#include <limits.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

struct three { char a, b, c; };
struct big { double d; int i; };
shared [32] char bytes[100 * THREADS];
shared [40] short shorts[200 * THREADS];
shared [64] int ints[200 * THREADS];
shared [100] double doubles[250 * THREADS];
shared [33] long longs[99 * THREADS];
shared [48] struct three threes[100 * THREADS];
shared [50] struct big bigs[150 * THREADS];
shared [64] int grid[3 * THREADS][128];

static void fill(void) {
  if (MYTHREAD == THREADS / 2) {
    int i;
    for (i = 0; i < 100 * THREADS; i++) { bytes[i] = i; threes[i].a = i; threes[i].c = i + 2; }
    for (i = 0; i < 200 * THREADS; i++) { shorts[i] = 3 * i; ints[i] = -i; }
    for (i = 0; i <= 250 * THREADS - 1; i++) doubles[i] = i + 0.5;
    for (i = 0; i < 99 * THREADS; i++) longs[i] = 1L << i % 63;
    for (i = 0; i < 150 * THREADS; i++) { bigs[i].d = i; bigs[i].i = i * i; }
    for (i = 0; i < 3 * THREADS; i++) for (int j = 0; j < 128; j++) grid[i][j] = 1000 * i + j;
  }
  upc_barrier;
}

/* The same by pointers, which no loop takes apart. */
static void look(void) {
  shared [32] char *b = bytes;
  shared [40] short *s = shorts;
  shared [64] int *n = ints;
  shared [100] double *d = doubles;
  shared [33] long *l = longs;
  shared [48] struct three *t = threes;
  shared [50] struct big *g = bigs;
  int i;
  for (i = 0; i < 100 * THREADS; i++, b++, t++) CHECK(*b == (char)i && t->a == (char)i && t->c == (char)(i + 2));
  for (i = 0; i < 200 * THREADS; i++) CHECK(*s++ == (short)(3 * i) && *n++ == -i);
  for (i = 0; i < 250 * THREADS; i++) CHECK(*d++ == i + 0.5);
  for (i = 0; i < 99 * THREADS; i++) CHECK(*l++ == 1L << i % 63);
  for (i = 0; i < 150 * THREADS; i++, g++) CHECK(g->d == i && g->i == i * i);
}

static long sum(int first, int end) {
  long s = 0;
  for (int i = first; i < end; i++) s += ints[i];
  return s;
}

static void ranges(void) {
  for (int first = 0; first < 200; first += 31)
    for (int end = first - 2; end <= 200 * THREADS; end += 37) {
      long expected = end > first ? -((long)(end - 1) * end - (long)(first - 1) * first) / 2 : 0;
      CHECK(sum(first, end) == expected);
    }
}

static void neighbours(void) {
  int n = 250 * THREADS, i;
  double s = 0;
  for (i = 0; i < n; i++) {
    if (i > 0) s += doubles[i - 1];
    if (i < n - 1) s += doubles[i + 1];
    if (i == n - 5) break;
    if (i % 7 == 3) continue;
    s -= 2 * doubles[i];
  }
  CHECK(i == n - 5);
  double expected = 0;
  for (int k = 0; k <= n - 5; k++) {
    if (k > 0) expected += k - 0.5;
    expected += k + 1.5;
    if (k % 7 != 3 && k != n - 5) expected -= 2 * k + 1;
  }
  CHECK(s == expected);
  int offset = -40, count = 0;
  for (i = 40; i < 200; i++) count += shorts[i + offset] == (short)(3 * (i - 40)) && ints[offset + i] == 40 - i;
  CHECK(count == 160);
  for (i = 0; i < 100; i++) { int j = i + 3; count += shorts[j] == (short)(3 * j); j += 90; count -= ints[j] == -j; }
  CHECK(count == 160);
  for (i = INT_MAX - 3; i >= 0 && i <= INT_MAX - 1; i++) count += ints[i - (INT_MAX - 3)] == INT_MAX - 3 - i;
  CHECK(count == 163);
}

static void nested(int rows, int columns) {
  long s = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) { s += grid[i][j]; if (j == 70) { j++; } }
  long expected = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) { expected += 1000 * i + j; if (j == 70) j++; }
  CHECK(s == expected);
  s = 0;
  for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) s += grid[rows - 1 - i][j];
  CHECK(s == 1000L * rows * (rows - 1) / 2 * columns + (long)columns * (columns - 1) / 2 * rows);
  int *from = 0;
  for (int i = 0; i < 0; i++) s += *from + ints[i - 100];
}

int main(void) {
  fill();
  look();
  ranges();
  neighbours();
  nested(3 * THREADS, 128);
  nested(2, 60);
  nested(1, 1);
  upc_barrier;
  return bad != 0;
}
