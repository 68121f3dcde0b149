// Image control: sync_all, sync_images in all its forms, events, locks, critical, posts, atomics, under load.
// static: 4
#include <coarray.h>
#include <stdlib.h>
#include "check.h"

enum { ROUNDS = 60 };
int box:[*];
int seen[64]:[*];
event_type ready:[*], taken:[*];
event_type many[3]:[*];
lock_type guard:[*];
long guarded:[*];
int counter:[*];
long wide:[*];
unsigned bits:[*];

static void check_ring(int me, int all) {
  int right = (me + 1) % all, left = (me + all - 1) % all;
  int set[2] = {left, right}, n = all > 2 ? 2 : all > 1 ? 1 : 0;
  for (int r = 0; r < ROUNDS; r++) {
    box:[right] = r * 1000 + me;
    sync_images(n, set);
    CHECK(box == r * 1000 + left);
    sync_images(n, set);
  }
  sync_all();
}

// Image 0 names all, the others name image 0: asymmetric; images run ahead of each other.
static void check_star(int me, int all) {
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 0) {
      box = r;
      sync_images_all();
      sync_images_all();
      for (int k = 1; k < all; k++) CHECK(seen[k] == r + k);
    } else {
      sync_image(0);
      seen[me]:[0] = box:[0] + me;
      sync_image(0);
    }
  }
  sync_all();
}

// The k-th naming goes with the k-th: image 0 may be many behind.
static void check_pairs(int me, int all) {
  int none[1], self[1] = {me}, status = 7;
  sync_images(0, none, &status);
  CHECK(status == 0);
  sync_images(1, self);
  sync_image(me, &status);
  if (me == 0)
    for (int k = all - 1; k > 0; k--) {
      int one[1] = {k};
      for (int r = 0; r < 5; r++) sync_images(1, one);
    }
  else
    for (int r = 0; r < 5; r++) sync_image(0);
  int twice[2] = {0, 0};
  sync_images(2, twice, &status);
  CHECK(status == STAT_DUP_SYNC_IMAGES);
  sync_all(&status);
  CHECK(status == 0);
}

// A chain by events: data, then the event; the data is there when the event is.
static void check_events(int me, int all) {
  int right = (me + 1) % all, left = (me + all - 1) % all, count = -1;
  for (int r = 0; r < ROUNDS; r++) {
    box:[right] = r - me;
    event_post(&ready:[right]);
    event_wait(&ready);
    CHECK(box == r - left);
    event_post(&taken:[left]);
    event_wait(&taken);
  }
  sync_all();
  for (int k = 0; k < all; k++) event_post(&many[1]:[k]);
  event_wait(&many[1], all);
  event_query(&many[1], &count);
  CHECK(count == 0);
  sync_all();
  int status = 9;
  event_post(&many[2]);
  event_post(&many[2], &status);
  event_post(&many[2]);
  CHECK(status == 0);
  sync_all();
  event_query(&many[2]:[right], &count, &status);
  CHECK(count == 3 && status == 0);
  sync_all();
  event_wait(&many[2], 2, &status);
  event_wait(&many[2], -5); // as 1
  event_query(&many[2], &count);
  CHECK(count == 0 && status == 0);
  sync_all();
}

static void check_locks(int me, int all) {
  int status = 9, got = 9;
  for (int r = 0; r < ROUNDS; r++) {
    lock(&guard:[0]);
    long now = guarded:[0];
    guarded:[0] = now + 1;
    unlock(&guard:[0]);
  }
  sync_all();
  CHECK(guarded:[0] == (long)ROUNDS * all);
  sync_all();
  int tries = 0;
  for (int r = 0; r < ROUNDS; r++) {
    do lock(&guard:[0], &got), tries++;
    while (!got);
    guarded:[0]++;
    unlock(&guard:[0]);
  }
  CHECK(tries >= ROUNDS);
  sync_all();
  CHECK(guarded:[0] == 2L * ROUNDS * all);
  // what goes wrong
  lock(&guard);
  lock(&guard, 0, &status);
  CHECK(status == STAT_LOCKED);
  sync_all();
  unlock(&guard:[(me + 1) % all], &status);
  CHECK(status == (all == 1 ? 0 : STAT_LOCKED_OTHER_IMAGE));
  lock(&guard:[(me + 1) % all], &got, &status);
  CHECK(all == 1 ? got == 1 : got == 0);
  CHECK(status == 0);
  sync_all();
  unlock(&guard);
  unlock(&guard, &status);
  CHECK(status == STAT_UNLOCKED);
  sync_all();
}

