/* Ranks in pairs, one in each half of the job, send each other short active messages: ROUNDS requests and as many replies. */
#include <gasnet.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 100
#endif

enum { PING = 200, PONG };

static volatile int pongs;

static void ping(gasnet_token_t token, int value) { gasnet_AMReplyShort1(token, PONG, value); }
static void pong(gasnet_token_t token, int value) { pongs += value; }

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{PING, ping}, {PONG, pong}};
  gasnet_init(&argc, &argv);
  gasnet_attach(table, 2, 0, 0);
  gasnet_node_t me = gasnet_mynode(), half = gasnet_nodes() / 2;
  for (int round = 0; me < half && round < ROUNDS; round++) {
    gasnet_AMRequestShort1(me + half, PING, 1);
    GASNET_BLOCKUNTIL(pongs > round);
  }
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  if (me == 0) printf("%d round trips of each pair\n", pongs);
  return 0;
}
