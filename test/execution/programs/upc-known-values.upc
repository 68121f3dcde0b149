// static: 3
/* Gets of what was got or put before: not where anything may have been written, or another thread's writes be seen. */
#include <upc.h>
#include <stdio.h>
#include <setjmp.h>

#pragma upc relaxed
static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

struct cell { int a; short b; char c; double d; unsigned f : 5, g : 11; };
shared int x[5 * THREADS];
shared [3] int y[9 * THREADS];
shared [2] struct cell cells[4 * THREADS];
shared [] int *everywhere;
shared signed char small;
shared unsigned short narrow;
shared float single;
shared long total;
strict shared int flag;
shared volatile int seen;
upc_lock_t *lock;

static void poke(int i, int value) { x[i] = value; }
static int twice(int i) { return x[i] + x[i]; }

/* One thread changes x[i] in every way there is, between two gets. */
static void aliases(int i) {
  shared int *p = &x[i];
  x[i] = 1;
  CHECK(x[i] == 1 && twice(i) == 2);
  *p = 2;
  CHECK(x[i] == 2);
  poke(i, 3);
  CHECK(x[i] == 3);
  shared void *bytes = &x[i];
  *(shared int *)bytes = 4;
  CHECK(x[i] == 4);
  int got = 5;
  upc_memput(&x[i], &got, sizeof got);
  CHECK(x[i] == 5);
  int before = x[i];
  for (int k = 0; k < 3; k++) { CHECK(x[i] == before + k); x[i] = x[i] + 1; }
  CHECK(x[i] == before + 3 && x[i] - x[i] == 0);
  for (int k = 0; k < 3; k++) p[0]++;
  CHECK(x[i] == before + 6);
  int j = i;
  before = x[j];
  j = (i + 1) % (5 * THREADS);
  x[j] = before + 1;
  CHECK(x[j] == before + 1 && x[i] == before);
}

/* A private pointer to own shared data writes it. */
static void casts(void) {
  int *mine = (int *)&x[MYTHREAD];
  x[MYTHREAD] = 7;
  *mine = 8;
  CHECK(x[MYTHREAD] == 8);
  x[MYTHREAD] = 9;
  CHECK(*mine == 9);
  int got = x[MYTHREAD];
  mine[0] += 1;
  CHECK(x[MYTHREAD] == got + 1);
}

/* What a get reads is cut to its type; parts of one struct are apart. */
static void types(void) {
  if (MYTHREAD != 0) return;
  int wide = 1000;
  small = wide;
  CHECK(small == (signed char)1000);
  narrow = -1;
  CHECK(narrow == 65535);
  single = 0.1;
  CHECK(single == 0.1f && single != 0.1);
  total = 1L << 40;
  CHECK(total == 1L << 40);
  shared [2] struct cell *c = &cells[3];
  c->a = 1; c->b = 2; c->c = 3; c->d = 4.5; c->f = 30; c->g = 2000;
  CHECK(c->a == 1 && c->b == 2 && c->c == 3 && c->d == 4.5 && c->f == 30 && c->g == 2000);
  c->f++; c->f++;
  CHECK(c->f == 0 && c->g == 2000);
  struct cell copy = *c;
  copy.a = 10;
  *c = copy;
  CHECK(c->a == 10 && cells[3].a == 10);
  c->d = c->d * 2;
  CHECK(cells[3].d == 9 && c->d == 9);
}

/* Others write between two synchronizations. */
static void others(void) {
  int left = (MYTHREAD + THREADS - 1) % THREADS, right = (MYTHREAD + 1) % THREADS;
  for (int round = 1; round < 20; round++) {
    x[right] = round;
    upc_barrier;
    CHECK(x[MYTHREAD] == round);
    upc_notify;
    upc_wait;
    x[left] = -round;
    upc_barrier;
    CHECK(x[MYTHREAD] == -round);
    upc_barrier;
  }
  for (int k = 0; k < 50; k++) {
    upc_lock(lock);
    total = total + 1;
    upc_unlock(lock);
  }
  upc_barrier;
  CHECK(total == (1L << 40) + 50 * THREADS);
  upc_barrier;
  /* a strict flag hands over relaxed data */
  if (MYTHREAD == 0) {
    y[1] = 5;
    upc_fence;
    flag = 1;
  }
  int was = MYTHREAD == 0 ? 5 : -1;
  while (flag == 0) ;
  was = y[1];
  CHECK(was == 5);
  upc_barrier;
  /* a volatile one is read each time, inside a loop with a counter too */
  if (MYTHREAD == 0) seen = 1;
  for (long k = 0; k < 1000000000L; k++) if (seen) break;
  CHECK(seen == 1);
  upc_barrier;
}

/* Arms that run or not, loops that run or not. */
static void paths(int n) {
  int i = 4 * THREADS;
  if (MYTHREAD != 0) return;
  x[i] = 1;
  int sum = x[i];
  if (n) { x[i] = 2; sum += x[i]; } else sum += x[i];
  CHECK(x[i] == (n ? 2 : 1) && sum == (n ? 3 : 2));
  for (int k = 0; k < n; k++) { sum = x[i]; x[i] = sum + 1; }
  CHECK(x[i] == (n ? n + 2 : 1));
  switch (n) {
    case 0: x[i] = 10;
    case 1: x[i] += 1; break;
    default: x[i] = x[i] - 1;
  }
  CHECK(x[i] == (n == 0 ? 11 : n == 1 ? 4 : n + 1));
  int got = x[i];
  do { if (n > 1) { x[i] = got + 1; break; } } while (n-- > 0);
  CHECK(x[i] == (n > 1 ? got + 1 : got));
  jmp_buf there;
  x[i] = 1;
  int before = x[i];
  if (setjmp(there) == 0) { x[i] = 2; longjmp(there, 1); }
  CHECK(before == 1 && x[i] == 2);
}

int main(void) {
  lock = upc_all_lock_alloc();
  aliases(5 * ((MYTHREAD + 1) % THREADS)); /* it uses two neighbours: no thread another's */
  upc_barrier;
  casts();
  upc_barrier;
  types();
  upc_barrier;
  others();
  for (int n = 0; n < 4; n++) { upc_barrier; paths(n); }
  everywhere = upc_all_alloc(1, 16 * sizeof(int));
  if (MYTHREAD == THREADS - 1) {
    everywhere[3] = 1;
    shared [] int *q = everywhere + 3;
    int a = everywhere[3];
    *q = 2;
    CHECK(everywhere[3] == a + 1);
    everywhere++;
    CHECK(everywhere[2] == 2);
  }
  upc_barrier;
  return bad != 0;
}
