// threads: 2 3 4
// status: 1
// stderr: collective calls do not match
// stderr: upc_all_fopen(flags 
// stderr: upc-io-fail-mismatch.upc:11
/* Arguments that must be single-valued are not. */
#include <upc.h>
#include "io-check.h"
int main(int argc, char **argv) {
  name_file(argv);
  upc_all_fopen(path, UPC_RDWR | (MYTHREAD == 1 ? UPC_COMMON_FP : UPC_INDIVIDUAL_FP), 0, NULL);
  return 0;
}
