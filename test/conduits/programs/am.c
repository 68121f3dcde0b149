// Active messages of each category with 0 to 16 arguments and payloads of several sizes, replied to in kind, between all nodes.
#include "conduit.h"

#define PAYLOAD 700
#define ROOM 1024

/* Parameters, values and checks of 0 to 16 arguments. */
#define VALUE(i) ((i) % 2 ? -(i) * 0x1010101 - 1 : 0x7fffffff - (i))
#define P0
#define V0
#define C0 1
#define P1 P0, gasnet_handlerarg_t a0
#define V1 V0, VALUE(0)
#define C1 C0 && a0 == VALUE(0)
#define P2 P1, gasnet_handlerarg_t a1
#define V2 V1, VALUE(1)
#define C2 C1 && a1 == VALUE(1)
#define P3 P2, gasnet_handlerarg_t a2
#define V3 V2, VALUE(2)
#define C3 C2 && a2 == VALUE(2)
#define P4 P3, gasnet_handlerarg_t a3
#define V4 V3, VALUE(3)
#define C4 C3 && a3 == VALUE(3)
#define P5 P4, gasnet_handlerarg_t a4
#define V5 V4, VALUE(4)
#define C5 C4 && a4 == VALUE(4)
#define P6 P5, gasnet_handlerarg_t a5
#define V6 V5, VALUE(5)
#define C6 C5 && a5 == VALUE(5)
#define P7 P6, gasnet_handlerarg_t a6
#define V7 V6, VALUE(6)
#define C7 C6 && a6 == VALUE(6)
#define P8 P7, gasnet_handlerarg_t a7
#define V8 V7, VALUE(7)
#define C8 C7 && a7 == VALUE(7)
#define P9 P8, gasnet_handlerarg_t a8
#define V9 V8, VALUE(8)
#define C9 C8 && a8 == VALUE(8)
#define P10 P9, gasnet_handlerarg_t a9
#define V10 V9, VALUE(9)
#define C10 C9 && a9 == VALUE(9)
#define P11 P10, gasnet_handlerarg_t a10
#define V11 V10, VALUE(10)
#define C11 C10 && a10 == VALUE(10)
#define P12 P11, gasnet_handlerarg_t a11
#define V12 V11, VALUE(11)
#define C12 C11 && a11 == VALUE(11)
#define P13 P12, gasnet_handlerarg_t a12
#define V13 V12, VALUE(12)
#define C13 C12 && a12 == VALUE(12)
#define P14 P13, gasnet_handlerarg_t a13
#define V14 V13, VALUE(13)
#define C14 C13 && a13 == VALUE(13)
#define P15 P14, gasnet_handlerarg_t a14
#define V15 V14, VALUE(14)
#define C15 C14 && a14 == VALUE(14)
#define P16 P15, gasnet_handlerarg_t a15
#define V16 V15, VALUE(15)
#define C16 C15 && a15 == VALUE(15)
#define EACH(form) form(0) form(1) form(2) form(3) form(4) form(5) form(6) form(7) form(8) form(9) form(10) form(11) \
  form(12) form(13) form(14) form(15) form(16)

/* Indexes: six handlers for each number of arguments. */
enum { SHORT_REQUEST, SHORT_REPLY, MEDIUM_REQUEST, MEDIUM_REPLY, LONG_REQUEST, LONG_REPLY, KINDS };
#define INDEX(kind, n) (128 + KINDS * (n) + (kind))

static int replies, expected_source;
/* What a node receives from another goes to a place of its own, requests and replies apart. */
static char *place(int node, int from, int isReply) { return SEGMENT(node) + ROOM * (2 * from + isReply); }

static int source(gasnet_token_t token) {
  gasnet_node_t node;
  SAFE(gasnet_AMGetMsgSource(token, &node));
  return node;
}

#define HANDLERS(n) \
  static void shortRequest##n(gasnet_token_t token P##n) { \
    CHECK(C##n); \
    SAFE(gasnet_AMReplyShort##n(token, INDEX(SHORT_REPLY, n) V##n)); \
  } \
  static void shortReply##n(gasnet_token_t token P##n) { \
    CHECK(C##n && source(token) == expected_source); \
    replies++; \
  } \
  static void mediumRequest##n(gasnet_token_t token, void *buffer, size_t size P##n) { \
    CHECK(C##n && holds(buffer, size, n)); \
    if (size > 0) *(char *)buffer ^= 1, *(char *)buffer ^= 1; \
    SAFE(gasnet_AMReplyMedium##n(token, INDEX(MEDIUM_REPLY, n), buffer, size V##n)); \
  } \
  static void mediumReply##n(gasnet_token_t token, void *buffer, size_t size P##n) { \
    CHECK(C##n && holds(buffer, size, n) && source(token) == expected_source); \
    replies++; \
  } \
  static void longRequest##n(gasnet_token_t token, void *buffer, size_t size P##n) { \
    int from = source(token); \
    CHECK(C##n && holds(buffer, size, n) && (size == 0 || buffer == place(me, from, 0))); \
    SAFE(gasnet_AMReplyLong##n(token, INDEX(LONG_REPLY, n), buffer, size, place(from, me, 1) V##n)); \
  } \
  static void longReply##n(gasnet_token_t token, void *buffer, size_t size P##n) { \
    int from = source(token); \
    CHECK(C##n && holds(buffer, size, n) && (size == 0 || buffer == place(me, from, 1)) && from == expected_source); \
    replies++; \
  }
EACH(HANDLERS)

#define ENTRY(n) {INDEX(SHORT_REQUEST, n), shortRequest##n}, {INDEX(SHORT_REPLY, n), shortReply##n}, \
  {INDEX(MEDIUM_REQUEST, n), mediumRequest##n}, {INDEX(MEDIUM_REPLY, n), mediumReply##n}, \
  {INDEX(LONG_REQUEST, n), longRequest##n}, {INDEX(LONG_REPLY, n), longReply##n},
static gasnet_handlerentry_t table[] = {EACH(ENTRY)};

static char payload[PAYLOAD];

#define EXCHANGE(n) \
  fill(payload, sizeof payload, n); \
  SAFE(gasnet_AMRequestShort##n(to, INDEX(SHORT_REQUEST, n) V##n)); \
  SAFE(gasnet_AMRequestMedium##n(to, INDEX(MEDIUM_REQUEST, n), payload, size V##n)); \
  GASNET_BLOCKUNTIL(replies == 2); \
  SAFE(gasnet_AMRequestLong##n(to, INDEX(LONG_REQUEST, n), payload, size, place(to, me, 0) V##n)); \
  memset(payload, 0, sizeof payload); \
  GASNET_BLOCKUNTIL(replies == 3); \
  fill(payload, sizeof payload, n); \
  SAFE(gasnet_AMRequestLongAsync##n(to, INDEX(LONG_REQUEST, n), payload, size, place(to, me, 0) V##n)); \
  GASNET_BLOCKUNTIL(replies == 4); \
  replies = 0;

int main(int argc, char **argv) {
  static const size_t sizes[] = {0, 1, 7, 64, 513, PAYLOAD};
  start(argc, argv, table, ENTRIES(table), 16 * GASNET_PAGESIZE);
  for (int i = 0; i < nodes; i++) {
    int to = expected_source = (me + i) % nodes;
    for (int s = 0; s < 6; s++) {
      size_t size = sizes[s];
      EACH(EXCHANGE)
    }
  }
  end();
}
