/* Thread 1 adds to a counter of thread 0, which computes and calls nothing: who serves the additions? */
#include <bupc_extensions.h>
#include <stdint.h>
#include <stdio.h>
#include <upc.h>

#define ADDITIONS 200
#define MOST_TURNS 300000000

shared int32_t counter[THREADS];
shared int finished[THREADS];

int main(void) {
  upc_barrier;
  if (MYTHREAD == 1) {
    for (int i = 0; i < ADDITIONS; i++) bupc_atomicI32_fetchadd_relaxed(&counter[0], 1);
    finished[0] = 1;
    upc_fence;
  }
  if (MYTHREAD == 0) {
    volatile int *mine = (volatile int *)&finished[0];
    int turns = 0;
    while (!*mine && turns < MOST_TURNS) turns++;
    puts(*mine ? "served meanwhile" : "served late");
  }
  upc_barrier;
  return counter[0] != ADDITIONS;
}
