// static: 2 3
/* upc_forall: every kind of affinity, evaluation counts, nesting, steps of every shape. */
#include <upc.h>
#include <stdio.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

#define N 100
shared int count[N * THREADS];
shared [7] int blocks[N * THREADS];

static int first, second, third;
static int f1(void) { return first++; }
static int f2(void) { return second++; }
static int f3(void) { return third++; }
static int inner(int n) {
  int i, done = 0;
  upc_forall (i = 0; i < n; i++; i) done++;
  return done;
}

int main(void) {
  int i, j, runs = 0;
  upc_forall ((f1(), i = 0); (f2(), i < 10); (f3(), i++); i) count[i]++;
  CHECK(first == 1 && second == 11 && third == 10 && i == 10);
  upc_barrier;
  for (i = 0; i < 10; i++) CHECK(count[i] == 1);
  upc_barrier;

  runs = 0;
  upc_forall (i = 5; i < 50; i += 3; i) { CHECK(i % THREADS == MYTHREAD); runs++; }
  CHECK(i == 50);
  int expected = 0;
  for (i = 5; i < 50; i += 3) expected += i % THREADS == MYTHREAD;
  CHECK(runs == expected);

  runs = 0;
  upc_forall (i = N - 1; i >= 0; i--; &blocks[i]) { CHECK(upc_threadof(&blocks[i]) == MYTHREAD); runs++; }
  expected = 0;
  for (i = 0; i < N; i++) expected += i / 7 % THREADS == MYTHREAD;
  CHECK(runs == expected);

  runs = 0;
  upc_forall (i = 3; i < N * THREADS - 2; i++; &blocks[i]) { CHECK(i / 7 % THREADS == MYTHREAD); runs++; }
  expected = 0;
  for (i = 3; i < N * THREADS - 2; i++) expected += i / 7 % THREADS == MYTHREAD;
  CHECK(runs == expected && i == N * THREADS - 2);

  runs = 0;
  upc_forall (i = 0; i < N - 4; i++; &blocks[i + 4]) { CHECK((i + 4) / 7 % THREADS == MYTHREAD); runs++; }
  expected = 0;
  for (i = 0; i < N - 4; i++) expected += (i + 4) / 7 % THREADS == MYTHREAD;
  CHECK(runs == expected);

  runs = 0;
  upc_forall (int k = 0; k < N; k++; continue) runs++;
  CHECK(runs == N);
  runs = 0;
  upc_forall (int k = 0; k < N; k++; ) runs++;
  CHECK(runs == N);

  /* only the outermost with an affinity controls, through calls too */
  runs = 0;
  upc_forall (i = 0; i < THREADS; i++; i)
    upc_forall (j = 0; j < THREADS; j++; j) runs++;
  CHECK(runs == THREADS);
  runs = 0;
  upc_forall (i = 0; i < THREADS; i++; continue)
    upc_forall (j = 0; j < 2 * THREADS; j++; j) runs++;
  CHECK(runs == 2 * THREADS);
  runs = 0;
  upc_forall (i = 0; i < THREADS; i++; i) runs += inner(5);
  CHECK(runs == 5);
  CHECK(inner(THREADS) == 1);

  runs = 0;
  upc_forall (i = 0; i < N; i++; i * 2 + 1) {
    if (i % 3 == 0) continue;
    runs++;
  }
  expected = 0;
  for (i = 0; i < N; i++) expected += (i * 2 + 1) % THREADS == MYTHREAD && i % 3;
  CHECK(runs == expected);

  long l;
  unsigned u;
  runs = 0;
  upc_forall (l = 0; l < 1000; l += 10; l / 10) runs++;
  upc_forall (u = 0; u < 100; u++; u) runs++;
  expected = 0;
  for (i = 0; i < 100; i++) expected += 2 * (i % THREADS == MYTHREAD);
  CHECK(runs == expected);
  /* the variable changed in the body */
  upc_forall (i = 0; i < 20; i++; i / 4) i += 3;
  CHECK(i == 20 || THREADS > 1);
  return bad != 0;
}
