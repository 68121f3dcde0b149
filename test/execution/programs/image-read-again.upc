/* A coarray that no pointer leads to is written by another image between two barriers of UPC. */
#include <coarray.h>
#include <upc.h>
#include "check.h"

int u:[*];

int main(void) {
  int before = u;
  upc_barrier;
  if (MYTHREAD == 0)
    for (int k = 0; k < num_images(); k++) u:[k] = 5 + k;
  upc_barrier;
  CHECK(before == 0 && u == 5 + MYTHREAD);
  return bad != 0;
}
