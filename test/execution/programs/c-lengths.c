/* Variable lengths are evaluated once, where they are written (C99 6.7.5.2, 6.7.7). */
#include "check.h"
static int calls;
static int next(void) { return ++calls; }
static int square(int n, int a[n][n]) { return a[n - 1][n - 1] + (int)(sizeof a[0] / sizeof(int)); }
static int counted(int n, int a[n++]) { return n + (a == 0); }
static int twice(int a[next()], int b[static next()]) { return calls + (a == b); }
static int inner(int n, int a[n = 3][next()]) { return n * 100 + (int)sizeof a[0]; }
int main(void) {
  CHECK(counted(3, 0) == 5 && twice(0, 0) == 3 && inner(9, 0) == 312);
  calls = 0;
  int n = 9;
  typedef int row_t[n];
  n = 1;
  row_t row;
  row_t pair[2];
  CHECK(sizeof(row_t) == 36 && sizeof row == 36 && sizeof pair == 72);
  row[8] = 5;
  pair[1][8] = 6;
  CHECK(row[8] == 5 && pair[1][8] == 6 && &pair[1][0] - &pair[0][0] == 9);
  int a[next() + 1];
  CHECK(calls == 1 && sizeof a == 8 && sizeof(a) == 8 && calls == 1);
  CHECK(sizeof(int[next()]) == 8 && calls == 2);
  int (*p)[n + 2] = (int(*)[n + 2])row;
  n = 100;
  CHECK(sizeof *p == 12 && p + 1 == (void *)&row[3]);
  for (int i = 1; i < 5; i++) {
    char text[i * 10];
    text[i * 10 - 1] = (char)i;
    CHECK(sizeof text == (unsigned)i * 10 && text[sizeof text - 1] == i);
    if (i == 3) continue;
    short more[i][i];
    more[i - 1][i - 1] = (short)i;
    CHECK(sizeof more == 2u * i * i);
  }
  int s[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  CHECK(square(3, s) == 12);
  __typeof__(row) other;
  CHECK(sizeof other == 36);
  return bad != 0;
}
