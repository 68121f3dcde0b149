// One node ends the job while the others compute, wait at a barrier, or have returned from main.
// status: 3
#include "conduit.h"

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  meet();
  if (me == 0) gasnet_exit(3);
  if (me == 1) for (;;) gasnet_AMPoll();
  if (me == 2) return 0;
  meet();
  gasnet_exit(1);
}
