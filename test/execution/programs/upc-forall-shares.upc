// static: 3 4
// flags: -O2
// Loops that ask for affinity at each iteration, and run straight through the own ones: what each thread runs, in which
// order, and what the counter is afterwards, against a loop that a function asks in.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

#define N (37 * THREADS + 11)
shared[5] int five[64 * THREADS];
shared double one[64 * THREADS];
shared[8] int rows[24 * THREADS][4];
shared[12] struct { char c; long l; } objects[64 * THREADS];
shared[5] int *at5;
shared double *at1;
int bound;

static int failures;
static long seen[4096], wanted[4096];
static int seenCount, wantedCount;

static void note(long i) {
  if (seenCount < 4096) seen[seenCount++] = i;
}
static void want(long i, int thread) {
  if (thread == MYTHREAD && wantedCount < 4096) wanted[wantedCount++] = i;
}
static void compare(int line) {
  int wrong = seenCount != wantedCount;
  for (int k = 0; !wrong && k < seenCount; k++) wrong = seen[k] != wanted[k];
  if (wrong) printf("line %d: thread %d of %d ran %d iterations, not %d\n", line, MYTHREAD, THREADS, seenCount, wantedCount), failures++;
  seenCount = wantedCount = 0;
}
#define CHECK(x) ((x) ? 0 : (printf("line %d: %s, thread %d\n", __LINE__, #x, MYTHREAD), failures++))

/** Asked where the compiler cannot see it. */
static int threadOf(shared void *p) { return upc_threadof(p); }
static int (*volatile asked)(shared void *) = threadOf;

static void counters(long lo, long hi) {
  long i;
  unsigned u;
  size_t k;
  int j;
  short h;
  upc_forall (i = lo; i < hi; i++; i) note(i);
  CHECK(i == (hi > lo ? hi : lo));
  for (i = lo; i < hi; i++) want(i, i % THREADS);
  compare(__LINE__);
  if (lo < 0) return;
  upc_forall (u = lo; u < (unsigned)hi; u++; u) note(u);
  for (u = lo; u < (unsigned)hi; u++) want(u, u % THREADS);
  compare(__LINE__);
  upc_forall (k = lo; k <= (size_t)hi; k++; &five[k]) note(k), five[k] = k;
  CHECK(k == (hi >= lo ? hi + 1 : lo));
  for (k = lo; k <= (size_t)hi; k++) want(k, asked(&five[k]));
  compare(__LINE__);
  upc_forall (i = lo; i < hi; i++; &one[i]) note(i), one[i] = i;
  for (i = lo; i < hi; i++) want(i, asked(&one[i]));
  compare(__LINE__);
  upc_forall (h = lo; h < hi; h++; &one[h]) note(h);
  for (h = lo; h < hi; h++) want(h, asked(&one[h]));
  compare(__LINE__);
  upc_forall (i = lo; i < hi; i++; &five[i + 3]) note(i), five[i + 3] += 1;
  for (i = lo; i < hi; i++) want(i, asked(&five[i + 3]));
  compare(__LINE__);
  upc_forall (i = lo; i < hi; i++; &objects[i].l) note(i), objects[i].l = i;
  for (i = lo; i < hi; i++) want(i, asked(&objects[i]));
  compare(__LINE__);
  for (j = lo; j < hi; j++)
    if (upc_threadof(&five[j]) == MYTHREAD) note(j);
  for (j = lo; j < hi; j++) want(j, asked(&five[j]));
  compare(__LINE__);
  for (j = lo; j < hi; j++)
    if (j % THREADS == MYTHREAD) note(j);
  for (j = lo; j < hi; j++) want(j, j % THREADS);
  compare(__LINE__);
}

static void jumps(int lo, int hi) {
  int i, last = 0;
  upc_forall (long k = lo; k < hi; k++; &five[k]) {
    if (five[k] % 3 == 0) continue;
    note(k);
  }
  for (i = lo; i < hi; i++)
    if (five[i] % 3) want(i, asked(&five[i]));
  compare(__LINE__);
  for (i = lo; i < hi; i++)
    if (upc_threadof(&five[i]) == MYTHREAD) {
      if (five[i] % 3 == 0) continue;
      note(i);
      if (i > 40) break;
    }
  long stopped = i;
  for (i = lo; i < hi && !last; i++)
    if (asked(&five[i]) == MYTHREAD && five[i] % 3) want(i, MYTHREAD), last = i > 40;
  compare(__LINE__);
  CHECK(stopped == (last ? i - 1 : hi > lo ? hi : lo));
  for (int k = lo; k < hi; k++)
    if (k % THREADS == MYTHREAD) {
      note(k);
      if (k >= 20) break;
    }
  for (int k = lo; k < hi; k++) {
    want(k, k % THREADS);
    if (k >= 20 && k % THREADS == MYTHREAD) break;
  }
  compare(__LINE__);
}

