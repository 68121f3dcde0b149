/*
 * Strided gets, puts and accumulates of 1 MiB in all, by the size of the contiguous chunk (Vishnu et al., figures 9 and 11). Chunks lie two chunks
 * apart in the target's memory. Each is measured to its completion as ARMCI's call has it, without a fence. The argument is the largest chunk.
 */
#include "armci-program.h"

enum { TOTAL = 1 << 20, SMALLEST = 256 };

static double bandwidth(int chunk, int kind) {
  int apart[] = {2 * chunk}, dense[] = {chunk}, count[] = {chunk, TOTAL / chunk};
  double one = 1, start = microseconds();
  armci_hdl_t handle;
  ARMCI_INIT_HANDLE(&handle);
  if (kind == 'g') ARMCI_NbGetS(memory[1], apart, own, dense, count, 1, 1, &handle);
  else if (kind == 'p') ARMCI_NbPutS(own, dense, memory[1], apart, count, 1, 1, &handle);
  else ARMCI_NbAccS(ARMCI_ACC_DBL, &one, own, dense, memory[1], apart, count, 1, 1, &handle);
  ARMCI_Wait(&handle);
  double time = microseconds() - start;
  ARMCI_Fence(1);
  return TOTAL / time;
}

/* Get, add, put: by the process that accumulates. */
static double bandwidthBySource(int chunk) {
  int apart[] = {2 * chunk}, dense[] = {chunk}, count[] = {chunk, TOTAL / chunk};
  double *here = (double *)own, start = microseconds();
  ARMCI_GetS(memory[1], apart, own, dense, count, 1, 1);
  for (int i = 0; i < TOTAL / (int)sizeof(double); i++) here[i] += 1;
  ARMCI_PutS(own, dense, memory[1], apart, count, 1, 1);
  return TOTAL / (microseconds() - start);
}

int main(int argc, char **argv) {
  begin(&argc, &argv, 2 * TOTAL);
  int largest = argc > 1 ? atoi(argv[1]) : TOTAL;
  if (me == 0)
    for (int chunk = SMALLEST; chunk <= largest; chunk *= 4) {
      bandwidth(chunk, 'g');
      point("get", chunk, bandwidth(chunk, 'g'));
      point("put", chunk, bandwidth(chunk, 'p'));
      point("target-driven", chunk, bandwidth(chunk, 'a'));
      point("source-driven", chunk, bandwidthBySource(chunk));
    }
  end();
  return 0;
}
