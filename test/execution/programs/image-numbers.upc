// Images are the threads, counted from 0.
#include <coarray.h>
#include <upc.h>
#include "check.h"

int main(void) {
  CHECK(this_image() == MYTHREAD);
  CHECK(num_images() == THREADS);
  CHECK(xmpc_this_image() == MYTHREAD);
  CHECK(xmp_num_images() == THREADS);
  return bad != 0;
}
