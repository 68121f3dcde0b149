// Images that meet in ever other groups, without a common barrier: whoever synchronized has what it waited for.
// threads: 2 3 5 8
#include <coarray.h>
#include <stdlib.h>
#include "check.h"

enum { ROUNDS = 150, MOST = 64 };
int slot[MOST]:[*];
event_type posted:[*];
lock_type guard[3]:[*];
int held[3]:[*], entered[3]:[*];
long sum:[*];

static unsigned hash(unsigned a, unsigned b, unsigned c) {
  unsigned h = a * 2654435761u ^ b * 2246822519u ^ c * 3266489917u;
  h = (h ^ h >> 15) * 2246822519u;
  return h ^ h >> 13;
}

// Whether two images meet in a round: the same on both.
static int meet(int round, int i, int j) { return i < j ? hash(round, i, j) % 3 == 0 : meet(round, j, i); }

// The set in an order of this image's own.
static int setOf(int round, int me, int all, int set[]) {
  int count = 0;
  for (int i = 0; i < all; i++) {
    int j = (i + hash(round, me, 99) % all) % all;
    if (j != me && meet(round, me, j)) set[count++] = j;
  }
  return count;
}

static void check_groups(int me, int all) {
  int set[MOST];
  for (int r = 1; r <= ROUNDS; r++) {
    int count = setOf(r, me, all, set);
    for (int i = 0; i < count; i++) slot[me]:[set[i]] = r;
    sync_images(count, set);
    for (int i = 0; i < count; i++) CHECK(slot[set[i]] == r);
    sync_images(count, set);
  }
  sync_all();
}

// Everybody posts to images at random; each knows how often it was posted to.
static void check_events(int me, int all) {
  int expected = 0, left;
  for (int from = 0; from < all; from++)
    for (int r = 0; r < ROUNDS; r++) expected += hash(r, from, 7) % all == (unsigned)me;
  for (int r = 0; r < ROUNDS; r++) {
    event_post(&posted:[hash(r, me, 7) % all]);
    int here;
    event_query(&posted, &here);
    if (here > 2) {
      event_wait(&posted, 2);
      expected -= 2;
    }
  }
  if (expected > 0) event_wait(&posted, expected);
  event_query(&posted, &left);
  CHECK(left == 0);
  sync_all();
}

// Locks on images at random, one or two at a time in the order of their numbers.
static void check_locks(int me, int all) {
  for (int r = 0; r < ROUNDS; r++) {
    int which = hash(r, me, 11) % 3, where = hash(r, me, 13) % all, status;
    lock(&guard[which]:[where], 0, &status);
    CHECK(status == 0);
    CHECK(held[which]:[where] == 0);
    held[which]:[where] = me + 1;
    if (where + 1 < all && r % 4 == 0) {
      lock(&guard[0]:[where + 1]);
      entered[0]:[where + 1]++;
      CHECK(held[0]:[where + 1] == 0);
      unlock(&guard[0]:[where + 1]);
    }
    entered[which]:[where]++;
    CHECK(held[which]:[where] == me + 1);
    held[which]:[where] = 0;
    unlock(&guard[which]:[where], &status);
    CHECK(status == 0);
  }
  sync_all();
  int total[3] = {entered[0], entered[1], entered[2]}, nested = 0;
  co_sum(total, 3);
  for (int i = 0; i < all; i++)
    for (int r = 0; r < ROUNDS; r += 4) nested += hash(r, i, 13) % all + 1 < (unsigned)all;
  CHECK(total[0] + total[1] + total[2] == ROUNDS * all + nested);
}

// Collectives of all, teams, and pairs in turn, back to back.
static void check_turns(int me, int all) {
  team_type team;
  form_team(me % 3 + 1, &team);
  for (int r = 0; r < ROUNDS / 3; r++) {
    int one = 1, big[20], root = hash(r, 1, 1) % all;
    for (int i = 0; i < 20; i++) big[i] = me + i;
    co_sum(&one);
    CHECK(one == all);
    co_max(big, 20, root);
    if (me == root) CHECK(big[19] == all - 1 + 19);
    change_team (&team) {
      int value = this_image() == 0 ? me : -1;
      co_broadcast(&value, 1, 0);
      CHECK(value == me % 3);
      if (r % 2) sync_all();
    }
    critical { sum:[0] += 1; }
    if (r % 5 == 0) sync_images_all();
  }
  sync_all();
  CHECK(sum:[0] == (long)(ROUNDS / 3) * all);
}

int main(void) {
  int me = this_image(), all = num_images();
  check_groups(me, all);
  check_events(me, all);
  check_locks(me, all);
  check_turns(me, all);
  return bad != 0;
}
