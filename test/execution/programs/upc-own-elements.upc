// static: 1 3 4
/* Accesses that affinity proves local: upc_forall over blocks, strides from MYTHREAD, rows of THREADS, the own block. */
#include <upc_relaxed.h>
#include <stdio.h>
#include <string.h>

static int bad;
#define CHECK(c) do { if (!(c)) { bad++; printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #c); } } while (0)

struct pair { short s; double d; };

/* Reads where nobody can know whose element it is. */
#define READ(a, i) (*(&(a)[i]))

static int owned(int first, int end, int block) {
  int n = 0;
  for (int i = first; i < end; i++) n += i / block % THREADS == MYTHREAD;
  return n;
}

/* upc_forall over an array of one block size: every bound and start, all elements once, afterwards the right i. */
#define BLOCKED(NAME, TYPE, B, N)                                                                    \
  shared [B] TYPE NAME[N * THREADS];                                                                 \
  static void NAME##_fill(int first, int end, int salt) {                                            \
    int i;                                                                                           \
    upc_forall (i = first; i < end; i++; &NAME[i]) NAME[i] = i * 3 + salt;                           \
    CHECK(i == (first < end ? end : first));                                                         \
  }                                                                                                  \
  static int NAME##_add(int first, int last) {                                                       \
    int runs = 0;                                                                                    \
    upc_forall (int i = first; i <= last; ++i; &NAME[i]) {                                           \
      if (i % 5 == 4) continue;                                                                      \
      NAME[i] += 1;                                                                                  \
      runs++;                                                                                        \
    }                                                                                                \
    return runs;                                                                                     \
  }                                                                                                  \
  static void NAME##_test(void) {                                                                    \
    const int all = N * THREADS;                                                                     \
    for (int first = 0; first <= B + 1; first += first == 0 ? 1 : B)                                 \
      for (int cut = 0; cut <= B + 1; cut += cut == 0 ? 1 : B) {                                     \
        if (first > all || cut > all - first) continue;                                              \
        upc_barrier;                                                                                 \
        NAME##_fill(0, all, 1);                                                                      \
        upc_barrier;                                                                                 \
        NAME##_fill(first, all - cut, 2);                                                            \
        upc_barrier;                                                                                 \
        for (int i = 0; i < all; i++)                                                                \
          CHECK(READ(NAME, i) == (TYPE)(i * 3 + (i >= first && i < all - cut ? 2 : 1)));             \
        upc_barrier;                                                                                 \
        int runs = NAME##_add(first, all - cut - 1), expected = owned(first, all - cut, B);          \
        for (int i = first; i < all - cut; i++) expected -= i % 5 == 4 && i / B % THREADS == MYTHREAD; \
        CHECK(runs == expected);                                                                     \
        upc_barrier;                                                                                 \
        for (int i = first; i < all - cut; i++)                                                      \
          CHECK(READ(NAME, i) == (TYPE)(i * 3 + (i % 5 == 4 ? 2 : 3)));                              \
      }                                                                                              \
    upc_barrier;                                                                                     \
  }

BLOCKED(c1, char, 1, 9)
BLOCKED(i1, int, 1, 11)
BLOCKED(d2, double, 2, 10)
BLOCKED(i3, int, 3, 12)
BLOCKED(s5, short, 5, 15)
BLOCKED(l7, long, 7, 14)
BLOCKED(d8, double, 8, 16)
BLOCKED(d9, double, 9, 9)

/* Another loop's body calls these: all iterations are this thread's then. */
static void all_of_it(int end) { upc_forall (int i = 0; i < end; i++; &i3[i]) i3[i] = -i; }
static void all_cyclic(int end) { upc_forall (int i = 0; i < end; i++; &i1[i]) i1[i] = -i; }

static void nested(void) {
  upc_barrier;
  upc_forall (int t = 0; t < THREADS; t++; t) {
    if (t == THREADS - 1) {
      all_of_it(12 * THREADS);
      all_cyclic(11 * THREADS);
    }
  }
  upc_barrier;
  for (int i = 0; i < 12 * THREADS; i++) CHECK(READ(i3, i) == -i);
  for (int i = 0; i < 11 * THREADS; i++) CHECK(READ(i1, i) == -i);
  upc_barrier;
}

/* Bounds that the body moves. */
static int limit;
static void moving(void) {
  int runs = 0, n = 12 * THREADS;
  upc_forall (int i = 0; i < n; i++; &i3[i]) { if (n > 6 * THREADS) n--; runs++; i3[i] = n; }
  CHECK(runs <= owned(0, 12 * THREADS, 3) && n <= 12 * THREADS);
  limit = 12 * THREADS;
  int last = -1;
  upc_forall (int i = 0; i < limit; i++; &i3[i]) { last = i; limit = i + 2 < 12 * THREADS ? i + 2 : 12 * THREADS; }
  CHECK(last < 0 || last / 3 % THREADS == MYTHREAD);
}

/* Several dimensions, structs, neighbours of the own element that are own and that are not. */
#define ROWS 6
#define COLUMNS 5
shared [COLUMNS] double matrix[ROWS * THREADS][COLUMNS];
shared [2 * COLUMNS] int pairs[ROWS * THREADS][COLUMNS];
shared [4] struct pair records[16 * THREADS];
shared [COLUMNS] int mine[THREADS][COLUMNS];
shared [3] int plane[12][3 * THREADS];

