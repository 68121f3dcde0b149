/*
 * A counter at process 0 that all others fetch and add to, each so many times: the mean latency (Vishnu et al., figure 10). With a second argument
 * process 0 computes meanwhile, in blocks of so many microseconds, and draws between them, as in the computation phases of NWChem; without it waits.
 */
#include "armci-program.h"

enum { CALIBRATION = 100000 };

static volatile double result;

static void compute(long flops) {
  double x = 1;
  for (long i = 0; i < flops / 2; i++) x = x * 0.999999 + 1e-6;
  result = x;
}

static double flopsInMicrosecond(void) {
  double start = microseconds();
  compute(CALIBRATION);
  return CALIBRATION / (microseconds() - start);
}

static void draw(void) {
  long drawn;
  ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &drawn, memory[0], 1, 0);
}

static double latencyOf(int times) {
  double start = microseconds();
  for (int i = 0; i < times; i++) draw();
  return (microseconds() - start) / times;
}

int main(int argc, char **argv) {
  begin(&argc, &argv, sizeof(long));
  int times = argc > 1 ? atoi(argv[1]) : 10;
  double block = argc > 2 ? atof(argv[2]) : 0, rate = flopsInMicrosecond(), latency = 0, sum = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (me != 0) latency = latencyOf(times);
  else
    for (int i = 0; block > 0 && i < times; i++) {
      compute(block * rate);
      draw();
    }
  MPI_Reduce(&latency, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0) point("latency", processes, sum / (processes - 1));
  end();
  return 0;
}
