// without: -g
// Teams: formed by number and by index, nested, formed again and again; what is relative to them; coarrays in them.
#include <coarray.h>
#include <stdlib.h>
#include <upc.h>
#include "check.h"

int box:[*];
int slot[64]:[*];

// Rows of two: numbers, indexes, sibling teams, operations on the team only.
static void check_rows(int me, int all) {
  team_type row, back;
  int number = me / 2 + 1, status = 9;
  int size = me / 2 * 2 + 1 < all ? 2 : 1;
  form_team(number, &row, ANY_INDEX, &status);
  CHECK(status == 0 && num_images(&row) == size && this_image(&row) == me % 2);
  CHECK(team_number(&row) == number && team_number() == -1);
  box = me;
  sync_all();
  change_team (&row, &status) {
    CHECK(status == 0);
    CHECK(this_image() == me % 2 && num_images() == size && team_number() == number);
    for (int k = 0; k < size; k++) CHECK(box:[k] == me / 2 * 2 + k);
    // images of another row, and of the initial team
    back = get_team(INITIAL_TEAM);
    CHECK(num_images(&back) == all && this_image(&back) == me && team_number(&back) == -1);
    CHECK(num_images(1) == (all == 1 ? 1 : 2));
    CHECK((box:[0, team_number = 1]) == 0);
    CHECK((box:[all - 1, team = &back]) == all - 1);
    back = get_team(PARENT_TEAM);
    CHECK(num_images(&back) == all);
    back = get_team();
    CHECK(num_images(&back) == size);
    sync_all();
    // everything is among the images of the row
    int sum = me;
    co_sum(&sum);
    CHECK(sum == (size == 2 ? 2 * me + 1 - me % 2 * 2 : me));
    double many[40];
    for (int i = 0; i < 40; i++) many[i] = me + i;
    co_broadcast(many, 40, size - 1);
    CHECK(many[7] == me / 2 * 2 + size - 1 + 7);
    for (int r = 0; r < me % 3; r++) sync_all(); // the same number in a row?
    for (int r = 0; r < 2 - me % 3; r++) sync_all();
    sync_images_all();
    sync_team(&back);
  }
  CHECK(team_number() == -1 && this_image() == me && num_images() == all);
}

// Indexes reversed; teams within teams, down to one image.
static void check_nested(int me, int all) {
  team_type reversed, half;
  form_team(7, &reversed, all - 1 - me);
  change_team (&reversed) {
    CHECK(this_image() == all - 1 - me);
    box:[me] = me; // of the image that is `me` in this team
    sync_all();
    CHECK(box == all - 1 - me);
    int low = this_image() < (all + 1) / 2;
    form_team(low ? 1 : 2, &half);
    change_team (&half) {
      int expected = low ? (all + 1) / 2 : all / 2;
      CHECK(num_images() == expected);
      int first = me, last = me;
      co_max(&first);
      co_min(&last);
      CHECK(first - last == expected - 1);
      team_type alone;
      form_team(this_image() + 1, &alone);
      change_team (&alone) {
        CHECK(num_images() == 1 && this_image() == 0);
        sync_all();
        team_type up = get_team(PARENT_TEAM);
        CHECK(num_images(&up) == expected);
        up = get_team(INITIAL_TEAM);
        CHECK(num_images(&up) == all && this_image(&up) == me);
        sync_team(&up); // of an ancestor: all images come here
      }
    }
    sync_team(&half); // of a child
  }
  // mixed wishes: the last wants to be first
  team_type mixed;
  form_team(3, &mixed, me == all - 1 ? 0 : ANY_INDEX);
  CHECK(this_image(&mixed) == (me == all - 1 ? 0 : me + 1));
}

// Coarrays of the heap: the same offset, zero, of the team; freed by name or at its end.
static void check_allocation(int me, int all) {
  int *p = xmp_comalloc(10 * sizeof(int));
  for (int i = 0; i < 10; i++) {
    CHECK(p[i] == 0);
    p[i] = 100 * me + i;
  }
  sync_all();
  shared [] int *remote = (shared [] int *)&box:[0];
  CHECK(upc_threadof(remote) == 0);
  int *before = xmp_comalloc(sizeof(int));
  xmp_cofree(before);
  for (int r = 0; r < 20; r++) {
    char *q = xmp_comalloc(5000 + r, 2, 3);
    CHECK(q[4999] == 0);
    q[4999] = 1;
    q[0] = 1;
    xmp_cofree(q);
  }
  CHECK(xmp_comalloc(0) == 0);
  xmp_cofree(0);
  int *again = xmp_comalloc(sizeof(int));
  CHECK(again == before);
  xmp_cofree(again);
  team_type pair;
  form_team(me / 2 + 1, &pair);
  for (int r = 0; r < 50; r++)
    change_team (&pair) {
      double *d = xmp_comalloc(100000 * sizeof(double)), *e = xmp_comalloc(8);
      CHECK(d[99999] == 0 && *e == 0);
      d[99999] = me;
      xmp_cofree(e);
      e = xmp_comalloc(8);
    }
  xmp_cofree(p);
}

// Formed in a loop: uses no more memory with each turn.
static void check_again(int me, int all) {
  team_type t;
  for (int r = 0; r < 300; r++) {
    form_team(me % 2 + 1, &t);
    change_team (&t) {
      int one = 1;
      co_sum(&one);
      CHECK(one == num_images());
    }
  }
  team_type copy = t;
  CHECK(num_images(&copy) == num_images(&t));
}

int main(void) {
  int me = this_image(), all = num_images();
  check_rows(me, all);
  check_nested(me, all);
  check_allocation(me, all);
  check_again(me, all);
  return bad != 0;
}
