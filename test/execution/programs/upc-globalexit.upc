// status: 42
// stderr: leaving
/* upc_global_exit ends all threads, wherever they are. */
#include <upc.h>
#include <stdio.h>
int main(void) {
  if (MYTHREAD == THREADS - 1) {
    fprintf(stderr, "leaving\n");
    upc_global_exit(42);
  }
  for (;;) ;
}
