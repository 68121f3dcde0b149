/*
 * Gets and puts of 16 B to 1 MiB between two nodes: latency of blocking ones, bandwidth of 64 under way, 4 of large ones (Vishnu et al., figures 4 to 7).
 *
 * The argument is the largest size. The paper's put is locally complete; ARMCI_Put here returns when the data have arrived, so the put that is measured is a non-blocking one
 * that is waited for.
 */
#include "armci-program.h"

enum { LARGEST = 1 << 20, COUNT = 10, WINDOW = 64, LARGE = 1 << 16, FEW = 4 };

static armci_hdl_t handles[WINDOW];

static double latencyOfGets(int bytes) {
  double start = microseconds();
  for (int i = 0; i < COUNT; i++) ARMCI_Get(memory[1], own, bytes, 1);
  return (microseconds() - start) / COUNT;
}

static double latencyOfPuts(int bytes) {
  double start = microseconds();
  for (int i = 0; i < COUNT; i++) {
    ARMCI_INIT_HANDLE(&handles[0]);
    ARMCI_NbPut(own, memory[1], bytes, 1, &handles[0]);
    ARMCI_Wait(&handles[0]);
  }
  double time = (microseconds() - start) / COUNT;
  ARMCI_Fence(1);
  return time;
}

/* Bytes a microsecond are MB/s. */
static double bandwidth(int bytes, int isGet) {
  int window = bytes < LARGE ? WINDOW : FEW;
  double start = microseconds();
  for (int i = 0; i < window; i++) {
    ARMCI_INIT_HANDLE(&handles[i]);
    if (isGet) ARMCI_NbGet(memory[1], own, bytes, 1, &handles[i]);
    else ARMCI_NbPut(own, memory[1], bytes, 1, &handles[i]);
  }
  for (int i = 0; i < window; i++) ARMCI_Wait(&handles[i]);
  double time = microseconds() - start;
  ARMCI_Fence(1);
  return (double)window * bytes / time;
}

int main(int argc, char **argv) {
  begin(&argc, &argv, LARGEST);
  int largest = argc > 1 ? atoi(argv[1]) : LARGEST;
  if (me == 0)
    for (int bytes = 16; bytes <= largest; bytes *= 2) {
      latencyOfGets(bytes); /* regions are known from now on */
      point("get-latency", bytes, latencyOfGets(bytes));
      point("put-latency", bytes, latencyOfPuts(bytes));
      point("get-bandwidth", bytes, bandwidth(bytes, 1));
      point("put-bandwidth", bytes, bandwidth(bytes, 0));
    }
  end();
  return 0;
}
