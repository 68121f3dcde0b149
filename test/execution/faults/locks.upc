// Threads that wait for locks which will never be free: the job ends with a roll-call on every network.
// networks: smp sfi verbs pami
#include <stdlib.h>
#include <upc.h>

upc_lock_t *shared locks[THREADS];

int main(int argc, char **argv) {
  int me = MYTHREAD, last = THREADS - 1;
  locks[me] = upc_global_lock_alloc();
  upc_barrier;
  switch (atoi(argv[1])) {
  case 1: // 2: thread 0 waits for the lock of thread 1 at upc_lock @+4
  case 2: // 4: thread 3 waits for the lock of thread 0 at upc_lock @+3
    upc_lock(locks[me]);
    upc_barrier;
    upc_lock(locks[(me + 1) % THREADS]);
    break;
  case 3: // 4: thread 1 waits for the lock of thread 0 at upc_lock @+5
    if (me == 0) upc_lock(locks[last]);
    upc_barrier;
    if (me == 0) return 3;
    if (me == last) break;
    upc_lock(locks[last]);
    break;
  case 4: // 2: thread 0 waits for the lock of thread 1 at upc_lock @+3
    if (me == last) upc_lock(locks[me]);
    upc_barrier;
    if (me != last) upc_lock(locks[last]);
    break;
  }
  upc_barrier;
}
