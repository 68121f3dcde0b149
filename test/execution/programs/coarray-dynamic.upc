// Coarrays made by xmp_comalloc: pointers with open and given coshapes; -g knows where they end.
#include <coarray.h>
#include <upc.h>
#include "check.h"

struct node { int key; double values[4]; };
static double (*wide)[6]:[*];
static int *shared_by_all:[][];

static int at(int n, int *p:[n][*], int i, int c0, int c1) { return p[i]:[c0][c1]; }
static int deferred(int *p:[][], int c0, int c1) { return p[0]:[c0][c1]; }

static double sum_of_rows(double (*m)[6]:[*], int k, int rows) {
  double total[6], sum = 0;
  total[:] = 0;
  for (int i = 0; i < rows; i++) total[:] += m[i][:]:[k];
  for (int j = 0; j < 6; j++) sum += total[j];
  return sum;
}

int main(void) {
  int me = this_image(), all = num_images(), right = (me + 1) % all;
  double (*y)[10]:[*] = xmp_comalloc(5 * sizeof *y);
  struct node *list:[2][*] = xmp_comalloc(3 * sizeof *list);
  shared_by_all = xmp_comalloc(sizeof(int), 3);
  wide = xmp_comalloc(4 * sizeof *wide);
  for (int i = 0; i < 5; i++) y[i][:] = me * 100 + i;
  for (int i = 0; i < 3; i++) {
    list[i].key = me * 10 + i;
    list[i].values[:] = me + 0.5;
  }
  *shared_by_all = me + 1000;
  wide[0:4][:] = me + 1;
  upc_barrier;

  CHECK(y[3][7]:[right] == right * 100 + 3);
  CHECK((*y)[2]:[right] == right * 100);
  CHECK((*(y + 1))[2]:[right] == right * 100 + 1);
  CHECK(upc_threadof(&y[3][7]:[right]) == right);
  CHECK(list[2].key:[right % 2][right / 2] == right * 10 + 2);
  CHECK(list->values[3]:[right % 2][right / 2] == right + 0.5);
  struct node copy = (*list):[right % 2][right / 2];
  CHECK(copy.key == right * 10 && copy.values[0] == right + 0.5);
  CHECK(sum_of_rows(wide, right, 4) == 24.0 * (right + 1));
  double square[5][5];
  square[:][:] = y[0:5][5:5]:[right];
  CHECK(square[4][4] == right * 100 + 4);
  upc_barrier;
  y[0:5][0:5]:[right] = square[:][:] + 0.25;
  upc_barrier;
  CHECK(y[2][4] == me * 100 + 2 + 0.25 && y[2][5] == me * 100 + 2);

  // the coshape that the allocation gave
  for (int k = 0; k < all; k++) {
    CHECK(shared_by_all[0]:[k % 3][k / 3] == k + 1000);
    CHECK(deferred(shared_by_all, k % 3, k / 3) == k + 1000);
    CHECK(at(2, shared_by_all, 0, k % 2, k / 2) == k + 1000);
    CHECK(image_index(shared_by_all, k % 3, k / 3) == k);
  }
  CHECK(coshape(shared_by_all, 0) == 3 && coshape(shared_by_all, 1) == (all + 2) / 3);
  CHECK(this_image(shared_by_all, 0) == me % 3 && this_image(y) == me);
  upc_barrier;
  shared_by_all[0]:[0][0] += 0;
  int *again:[] = shared_by_all;
  CHECK(*again == me + 1000 && again[0]:[right] == right + 1000);
  sync_all();
  xmp_cofree(y);
  xmp_cofree(wide);
  xmp_cofree(list);
  xmp_cofree(shared_by_all);
  return bad != 0;
}
