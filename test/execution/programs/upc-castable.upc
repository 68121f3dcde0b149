// processes: 1
// static: 2
/* upc_castable.h: private pointers to what other threads have. */
#if __UPC_CASTABLE__ != 1
#error __UPC_CASTABLE__ is not predefined
#endif
#include <upc_castable.h>
#if UPC_CASTABLE_ALL != (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC)
#error UPC_CASTABLE_ALL
#endif
#include <upc.h>
#include "check.h"
shared [4] int fixed[4 * THREADS];
shared [] int *shared own[THREADS];

int main(void) {
  for (int i = 0; i < 4; i++) fixed[4 * MYTHREAD + i] = 10 * MYTHREAD + i;
  own[MYTHREAD] = upc_alloc(8 * sizeof(int));
  for (int i = 0; i < 8; i++) own[MYTHREAD][i] = 100 * MYTHREAD + i;
  shared [3] int *all = upc_all_alloc(THREADS, 3 * sizeof(int));
  all[3 * MYTHREAD + 2] = MYTHREAD;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    upc_thread_info_t info = upc_thread_info(t);
    CHECK(info.guaranteedCastable == UPC_CASTABLE_ALL);
    CHECK((info.probablyCastable & info.guaranteedCastable) == info.guaranteedCastable);
    int *a = upc_cast(&fixed[4 * t]), *b = upc_cast(own[t]), *c = upc_cast(&all[3 * t]);
    for (int i = 0; i < 4; i++) CHECK(a[i] == 10 * t + i);
    for (int i = 0; i < 8; i++) CHECK(b[i] == 100 * t + i);
    CHECK(c[2] == t && upc_cast(&all[3 * t + 2]) == c + 2);
  }
  CHECK(upc_cast(&fixed[4 * MYTHREAD]) == (int *)&fixed[4 * MYTHREAD]);
  CHECK(upc_cast(NULL) == NULL);
  upc_barrier;
  ((int *)upc_cast(&fixed[4 * ((MYTHREAD + 1) % THREADS)]))[1] = -MYTHREAD;
  upc_barrier;
  CHECK(fixed[4 * MYTHREAD + 1] == -((MYTHREAD + THREADS - 1) % THREADS));
  return bad != 0;
}
