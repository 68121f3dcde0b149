// An image stops and another fails: stopped comes first, what was done before counts, the memory of a stopped image stays.
// threads: 4 7
#include <coarray.h>
#include "check.h"

int box:[*];
event_type e:[*];
enum { FAILS = 1, STOPS = 2 };

int main(void) {
  int me = this_image(), all = num_images(), status = 9, sum = 1, number = -1;
  team_type t;
  box = 10 * me;
  sync_all();
  if (me == STOPS) {
    xmp_post(0, 77);
    box = 222;
    event_post(&e:[0]);
    stop();
  }
  if (me == FAILS) fail_image();
  sync_all(&status);
  CHECK(status == STAT_STOPPED_IMAGE);
  if (me == 0) {
    while (image_status(STOPS) == 0) { }
    xmp_wait_tag(STOPS, 77);
    event_wait(&e);
    CHECK(box:[STOPS] == 222);
    sum = box:[STOPS, stat = &status];
    CHECK(sum == 222 && status == STAT_STOPPED_IMAGE);
  }
  sync_image(STOPS, &status);
  CHECK(status == STAT_STOPPED_IMAGE);
  sync_image(FAILS, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  int set[2] = {FAILS, STOPS};
  sync_images(2, set, &status);
  CHECK(status == STAT_STOPPED_IMAGE);
  form_team(1, &t, ANY_INDEX, &status);
  CHECK(status == STAT_STOPPED_IMAGE);
  co_max(&sum, 1, 0, &status);
  CHECK(status == STAT_STOPPED_IMAGE);
  co_broadcast(&sum, 1, 0, &status);
  CHECK(status == STAT_STOPPED_IMAGE);
  CHECK(stopped_images(&number, 1) >= 1 && number == STOPS);
  event_post(&e:[STOPS], &status);
  CHECK(status == 0);
  // the images that are left still meet, two by two
  for (int k = 0; k < all; k++)
    if (k != me && k != FAILS && k != STOPS) {
      sync_image(k, &status);
      CHECK(status == 0);
    }
  // nobody is left who could post
  if (me == 0) {
    event_wait(&e, 1000, &status);
    CHECK(status == STAT_STOPPED_IMAGE);
  }
  if (bad) stop(1);
  return 0;
}
