#include <stdio.h>
#include <upc.h>

shared int number[THREADS];

int main(void) {
  number[MYTHREAD] = MYTHREAD + 1;
  upc_barrier;
  int sum = 0;
  for (int t = 0; t < THREADS; t++) sum += number[t];
  if (MYTHREAD == 0) puts(sum == THREADS * (THREADS + 1) / 2 ? "done" : "wrong");
  return 0;
}
