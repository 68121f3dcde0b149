// threads: 2
// status: 1
// stderr: upc_all_reduceD: op is UPC_XOR; floating-point types have no bitwise operators
#include <upc.h>
#include <upc_collective.h>
shared double a[10 * THREADS], r;
int main(void) {
  upc_all_reduceD(&r, a, UPC_XOR, 10, 1, NULL, 0);
  return 0;
}
