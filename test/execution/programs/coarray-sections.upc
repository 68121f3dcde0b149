// Array sections: both directions, strides, broadcasts, overlap, expressions, bounds known only at run time.
#include <coarray.h>
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 11
#define M 7
int a[N]:[*], b[N]:[*];
double g[N][M]:[*], h[N][M]:[*];
char text[40]:[*];
struct cell { short tag; double v[5]; float _Complex pad; } cells[N]:[*];
long long wide[N]:[*], moved[N]:[*];
static int plain[N];

static void fill(int me) {
  for (int i = 0; i < N; i++) {
    a[i] = me * 100 + i;
    b[i] = -a[i];
    wide[i] = 0x7ff0000000000001LL + me * 16 + i;
    cells[i].tag = me * 20 + i;
    for (int j = 0; j < 5; j++) cells[i].v[j] = me * 1000 + i * 10 + j;
    for (int j = 0; j < M; j++) g[i][j] = me * 1000 + i * 10 + j, h[i][j] = -1;
  }
}

static int evaluated;
static int once(int value) { evaluated++; return value; }
static int twice(int value) { return 2 * value; }

int main(void) {
  int me = this_image(), all = num_images(), right = (me + 1) % all, left = (me + all - 1) % all;
  int tmp[3 * N];

  // get: contiguous, strided on either side, backwards, whole
  fill(me);
  upc_barrier;
  tmp[3:5] = a[2:5]:[right];
  for (int i = 0; i < 5; i++) CHECK(tmp[3 + i] == right * 100 + 2 + i);
  tmp[0:5:3] = a[1:5:2]:[right];
  for (int i = 0; i < 5; i++) CHECK(tmp[3 * i] == right * 100 + 1 + 2 * i);
  tmp[0:N] = a[::-1]:[left];
  for (int i = 0; i < N; i++) CHECK(tmp[i] == left * 100 + N - 1 - i);
  tmp[N - 1:N:-1] = a[:]:[left];
  for (int i = 0; i < N; i++) CHECK(tmp[i] == left * 100 + N - 1 - i);
  tmp[:4] = a[3:4]:[me];
  for (int i = 0; i < 4; i++) CHECK(tmp[i] == a[3 + i]);
  tmp[0:3] = a[8:]:[right];
  CHECK(tmp[2] == right * 100 + 10);
  tmp[0:6] = a[::2]:[right];
  CHECK(tmp[5] == right * 100 + 10);
  tmp[0:2] = a[9::-7]:[right];
  CHECK(tmp[0] == right * 100 + 9 && tmp[1] == right * 100 + 2);
  upc_barrier;

  // put, two dimensions
  h[1:3][2:4]:[right] = g[4:3][0:4];
  upc_barrier;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      CHECK(h[i][j] == (i >= 1 && i < 4 && j >= 2 && j < 6 ? left * 1000 + (i + 3) * 10 + j - 2 : -1));
  upc_barrier;
  fill(me);
  upc_barrier;
  h[::2][::-3]:[right] = g[5:6][1:3];
  upc_barrier;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 3; j++) CHECK(h[2 * i][6 - 3 * j] == left * 1000 + (i + 5) * 10 + j + 1);
  CHECK(h[1][6] == -1 && h[0][5] == -1);
  upc_barrier;
  h[:][:]:[right] = g[:][:];
  upc_barrier;
  CHECK(h[0][0] == left * 1000 && h[N - 1][M - 1] == left * 1000 + 106);
  upc_barrier;

  // fewer dimensions than the array, sections of members, of structs, between two other images
  double column[N];
  column[:] = g[:][3]:[right];
  for (int i = 0; i < N; i++) CHECK(column[i] == right * 1000 + i * 10 + 3);
  upc_barrier;
  g[2][:] = h[4][:];
  CHECK(g[2][5] == left * 1000 + 45);
  double inner[3];
  inner[:] = cells[2:3:4].v[1]:[right];
  for (int i = 0; i < 3; i++) CHECK(inner[i] == right * 1000 + (2 + 4 * i) * 10 + 1);
  inner[:] = cells[6].v[::2]:[left];
  for (int i = 0; i < 3; i++) CHECK(inner[i] == left * 1000 + 60 + 2 * i);
  upc_barrier;
  cells[0:4]:[right] = cells[5:4]:[left];
  upc_barrier;
  int from = (left + all - 1) % all;
  for (int i = 0; i < 4; i++) CHECK(cells[i].tag == from * 20 + 5 + i && cells[i].v[4] == from * 1000 + (5 + i) * 10 + 4);
  moved[1:10]:[right] = wide[0:10];
  upc_barrier;
  for (int i = 1; i < N; i++) CHECK(moved[i] == 0x7ff0000000000001LL + left * 16 + i - 1);
  upc_barrier;

  // broadcasts
  a[:] = 0;
  for (int i = 0; i < N; i++) CHECK(a[i] == 0);
  upc_barrier;
  evaluated = 0;
  a[1:5:2]:[right] = once(me + 7);
  CHECK(evaluated == 1);
  upc_barrier;
  for (int i = 0; i < N; i++) CHECK(a[i] == (i % 2 == 1 ? left + 7 : 0));
  upc_barrier;
  g[:][2]:[right] = a[1]:[me];
  cells[3:2]:[right] = cells[9];
  text[:]:[right] = 'x';
  upc_barrier;
  CHECK(g[4][2] == from + 7 && text[39] == 'x' && cells[4].tag == left * 20 + 9);
  upc_barrier;

  // overlap counts as simultaneous
  for (int i = 0; i < N; i++) plain[i] = i;
  plain[1:10] = plain[0:10];
  for (int i = 1; i < N; i++) CHECK(plain[i] == i - 1);
  plain[0:10] = plain[1:10];
  for (int i = 0; i < 10; i++) CHECK(plain[i] == i);
  plain[::2] = plain[5:6];
  for (int i = 0; i < 5; i++) CHECK(plain[2 * i] == 5 + i);
  for (int i = 0; i < N; i++) plain[i] = i;
  plain[:] = plain[::-1];
  for (int i = 0; i < N; i++) CHECK(plain[i] == N - 1 - i);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) g[i][j] = i * 10 + j;
  g[1:N - 1][1:M - 1]:[me] = g[0:N - 1][0:M - 1];
  for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++) CHECK(g[i][j] == (i - 1) * 10 + j - 1);

  // expressions
  upc_barrier;
  fill(me);
  upc_barrier;
  plain[:] = 2 * b[:] + a[:]:[right];
  for (int i = 0; i < N; i++) CHECK(plain[i] == -2 * (me * 100 + i) + right * 100 + i);
  evaluated = 0;
  upc_barrier;
  a[0:4] = twice(b[0:4]:[left]) + once(3);
  CHECK(evaluated == 1);
  for (int i = 0; i < 4; i++) CHECK(a[i] == -2 * (left * 100 + i) + 3);
  for (int i = 0; i < N; i++) plain[i] = i;
  plain[1:10] = plain[1:10] + plain[0:10];
  for (int i = 1; i < N; i++) CHECK(plain[i] == 2 * i - 1);
  plain[:] += 1;
  CHECK(plain[10] == 20);
  plain[0:5] *= plain[5:5];
  CHECK(plain[0] == 10 && plain[4] == 8 * 18);
  upc_barrier;
  b[:]:[right] += 1000 + me;
  upc_barrier;
  for (int i = 0; i < N; i++) CHECK(b[i] == -(me * 100 + i) + 1000 + left);
  double y[N][M];
  y[:][:] = sqrt(g[:][:] * g[:][:]) + (g[:][:]:[right] > 1015 ? 0.5 : 0.25);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      double own = me * 1000 + i * 10 + j, other = right * 1000 + i * 10 + j;
      CHECK(fabs(y[i][j] - own - (other > 1015 ? 0.5 : 0.25)) < 1e-9);
    }
  float narrow[N];
  narrow[:] = g[:][0]:[left];  // converted
  CHECK(narrow[3] == left * 1000 + 30);

  // pointers, variable-length arrays, lengths known at run time, nothing at all
  int n = 4 + me % 3, step = -2;
  int vla[n][n + 1];
  vla[:][:] = me;
  vla[1:2][1:n:1] = b[2];
  CHECK(vla[0][0] == me && vla[1][1] == b[2] && vla[2][n] == b[2] && vla[3][1] == me);
  int *p = tmp;
  p[0:N] = b[:]:[right];
  for (int i = 0; i < N; i++) CHECK(p[i] == -(right * 100 + i) + 1000 + me);
  p[8:n:step] = a[0:n];
  CHECK(p[8] == a[0] && p[4] == a[2]);
  a[:] = 5;
  n = 0;
  a[2:n] = 9;
  a[2:n:3]:[right] = b[3:n] + 1;
  upc_barrier;
  CHECK(a[2] == 5);
  upc_barrier;
  int (*rows)[M] = (int (*)[M])malloc(sizeof(int) * 3 * M);
  rows[0:3][:] = 4;
  rows[0:3][1:2] = rows[0:3][5:2] + 1;
  CHECK(rows[2][2] == 5 && rows[2][3] == 4 && rows[0][0] == 4);

  // through pointers-to-shared and strings
  shared [] int *q = &a[0]:[right];
  q[0:3] = 77;
  upc_barrier;
  CHECK(a[2] == 77 && a[3] == 5);
  if (me) ; else a[0:2] = 1;
  for (int i = 0; i < 2; i++) b[i:3] = i;
  CHECK(b[0] == 0 && b[3] == 1);
  return bad != 0;
}
