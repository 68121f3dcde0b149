// threads: 2 3
// status: 1
// stderr: collective calls do not match
// stderr: upc_all_broadcast(dst 0x
// stderr: nbytes 8
// stderr: upc-collectives-mismatch.upc:12
#include <upc.h>
#include <upc_collective.h>
shared [16] char to[16 * THREADS];
shared [] char from[16];
int main(void) {
  upc_all_broadcast(to, from, MYTHREAD == 1 ? 4 : 8, 0);
  return 0;
}
