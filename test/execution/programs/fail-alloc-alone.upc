// processes: 1
// threads: 2 3
// status: 1
// stderr: thread 0: deadlock: this thread can never go on at
// stderr: thread 0 waits at a collective call
// stderr: thread 1 ended with status 0
#include <upc.h>

int main(void) {
  if (MYTHREAD > 0) return 0;
  shared int *p = upc_all_alloc(THREADS, sizeof(int));
  return p == NULL;
}