static void dimensions(void) {
  int i, j;
  upc_forall (i = 0; i < ROWS * THREADS; i++; &matrix[i][0])
    for (j = 0; j < COLUMNS; j++) matrix[i][j] = 100 * i + j;
  upc_forall (i = 0; i < ROWS * THREADS; i++; &pairs[i][2])
    for (j = COLUMNS - 1; j >= 0; j--) pairs[i][j] = 100 * i + j;
  upc_forall (i = 0; i < 16 * THREADS; i++; &records[i]) { records[i].s = i; records[i].d = -i; }
  for (j = 0; j < COLUMNS; j++) mine[MYTHREAD][j] = 10 * MYTHREAD + j;
  upc_forall (i = 0; i < 12; i++; i) for (j = 0; j < 3 * THREADS; j++) plane[i][j] = i * 1000 + j;
  upc_barrier;
  for (i = 0; i < ROWS * THREADS; i++)
    for (j = 0; j < COLUMNS; j++) CHECK(matrix[i][j] == 100 * i + j && pairs[i][j] == 100 * i + j);
  for (i = 0; i < 16 * THREADS; i++) CHECK(records[i].s == (short)i && records[i].d == -i);
  for (i = 0; i < THREADS; i++) for (j = 0; j < COLUMNS; j++) CHECK(mine[i][j] == 10 * i + j);
  for (i = 0; i < 12; i++) for (j = 0; j < 3 * THREADS; j++) CHECK(plane[i][j] == i * 1000 + j);
  upc_barrier;
  double sum = 0, expected = 0;
  upc_forall (i = 1; i < 16 * THREADS - 1; i++; &records[i]) {
    sum += records[i - 1].d + records[i + 1].d;
    struct pair p = records[i];
    p.s++;
    records[i] = p;
  }
  for (i = 1; i < 16 * THREADS - 1; i++) if (i / 4 % THREADS == MYTHREAD) expected -= 2 * i;
  CHECK(sum == expected);
  upc_barrier;
  for (i = 1; i < 16 * THREADS - 1; i++) CHECK(records[i].s == (short)(i + 1));
  upc_barrier;
}

/* Without upc_forall: strides of THREADS, rows, the own block, and indexes that look so but leave it. */
shared [6] int six[12 * THREADS];
static void strides(void) {
  const int all = 11 * THREADS;
  int i, j;
  for (i = MYTHREAD; i < all; i += THREADS) i1[i] = 7 * i;
  upc_barrier;
  for (i = 0; i < all; i++) CHECK(READ(i1, i) == 7 * i);
  upc_barrier;
  for (i = 0; i < 11; i++) i1[i * THREADS + MYTHREAD] += 1;
  for (i = 0; i < 10; i++) i1[MYTHREAD + THREADS * (i + 1)] += 1;
  upc_barrier;
  for (i = 0; i < all; i++) CHECK(READ(i1, i) == 7 * i + (i < THREADS ? 1 : 2));
  upc_barrier;
  for (i = 6 * MYTHREAD; i < 12 * THREADS; i += 6 * THREADS) for (j = 0; j < 6; j++) six[i + j] = i - j;
  upc_barrier;
  for (i = 0; i < 12 * THREADS; i++) CHECK(READ(six, i) == i - i % 6 - i % 6);
  upc_barrier;
  for (j = 0; j < 6; j++) six[MYTHREAD * 6 + j] = j;
  for (j = 1; j <= 6; j++) six[MYTHREAD * 6 + 6 * THREADS + (j - 1)] = j;
  upc_barrier;
  for (i = 0; i < 12 * THREADS; i++) CHECK(READ(six, i) == i % 6 + i / (6 * THREADS));
  upc_barrier;
  if (MYTHREAD == 0) for (j = 0; j < 12; j++) six[MYTHREAD * 6 + j] = -j;
  upc_barrier;
  for (i = 0; i < 12; i++) CHECK(READ(six, i) == -i);
  upc_barrier;
  for (i = MYTHREAD; i < 6 * THREADS; i += THREADS) six[i] = 5 * i;
  upc_barrier;
  for (i = 0; i < 6 * THREADS; i++) CHECK(READ(six, i) == 5 * i);
  upc_barrier;
  i1[MYTHREAD] = MYTHREAD;
  i3[3 * MYTHREAD + 2] = MYTHREAD;
  upc_barrier;
  for (i = 0; i < THREADS; i++) CHECK(READ(i1, i) == i && READ(i3, 3 * i + 2) == i);
  upc_barrier;
}

/* Its counter is changed in the body, or starts elsewhere: no stride of THREADS. */
static void disguised(void) {
  const int all = 11 * THREADS;
  upc_forall (int i = 0; i < all; i++; &i1[i]) i1[i] = 0;
  upc_barrier;
  int i, runs = 0;
  if (MYTHREAD == THREADS - 1) {
    for (i = MYTHREAD; i < all; i += THREADS) { if (i % 2) i++; if (i < all) { i1[i] = 1; runs++; } }
  }
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    int found = 0;
    for (i = 0; i < all; i++) found += READ(i1, i);
    CHECK(found == runs);
  }
  upc_barrier;
}

int main(void) {
  c1_test(); i1_test(); d2_test(); i3_test(); s5_test(); l7_test(); d8_test(); d9_test();
  nested();
  moving();
  dimensions();
  strides();
  disguised();
  upc_barrier;
  return bad != 0;
}
