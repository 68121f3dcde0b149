// threads: 2 3 4 7
// status: 1
// stderr: barrier
/* Barrier values that differ end the job with both values and places. */
#include <upc.h>
int main(void) {
  upc_barrier 5;
  upc_barrier MYTHREAD == 1 ? 8 : 7;
  return 0;
}
