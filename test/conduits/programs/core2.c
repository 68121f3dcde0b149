// Payloads of every size around powers of two up to the most, from and to any alignment; what lies around them stays as it is.
#include "conduit.h"

#define AROUND 16
#define LARGEST (256 * 1024)

static int done, failed;
static char *buffer;

static void answered(gasnet_token_t token, gasnet_handlerarg_t ok) {
  failed += !ok;
  done++;
}

static void medium(gasnet_token_t token, void *payload, size_t size, gasnet_handlerarg_t seed) {
  SAFE(gasnet_AMReplyShort1(token, 128, holds(payload, size, seed) && ((uintptr_t)payload & 7) == 0));
}

static void longer(gasnet_token_t token, void *payload, size_t size, gasnet_handlerarg_t seed, gasnet_handlerarg_t offset) {
  char *at = SEGMENT(me) + AROUND + offset;
  int ok = (size == 0 || payload == at) && holds(at, size, seed) && all(at - AROUND, AROUND, 0x55) && all(at + size, AROUND, 0x55);
  memset(at, 0x55, size);
  SAFE(gasnet_AMReplyShort1(token, 128, ok));
}

static void returned(gasnet_token_t token, void *payload, size_t size, gasnet_handlerarg_t seed) {
  answered(token, holds(payload, size, seed));
}

static void give(gasnet_token_t token, gasnet_handlerarg_t size, gasnet_handlerarg_t seed, gasnet_handlerarg_t offset, gasnet_handlerarg_t isLong) {
  gasnet_node_t to;
  SAFE(gasnet_AMGetMsgSource(token, &to));
  static char answer[LARGEST];
  fill(answer, size, seed);
  if (isLong) SAFE(gasnet_AMReplyLong1(token, 131, answer, size, SEGMENT(to) + LARGEST + 4096 + offset, seed));
  else SAFE(gasnet_AMReplyMedium1(token, 131, answer, size, seed));
}

static void exchange(int to, size_t size, int alignment) {
  unsigned seed = (unsigned)size * 8 + alignment;
  char *from = buffer + alignment;
  done = 0;
  int sent = 0;
  fill(from, size, seed);
  if (size <= gasnet_AMMaxMedium()) {
    SAFE(gasnet_AMRequestMedium1(to, 129, from, size, seed));
    SAFE(gasnet_AMRequestShort4(to, 132, size, seed, 0, 0));
    sent += 2;
  }
  if (size <= gasnet_AMMaxLongReply()) {
    SAFE(gasnet_AMRequestShort4(to, 132, size, seed, alignment, 1));
    sent++;
  }
  if (size <= gasnet_AMMaxLongRequest()) {
    SAFE(gasnet_AMRequestLong2(to, 130, from, size, SEGMENT(to) + AROUND + (alignment * 3 & 7), seed, alignment * 3 & 7));
    sent++;
  }
  GASNET_BLOCKUNTIL(done == sent);
  CHECK(failed == 0);
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, answered}, {129, medium}, {130, longer}, {131, returned}, {132, give}};
  start(argc, argv, table, ENTRIES(table), 2 * LARGEST + 4 * GASNET_PAGESIZE);
  buffer = malloc(LARGEST + 64);
  memset(SEGMENT(me), 0x55, LARGEST + 4096);
  meet();
  // One writes to each at a time, as all use the same place there.
  for (int turn = 0; turn < nodes; turn++) {
    int to = (me + turn) % nodes;
    for (size_t power = 1; power < LARGEST; power *= 2)
      for (int off = -1; off <= 1; off++) exchange(to, power + off, (int)(power / 2 + off) & 7);
    exchange(to, gasnet_AMMaxMedium(), 3);
    exchange(to, gasnet_AMMaxMedium() - 1, 4);
    if (gasnet_AMMaxLongReply() <= LARGEST) exchange(to, gasnet_AMMaxLongReply(), 5);
    meet();
  }
  end();
}
