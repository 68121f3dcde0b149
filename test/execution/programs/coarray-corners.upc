// Corners: aliases of the own image, strict accesses, packed structs, pointers-to-shared, nested statements, lengths.
#include <coarray.h>
#include <upc.h>
#include <complex.h>
#include <stddef.h>
#include "check.h"

int x:[*], v[8]:[*];
strict shared int flag;
struct __attribute__((packed)) tight { char tag; int n; double d; short s[3]; } packed[4]:[*];
shared int row[5 * THREADS];
shared int *where[3]:[*];
shared [4] int *blocked:[*];
shared [4] int cells[8 * THREADS];
_Bool truth[6]:[*];
unsigned char byte[7]:[*];
double _Complex wave[4]:[*];
const int fixed[3]:[*] = {7, 8, 9};
union both { int i; float f; } either:[*];
enum color { RED, GREEN } shade:[*];
static int matrix[3][4][5]:[*];
struct deep { struct { int list[6]; } in[2]; } deep[2]:[*];

static int own(int k) {  // the own image by its number is the same object
  int u = x:[k];
  x = u + 1;
  int w = x:[k];
  x:[k] = w + 1;
  return x - u;
}

static int own_element(int k, int i, int j) {
  int u = v[i]:[k];
  v[j] = u + 5;
  return v[i]:[k] - u;
}

static int through(int k, int *p) {
  int u = x:[k];
  *p = u + 3;
  return x:[k] - u;
}

static void square(int n, double m[n][n]:[*], int k) {
  double t[n][n];
  t[:][:] = m[0:n][:]:[k];
  for (int i = 0; i < n; i++) t[i][i] *= 2;
  m[0:n][::-1] = t[:][:];
}
double grid[4][4]:[*];

static inline int first(void) { return v[0]:[0]; }
static int choose(int c, int k) { return c ? v[1]:[k] : c == 0 ? v[2]:[k] : v[3]:[k]; }

static int folded(int n, int k) {
  int sum = 0, part[4];
  part[:] = ({ int t; t = v[4]:[k]; int q[2]; q[:] = v[0:2]:[k] + t; q[0] + q[1]; });
  for (int i = 0; i < 4; i++) sum += part[i];
  part[0:2] = ({ int q[n]; q[:] = 2; q[1]; }) + v[0:2];
  return sum + part[1];
}

