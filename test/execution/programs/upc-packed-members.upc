// Arrays in packed structs that are shared: their elements are not aligned, and neighbours keep their values.
#include <upc.h>
#include "check.h"

struct __attribute__((packed)) row { char c; short s[3]; int n[2]; double d[2]; long l; };
shared struct row dealt[5 * THREADS];
shared [3] struct row blocks[4 * THREADS];

static void fill(int i) {
  dealt[i].c = i;
  for (int k = 0; k < 3; k++) dealt[i].s[k] = 100 * k + i;
  for (int k = 0; k < 2; k++) dealt[i].n[k] = 1000 * k + i, dealt[i].d[k] = k + i / 4.0;
  dealt[i].l = -i;
  if (i < 4 * THREADS) blocks[i].c = i, *(blocks[i].s + 1) = 7 * i, blocks[i].s[1]++;
}

static void look(int i) {
  CHECK(dealt[i].c == i && dealt[i].l == -i);
  for (int k = 0; k < 3; k++) CHECK(dealt[i].s[k] == 100 * k + i);
  for (int k = 0; k < 2; k++) CHECK(dealt[i].n[k] == 1000 * k + i && dealt[i].d[k] == k + i / 4.0);
  if (i < 4 * THREADS) CHECK(blocks[i].c == i && blocks[i].s[0] == 0 && blocks[i].s[1] == 7 * i + 1);
}

int main(void) {
  if (MYTHREAD == THREADS - 1)
    for (int i = 0; i < 5 * THREADS; i++) fill(i);
  upc_barrier;
  for (int i = 0; i < 5 * THREADS; i++) look(i);
  upc_barrier;
  return bad != 0;
}
