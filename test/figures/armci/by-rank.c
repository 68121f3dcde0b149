/* Latency of a get of 16 B by process 0 from each other process (Vishnu et al., figure 8). The second is measured: the first asks for the region. */
#include "armci-program.h"

enum { BYTES = 16 };

static double latencyFrom(int process) {
  double start = microseconds();
  ARMCI_Get(memory[process], own, BYTES, process);
  return microseconds() - start;
}

int main(int argc, char **argv) {
  begin(&argc, &argv, BYTES);
  if (me == 0)
    for (int process = 1; process < processes; process++) {
      latencyFrom(process);
      point("get-latency", process, latencyFrom(process));
    }
  end();
  return 0;
}
