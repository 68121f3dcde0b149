// All images flood all others with messages while the process of images [FIRST, END) is killed: the others go on, and nothing that they
// send each other is lost or held up (--failed-images).
// usage: flood FIRST END
#include <coarray.h>
#include <gasnet.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64
/* Rounds after the loss is seen: more than any ring, and any number of buffers, has room for. */
#define MORE 300
#define BRIEF 200
#define LONGER 201
#define LAST 202

static long sent[MOST], heard[MOST], announced[MOST];
static int over, bad;
static char payload[8192];

static int source(gasnet_token_t token) {
  gasnet_node_t from;
  gasnet_AMGetMsgSource(token, &from);
  return from;
}

static void brief(gasnet_token_t token) { heard[source(token)]++; }
static void longer(gasnet_token_t token, void *at, size_t size) {
  heard[source(token)]++;
  if (((char *)at)[size - 1] != payload[size - 1]) bad = 1;
}
static void last(gasnet_token_t token, int count) {
  announced[source(token)] = count;
  over++;
}

/* One that is short, one that is sent with its bytes, one whose bytes the receiver fetches. */
static void flood(int me, int all) {
  for (int to = 0; to < all; to++)
    if (to != me) {
      gasnet_AMRequestShort0(to, BRIEF);
      gasnet_AMRequestMedium0(to, LONGER, payload, 1000);
      gasnet_AMRequestMedium0(to, LONGER, payload, sizeof payload);
      sent[to] += 3;
    }
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{BRIEF, brief}, {LONGER, longer}, {LAST, last}};
  gasnet_init(&argc, &argv);
  gasnet_attach(table, 3, 0, 0);
  int me = this_image(), all = num_images(), first = atoi(argv[1]), end = atoi(argv[2]);
  int left = all - (end - first), failed[MOST];
  for (int i = 0; i < sizeof payload; i++) payload[i] = i * 7;
  sync_all();
  if (me == 0) {
    printf("ready\n");
    fflush(stdout);
  }
  while (failed_images(failed, MOST) < end - first) flood(me, all);
  for (int round = 0; round < MORE; round++) flood(me, all);
  for (int to = 0; to < all; to++)
    if (to != me) gasnet_AMRequestShort1(to, LAST, sent[to]);
  GASNET_BLOCKUNTIL(over == left - 1);
  for (int from = 0; from < all; from++)
    if (from != me && (from < first || from >= end) && heard[from] != announced[from]) {
      printf("image %d: %ld of %ld messages of image %d\n", me, heard[from], announced[from], from);
      bad = 1;
    }
  sync_all(&failed[0]);
  if (me == 0) printf("went on without %d images\n", end - first);
  return bad;
}
