// -g: a piece of a list that leaves the shared objects.
// flags: -g
// threads: 2
// status: 1
// stderr: bupc_memput_vlist: destination, entry 1: 9.5 MiB at 
// stderr: beyond the shared static objects
#include <upc.h>
shared [] char to[100];
static char from[10000100];
int main(void)
{
  bupc_smemvec_t targets[] = { { to, 100 }, { to + 50, 10000000 } };
  bupc_pmemvec_t source = { from, 10000100 };
  upc_barrier;
  if (MYTHREAD == 1) bupc_memput_vlist(2, targets, 1, &source);
  upc_barrier;
  return 0;
}
