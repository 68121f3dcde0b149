/*
 * The loop of SCF (Vishnu et al., figures 14 and 15) over ARMCI: draw a task from the counter at process 0, get, compute, accumulate, draw again. The
 * argument is the number of tasks in all. A task's computation takes 100 to 900 us by a hash of its number: the document prints no distribution.
 * With --phantom it is charged and not done.
 */
#include <pgas_sim.h>
#include "armci-program.h"

enum { BLOCK = 2048, CALIBRATION = 100000, LEAST = 100, MOST = 900 };

static volatile double result;

static void compute(long flops) {
  double x = 1;
  for (long i = 0; i < flops / 2; i++) x = x * 0.999999 + 1e-6;
  result = x;
}

static long draw(void) {
  long drawn;
  ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &drawn, memory[0], 1, 0);
  return drawn;
}

static unsigned hash(unsigned h) {
  h = (h ^ h >> 15) * 2246822519u;
  h = (h ^ h >> 13) * 3266489917u;
  return h ^ h >> 16;
}

int main(int argc, char **argv) {
  begin(&argc, &argv, BLOCK + 64);
  long tasks = argc > 1 ? atol(argv[1]) : 1000;
  double one = 1, start = microseconds();
  compute(CALIBRATION);
  double rate = CALIBRATION / (microseconds() - start);
  MPI_Barrier(MPI_COMM_WORLD);
  start = microseconds();
  for (long task = draw(); task < tasks; task = draw()) {
    unsigned chosen = hash(task + 1);
    int from = chosen % processes, to = (chosen >> 8) % processes;
    ARMCI_Get((char *)memory[from] + 64, own, BLOCK, from);
    double flops = (LEAST + chosen % (MOST - LEAST)) * rate;
    PGAS_KERNEL_COST(compute(flops), flops, 0);
    ARMCI_Acc(ARMCI_ACC_DBL, &one, own, (char *)memory[to] + 64, BLOCK, to);
  }
  ARMCI_AllFence();
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) point("time", processes, microseconds() - start);
  end();
  return 0;
}
