/*
 * Blocking puts and gets by size, and floods of them, from thread 0 to the last (Bell et al., figures 2 to 4). Puts of Berkeley UPC are blocking GASNet puts:
 * complete at their target. The argument is the largest size.
 */
#include <stdlib.h>
#include <upc.h>
#include <upc_nb.h>
#include <upc_tick.h>
#include "../points.h"

enum { LARGEST = 1 << 20, COUNT = 10, WINDOW = 32, LARGE = 1 << 16, FEW = 4 };

static shared [LARGEST] char memory[LARGEST * THREADS];
static char own[LARGEST];

static double microseconds(void) { return upc_ticks_to_ns(upc_ticks_now()) * 1e-3; }

static void latency(shared [LARGEST] char *there, int bytes) {
  double start = microseconds();
  for (int i = 0; i < COUNT; i++) {
    upc_memput(there, own, bytes);
    upc_fence;
  }
  point("put-latency", bytes, (microseconds() - start) / COUNT);
  start = microseconds();
  for (int i = 0; i < COUNT; i++) upc_memget(own, there, bytes);
  point("get-latency", bytes, (microseconds() - start) / COUNT);
}

static void bandwidth(shared [LARGEST] char *there, int bytes) {
  int window = bytes < LARGE ? WINDOW : FEW;
  double start = microseconds();
  for (int i = 0; i < window; i++) upc_memput_nbi(there, own, bytes);
  upc_synci();
  point("bandwidth", bytes, (double)window * bytes / (microseconds() - start));
}

int main(int argc, char **argv) {
  int largest = argc > 1 ? atoi(argv[1]) : LARGEST;
  shared [LARGEST] char *there = &memory[(size_t)LARGEST * (THREADS - 1)];
  upc_barrier;
  if (MYTHREAD == 0)
    for (int bytes = 8; bytes <= largest; bytes *= 2) {
      upc_memput(there, own, bytes); /* registered, where that is asked for */
      latency(there, bytes);
      bandwidth(there, bytes);
    }
  upc_barrier;
  return 0;
}
