// Coindexed objects: read, written, computed on, pointed to; scalars, arrays, structs, bit-fields, complex numbers.
#include <coarray.h>
#include <upc.h>
#include <bupc_extensions.h>
#include <complex.h>
#include "check.h"

struct point {
  int x;
  double y[3];
  struct { char tag; long wide; } inner;
  unsigned bits : 5, more : 11;
};

int n:[*];
int started:[*] = 40;
double a[5][7]:[*];
static struct point p:[*];
struct point row[3]:[*];
long long wide:[*];
float _Complex z:[*];
unsigned char bytes[9]:[*];
int *cell:[*];
_Bool flag:[*];
extern short later[4]:[*];
short later[4]:[*] = {1, 2, 3, 4};

static int calls;
static int next(void) { calls++; return (MYTHREAD + 1) % THREADS; }
static int sum(const struct point *q) { return q->x + (int)q->y[2]; }

static int block_scope(int right) {
  static int inside[2]:[*];
  inside[0] = MYTHREAD * 2;
  inside[1] = MYTHREAD * 2 + 1;
  upc_barrier;
  int got = inside[1]:[right] * 100 + inside[0]:[right];
  upc_barrier;
  return got;
}

int main(void) {
  int me = this_image(), all = num_images();
  int right = (me + 1) % all, left = (me + all - 1) % all;
  CHECK(started == 40 && started:[right] == 40);
  n = me;
  upc_barrier;
  CHECK(n:[right] == right);
  CHECK(n:[left] + n == left + me);
  upc_barrier;
  n:[right] = me * 10;
  upc_barrier;
  CHECK(n == left * 10);
  upc_barrier;

  // compound assignment and increments, the image evaluated once
  n = 100;
  upc_barrier;
  n:[next()] += 5;
  CHECK(calls == 1);
  CHECK(n:[right]++ == 105);
  CHECK(++n:[right] == 107);
  CHECK(n:[right]-- == 107);
  n:[right] <<= 1;
  upc_barrier;
  CHECK(n == 212);

  // arrays
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 7; j++) a[i][j] = me * 1000 + i * 10 + j;
  upc_barrier;
  for (int k = 0; k < all; k++)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 7; j++) CHECK(a[i][j]:[k] == k * 1000 + i * 10 + j);
  CHECK((*(a[2] + 3)):[left] == left * 1000 + 23);
  CHECK((*(*(a + 1) + 4)):[left] == left * 1000 + 14);
  upc_barrier;
  a[4][me % 7]:[right] = -1;
  upc_barrier;
  CHECK(a[4][left % 7] == -1);

  // structs: a member of a coindexed struct, a coindexed member, the whole
  p.x = me;
  p.y[2] = me + 0.5;
  p.inner.wide = 1LL << 40 | me;
  p.inner.tag = 'a' + me % 26;
  p.bits = me & 31;
  p.more = 1000 + me % 24;
  upc_barrier;
  CHECK(p:[right].x == right && p.x:[right] == right);
  CHECK(p:[left].y[2] == left + 0.5 && p.y[2]:[left] == left + 0.5);
  CHECK(p:[left].inner.wide == (1LL << 40 | left) && p.inner.tag:[left] == 'a' + left % 26);
  CHECK(p:[right].bits == (right & 31) && p.more:[right] == 1000 + right % 24);
  struct point copy = p:[right];
  CHECK(copy.x == right && sum(&copy) == 2 * right);
  upc_barrier;
  row[1]:[right] = p;
  row[2]:[right] = p:[left];
  upc_barrier;
  CHECK(row[1].x == left && row[1].inner.wide == (1LL << 40 | left));
  CHECK(row[2].x == (left + all - 1) % all);
  p:[right].bits = 9;
  p.more:[right] = 77;
  upc_barrier;
  CHECK(p.bits == 9 && p.more == 77 && p.x == me);

  // wide, complex, narrow
  wide = -1LL - me;
  z = me + 2 * me * I;
  for (int i = 0; i < 9; i++) bytes[i] = 250 + i;
  flag = 0;
  upc_barrier;
  CHECK(wide:[right] == -1LL - right);
  CHECK(z:[right] == right + 2 * right * I);
  CHECK(bytes[8]:[left] == 2);
  flag:[right] = 5;
  bytes[3]:[right] += 10;
  upc_barrier;
  CHECK(flag == 1 && bytes[3] == 7);
  CHECK(later[3]:[right] == 4);

  // addresses: pointers-to-shared
  shared [] double *q = &a[1][0]:[right];
  CHECK(upc_threadof(q) == right && q[2] == right * 1000 + 12);
  shared [] double *whole = a[2]:[left];
  CHECK(whole[6] == left * 1000 + 26 && upc_threadof(whole) == left);
  double buffer[7];
  upc_memget(buffer, &a[3]:[right], sizeof buffer);
  CHECK(buffer[5] == right * 1000 + 35);
  CHECK(sizeof a:[0] == sizeof a && sizeof a[0]:[0] == 7 * sizeof(double));

  // a coarray of pointers
  static int mine;
  mine = me + 7;
  cell = &mine;
  upc_barrier;
  int *theirs = cell:[right];
  if (bupc_thread_distance(MYTHREAD, right) <= BUPC_THREADS_VERYNEAR) CHECK(*theirs == right + 7);
  upc_barrier;

  CHECK(block_scope(right) == (right * 2 + 1) * 100 + right * 2);

  // beside ?:, case labels, labels, digraphs
  int k = right;
  CHECK((k ? n:[k] : n:[0]) == 212);
  CHECK((me == -1 ? 1 : n:[k]) == 212);
  switch (me % 2) {
    case 0: n:[k] = 1; break;
    case 1: again: n:[k] = 1; if (0) goto again;
  }
  upc_barrier;
  CHECK(n:<:k:> == 1 && a<:1:><:2:>:<:k:> == k * 1000 + 12);
  int y = k > 0 ? k : n:[0], x = me ? 3 : n:[k];
  CHECK(y >= 0 && x >= 1);
  return bad != 0;
}
