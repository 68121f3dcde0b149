/* Thread 1 adds to a counter of thread 0, which computes for a second, calls nothing and looks at nothing: who serves the additions? */
#include <bupc_extensions.h>
#include <stdint.h>
#include <stdio.h>
#include <upc.h>

#define ADDITIONS 200
#define TURNS 1000000000

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
    uint32_t x = 1;
    for (int turns = 0; turns < TURNS; turns++) x = x * 1664525 + 1013904223;
    puts(*(int *)&finished[0] ? "served meanwhile" : "served late");
    if (x == 0) puts("the sequence has a number that it has not");
  }
  upc_barrier;
  return counter[0] != ADDITIONS;
}
