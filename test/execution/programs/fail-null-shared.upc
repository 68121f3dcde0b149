// -g: a null pointer-to-shared.
// flags: -g
// threads: 1 2
// status: 1
// stderr: access of 4 bytes at 0x0: null pointer at 
// stderr: fail-null-shared.upc:11:25
#include <upc.h>
shared int *p;
int main(void)
{
  if (MYTHREAD == 0) *p = 3;
  upc_barrier;
  return 0;
}
