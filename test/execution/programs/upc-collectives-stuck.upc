// threads: 2 4
// status: 1
// stderr: deadlock
// stderr: waits in upc_all_scatter
// stderr: waits at upc_barrier
#include <upc.h>
#include <upc_collective.h>
shared [16] char to[16 * THREADS];
shared [] char from[64];
int main(void) {
  if (MYTHREAD == 1) upc_barrier;
  else upc_all_scatter(to, from, 16, UPC_OUT_MYSYNC);
  return 0;
}
