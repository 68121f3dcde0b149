/* Idea: a layout qualifier says how many neighbours stay together: [3] deals blocks of 3, [*] one block a thread, [] all to thread 0. */
#include <upc.h>
#include <stdio.h>

#define N 12
shared [3] int block[N * THREADS];
shared [*] int even[N * THREADS];
shared [] int alone[N];

static int check(void) {
  int bad = 0;
  for (int i = 0; i < N * THREADS; i++) {
    bad += upc_threadof(&block[i]) != i / 3 % THREADS || upc_phaseof(&block[i]) != i % 3;
    bad += upc_threadof(&even[i]) != i / N || upc_phaseof(&even[i]) != i % N;
  }
  for (int i = 0; i < N; i++) bad += upc_threadof(&alone[i]) != 0;
  return bad + (upc_blocksizeof(block) != 3) + (upc_localsizeof(even) != N * sizeof(int));
}

int main(void) {
  int bad = check();
  if (MYTHREAD == 0) printf("%s\n", bad ? "wrong layout" : "Solution validates");
  return bad != 0;
}
