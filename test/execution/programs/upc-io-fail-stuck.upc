// processes: 1
// threads: 2 3
// status: 1
// stderr: deadlock: this thread can never go on
// stderr: thread 0 waits in upc_all_fsync
// stderr: thread 1 waits at upc_barrier
// stderr: upc-io-fail-stuck.upc:14
/* A collective call that not all threads make. */
#include <upc.h>
#include "io-check.h"
int main(int argc, char **argv) {
  name_file(argv);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  if (MYTHREAD == 1) upc_barrier;
  upc_all_fsync(f);
  return 0;
}
