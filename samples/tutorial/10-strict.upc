/* Idea: relaxed accesses may be seen in any order; a strict one is seen after all before it. So a flag can announce data. */
#include <upc_relaxed.h>
#include <stdio.h>

shared int data[THREADS];
strict shared int ready[THREADS];

int main(void) {
  int left = (MYTHREAD + THREADS - 1) % THREADS, bad = 0;
  data[MYTHREAD] = 42 + MYTHREAD;
  ready[MYTHREAD] = 1; /* strict: data is there before the flag */
  while (!ready[left]) /* strict: read anew each time, in order */
    ;
  bad += data[left] != 42 + left;
  upc_barrier;
  if (MYTHREAD == 0) printf("%s\n", bad ? "data came after its flag" : "Solution validates");
  return bad;
}
