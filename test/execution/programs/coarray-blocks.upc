// Critical and change_team blocks, image selectors, nested; sections within them.
#include <coarray.h>
#include <upc.h>
#include "check.h"

int n:[*], x:[*], table[6]:[*], log_:[*];
team_type half, again;

static int inside_loop(int times) {
  int done = 0;
  for (int i = 0; i < times; i++) {
    if (i % 3 == 1) continue;
    critical {
      int v = n:[0];
      for (int k = 0; k < 40; k++) { if (k == 30) break; if (k % 2) continue; done += k == 4; }
      n:[0] = v + 1;
    }
  }
  return done;
}

static void recursive(int depth) {
  critical { log_:[0] += depth; }
  if (depth > 1) recursive(depth - 1);
}

int main(void) {
  int me = this_image(), all = num_images(), s = 7;
  upc_barrier;
  CHECK(inside_loop(90) == 60);
  critical(&s) { x:[0] += me + 1; }
  CHECK(s == 0);
  recursive(4);
  sync_all();
  if (me == 0) CHECK(n == 60 * all && x == all * (all + 1) / 2 && log_ == 10 * all);
  sync_all();

  x = me;
  for (int i = 0; i < 6; i++) table[i] = me * 10 + i;
  form_team(me % 2 + 1, &half);
  sync_all();
  s = 7;
  change_team(&half, &s) {
    CHECK(s == 0);
    int k = this_image(), members = num_images();
    CHECK(k == me / 2 && members == (all + (me % 2 == 0)) / 2);
    CHECK(this_image(x) == k && coshape(x) == members && image_index(x, members) == -1);
    for (int j = 0; j < members; j++) CHECK((x:[j]) == j * 2 + me % 2);
    int got[6];
    got[:] = table[::-1]:[members - 1];
    for (int i = 0; i < 6; i++) CHECK(got[i] == ((members - 1) * 2 + me % 2) * 10 + 5 - i);
    CHECK((x:[0, team_number = 1]) == 0);
    if (all > 1) CHECK((x:[0, team_number = 2]) == 1);
    sync_all();
    table[0:2]:[(k + 1) % members] = 1000 + me;
    sync_all();
    CHECK(table[1] == 1000 + (k + members - 1) % members * 2 + me % 2 && table[2] == me * 10 + 2);
    form_team(1, &again);
    change_team(&again) {
      CHECK(num_images() == members);
      if (this_image() == 0) CHECK((x:[0]) == me);
    }
  }
  CHECK(this_image() == me && x:[(me + 1) % all] == (me + 1) % all);
  CHECK((x:[0, team = &half]) == me % 2);
  CHECK(this_image(&half) == me / 2);
  int status = 5, got[2];
  CHECK((x:[all - 1, stat = &status]) == all - 1 && status == 0);
  status = 5;
  got[0:2] = table[4:2]:[0, stat = &status];
  CHECK(status == 0 && got[1] == 5);
  table[3]:[me, stat = &status] += 100;
  CHECK(table[3] == me * 10 + 103);
  sync_all();
  return bad != 0;
}
