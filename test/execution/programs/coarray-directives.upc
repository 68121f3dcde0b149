// XcalableMP's directives for the local view.
#include <upc.h>
#include <xmp.h>
#include "check.h"

#pragma xmp nodes p[*]
int before, list[3];
static double grid[4][4];
#pragma xmp coarray before, list : [*]
#pragma xmp coarray grid:[2][*]
xmp_lock_t guard:[*];
int counter:[*];

int main(void) {
  int me = xmpc_this_image(), all = xmp_num_images(), right = (me + 1) % all, left = (me + all - 1) % all;
  int status = 5, acquired;
  before = me;
  list[1] = me * 2;
  grid[2][3] = me;
#pragma xmp barrier
  CHECK(before:[right] == right && list[1]:[left] == left * 2);
  CHECK(grid[2][3]:[right % 2][right / 2] == right);
#pragma xmp sync_all stat(status)
  CHECK(status == XMP_STAT_SUCCESS);

  // posts arrive in order, each taken once
#pragma xmp post(right, 4)
#pragma xmp post(p[right], me + 10)
#pragma xmp wait(left, left + 10)
#pragma xmp wait(p[left])
#pragma xmp post(p(right + 1), 1)
#pragma xmp wait
  if (me == 0)
#pragma xmp post(me, 3)
  if (me == 0) {
#pragma xmp wait(me, 3)
  }
#pragma xmp sync_images_all
  for (int i = 0; i < 20; i++) {
#pragma xmp lock(guard:[0])
    counter:[0] = counter:[0] + 1;
#pragma xmp sync_memory
#pragma xmp unlock(guard:[0]) stat(status)
    CHECK(status == 0);
  }
#pragma xmp lock(guard) acquired_lock(acquired) stat(status)
  CHECK((acquired && status == 0) || me == 0);
  if (acquired) {
#pragma xmp unlock(guard)
  }
#pragma xmp sync_all
  if (me == 0) CHECK(counter == 20 * all);
  return bad != 0;
}
