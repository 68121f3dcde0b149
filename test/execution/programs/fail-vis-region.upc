// Synchronizing implicit operations inside an access region.
// threads: 1
// status: 1
// stderr: bupc_waitsynci inside an access region: end it by bupc_end_accessregion and synchronize its handle
#include <upc.h>
int main(void)
{
  bupc_begin_accessregion();
  bupc_waitsynci();
  return 0;
}
