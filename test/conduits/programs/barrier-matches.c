// Barriers: every pair of what one node and the others give at notify and at wait; by turns each node is the odd one.
// Results of wait at each node and of gasnet_barrier_result after it, by GASNet's rules for matches.
#include "conduit.h"
#include <gasnet_tools.h>

enum { ANONYMOUS = GASNET_BARRIERFLAG_ANONYMOUS, MISMATCH = GASNET_BARRIERFLAG_MISMATCH };

typedef struct {
  int id, flags;
} given;

static const given WAYS[] = {{1, 0}, {2, 0}, {-2147483647 - 1, 0}, {1, ANONYMOUS}, {2, ANONYMOUS}, {1, MISMATCH}, {0, MISMATCH}};
enum { COUNT = sizeof WAYS / sizeof *WAYS };

static int isName(given one) { return one.flags == 0; }

/* What notify calls alone bring about, if all but the odd one give `most`. */
static int agreed(given odd, given most) {
  if (nodes == 1) return odd.flags == MISMATCH ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK;
  if (odd.flags == MISMATCH || most.flags == MISMATCH) return GASNET_ERR_BARRIER_MISMATCH;
  return isName(odd) && isName(most) && odd.id != most.id ? GASNET_ERR_BARRIER_MISMATCH : GASNET_OK;
}

static int expected(given notified, given waited, given odd, given most) {
  if (notified.flags != waited.flags) return GASNET_ERR_BARRIER_MISMATCH;
  if (isName(waited) && notified.id != waited.id) return GASNET_ERR_BARRIER_MISMATCH;
  return agreed(odd, most);
}

static void checkResult(given odd, given most) {
  int id = 12345, anonymous = gasnet_barrier_result(&id);
  if (agreed(odd, most) != GASNET_OK) return;
  int oddNamed = isName(odd), mostNamed = nodes > 1 && isName(most);
  CHECK(!anonymous == (oddNamed || mostNamed));
  if (!anonymous) CHECK(id == (oddNamed ? odd : most).id);
}

static int wait(given waited, int tries) {
  if (!tries) return gasnet_barrier_wait(waited.id, waited.flags);
  int result;
  while ((result = gasnet_barrier_try(waited.id, waited.flags)) == GASNET_ERR_NOT_READY)
    gasnett_sched_yield(); // with more threads than cores the others need this one's
  return result;
}

/* The odd node notifies `odd` and waits with `oddWait`, the others notify `most` and wait with that. */
static void meetAt(int node, given odd, given oddWait, given most, int tries) {
  given own = me == node ? odd : most, waited = me == node ? oddWait : most;
  gasnet_barrier_notify(own.id, own.flags);
  int result = wait(waited, tries);
  if (result != expected(own, waited, odd, most)) {
    bad++;
    printf("node %d of %d, odd %d: notify (%d, %d), the others' (%d, %d), wait (%d, %d): %s\n", me, nodes, node, odd.id,
           odd.flags, most.id, most.flags, waited.id, waited.flags, gasnet_ErrorName(result));
  }
  checkResult(odd, most);
}

static void blocking(int node, given odd, given most) {
  given own = me == node ? odd : most;
  CHECK(gasnet_barrier(own.id, own.flags) == agreed(odd, most));
  checkResult(odd, most);
}

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  for (int node = 0; node < nodes; node++)
    for (int odd = 0; odd < COUNT; odd++)
      for (int most = 0; most < COUNT; most++) {
        for (int end = 0; end < COUNT; end++) meetAt(node, WAYS[odd], WAYS[end], WAYS[most], (odd + most + end) % 2);
        blocking(node, WAYS[odd], WAYS[most]);
      }
  /* Barriers of all nodes without names, which say so. */
  CHECK(gasnet_barrier(1, GASNET_BARRIERFLAG_UNNAMED) == GASNET_OK);
  int id;
  CHECK(gasnet_barrier_result(&id));
  end();
}
