/* Calls of library functions with a wrong argument; the program's argument says which. */
#include <upc.h>
#include <upc_atomic.h>
#include <upc_castable.h>
#include <upc_io.h>
#include <upc_nb.h>
#include <stdlib.h>
#include <unistd.h>

static shared int number;
static shared [8] char bytes[8 * THREADS];

int main(int argc, char **argv) {
  int one = 1, two = 2;
  upc_lock_t *lock;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_GET | UPC_CSWAP, 0);
  upc_barrier;
  switch (atoi(argv[1])) {
    case 1: upc_all_atomicdomain_alloc(UPC_CHAR, UPC_ADD, 0); break;
    case 2: upc_all_atomicdomain_alloc(UPC_FLOAT, UPC_ADD | UPC_XOR, 0); break;
    case 3: upc_all_atomicdomain_alloc(UPC_PTS, UPC_INC, 0); break;
    case 4: upc_all_atomicdomain_alloc(UPC_INT, UPC_LOGAND, 0); break;
    case 5: upc_atomic_relaxed(NULL, NULL, UPC_ADD, &number, &one, NULL); break;
    case 6: upc_all_atomicdomain_free(domain); upc_barrier; upc_atomic_strict(domain, NULL, UPC_ADD, &number, &one, NULL); break;
    case 7: upc_atomic_relaxed(domain, NULL, UPC_SUB, &number, &one, NULL); break;
    case 8: upc_atomic_relaxed(domain, NULL, UPC_ADD | UPC_GET, &number, &one, NULL); break;
    case 9: upc_atomic_strict(domain, NULL, UPC_GET, &number, NULL, NULL); break;
    case 10: upc_atomic_strict(domain, &two, UPC_GET, &number, &one, NULL); break;
    case 11: upc_atomic_relaxed(domain, NULL, UPC_ADD, &number, NULL, NULL); break;
    case 12: upc_atomic_relaxed(domain, NULL, UPC_ADD, &number, &one, &two); break;
    case 13: upc_atomic_relaxed(domain, NULL, UPC_CSWAP, &number, &one, NULL); break;
    case 14: upc_atomic_relaxed(domain, NULL, UPC_ADD, (shared char *)&number + 1 * THREADS, &one, NULL); break;
    case 15: upc_atomic_relaxed(domain, (char *)&two + 1, UPC_ADD, &number, &one, NULL); break;
    case 16: upc_atomic_relaxed(domain, NULL, UPC_ADD, NULL, &one, NULL); break;
    case 17: upc_all_atomicdomain_free((upc_atomicdomain_t *)&number); break;
    case 18: upc_all_atomicdomain_alloc(UPC_INT, MYTHREAD ? UPC_ADD : UPC_GET, 0); break;
    case 19: upc_all_atomicdomain_free(MYTHREAD ? domain : NULL); break;
    case 20: upc_notify; upc_all_atomicdomain_free(domain); break;
    case 21: upc_sync(12345); break;
    case 22: upc_sync_attempt(-5); break;
    case 23: upc_memput_nb(NULL, &one, 4); break;
    case 24: upc_memget_nbi(&one, NULL, 4); break;
    case 25: upc_memcpy_nb(&bytes[0], NULL, 8); break;
    case 26: upc_memset_nbi(NULL, 0, 8); break;
    case 27: upc_affinitysize(100, 10, THREADS); break;
    case 28: upc_thread_info(THREADS); break;
    case 29: upc_free(&bytes[0]); break;
    case 30: upc_lock(NULL); break;
    case 31: upc_unlock(upc_all_lock_alloc()); break;
    case 32: upc_all_fopen(NULL, UPC_RDONLY | UPC_COMMON_FP, 0, NULL); break;
    case 33: upc_all_fopen("x", UPC_RDONLY | UPC_COMMON_FP, 2, NULL); break;
    case 34: upc_all_ftest_async(NULL, NULL); break;
    case 35: upc_memput(&bytes[0], &one, (size_t)-1); break;
    case 36: lock = upc_all_lock_alloc(); if (MYTHREAD == 0) upc_lock(lock); upc_barrier; if (MYTHREAD) upc_lock(lock); else usleep(100000), upc_lock_free(lock); break;
  }
  return 0;
}
