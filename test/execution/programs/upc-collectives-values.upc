// static: 2
/* Berkeley's collective functions on values: of every kind of type, from every root, one after the other without barriers. */
#include <upc.h>
#include <bupc_collectivev.h>
#include <string.h>
#include "check.h"

struct point { double x, y; char name[5]; };

static void movement(int root) {
  struct point own = {MYTHREAD, root, "p"}, got = bupc_allv_broadcast(struct point, own, root), all[THREADS];
  CHECK(got.x == root && got.y == root && got.name[0] == 'p');
  struct point *array = bupc_allv_gather_all(struct point, own, MYTHREAD % 2 ? NULL : all);
  CHECK(array == (MYTHREAD % 2 ? NULL : all));
  for (int t = 0; t < THREADS && array; t++) CHECK(all[t].x == t);
  short parts[THREADS], collected[THREADS];
  for (int t = 0; t < THREADS; t++) parts[t] = (short)(-7 * t - root);
  short part = bupc_allv_scatter(short, root, MYTHREAD == root ? parts : NULL);
  CHECK(part == -7 * MYTHREAD - root);
  memset(parts, 0, sizeof parts);
  bupc_allv_gather(short, part, root, collected);
  for (int t = 0; t < THREADS && MYTHREAD == root; t++) CHECK(collected[t] == -7 * t - root);
  CHECK(bupc_allv_permute(int, MYTHREAD, (MYTHREAD + root) % THREADS) == (MYTHREAD + THREADS - root) % THREADS);
  shared [3] char *p = NULL;
  if (MYTHREAD == root) p = (shared [3] char *)upc_alloc(10) + 2;
  p = bupc_allv_broadcast(shared [3] char *, p, root);
  CHECK(upc_threadof(p) == root && upc_phaseof(p) == 2);
}

static void reductions(int root) {
  int sum = 0;
  for (int t = 0; t < THREADS; t++) sum += t * 100;
  int reduced = bupc_allv_reduce(int, MYTHREAD * 100, root, UPC_ADD);
  CHECK(MYTHREAD != root || reduced == sum);
  CHECK(bupc_allv_reduce(unsigned char, MYTHREAD * 100, -1, UPC_ADD) == (unsigned char)sum);
  CHECK(bupc_allv_reduce_all(double, MYTHREAD + 0.25, UPC_MAX) == THREADS - 0.75);
  CHECK(bupc_allv_reduce_all(float, MYTHREAD + 0.5f, UPC_MIN) == 0.5f);
  CHECK(bupc_allv_reduce_all(unsigned int, 0xfffffff0u + MYTHREAD, UPC_MIN) == 0xfffffff0u);
  CHECK(bupc_allv_reduce_all(signed char, -1 - MYTHREAD, UPC_MAX) == -1);
  CHECK(bupc_allv_reduce_all(unsigned long, 1ul << (63 - MYTHREAD), UPC_MAX) == 1ul << 63);
  CHECK(bupc_allv_reduce_all(long, 1l << MYTHREAD + 40, UPC_OR) == ((1l << THREADS) - 1) << 40);
  CHECK(bupc_allv_prefix_reduce(long long, MYTHREAD + 1, UPC_ADD) == (MYTHREAD + 1) * (MYTHREAD + 2) / 2);
}

int main(void) {
  for (int round = 0; round < 30; round++) {
    movement(round % THREADS);
    reductions(round % THREADS);
  }
  return bad != 0;
}
