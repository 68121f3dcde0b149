/* Idea: a pointer-to-shared walks over all threads; cast to a private pointer it is as fast as C's, but only for one's own data. */
#include <upc.h>
#include <stdio.h>

#define N 4
shared [N] int data[N * THREADS];

int main(void) {
  int *mine = (int *)&data[N * MYTHREAD]; /* my block, as private memory */
  for (int i = 0; i < N; i++) mine[i] = 10 * MYTHREAD + i;
  upc_barrier;
  int bad = 0;
  shared [N] int *p = data;
  for (int i = 0; i < N * THREADS; i++, p++) bad += *p != 10 * (i / N) + i % N;
  bad += p - data != N * THREADS;
  if (MYTHREAD == 0) printf("%s\n", bad ? "wrong values" : "Solution validates");
  return bad != 0;
}
