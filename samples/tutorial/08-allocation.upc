/* Idea: shared memory at run time: all together (upc_all_alloc), one for everybody (upc_global_alloc), one's own (upc_alloc). */
#include <upc.h>
#include <stdio.h>

shared [] int *shared row[THREADS]; /* a shared array of pointers-to-shared */

int main(void) {
  int n = MYTHREAD + 1, bad = 0; /* rows of different lengths */
  shared int *all = upc_all_alloc(THREADS, sizeof(int));
  all[MYTHREAD] = MYTHREAD;
  row[MYTHREAD] = upc_alloc(n * sizeof(int));
  for (int i = 0; i < n; i++) row[MYTHREAD][i] = 100 * MYTHREAD + i;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    bad += all[t] != t;
    int copy[THREADS];
    upc_memget(copy, row[t], (t + 1) * sizeof(int));
    for (int i = 0; i <= t; i++) bad += copy[i] != 100 * t + i;
  }
  upc_barrier;
  upc_free(row[MYTHREAD]);
  upc_all_free(all);
  if (MYTHREAD == 0) printf("%s\n", bad ? "wrong values" : "Solution validates");
  return bad != 0;
}
