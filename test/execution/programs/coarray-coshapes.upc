// Several codimensions, coshapes of parameters and pointers, questions about them.
#include <coarray.h>
#include <stdlib.h>
#include <upc.h>
#include <bupc_extensions.h>
#include "check.h"

enum { ROWS = 2 };
int a:[ROWS][*];
double b[3]:[2][3][*];
int line[4]:[*];
typedef int vector[5];
vector v:[*];
struct pair { int first, second; } pairs[2]:[*];

// A parameter has a coshape of its own.
static int corner(int n, double x[3]:[n][*], int i, int j) { return (int)x[2]:[i][j]; }
static int element(int *p:[*], int i, int k) { return p[i]:[k]; }
static int member(struct pair *p:[*], int k) { return p->second:[k] + (*p).first:[k] + p[1].first:[k]; }
static int row(int m, int x[][m]:[*], int i, int j, int k) { return x[i][j]:[k]; }
static int table[3][4]:[*];

static int count(int c0, int c1) { return image_index(a, c0, c1); }

int main(void) {
  int me = this_image(), all = num_images(), right = (me + 1) % all;
  // every image by its indices: the first codimension varies fastest
  a = me;
  for (int i = 0; i < 3; i++) b[i] = me * 10 + i;
  for (int i = 0; i < 4; i++) line[i] = me * 100 + i;
  for (int i = 0; i < 5; i++) v[i] = me - i;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) table[i][j] = me * 100 + i * 10 + j;
  pairs[0].first = me, pairs[0].second = 2 * me, pairs[1].first = 3 * me;
  upc_barrier;
  for (int k = 0; k < all; k++) {
    CHECK(a:[k % ROWS][k / ROWS] == k);
    CHECK(b[1]:[k % 2][k / 2 % 3][k / 6] == k * 10 + 1);
    CHECK(corner(2, b, k % 2, k / 2) == k * 10 + 2);
    CHECK(corner(3, b, k % 3, k / 3) == k * 10 + 2);
    CHECK(element(line, 3, k) == k * 100 + 3);
    CHECK(element(line + 1, 1, k) == k * 100 + 2);
    CHECK(element(&line[2], -2, k) == k * 100);
    CHECK(member(pairs, k) == 6 * k);
    CHECK(v[4]:[k] == k - 4);
    CHECK(row(4, table, 2, 1, k) == k * 100 + 21);
    CHECK(row(2, (int (*)[2])table, 5, 1, k) == k * 100 + 23);
    CHECK(image_index(a, k % 2, k / 2) == k);
    CHECK(image_index(b, k % 2, k / 2 % 3, k / 6) == k);
  }
  CHECK(image_index(a, 2, 0) == -1 && image_index(a, -1, 0) == -1 && count(0, -1) == -1);
  CHECK(image_index(a, 0, all) == -1 && count(1, 1 << 30) == -1 && count(0, 1 << 31) == -1);
  CHECK(image_index(line, all) == -1 && image_index(line, all - 1) == all - 1);

  // bounds and extents
  CHECK(lcobound(a, 0) == 0 && lcobound(line) == 0);
  CHECK(ucobound(a, 0) == 1 && ucobound(a, 1) == (all + 1) / 2 - 1);
  CHECK(coshape(b, 0) == 2 && coshape(b, 1) == 3 && coshape(b, 2) == (all + 5) / 6);
  CHECK(coshape(line) == all && ucobound(line) == all - 1);
  for (int d = 0; d < 3; d++) CHECK(coshape(b, d) == ucobound(b, d) + 1);

  // the own indices
  CHECK(this_image(line) == me);
  CHECK(this_image(a, 0) == me % 2 && this_image(a, 1) == me / 2);
  for (int d = 0; d < 3; d++) CHECK(this_image(b, d) == (d == 0 ? me % 2 : d == 1 ? me / 2 % 3 : me / 6));
  CHECK(image_index(b, this_image(b, 0), this_image(b, 1), this_image(b, 2)) == me);

  // pointers to coarrays
  int (*y)[4]:[*] = table;
  CHECK(y[2][3]:[right] == right * 100 + 23);
  CHECK((*y)[1]:[right] == right * 100 + 1);
  y++;
  CHECK((*(*(y + 1) + 2)):[right] == right * 100 + 22);
  int n = 1 + me % 2;
  double *z:[n][*] = b;
  CHECK(z[2]:[right % n][right / n] == right * 10 + 2);
  static int *kept:[*];
  kept = line;
  upc_barrier;
  CHECK(kept[1]:[right] == right * 100 + 1);
  int *theirs = kept:[right];  // the pointer itself, of the other image
  if (bupc_thread_distance(MYTHREAD, right) <= BUPC_THREADS_VERYNEAR) CHECK(theirs[1] == right * 100 + 1);
  upc_barrier;
  y[0][:]:[right] = -1;
  upc_barrier;
  CHECK(table[1][0] == -1 && table[1][3] == -1 && table[2][0] == me * 100 + 20);
  return bad != 0;
}
