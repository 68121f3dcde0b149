// status: 1
// stderr: upc_all_fget_size is collective and may not be called between the upc_notify at
// stderr: upc-io-fail-notified.upc:11 and its upc_wait
// stderr: upc-io-fail-notified.upc:12
/* No function of the library may be called inside a split-phase barrier. */
#include <upc.h>
#include "io-check.h"
int main(int argc, char **argv) {
  name_file(argv);
  upc_file_t *f = upc_all_fopen(path, UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_notify;
  if (f) upc_all_fget_size(f);
  upc_wait;
  return 0;
}
