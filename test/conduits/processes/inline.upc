// The process of images [FIRST, END) is killed while they stand in line for a lock, before and behind others: these get it all the same, by attempts too (--failed-images).
// usage: inline FIRST END
#include <coarray.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

lock_type guard:[*];
int had:[*];

int main(int argc, char **argv) {
  int me = this_image(), all = num_images(), first = atoi(argv[1]), end = atoi(argv[2]), status = 0;
  if (me == 0) lock(&guard:[0]);
  sync_all();
  if (me != 0) {
    usleep(10000 * (all - me)); // the last image is first
    for (int i = 0; i < 3; i++) {
      lock(&guard:[0], 0, &status);
      had:[0] = had:[0] + 1;
      unlock(&guard:[0]);
    }
  } else {
    usleep(10000 * all + 100000);
    printf("ready\n");
    fflush(stdout);
    while (image_status(first) != STAT_FAILED_IMAGE) usleep(1000);
    unlock(&guard:[0]);
    while (had < 3 * (all - 1 - (end - first))) sync_memory();
    int acquired = 0;
    while (!acquired) lock(&guard:[0], &acquired, &status);
    unlock(&guard:[0]);
    printf("went on without %d images\n", end - first);
  }
  return 0;
}
