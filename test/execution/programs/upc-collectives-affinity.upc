// threads: 2
// status: 1
// stderr: upc_all_gather: src is 0x
// stderr: it points to thread 1 and must point to thread 0
// stderr: upc-collectives-affinity.upc:10
#include <upc.h>
#include <upc_collective.h>
shared [4] int a[4 * THREADS];
shared [] int b[64];
int main(void) { upc_all_gather(b, &a[4], 4 * sizeof(int), UPC_IN_NOSYNC); return 0; }
