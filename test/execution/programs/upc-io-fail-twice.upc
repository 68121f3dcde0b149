// status: 1
// stderr: upc_all_fread_local_async: fd is 0x
// stderr: , on which upc_all_fwrite_local_async is outstanding; complete it first, by upc_all_fwait_async or upc_all_ftest_async at
// stderr: upc-io-fail-twice.upc:13
/* A second asynchronous operation ends the job. */
#include <upc.h>
#include "io-check.h"
int main(int argc, char **argv) {
  char byte = 1;
  name_file(argv);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_all_fwrite_local_async(f, &byte, 1, 1, 0);
  upc_all_fread_local_async(f, &byte, 1, 1, 0);
  return 0;
}
