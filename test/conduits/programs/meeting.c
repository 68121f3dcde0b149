// All nodes flood all others while a barrier is under way: its letters go between the messages, and none is lost or handled twice.
#include "conduit.h"

#define BARRIERS 20
#define ROUNDS 40

static int asked, answered;
static char payload[4096];
static size_t size;

static void request(gasnet_token_t token, void *buffer, size_t n) {
  asked++;
  SAFE(gasnet_AMReplyMedium0(token, 129, buffer, n));
}
static void reply(gasnet_token_t token, void *buffer, size_t n) {
  CHECK(n == size && ((char *)buffer)[n - 1] == payload[n - 1]);
  answered++;
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, request}, {129, reply}};
  start(argc, argv, table, ENTRIES(table), 65536);
  size = gasnet_AMMaxMedium() < sizeof payload ? gasnet_AMMaxMedium() : sizeof payload;
  fill(payload, size, 1);
  meet();
  for (int barrier = 1; barrier <= BARRIERS; barrier++) {
    gasnet_barrier_notify(barrier, 0);
    for (int i = 0; i < ROUNDS; i++)
      for (int to = 0; to < nodes; to++) SAFE(gasnet_AMRequestMedium0(to, 128, payload, size));
    SAFE(gasnet_barrier_wait(barrier, 0));
    GASNET_BLOCKUNTIL(answered == barrier * ROUNDS * nodes);
  }
  meet();
  CHECK(asked == answered);
  end();
}
