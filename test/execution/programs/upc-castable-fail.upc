// status: 1
// stderr: upc_thread_info: thread 9 is not in 0 ..
// stderr: upc-castable-fail.upc:7
#include <upc_castable.h>
#include <upc.h>
int main(void) {
  return upc_thread_info(9).guaranteedCastable;
}
