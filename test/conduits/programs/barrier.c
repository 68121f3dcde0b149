// Barriers: anonymous and named, what matches and what does not, tried and waited for, many in a row; none passes early.
#include "conduit.h"

static int pass(int id, int notify, int wait) {
  gasnet_barrier_notify(id, notify);
  return gasnet_barrier_wait(id, wait);
}

int main(int argc, char **argv) {
  const int anonymous = GASNET_BARRIERFLAG_ANONYMOUS, mismatch = GASNET_BARRIERFLAG_MISMATCH;
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  int *counter = (int *)SEGMENT(0), last = nodes - 1;
  for (int i = 0; i < 300; i++) {
    CHECK(pass(i, i % 2 ? anonymous : 0, i % 2 ? anonymous : 0) == GASNET_OK);
    if (i % 5) continue;
    gasnet_barrier_notify(i, 0);
    int result;
    while ((result = gasnet_barrier_try(i, 0)) == GASNET_ERR_NOT_READY) continue;
    CHECK(result == GASNET_OK);
  }
  // Those without a name go with any name.
  CHECK(pass(me == 0 ? 7 : 0, me == 0 ? 0 : anonymous, me == 0 ? 0 : anonymous) == GASNET_OK);
  CHECK(pass(7, me == last ? anonymous : 0, me == last ? anonymous : 0) == GASNET_OK);
  // Two names, and all know.
  CHECK(pass(me == last, 0, 0) == (nodes > 1 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK));
  CHECK(pass(0, me == last ? mismatch : anonymous, me == last ? mismatch : anonymous) == GASNET_ERR_BARRIER_MISMATCH);
  CHECK(pass(3, me == 0 ? mismatch : 0, me == 0 ? mismatch : 0) == GASNET_ERR_BARRIER_MISMATCH);
  // A value that differs between notify and wait fails on this node only.
  gasnet_barrier_notify(1, 0);
  CHECK(gasnet_barrier_wait(me == 0 ? 2 : 1, 0) == (me == 0 ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK));
  CHECK(pass(5, 0, anonymous) == GASNET_ERR_BARRIER_MISMATCH);
  CHECK(pass(5, 0, 0) == GASNET_OK);
  // Nobody passes before all have come.
  for (int i = 1; i <= 50; i++) {
    if (me == last) gasnet_put_val(0, counter, i, sizeof (int));
    CHECK(pass(i, 0, 0) == GASNET_OK);
    CHECK((int)gasnet_get_val(0, counter, sizeof (int)) == i);
    CHECK(pass(i, anonymous, anonymous) == GASNET_OK);
  }
  end();
}
