// -g: an index behind a shared array, within memory that others use.
// flags: -g
// status: 1
// stderr: index 
// stderr: fail-index.upc:20:
#include <upc.h>
shared int a[10 * THREADS];
shared [5] int b[5 * THREADS];
struct tail { int n, items[1]; };
static int grid[3][4], sum;
int main(void) {
  int n = 6, lengths[n], *p;
  struct tail *t = (struct tail *)grid;
  t->items[3] = 1;
  for (p = &grid[2][0]; p < &grid[2][4]; p++) *p = 2;
  for (int i = 0; i < n; i++) lengths[i] = i;
  for (int i = 0; i < 4; i++) sum += grid[2][i] + lengths[i] + a[10 * THREADS - 1] + b[i];
  upc_barrier;
  if (sum == 14 && MYTHREAD == THREADS - 1)
    a[10 * THREADS + n] = 3;
  upc_barrier;
  return 0;
}
