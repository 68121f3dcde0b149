/* Idea: a shared array is dealt to the threads element by element; upc_threadof says whose an element is. */
#include <upc.h>
#include <stdio.h>

#define N 5
shared int square[N * THREADS];

int main(void) {
  int bad = 0;
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) square[i] = i * i; /* only my own elements */
  upc_barrier;
  for (int i = 0; i < N * THREADS; i++) { /* anybody may read them all */
    if (square[i] != i * i) bad++;
    if (upc_threadof(&square[i]) != i % THREADS) bad++;
  }
  if (MYTHREAD == 0) printf("%s\n", bad ? "wrong elements" : "Solution validates");
  return bad != 0;
}
