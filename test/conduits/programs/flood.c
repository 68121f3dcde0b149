// All nodes flood all others with requests that are replied to, with payloads that fill every ring; none is lost, none waits for ever.
#include "conduit.h"

#ifndef ROUNDS
#define ROUNDS 400
#endif

static int shorts, mediums, longs;
static char payload[32768];
static size_t size;

static void brief(gasnet_token_t token) { SAFE(gasnet_AMReplyShort0(token, 131)); }
static void medium(gasnet_token_t token, void *buffer, size_t n) { SAFE(gasnet_AMReplyMedium0(token, 132, buffer, n)); }
static void longer(gasnet_token_t token, void *buffer, size_t n) {
  gasnet_node_t from;
  gasnet_AMGetMsgSource(token, &from);
  SAFE(gasnet_AMReplyLong0(token, 133, buffer, n, SEGMENT(from) + 65536));
}
static void gotShort(gasnet_token_t token) { shorts++; }
static void gotMedium(gasnet_token_t token, void *buffer, size_t n) {
  CHECK(n == size && ((char *)buffer)[n - 1] == payload[n - 1]);
  mediums++;
}
static void gotLong(gasnet_token_t token, void *buffer, size_t n) { longs += n == size; }

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, brief}, {129, medium}, {130, longer}, {131, gotShort}, {132, gotMedium}, {133, gotLong}};
  start(argc, argv, table, ENTRIES(table), 131072);
  size = gasnet_AMMaxMedium() < sizeof payload ? gasnet_AMMaxMedium() : sizeof payload;
  if (size > gasnet_AMMaxLongReply()) size = gasnet_AMMaxLongReply();
  fill(payload, size, 1);
  meet();
  for (int i = 0; i < ROUNDS; i++)
    for (int to = 0; to < nodes; to++) {
      for (int k = 0; k < 10; k++) SAFE(gasnet_AMRequestShort0(to, 128));
      if (i % 4 == 0) SAFE(gasnet_AMRequestMedium0(to, 129, payload, size));
      if (i % 4 == 1) SAFE(gasnet_AMRequestLong0(to, 130, payload, size, SEGMENT(to)));
    }
  GASNET_BLOCKUNTIL(shorts == 10 * ROUNDS * nodes && mediums == ROUNDS / 4 * nodes && longs == ROUNDS / 4 * nodes);
  end();
}
