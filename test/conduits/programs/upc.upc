// GASNet's functions in a UPC program: the nodes are its threads, and messages are served in UPC's own waits.
#include <upc.h>
#include "conduit.h"

shared int sums[THREADS];
upc_lock_t *lock;

static void add(gasnet_token_t token, gasnet_handlerarg_t n) {
  int *mine = (int *)&sums[MYTHREAD];
  *mine += n;
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{0, add}};
  lock = upc_all_lock_alloc();
  start(argc, argv, table, 1, GASNET_PAGESIZE);
  CHECK(me == MYTHREAD && nodes == THREADS);
  for (int i = 0; i < 100; i++) {
    gasnet_AMRequestShort1((me + i) % nodes, table[0].index, i);
    if (i % 10 == 0) {
      upc_lock(lock);
      upc_unlock(lock);
    }
  }
  upc_barrier 1;
  // A request that its sender has sent may still be on its way: all wait until all have come.
  int total = 0;
  while (total != 4950 * THREADS) {
    bupc_poll();
    total = 0;
    for (int i = 0; i < THREADS; i++) total += sums[i];
  }
  upc_barrier 2;
  *(int *)SEGMENT(me) = me + 5;
  upc_barrier;
  CHECK((int)gasnet_get_val((me + 1) % nodes, SEGMENT((me + 1) % nodes), 4) == (me + 1) % nodes + 5);
  CHECK(upc_threadof(&sums[MYTHREAD]) == gasnet_mynode());
  end();
}
