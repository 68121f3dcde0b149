/* Idea: a lock lets one thread at a time change what all share. */
#include <upc.h>
#include <stdio.h>

#define ROUNDS 1000
shared int counter;
upc_lock_t *lock;

int main(void) {
  lock = upc_all_lock_alloc(); /* the same lock on all threads */
  for (int i = 0; i < ROUNDS; i++) {
    upc_lock(lock);
    counter++;
    upc_unlock(lock);
  }
  upc_barrier;
  int bad = counter != ROUNDS * THREADS;
  upc_all_lock_free(lock);
  if (MYTHREAD == 0) printf("%s\n", bad ? "increments were lost" : "Solution validates");
  return bad;
}
