// Images fail: the others learn it by a status, and go on without them.
// threads: 2 3 4 7
#include <coarray.h>
#include "check.h"

int box:[*];
event_type e:[*];
lock_type guard:[*];
int counter:[*];
int got_from_failed:[*], told:[*];

static void check_enquiry(int last) {
  int numbers[2] = {-1, -1};
  CHECK(failed_images(numbers, 2) == 1 && numbers[0] == last && numbers[1] == -1);
  CHECK(failed_images(numbers, 0) == 1);
  CHECK(stopped_images(numbers, 2) == 0);
  CHECK(image_status(last) == STAT_FAILED_IMAGE && image_status(0) == 0);
}

static void enter(int fails, int *status) {
  critical (status) {
    if (fails) fail_image();
  }
}

int main(void) {
  int me = this_image(), all = num_images(), last = all - 1, status = 9, sum = 1;
  box = me;
  if (me == last) lock(&guard:[0]);
  sync_all();
  if (me == last) {
    printf("before the end\n");
    enter(1, &status);
  }
  for (int r = 0; r < 3; r++) {
    sync_all(&status);
    CHECK(status == STAT_FAILED_IMAGE);
  }
  check_enquiry(last);
  sync_image(last, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  sync_images_all(&status);
  CHECK(status == STAT_FAILED_IMAGE);
  co_sum(&sum, 1, ALL_IMAGES, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  event_post(&e:[last], &status);
  CHECK(status == STAT_FAILED_IMAGE);
  atomic_add(&counter:[last], 1, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  sum = box:[last, stat = &status];
  CHECK(status == STAT_FAILED_IMAGE);

  // its lock goes to one of the others, who is told
  lock(&guard:[0], 0, &status);
  CHECK(status == 0 || status == STAT_UNLOCKED_FAILED_IMAGE);
  if (status != 0) atomic_add(&got_from_failed:[0], 1);
  unlock(&guard:[0]);
  sync_all(&status);
  if (me == 0) CHECK(got_from_failed == 1);

  // one of the others is told that it failed in the critical block
  enter(0, &status);
  CHECK(status == 0 || status == STAT_FAILED_IMAGE);
  if (status != 0) atomic_add(&told:[0], 1);
  sync_all(&status);
  if (me == 0) CHECK(told == 1);

  // a team of the others is whole
  team_type rest;
  form_team(5, &rest, ANY_INDEX, &status);
  CHECK(status == STAT_FAILED_IMAGE && num_images(&rest) == all - 1 && this_image(&rest) == me);
  int numbers[1] = {-1};
  CHECK(failed_images(numbers, 1, &rest) == 0 && numbers[0] == -1 && image_status(0, &rest) == 0);
  for (int r = 0; r < 3; r++)
    change_team (&rest, &status) {
      CHECK(status == 0);
      sum = 1;
      co_sum(&sum);
      CHECK(sum == all - 1);
      double *d = xmp_comalloc(800);
      d[99] = me;
      sync_all(&status);
      CHECK(status == 0);
    }

  // another one fails, in the team
  if (all > 2) {
    change_team (&rest, &status) {
      if (me == 0) fail_image();
      sync_all(&status);
      CHECK(status == STAT_FAILED_IMAGE);
      CHECK(image_status(0) == STAT_FAILED_IMAGE && image_status(me, &rest) == 0);
      CHECK(failed_images(numbers, 1, &rest) == 1 && numbers[0] == 0);
    }
    form_team(6, &rest, ANY_INDEX, &status);
    CHECK(num_images(&rest) == all - 2 && this_image(&rest) == me - 1);
    change_team (&rest) {
      int *p = xmp_comalloc(4);
      *p = this_image();
      sync_all();
      co_sum(p, 1);
      CHECK(*p == (all - 2) * (all - 3) / 2);
    }
  }
  return bad != 0;
}
