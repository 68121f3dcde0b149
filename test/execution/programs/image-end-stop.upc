// An image stops with a status and a message; the others end as they like, and the job has its status.
// threads: 1 2 3
// status: 3
// stderr: STOP 3
#include <coarray.h>
#include <stdio.h>

int main(void) {
  printf("image %d", this_image()); // no end of line: not lost
  if (this_image() == num_images() - 1) stop(3);
  if (this_image() == 1) stop();
  return 0;
}
