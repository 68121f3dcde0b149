// The shared heap: what was wanted, what there is, and the flag.
// threads: 2
// arguments: --shared-heap=16M
// status: 1
// stderr: upc_all_alloc: the shared heap is exhausted: 64 MiB per thread wanted
// stderr: raise --shared-heap
#include <upc.h>
int main(void)
{
  shared void *p = upc_all_alloc(THREADS, 1 << 26);
  return p != NULL;
}
