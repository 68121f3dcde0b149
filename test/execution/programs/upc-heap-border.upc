// threads: 3 4 7
// arguments: --shared-heap=64M
/* One thread takes most of its shared heap, another frees it, then one object over all threads takes most of all heaps:
   between processes the border of the two kinds moves down and up, and who frees has one of another height. */
#include <upc.h>
#include "check.h"
#define MIB (1u << 20)
shared [] char *shared one;
shared [] char *shared other;

int main(void) {
  for (int times = 0; times < 2; times++) {
    if (MYTHREAD == THREADS - 1) {
      one = upc_alloc(48 * MIB);
      one[0] = one[48 * MIB - 1] = 1;
    }
    upc_barrier;
    if (MYTHREAD == 0) upc_free(one);
    upc_barrier;
    if (MYTHREAD == 1) {
      other = upc_alloc(40 * MIB);
      other[5] = 3;
    }
    upc_barrier;
    if (MYTHREAD == 2) {
      CHECK(other[5] == 3);
      upc_free(other);
    }
    upc_barrier;
    if (MYTHREAD == times) {
      shared char *all = upc_global_alloc(THREADS, 56 * MIB);
      for (int t = 0; t < THREADS; t++) all[t] = t;
      for (int t = 0; t < THREADS; t++) CHECK(all[t] == t);
      upc_free(all);
    }
    upc_barrier;
  }
  return 0;
}
