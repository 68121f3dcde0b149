// Each message arrives once: many of random categories to random nodes, each with a number of its own.
#include "conduit.h"

#define MESSAGES 3000
#define ROOM 256

static unsigned char seen[16][MESSAGES];
static int arrived, acknowledged;

static void count(gasnet_token_t token, int number) {
  gasnet_node_t from;
  SAFE(gasnet_AMGetMsgSource(token, &from));
  CHECK(number >= 0 && number < MESSAGES && seen[from][number]++ == 0);
  arrived++;
  SAFE(gasnet_AMReplyShort0(token, 131));
}

static void brief(gasnet_token_t token, gasnet_handlerarg_t number) { count(token, number); }
static void payload(gasnet_token_t token, void *buffer, size_t size, gasnet_handlerarg_t number) {
  CHECK(holds(buffer, size, number));
  count(token, number);
}
static void acknowledge(gasnet_token_t token) { acknowledged++; }

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, brief}, {129, payload}, {130, payload}, {131, acknowledge}};
  static int sentTo[16];
  char from[ROOM];
  unsigned random = 17;
  start(argc, argv, table, ENTRIES(table), 188 * GASNET_PAGESIZE);
  random += me;
  for (int i = 0; i < MESSAGES; i++) {
    int to = next(&random) % nodes, size = next(&random) % ROOM;
    fill(from, size, i);
    sentTo[to]++;
    switch (next(&random) % 4) {
    case 0: SAFE(gasnet_AMRequestShort1(to, 128, i)); break;
    case 1: SAFE(gasnet_AMRequestMedium1(to, 129, from, size, i)); break;
    case 2:
      size %= 16; // a place of its own for each
      SAFE(gasnet_AMRequestLong1(to, 130, from, size, SEGMENT(to) + (me * MESSAGES + i) * 16, i));
      break;
    default: if (next(&random) % 8 == 0) gasnet_AMPoll(); SAFE(gasnet_AMRequestShort1(to, 128, i));
    }
  }
  GASNET_BLOCKUNTIL(acknowledged == MESSAGES);
  meet();
  int total = 0;
  for (int i = 0; i < 16; i++) for (int j = 0; j < MESSAGES; j++) total += seen[i][j];
  CHECK(total == arrived);
  end();
}
