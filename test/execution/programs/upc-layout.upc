// static: 1 3 5
/* Element addresses and pointer arithmetic for many block sizes, against the specification's formulas. */
#include <upc.h>
#include <stdio.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: %s:%d: %s\n", MYTHREAD, __FILE__, __LINE__, #c); } } while (0)

static int floorDiv(int a, int b) { int q = a / b; return q * b > a ? q - 1 : q; }
static int mod(int a, int b) { return a - b * floorDiv(a, b); }

#define TEST(NAME, B, COUNT, TYPE)                                                               \
  shared [B] TYPE NAME[COUNT * THREADS];                                                         \
  static void test_##NAME(void) {                                                                \
    int n = COUNT * THREADS;                                                                     \
    size_t base = upc_addrfield(&NAME[0]);                                                       \
    for (int i = 0; i < n; i++) {                                                                \
      shared [B] TYPE *p = &NAME[i];                                                             \
      CHECK(upc_threadof(p) == i / B % THREADS);                                                 \
      CHECK(upc_phaseof(p) == i % B);                                                            \
      CHECK(upc_addrfield(p) == base + sizeof(TYPE) * (B * (i / (B * THREADS)) + i % B));        \
      for (int j = 0; j < n; j += 1 + n / 17) {                                                  \
        shared [B] TYPE *q = p + (j - i);                                                        \
        CHECK(q == &NAME[j]);                                                                    \
        CHECK(upc_threadof(q) == j / B % THREADS && upc_phaseof(q) == j % B);                    \
        CHECK(q - p == j - i && p - q == i - j);                                                 \
        CHECK((q < p) == (j < i) && (q >= p) == (j >= i));                                       \
      }                                                                                          \
    }                                                                                            \
    shared [B] TYPE *p = NAME;                                                                   \
    for (int i = 0; i < n; i++) CHECK(p++ == &NAME[i]);                                          \
    for (int i = n - 1; i >= 0; i--) CHECK(--p == &NAME[i]);                                     \
    upc_barrier;                                                                                 \
    int i;                                                                                       \
    upc_forall(i = 0; i < n; i++; &NAME[i]) {                                                    \
      CHECK(upc_threadof(&NAME[i]) == MYTHREAD);                                                 \
      NAME[i] = (TYPE)(i * 3 + 1);                                                               \
    }                                                                                            \
    upc_barrier;                                                                                 \
    for (int i = 0; i < n; i++) CHECK(NAME[i] == (TYPE)(i * 3 + 1));                             \
    upc_barrier;                                                                                 \
  }

TEST(c1, 1, 5, char)
TEST(s2, 2, 7, short)
TEST(i3, 3, 11, int)
TEST(d4, 4, 4, double)
TEST(l5, 5, 13, long)
TEST(f7, 7, 3, float)
TEST(u16, 16, 33, unsigned)
TEST(b100, 100, 10, unsigned char)

shared [] int lone[20];
shared [2] int product[2 * THREADS * 3 * 2]; /* more than the specification's one factor: a warning */
shared int matrix[3][THREADS][5];
shared [10] int rows[4 * THREADS][10];
typedef struct { int a; double b[3]; char c; } record_t;
shared [2] record_t records[6 * THREADS];

static void testOthers(void) {
  for (int i = 0; i < 20; i++) CHECK(upc_threadof(&lone[i]) == 0 && upc_phaseof(&lone[i]) == 0);
  CHECK(&lone[19] - &lone[2] == 17);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < THREADS; j++)
      for (int k = 0; k < 5; k++) CHECK(upc_threadof(&matrix[i][j][k]) == ((i * THREADS + j) * 5 + k) % THREADS);
  for (int i = 0; i < 4 * THREADS; i++)
    for (int j = 0; j < 10; j++) CHECK(upc_threadof(&rows[i][j]) == i % THREADS && upc_phaseof(&rows[i][j]) == j);
  shared [10] int(*row)[10] = &rows[0];
  for (int i = 0; i < 4 * THREADS; i++, row++) CHECK(upc_threadof(&(*row)[3]) == i % THREADS);
  if (MYTHREAD == 0)
    for (int i = 0; i < 6 * THREADS; i++) {
      records[i].a = i;
      for (int k = 0; k < 3; k++) records[i].b[k] = i + 0.25 * k;
      records[i].c = (char)i;
    }
  upc_barrier;
  for (int i = 0; i < 6 * THREADS; i++) {
    record_t r = records[i];
    CHECK(r.a == i && r.b[2] == i + 0.5 && r.c == (char)i);
    CHECK(upc_threadof(&records[i].b[1]) == i / 2 % THREADS);
    CHECK(records[i].b[1] == i + 0.25);
  }
  upc_barrier;
  records[MYTHREAD].a += 100;
  records[MYTHREAD].b[0] *= 2;
  records[MYTHREAD].c++;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK(records[t].a == t + 100 && records[t].b[0] == 2 * t && records[t].c == (char)(t + 1));
}

static void testSizes(void) {
  CHECK(upc_blocksizeof(i3) == 3 && upc_blocksizeof(lone) == 0 && upc_blocksizeof(matrix) == 1);
  CHECK(upc_elemsizeof(rows) == sizeof(int) && upc_elemsizeof(records) == sizeof(record_t));
  CHECK(upc_localsizeof(i3) >= 11 * sizeof(int));
  CHECK(sizeof(i3) == 11 * THREADS * sizeof(int));
  CHECK(sizeof product == 12 * THREADS * sizeof(int) && upc_threadof(&product[12 * THREADS - 1]) == THREADS - 1);
  CHECK(sizeof(rows) == 40 * THREADS * sizeof(int));
  size_t sum = 0;
  for (int t = 0; t < THREADS; t++) sum += upc_affinitysize(1003, 10, t);
  CHECK(sum == 1003);
}

static void testCasts(void) {
  shared [3] int *p = &i3[THREADS > 1 ? 4 : 2];
  shared void *v = p;
  CHECK(upc_threadof(v) == upc_threadof(p) && upc_phaseof(v) == upc_phaseof(p));
  CHECK((shared [3] int *)v == p && upc_phaseof((shared [3] int *)v) == upc_phaseof(p));
  shared [5] int *q = (shared [5] int *)p;
  CHECK(upc_phaseof(q) == 0 && q == v);
  shared [] int *l = (shared [] int *)p;
  CHECK(upc_phaseof(l) == 0 && upc_threadof(l) == upc_threadof(p));
  CHECK(upc_phaseof(upc_resetphase(p)) == 0 && upc_resetphase(p) == v);
  shared int *none = 0;
  CHECK(none == NULL && !none && upc_threadof(none) == 0 && upc_phaseof(none) == 0 && upc_addrfield(none) == 0);
  int *mine = (int *)&i3[3 * MYTHREAD];
  mine[1] = 77 + MYTHREAD;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK(i3[3 * t + 1] == 77 + t);
}

int main(void) {
  test_c1();
  test_s2();
  test_i3();
  test_d4();
  test_l5();
  test_f7();
  test_u16();
  test_b100();
  testOthers();
  testSizes();
  testCasts();
  upc_barrier;
  return bad != 0;
}
