/* Touches 100 MB of private heap a thread, then stands still for the measurement. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define BYTES (100 * 1000 * 1000)
int main(void) {
  char *p = malloc(BYTES);
  if (!p) return 1;
  memset(p, 1, BYTES);
  upc_barrier;
  usleep(500000);
  return p[BYTES / 2] - 1;
}
