// The process of images [FIRST, END) is killed while all work: the others learn it by a status, and go on without them (--failed-images).
// usage: lost FIRST END
#include <coarray.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_nb.h>

#define LONG 100000
#define MANY 40

int box:[*];
event_type e:[*];
lock_type guard:[*], theirs:[*];
int counter:[*];
double row[LONG]:[*];
shared [LONG] double rows[LONG * THREADS];
int bad;

#define CHECK(holds) \
  do { \
    if (!(holds)) { \
      printf("image %d, line %d: %s\n", this_image(), __LINE__, #holds); \
      bad = 1; \
    } \
  } while (0)

/** Works with all until one is gone: puts, gets, long ones, atomic operations, events, locks, sums. All leave it in the same round. */
static void work(int me, int all) {
  static double local[LONG];
  static long many[MANY], told[LONG];
  int summed = 0, synced = 0, counted = 0, heard = 0, status;
  for (long round = 0; summed == 0 && synced == 0 && counted == 0 && heard == 0; round++) {
    int other = (int)((me + 1 + round) % all), sum = 1;
    box:[other] = me;
    atomic_add(&counter:[other], 1, &status);
    upc_memget(local, &rows[LONG * (size_t)other], sizeof local);
    upc_memput_nbi(&rows[LONG * (size_t)other], local, 8 * (size_t)(me + 1));
    event_post(&e:[other], &status);
    lock(&guard:[0], 0, &status);
    unlock(&guard:[0], &status);
    co_sum(&sum, 1, ALL_IMAGES, &summed);
    if (summed == 0) CHECK(sum == all);
    for (int i = 0; i < MANY; i++) many[i] = 1;
    co_sum(many, MANY, ALL_IMAGES, &counted);
    for (int i = 0; counted == 0 && i < MANY; i++) CHECK(many[i] == all);
    for (int i = 0; i < LONG; i++) told[i] = me == round % all ? round : -1;
    co_broadcast(told, LONG, (int)(round % all), &heard);
    for (int i = 0; heard == 0 && i < LONG; i += LONG / 10) CHECK(told[i] == round);
    sync_all(&synced);
  }
  CHECK((summed == 0 || summed == STAT_FAILED_IMAGE) && (synced == 0 || synced == STAT_FAILED_IMAGE));
}

/** What a team formed anew can do. */
static void go_on(int left) {
  for (int round = 0; round < 3; round++) {
    int sum = 1, *block = xmp_comalloc(4 << 20);
    CHECK(num_images() == left);
    block[7] = this_image();
    co_sum(&sum, 1);
    CHECK(sum == left);
    sync_all();
    row[3:4]:[(this_image() + 1) % left] = 1.5 * this_image();
    sync_all();
    CHECK(row[6] == 1.5 * ((this_image() + left - 1) % left));
    co_sum(&block[7], 1);
    CHECK(block[7] == left * (left - 1) / 2);
    critical {
      counter:[0] = counter:[0] + 1;
    }
    shared int *own = upc_alloc(1000);
    CHECK(own != NULL);
    upc_free(own);
    xmp_cofree(block);
  }
}

int main(int argc, char **argv) {
  int me = this_image(), all = num_images(), first = atoi(argv[1]), end = atoi(argv[2]), status, numbers[64];
  int left = all - (end - first);
  if (me == first) lock(&theirs:[0]);
  sync_all();
  if (me == 0) {
    printf("ready\n");
    fflush(stdout);
  }
  work(me, all);
  sync_all(&status);
  CHECK(status == STAT_FAILED_IMAGE);
  CHECK(failed_images(numbers, 64) == end - first && numbers[0] == first && image_status(first) == STAT_FAILED_IMAGE);
  sync_image(first, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  event_post(&e:[first], &status);
  CHECK(status == STAT_FAILED_IMAGE);
  atomic_add(&counter:[first], 1, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  box = box:[first, stat = &status];
  CHECK(status == STAT_FAILED_IMAGE);
  lock(&theirs:[first], 0, &status);
  CHECK(status == STAT_FAILED_IMAGE);
  upc_memput(&rows[LONG * (size_t)first], row, 8);
  lock(&theirs:[0], 0, &status);
  CHECK(status == 0 || status == STAT_UNLOCKED_FAILED_IMAGE);
  unlock(&theirs:[0]);
  team_type rest;
  form_team(1, &rest, ANY_INDEX, &status);
  CHECK(status == STAT_FAILED_IMAGE && num_images(&rest) == left);
  counter = 0;
  change_team (&rest) { go_on(left); }
  if (me == 0) {
    CHECK(counter == 3 * left);
    printf("went on without %d images\n", end - first);
  }
  return bad;
}