int main(void) {
  int me = this_image(), all = num_images(), right = (me + 1) % all, left = (me + all - 1) % all;
  CHECK(own(me) == 2);
  CHECK(own_element(me, 2, 2) == 5 && own_element(me, 2, 3) == 0);
  CHECK(through(me, &x) == 3);
  x:[me] = 3, x += x:[me];
  CHECK(x == 6 && (x = x:[me] = 4) == 4);

  // packed structs: nothing is aligned
  for (int i = 0; i < 4; i++) {
    packed[i].tag = 'a' + i;
    packed[i].n = me * 10 + i;
    packed[i].d = me + i * 0.5;
    packed[i].s[2] = -i;
  }
  upc_barrier;
  CHECK(packed[3].n:[right] == right * 10 + 3 && packed[2].d:[right] == right + 1.0);
  int ns[4];
  double ds[4];
  ns[:] = packed[:].n:[right];
  ds[:] = packed[::-1].d:[left];
  CHECK(ns[2] == right * 10 + 2 && ds[0] == left + 1.5);
  short ss[4];
  ss[:] = packed[:].s[2]:[left] * 2;
  CHECK(ss[3] == -6);
  upc_barrier;
  packed[1:2].n:[right] = ns[0:2] + 1;
  packed[:].d:[right] += 1;
  packed[3]:[right] = packed[0];
  upc_barrier;
  CHECK(packed[1].n == me * 10 + 1 && packed[2].n == me * 10 + 2 && packed[3].tag == 'a');
  CHECK(packed[1].d == me + 1.5);

  // pointers-to-shared in coarrays
  row[me] = me + 50;
  if (me == 0) for (int i = 0; i < 8 * THREADS; i++) cells[i] = i;
  for (int i = 0; i < 3; i++) where[i] = &row[(me + i) % THREADS];
  blocked = &cells[(me * 3 + 5) % (8 * THREADS)];
  upc_barrier;
  shared int *w = where[2]:[right];
  CHECK(*w == (right + 2) % THREADS + 50);
  shared [4] int *bl = blocked:[right];
  CHECK(*bl == (right * 3 + 5) % (8 * THREADS) && upc_phaseof(bl) == (right * 3 + 5) % 4);
  shared int *all3[3];
  all3[:] = where[::-1]:[left];
  CHECK(*all3[0] == (left + 2) % THREADS + 50);
  upc_barrier;
  where[0]:[right]++;
  blocked:[right] = bl + 1;
  upc_barrier;
  CHECK(where[0] == &row[me] + 1 && *blocked == ((me * 3 + 5) % (8 * THREADS)) + 1);

  // conversions of what is sent
  truth[:]:[right] = 0.25;
  byte[::2]:[right] = 300 + me;
  wave[1:2]:[right] = me;
  upc_barrier;
  CHECK(truth[5] == 1 && byte[6] == (unsigned char)(300 + left) && byte[1] == 0);
  CHECK(wave[1] == left && cimag(wave[2]) == 0 && wave[0] == 0);
  upc_barrier;
  double _Complex sent[4];
  sent[:] = wave[:] * I + 1;
  upc_barrier;
  wave[:]:[right] = sent[:];
  upc_barrier;
  CHECK(wave[0] == 1 && wave[2] == 1 + ((left + all - 1) % all) * I);
  CHECK(fixed[2]:[right] == 9);
  either.f = 1.5f;
  shade = me % 2 ? GREEN : RED;
  upc_barrier;
  CHECK(either.i:[right] == 0x3fc00000 && either:[right].f == 1.5f && shade:[right] == (right % 2 ? GREEN : RED));

  // strict accesses, through the type of the pragma in force
  {
#pragma upc strict
    x:[right] = me;
    upc_barrier;
    CHECK(x == left);
    v[0:4]:[right] = me;
    upc_barrier;
    CHECK(v[3] == left);
  }

  // dimensions left out, deep members
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++) matrix[i][j][k] = me * 1000 + i * 100 + j * 10 + k;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int k = 0; k < 6; k++) deep[i].in[j].list[k] = me * 1000 + i * 100 + j * 10 + k;
  upc_barrier;
  int flat[5], plane[3][5];
  flat[:] = matrix[2:1][:1][:]:[right];
  CHECK(flat[4] == right * 1000 + 204);
  plane[:][:] = matrix[:][3:1][::-1]:[right];
  CHECK(plane[1][0] == right * 1000 + 134);
  plane[0:2][0:2] = deep[:].in[1].list[2::3]:[left];
  CHECK(plane[1][1] == left * 1000 + 115 && plane[0][0] == left * 1000 + 12);
  CHECK(deep[1].in[0].list[5]:[right] == right * 1000 + 105);
  upc_barrier;
  int n = 2 + me % 2, m = n - 1;
  matrix[0:n][1:m][m]:[right] = plane[0:n][:m] * 0 - 1;
  upc_barrier;
  CHECK(matrix[0][1][left % 2 + 1] == -1 && matrix[2][1][left % 2 + 1] == (left % 2 ? -1 : me * 1000 + 210 + left % 2 + 1));

  // parameters of variable size, statement expressions, conditionals
  for (int i = 0; i < 4; i++) grid[i][:] = me * 10 + i;
  upc_barrier;
  square(4, grid, me);
  CHECK(grid[1][2] == 2 * (me * 10 + 1) && grid[1][0] == me * 10 + 1);
  for (int i = 0; i < 8; i++) v[i] = me * 10 + i;
  upc_barrier;
  CHECK(first() == 0 && choose(1, right) == right * 10 + 1 && choose(0, right) == right * 10 + 2);
  CHECK(folded(3, right) == 4 * (4 * right * 10 + 9) + me * 10 + 3);
  int c = me % 2;
  int t = c ?v[1]:[right]:v[2]:[right];
  CHECK(t == right * 10 + (c ? 1 : 2));
  upc_barrier;
  if (c) v[6:2] = 0; else v[6:2] = 1;
  do v[7:1] = 5; while (0);
  for (int i = 0; i < 2; i++) v[i:2 - i] += 100;
  CHECK(v[6] == !c && v[7] == 5 && v[0] == me * 10 + 100 && v[1] == me * 10 + 201);
  CHECK(flag == 0);
  return bad != 0;
}
