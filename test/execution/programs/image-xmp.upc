// XcalableMP's names alone: nodes and images, statuses, atomic access by designators, allocation with a coshape, posts.
#include <xmp.h>
#include "check.h"

int flag:[*], box:[*];
int grid[3]:[*];
double (*y)[10]:[][];

int main(void) {
  int me = xmpc_this_image(), all = xmp_num_images(), status = 9, value = -1, right = (me + 1) % all;
  CHECK(xmp_node_num() == me + 1 && xmpc_node_num() == me && xmp_num_nodes() == all);
  CHECK(xmp_all_node_num() == me + 1 && xmpc_all_node_num() == me && xmp_all_num_nodes() == all);
  CHECK(xmp_wtick() > 0 && xmp_wtick() < 1e-3);
  double begin = xmp_wtime();
  xmp_sync_all(NULL);
  xmp_sync_all(&status);
  CHECK(status == XMP_STAT_SUCCESS && xmp_wtime() >= begin);

  // a flag that announces data
  box:[right] = 10 * me;
  xmp_sync_memory(NULL);
  xmp_atomic_define(flag:[right], 1);
  while (value != 1) xmp_atomic_ref(&value, flag);
  xmp_sync_memory(&status);
  CHECK(box == 10 * ((me + all - 1) % all));
  xmp_atomic_define(grid[2], me);
  xmp_atomic_ref(&value, grid[2]:[me]);
  CHECK(value == me);

  // sets of images
  int everybody[64];
  for (int k = 0; k < all; k++) everybody[k] = k;
  xmp_sync_images(all, everybody, &status);
  CHECK(status == XMP_STAT_SUCCESS);
  xmp_sync_images_all(NULL);
  xmp_sync_image(me, &status);
  xmp_barrier();

  // an allocated coarray, two codimensions
  y = xmp_comalloc(7 * sizeof *y, 2);
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 10; j++) {
      CHECK(y[i][j] == 0);
      y[i][j] = 100 * me + 10 * i + j;
    }
  xmp_sync_all(NULL);
  CHECK((y[3][4]:[right % 2][right / 2]) == 100 * right + 34);
  xmp_sync_all(NULL);
  xmp_cofree(y);

  xmp_post(right, 5);
  xmp_wait_tag((me + all - 1) % all, 5);
  xmp_sync_all(NULL);
  if (bad) xmp_exit(1);
  xmp_exit(0);
}