static void check_critical(int me, int all) {
  int status = 9;
  if (me == 0) guarded = 0;
  sync_all();
  for (int r = 0; r < ROUNDS; r++) {
    critical { guarded:[0] = guarded:[0] + 1; }
    critical (&status) { wide:[0] += 2; } // another construct: another lock
    CHECK(status == 0);
  }
  sync_all();
  CHECK(guarded:[0] == (long)ROUNDS * all && wide:[0] == 2L * ROUNDS * all);
  sync_all();
  wide = 0;
  sync_all();
}

static void check_posts(int me, int all) {
  int right = (me + 1) % all, left = (me + all - 1) % all;
  for (int r = 0; r < ROUNDS; r++) {
    xmp_post(right, 3);
    xmp_post(right, r);
    xmp_wait_tag(left, r);
    xmp_wait_tag(left, 3);
  }
  for (int k = 0; k < all; k++) xmp_post(k, me);
  for (int k = all - 1; k >= 0; k--) xmp_wait_image(k);
  sync_all();
  for (int k = 0; k < all; k++) xmp_post(k, 7);
  for (int k = 0; k < all; k++) xmp_wait();
  sync_all();
}

static void check_atomics(int me, int all) {
  int old = -1, status = 9, value = 0;
  long wold;
  unsigned uold;
  for (int r = 0; r < ROUNDS; r++) {
    atomic_add(&counter:[0], 1);
    atomic_fetch_add(&wide:[all - 1], 0x100000000, &wold);
    CHECK((wold & 0xffffffff) == 0);
    atomic_xor(&bits:[0], 1u << (me % 32));
  }
  sync_all();
  atomic_ref(&value, &counter:[0], &status);
  CHECK(value == ROUNDS * all && status == 0);
  atomic_ref(&wold, &wide:[all - 1]);
  CHECK(wold == 0x100000000 * ROUNDS * all);
  atomic_ref(&uold, &bits:[0]);
  CHECK(uold == 0); // an even number of times
  sync_all();
  atomic_or(&bits:[0], 1u << me);
  sync_all();
  atomic_fetch_or(&bits:[0], 0, &uold);
  CHECK(uold == (1u << all) - 1);
  sync_all();
  atomic_and(&bits:[0], ~(1u << me), &status);
  sync_all();
  atomic_fetch_and(&bits:[0], ~0u, &uold);
  atomic_fetch_xor(&bits:[0], 0u, &uold, &status);
  CHECK(uold == 0 && status == 0);
  // each takes one turn by compare-and-swap
  sync_all();
  if (me == 0) atomic_define(&counter:[0], 0);
  sync_all();
  do atomic_cas(&counter:[0], &old, me, me + 1);
  while (old != me);
  sync_all();
  atomic_ref(&value, &counter:[0]);
  CHECK(value == all);
  // this image's own
  atomic_define(&wide, -5L);
  atomic_cas(&wide, &wold, -5, 1L << 40, &status);
  CHECK(wold == -5 && wide == 1L << 40 && status == 0);
  int mine = 6;
  atomic_fetch_add(&mine, -7, &old);
  CHECK(mine == -1 && old == 6);
  sync_all();
}

int main(void) {
  int me = this_image(), all = num_images();
  check_ring(me, all);
  check_star(me, all);
  check_pairs(me, all);
  check_events(me, all);
  check_locks(me, all);
  check_critical(me, all);
  check_posts(me, all);
  check_atomics(me, all);
  return bad != 0;
}
