// Non-contiguous transfers whose sides have different numbers of bytes.
// threads: 2
// status: 1
// stderr: bupc_memput_ilist: the destination has 24 bytes and the source 20; both must have as many
// stderr: fail-vis-sizes.upc:
#include <upc.h>
shared [64] char to[64 * THREADS];
static char from[64];
int main(void)
{
  shared void *const targets[] = { &to[64], &to[64 + 10], &to[64 + 20] };
  const void *const sources[] = { from, from + 20 };
  upc_barrier;
  if (MYTHREAD == 0) bupc_memput_ilist(3, targets, 8, 2, sources, 10);
  upc_barrier;
  return 0;
}
