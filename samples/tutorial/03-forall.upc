/* Idea: upc_forall deals the iterations of a loop to the threads; the fourth expression says to whom. */
#include <upc.h>
#include <stdio.h>

#define N 100
shared double a[N * THREADS], b[N * THREADS], c[N * THREADS];

int main(void) {
  int i, mine = 0, bad = 0;
  upc_forall (i = 0; i < N * THREADS; i++; i) { /* iteration i to thread i % THREADS */
    a[i] = i;
    b[i] = 2.0 * i;
  }
  upc_barrier;
  upc_forall (i = 0; i < N * THREADS; i++; &c[i]) { /* to the thread that has c[i]: all accesses are local */
    c[i] = a[i] + b[i];
    mine++;
  }
  upc_barrier;
  upc_forall (i = 0; i < N * THREADS; i++; continue) /* every iteration on every thread */
    if (c[i] != 3.0 * i) bad++;
  if (mine != N) bad++;
  if (MYTHREAD == 0) printf("%s\n", bad ? "wrong sums" : "Solution validates");
  return bad != 0;
}
