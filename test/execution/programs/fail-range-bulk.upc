// -g: upc_memput beyond the shared objects.
// flags: -g
// threads: 2
// status: 1
// stderr: upc_memput: 9.5 MiB at 
// stderr: beyond the shared static objects at 
#include <upc.h>
shared [] char to[100];
static char from[10000000];
int main(void)
{
  if (MYTHREAD == 0) upc_memput(to, from, sizeof from);
  upc_barrier;
  return 0;
}
