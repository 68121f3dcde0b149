// flags: -fcoalesce -fno-loop-idiom
// static: 3
/* Loops whose gets and puts go in bulk: neighbours and strides, what is got and put in one round, and what must not be moved. */
#include <upc_relaxed.h>
#include <stdio.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

#define N 3000
struct point { double x, y; int tag; };
shared [N] double xs[THREADS][N];
shared [N] double ys[THREADS][N];
shared [N] short small[THREADS][N];
shared [N] struct point points[THREADS][N];
static double own[N];

static void fill(void) {
  int me = MYTHREAD;
  for (int i = 0; i < N; i++) {
    xs[me][i] = i + 0.25 * me;
    ys[me][i] = -i;
    small[me][i] = i - 5 * me;
    points[me][i].x = 2 * i;
    points[me][i].y = 3 * i + me;
    points[me][i].tag = i;
  }
  upc_barrier;
}

static void gets(int t, int n) {
  double s = 0, expected = 0;
  int last = -1;
  for (int i = 0; i < n; i++) { s += xs[t][i] * ys[t][i]; last = small[t][i]; s += last; }
  for (int i = 0; i < n; i++) { expected += (i + 0.25 * t) * -i; expected += i - 5 * t; }
  CHECK(s == expected && last == (n > 0 ? n - 1 - 5 * t : -1));
  s = expected = 0;
  for (int i = 0; i <= n - 1; i++) s += points[t][i].y - points[t][i].tag + points[t][i].x;
  for (int i = 0; i < n; i++) expected += 4 * i + t;
  CHECK(s == expected);
  s = expected = 0;
  int first = n > 100 ? 37 : 0;
  for (int i = first; i < n; i++) if (i % 3) s += own[i] = xs[t][i] + 1;
  for (int i = first; i < n; i++) if (i % 3) { expected += i + 0.25 * t + 1; CHECK(own[i] == i + 0.25 * t + 1); }
  CHECK(s == expected);
}

static void puts_(int t, int n) {
  for (int i = 0; i < n; i++) { ys[t][i] = i * 0.5 + t; small[t][i] = -2 * i; }
  for (int i = 0; i < n; i++) { CHECK(ys[t][i] == i * 0.5 + t); CHECK(small[t][i] == (short)(-2 * i)); }
  for (int i = 0; i < n; i++) ys[t][i] = ys[t][i] * 2 + xs[t][i];
  for (int i = 0; i < n; i++) CHECK(ys[t][i] == 2 * (i * 0.5 + t) + i + 0.25 * t);
  for (int i = n; i < N; i++) CHECK(ys[t][i] == -i);
}

/* Each round reads what the one before wrote, or writes what the next reads: the order shows. */
static void ordered(int t, int n, double *out) {
  for (int i = 0; i < n; i++) ys[t][i] = 1;
  for (int i = 1; i < n; i++) ys[t][i] = ys[t][i - 1] + 1;
  for (int i = 0; i < n; i++) CHECK(ys[t][i] == i + 1);
  for (int i = 0; i < n - 1; i++) ys[t][i] = ys[t][i + 1] * 2;
  for (int i = 0; i < n - 1; i++) CHECK(ys[t][i] == 2 * (i + 2));
  for (int i = 0; i < n; i++) { ys[t][i] = i; ys[t][i] = ys[t][i] + (i > 0 ? ys[t][i - 1] : 0); }
  double expected = 0;
  for (int i = 0; i < n; i++) { expected += i; CHECK(ys[t][i] == expected); }
  /* a private pointer into the array */
  for (int i = 0; i + 1 < n; i++) { out[i + 1] = 7; own[i] = ys[MYTHREAD][i + 1]; }
  for (int i = 0; i + 1 < n; i++) CHECK(own[i] == 7);
  for (int i = 0; i < n; i++) { ys[MYTHREAD][i] = i; own[i] = out[i]; }
  for (int i = 0; i < n; i++) CHECK(own[i] == i);
}

static int calls;
static double call(int t, int i) { calls++; ys[t][i] = -1; return 1; }
static void early(int t, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { if (i == n / 2) break; s += xs[t][i]; ys[t][i] = 3; }
  CHECK(ys[t][n / 2 - 1] == 3 && ys[t][n / 2] != 3);
  for (int i = 0; i < n; i++) { ys[t][i] = 5; s += call(t, i); s += ys[t][i]; }
  CHECK(ys[t][n - 1] == -1);
  for (int i = 0; i < 10; i++) { xs[t][i] = i; upc_fence; s += xs[t][i]; }
}

int main(void) {
  int t = (MYTHREAD + 1) % THREADS;
  const int lengths[] = { 0, 1, 2, 99, 100, 511, 512, 513, 1024, 2048, 2049, N };
  fill();
  for (int k = 0; k < 12; k++) gets((t + k) % THREADS, lengths[k]);
  upc_barrier;
  puts_(t, 1);
  upc_barrier;
  fill();
  puts_(t, 2500);
  upc_barrier;
  ordered(MYTHREAD, 1500, (double *)&ys[MYTHREAD][0]);
  upc_barrier;
  fill();
  early(t, 1400);
  upc_barrier;
  return bad != 0;
}
