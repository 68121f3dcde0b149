// A null pointer in a list of pieces; with length 0 it would be fine.
// threads: 2
// status: 1
// stderr: bupc_memget_vlist_async: source, entry 2: 4 bytes at 0x0: null pointer
#include <upc.h>
shared [64] char from[64 * THREADS];
static char to[64];
int main(void)
{
  bupc_pmemvec_t target = { to, 12 };
  bupc_smemvec_t sources[] = { { from, 8 }, { NULL, 0 }, { NULL, 4 } };
  upc_barrier;
  bupc_waitsync(bupc_memget_vlist_async(1, &target, 3, sources));
  return 0;
}