static void pointers(shared[5] int *p, shared double *q, shared[5] int *other) {
  int j;
  for (j = 0; j < bound; j++)
    if (asked(&p[j]) == MYTHREAD) p[j] = j, q[j] = 0, other[j] = j;
  upc_barrier;
  upc_forall (j = 0; j < bound; j++; &p[j]) note(j), p[j] += other[j] + 1;
  for (j = 0; j < bound; j++) want(j, asked(&p[j]));
  compare(__LINE__);
  for (j = 0; j < bound; j++)
    if (asked(&p[j]) == MYTHREAD) CHECK(p[j] == 2 * j + 1);
  upc_forall (j = 0; j < bound; j++; &q[j]) note(j), q[j] = q[j] + j;
  for (j = 0; j < bound; j++) want(j, asked(&q[j]));
  compare(__LINE__);
  upc_barrier; // q may begin on any thread
  upc_forall (j = 0; j < bound; j++; j) q[j] += j;
  upc_barrier;
  for (j = 0; j < bound; j++) CHECK(q[j] == 2 * j);
  upc_barrier;
  upc_forall (size_t k = 2; k < bound; k++; &p[k - 2]) note(k), p[k - 2] = k;
  for (j = 2; j < bound; j++) want(j, asked(&p[j - 2]));
  compare(__LINE__);
  upc_barrier;
  for (j = 2; j < bound; j++) CHECK(p[j - 2] == j);
  upc_barrier;
}

static void statics(void) {
  int j;
  upc_forall (j = 0; j < bound; j++; &at5[j]) note(j), at5[j] = 3 * j;
  for (j = 0; j < bound; j++) want(j, asked(&at5[j]));
  compare(__LINE__);
  upc_forall (j = 0; j < bound; j++; &at1[j]) note(j), at1[j] = 3 * j;
  for (j = 0; j < bound; j++) want(j, asked(&at1[j]));
  compare(__LINE__);
  upc_barrier;
  for (j = 0; j < bound; j++) CHECK(at5[j] == 3 * j && at1[j] == 3 * j);
  upc_barrier;
}

static void dimensions(long n) {
  long i;
  int j;
  upc_forall (i = 0; i < n; i++; &rows[i][0]) for (j = 0; j < 4; j++) note(4 * i + j), rows[i][j] = 4 * i + j;
  for (i = 0; i < n; i++)
    for (j = 0; j < 4; j++) want(4 * i + j, asked(&rows[i][0]));
  compare(__LINE__);
  upc_barrier;
  for (i = 0; i < n; i++)
    for (j = 0; j < 4; j++) CHECK(rows[i][j] == 4 * i + j);
  upc_barrier;
  for (i = 0; i < n; i++) upc_forall (j = 0; j < 4; j++; &rows[i][j]) note(4 * i + j), rows[i][j] += 1;
  for (i = 0; i < n; i++)
    for (j = 0; j < 4; j++) want(4 * i + j, asked(&rows[i][j]));
  compare(__LINE__);
  upc_barrier;
}

/** Its loop shares out nothing: every iteration of it is the caller's. */
static int inside(long n) {
  int count = 0;
  upc_forall (long i = 0; i < n; i++; &five[i]) count++;
  return count;
}
static int (*volatile called)(long) = inside;

int main(void) {
  bound = N;
  const long edges[] = {0, 1, 4, 5, 6, 7, 15, 16, 29, 37 * THREADS, N};
  const int count = sizeof edges / sizeof edges[0];
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) counters(edges[a], edges[b]);
  counters(-7, 9), counters(-7, -3);
  for (int a = 0; a < count; a++) jumps(edges[a], N);
  upc_barrier;
  shared[5] int *p = upc_all_alloc(64 * THREADS / 5 + 1, 5 * sizeof(int));
  shared[5] int *p2 = upc_all_alloc(64 * THREADS / 5 + 1, 5 * sizeof(int));
  shared double *q = upc_all_alloc(64 * THREADS, sizeof(double));
  pointers(p, q, p2);
  pointers(p, q, p);
  pointers(p + 3, q + 1, p2);
  pointers(p + 7, q + THREADS, p2 + 7);
  at5 = p, at1 = q;
  statics();
  at5 = p + 11, at1 = q + 2;
  statics();
  bound = 0;
  pointers(p, q, p2), statics();
  dimensions(24 * THREADS), dimensions(0), dimensions(5);
  upc_forall (int i = 0; i < THREADS; i++; i) CHECK(called(20) == 20);
  return failures != 0;
}
