// static: 3
/* upc_all_alloc returns when all threads have come: what they did before it is seen behind it, without a barrier. */
#include <unistd.h>
#include <upc.h>
#include "check.h"

shared int round_of[THREADS];

int main(void) {
  for (int round = 1; round <= 3 * THREADS; round++) {
    if (round % THREADS == MYTHREAD) usleep(15000);
    round_of[MYTHREAD] = round;
    shared int *p = upc_all_alloc(THREADS, (round % 2) * sizeof(int));
    for (int t = 0; t < THREADS; t++) CHECK(round_of[t] >= round);
    CHECK((p != NULL) == round % 2);
    upc_all_free(p);
  }
  upc_barrier;
  return 0;
}
