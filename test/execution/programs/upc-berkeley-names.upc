// threads: 2
/* Berkeley's extensions under the names with upc_, and those before they were extensions. */
#define BUPC_USE_UPC_NAMESPACE 1
#include <upc.h>
#include <upc_nb.h>
#include "check.h"
shared [4] int a[4 * THREADS];
int main(void) {
  int mine[4] = {1, 2, 3, MYTHREAD};
  upc_handle_t h = upc_memput_async(&a[4 * ((MYTHREAD + 1) % THREADS)], mine, sizeof mine);
  upc_waitsync(h);
  upc_poll();
  upc_barrier;
  CHECK(a[4 * MYTHREAD + 3] == (MYTHREAD + THREADS - 1) % THREADS && UPC_COMPLETE_HANDLE == 0);
  return bad != 0;
}
