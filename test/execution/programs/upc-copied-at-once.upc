// static: 3
/* Loops that copy: of every length, over themselves upwards and downwards, between all kinds of memory. */
#include <upc_relaxed.h>
#include <stdio.h>
#include <string.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

#define N 300
shared [N] int there[THREADS][N];
shared [40] short blocks[240 * THREADS];
shared [] double *heap;
shared char cyclic[N * THREADS];
static int here[2 * N];
static short shorts[240];
static signed char bytes[2 * N];

static void set(int salt) { for (int i = 0; i < 2 * N; i++) here[i] = i + salt; }

static void to_private(int t, int n) {
  set(0);
  int i, last = -1;
  for (i = 0; i < n; i++) here[i + 3] = there[t][i];
  CHECK(i == (n > 0 ? n : 0));
  for (i = 0; i < 2 * N; i++) CHECK(here[i] == (i >= 3 && i < n + 3 ? 1000 * t + i - 3 : i));
  for (i = 0; i < n; i++) { last = there[t][i]; here[i] = last; }
  CHECK(last == (n > 0 ? 1000 * t + n - 1 : -1));
}

static void to_shared(int t, int n) {
  set(1000 * t);
  for (int i = 0; i <= n - 1; i++) there[t][i] = here[i];
}

/* Reads what it wrote, when the target begins inside of the source. */
static void onto_itself(int *to, const int *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

static void shift_shared(int t, int by, int n) {
  for (int i = 0; i < n; i++) there[t][i + by] = there[t][i];
}

static void overlaps(void) {
  for (int n = 0; n < 100; n += 33)
    for (int by = -70; by <= 70; by += 7) {
      set(0);
      onto_itself(here + 100 + by, here + 100, n);
      int expected[2 * N];
      for (int i = 0; i < 2 * N; i++) expected[i] = i;
      volatile int *e = expected;
      for (int i = 0; i < n; i++) e[100 + by + i] = e[100 + i];
      CHECK(memcmp(here, expected, sizeof here) == 0);
    }
  int t = (MYTHREAD + 1) % THREADS;
  for (int by = 1; by < 100; by += 24) {
    to_shared(t, N);
    shift_shared(t, by, 120);
    for (int i = 0; i < 120 + by; i++) CHECK(there[t][i] == 1000 * t + i % by);
    to_shared(t, N);
  }
}

static void others(void) {
  int me = MYTHREAD, i;
  for (i = 0; i < 240; i++) shorts[i] = 7 * i - 1000;
  if (me == THREADS - 1) for (i = 0; i < 240; i++) blocks[i] = shorts[i];
  for (i = 0; i < N; i++) bytes[i] = i + me;
  for (i = 0; i < N; i++) cyclic[i * THREADS + me] = bytes[i];
  if (me == 0) for (i = 0; i < 500; i++) heap[i] = i * 0.5;
  upc_barrier;
  short back[240];
  double doubles[200];
  for (i = 0; i < 240; i++) back[i] = blocks[i];
  CHECK(memcmp(back, shorts, sizeof back) == 0);
  for (i = 13; i < 238; i++) back[i - 13] = blocks[i];
  for (i = 13; i < 238; i++) CHECK(back[i - 13] == shorts[i]);
  for (i = 0; i < N; i++) CHECK(cyclic[i * THREADS + (me + 1) % THREADS] == (char)(i + (me + 1) % THREADS));
  for (i = 0; i < N; i++) bytes[N + i] = cyclic[i * THREADS + me];
  for (i = 0; i < N; i++) CHECK(bytes[N + i] == bytes[i]);
  for (i = 100; i < 300; i++) doubles[i - 100] = heap[i];
  for (i = 0; i < 200; i++) CHECK(doubles[i] == (i + 100) * 0.5);
  unsigned char *u = (unsigned char *)bytes;
  int last = 0;
  for (i = 0; i < N; i++) { last = bytes[i]; u[N + i] = last; }
  CHECK(last == (signed char)(N - 1 + me) && bytes[2 * N - 1] == last);
  upc_barrier;
}

int main(void) {
  int t = (MYTHREAD + 1) % THREADS;
  heap = upc_all_alloc(1, 500 * sizeof(double));
  to_shared(t, N);
  upc_barrier;
  for (int n = -1; n < N; n += n < 60 ? 3 : 80) to_private((t + n + 1) % THREADS, n);
  upc_barrier;
  for (int n = -1; n < N; n += 40) to_shared(t, n);
  overlaps();
  upc_barrier;
  others();
  upc_barrier;
  return bad != 0;
}
