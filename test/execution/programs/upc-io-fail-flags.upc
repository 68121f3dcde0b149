// status: 1
// stderr: upc_all_fwrite_list_local: flags is 0x18; it has two UPC_IN_... flags at
// stderr: upc-io-fail-flags.upc:10
/* Synchronization flags that exclude each other. */
#include <upc.h>
#include "io-check.h"
int main(int argc, char **argv) {
  name_file(argv);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_all_fwrite_list_local(f, 0, NULL, 0, NULL, UPC_IN_ALLSYNC | UPC_IN_MYSYNC);
  return 0;
}
