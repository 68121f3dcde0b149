// A block allocated on one thread is freed by the last one to arrive, by a request to that thread: it may be waiting in
// the next collective call by then.
#include <upc.h>
#include <upc_atomic.h>

int main(void) {
  for (int round = 0; round < 300; round++) {
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_GET, 0);
    upc_lock_t *lock = upc_all_lock_alloc();
    if (domain == 0 || lock == 0) return 1;
    upc_all_atomicdomain_free(domain);
    upc_all_lock_free(lock);
  }
  return 0;
}
