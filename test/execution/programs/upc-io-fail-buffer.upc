// status: 1
// stderr: upc_all_fread_shared: 100 bytes at 0x0: null pointer at
// stderr: upc-io-fail-buffer.upc:10
/* A null buffer where there is something to read. */
#include <upc.h>
#include "io-check.h"
int main(int argc, char **argv) {
  name_file(argv);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_all_fread_shared(f, NULL, 3, 10, 10, 0);
  return 0;
}
