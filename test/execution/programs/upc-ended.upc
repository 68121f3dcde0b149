// threads: 2 3 4 7
// status: 1
// stderr: thread 1
/* A thread that leaves while others wait at a barrier ends the job; what was printed is kept. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("thread %d was here", MYTHREAD);
  if (MYTHREAD == 1) return 0;
  upc_barrier;
  return 0;
}
