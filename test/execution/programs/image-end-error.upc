// error_stop ends all images, wherever they are, and what was printed is not lost.
// threads: 2 3 7
// status: 7
// stderr: ERROR STOP 7
#include <coarray.h>
#include <stdio.h>

event_type never:[*];

int main(void) {
  if (this_image() == 0) {
    printf("before the end");
    error_stop(7);
  }
  if (this_image() == 1) for (;;) sync_memory();
  event_wait(&never);
  return 0;
}
