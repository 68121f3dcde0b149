// without: -g
// static: 1 2 3 4 7
/*
 * Arrays with one block in each thread, whose elements are found without a division: blocks of many sizes, of odd elements,
 * reached by rows and through; pointers behind the last element; arrays with less than a block, and with more.
 */
#include <upc_relaxed.h>
#include "check.h"

struct odd { char tag; short number; char more[2]; };
struct far { double x; int y[3]; };

shared int one[THREADS];
shared [3] char three[3 * THREADS];
shared [4] long four[THREADS][4];
shared [7] struct odd seven[THREADS][7];
shared [12] struct far matrix[THREADS][3][4];
shared [65536] short large[THREADS][65536];
shared [*] int dealt[5 * THREADS];
shared [8] int two[2 * 8 * THREADS]; /* two blocks each */
shared int mine[2 * THREADS];

/* An index that the compiler does not know. */
static volatile int nothing;

static void write(int t) {
  one[t] = t + 1;
  for (int i = 0; i < 3; i++) three[3 * t + i] = 3 * t + i;
  for (int i = 0; i < 4; i++) four[t][i] = 100 * t + i;
  for (int i = 0; i < 7; i++) seven[t][i].number = 50 * t + i, seven[t][i].more[1] = i;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) matrix[t][i][j].x = t + i + j, matrix[t][i][j].y[2] = t * 12 + i * 4 + j;
  for (int i = 0; i < 65536; i += 641) large[t][i] = t ^ i;
  for (int i = 0; i < 5; i++) dealt[5 * t + i] = 7 * t - i;
  for (int i = 0; i < 8; i++) two[8 * t + i] = t, two[8 * (t + THREADS) + i] = -t;
  mine[t] = t, mine[t + THREADS] = -t;
}

static void check(int t) {
  CHECK(one[t] == t + 1 && upc_threadof(&one[t]) == t);
  for (int i = 0; i < 3; i++) CHECK(three[3 * t + i] == (char)(3 * t + i) && upc_phaseof(&three[3 * t + i]) == i);
  for (int i = 0; i < 4; i++) CHECK(four[t][i] == 100 * t + i && (&four[0][0])[4 * t + i] == 100 * t + i);
  for (int i = 0; i < 7; i++) {
    struct odd copy = seven[t][i];
    CHECK(copy.number == 50 * t + i && seven[t][i].more[1] == i && upc_threadof(&seven[t][i]) == t);
  }
  for (int k = 0; k < 12; k++) {
    struct far copy = matrix[t][k / 4][k % 4];
    CHECK(copy.x == t + k / 4 + k % 4 && matrix[t][nothing][k].y[2] == t * 12 + k);
  }
  for (int i = 0; i < 65536; i += 641) CHECK(large[t][i] == (short)(t ^ i) && large[nothing][t * 65536 + i] == (short)(t ^ i));
  for (int i = 0; i < 5; i++) CHECK(dealt[5 * t + i] == 7 * t - i);
  for (int i = 0; i < 8; i++) CHECK(two[8 * t + i] == t && two[8 * (t + THREADS) + i] == -t);
  CHECK(mine[t] == t && mine[t + THREADS] == -t);
}

/* The element behind the last one is nowhere, but its address is in the next row of thread 0. */
static void ends(void) {
  int count = nothing;
  shared int *end = &one[THREADS + nothing];
  for (shared int *p = one; p != end; p++) count++;
  CHECK(count == THREADS && end - one == THREADS && upc_threadof(end) == 0);
  shared [3] char *last = &three[3 * THREADS + nothing];
  count = 0;
  for (shared [3] char *p = three; p < last; p++) count++;
  CHECK(count == 3 * THREADS && last - three == 3 * THREADS && upc_threadof(last) == 0 && last[-1] == three[3 * THREADS - 1]);
  shared [4] long *row = &four[THREADS + nothing][0];
  CHECK(row - &four[0][0] == 4 * THREADS && upc_threadof(row) == 0 && row[-1] == 100 * (THREADS - 1) + 3);
}

int main(void) {
  write(MYTHREAD);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) check(t);
  ends();
  upc_barrier;
  write((MYTHREAD + 1) % THREADS);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) check(t);
  return bad != 0;
}
