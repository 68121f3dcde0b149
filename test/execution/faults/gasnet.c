// Errors with GASNet, reported at the call in programs compiled with -g. Behind a case: the number of threads, and the
// text that standard error contains.
// flags: -g
#include <gasnet.h>
#include <stdlib.h>

static gasnet_hsl_t a = GASNET_HSL_INITIALIZER, b = GASNET_HSL_INITIALIZER, raw;
static gasnet_token_t kept;
static int mode, me, nodes, answered;
static gasnet_seginfo_t segments[8];
static char local[64];

static void reply(gasnet_token_t token) {
  answered = 1;
  switch (mode) {
  case 1: // 2: gasnet_AMReplyShort0 in the handler with index 129, which handles a reply: the handler of a reply sends nothing at @+1
    gasnet_AMReplyShort0(token, 129);
  case 2: // 2: gasnet_AMRequestShort0 in the handler with index 129: the handler of a reply sends nothing at @+1
    gasnet_AMRequestShort0(0, 128);
  }
}

static void request(gasnet_token_t token) {
  gasnet_node_t from;
  kept = token;
  switch (mode) {
  case 1: case 2:
    gasnet_AMReplyShort0(token, 129);
    break;
  case 3: // 2: gasnet_AMRequestShort0 in the handler with index 128: the handler of a request sends nothing but one reply, to the requester at @+1
    gasnet_AMRequestShort0(0, 129);
  case 4: // 2: gasnet_AMReplyShort0 in the handler with index 128, which has replied already: a request is replied to once at most at @+2
    gasnet_AMReplyShort0(token, 129);
    gasnet_AMReplyShort0(token, 129);
  case 5: // 2: gasnet_AMReplyShort0: 0x7 is not the token of the running handler; a token is good until its handler returns at @+1
    gasnet_AMReplyShort0((gasnet_token_t)7, 129);
  case 6: // 2: gasnet_put in the handler with index 128: a handler may not wait or communicate (no put, get, barrier or poll; it may reply and take handler-safe locks) at @+1
    gasnet_put(0, segments[0].addr, local, 4);
  case 7: // 2: gasnet_AMPoll in the handler with index 128: a handler may not wait or communicate (no put, get, barrier or poll; it may reply and take handler-safe locks) at @+1
    gasnet_AMPoll();
  case 8: // 2: gasnet_barrier_notify in the handler with index 128: a handler may not wait or communicate (no put, get, barrier or poll; it may reply and take handler-safe locks) at @+1
    gasnet_barrier_notify(0, 0);
  case 9: // 2: gasnet_wait_syncnbi_all in the handler with index 128: a handler may not wait or communicate (no put, get, barrier or poll; it may reply and take handler-safe locks) at @+1
    gasnet_wait_syncnbi_all();
  case 10: // 2: while it holds the handler-safe lock 0x
    gasnet_hsl_lock(&a);
    gasnet_AMReplyShort0(token, 129);
  case 11: // 2: the handler with index 128 returns while it holds the handler-safe lock 0x
    gasnet_hsl_lock(&a);
    return;
  case 12: // 2: GASNET_BLOCKUNTIL in the handler with index 128: a handler may not wait or communicate (no put, get, barrier or poll; it may reply and take handler-safe locks) at @+1
    GASNET_BLOCKUNTIL(0);
  case 13: // 2: gasnet_AMReplyMedium1: no handler with index 200: node 1 has not registered it by gasnet_attach at @+1
    gasnet_AMReplyMedium1(token, 200, local, 8, 1);
  case 14: // 2: gasnet_AMGetMsgSource: 0x8 is not the token of the running handler; a token is good until its handler returns at @+1
    gasnet_AMGetMsgSource((gasnet_token_t)8, &from);
  }
}

static void two(gasnet_token_t token, gasnet_handlerarg_t x, gasnet_handlerarg_t y) {}

/* Node 1 asks node 0, whose handler does what is wrong; or node 0 does it in its reply's. */
static void provoke(void) {
  if (me == 1) gasnet_AMRequestShort0(0, 128);
  for (;;) gasnet_AMPoll();
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, request}, {129, reply}, {130, two}};
  gasnet_handle_t handle;
  mode = atoi(argv[1]);
  gasnet_init(&argc, &argv);
  me = gasnet_mynode();
  nodes = gasnet_nodes();
  switch (mode) {
  case 20: // 1: gasnet_AMRequestShort0: this node has not called gasnet_attach yet at @+1
    gasnet_AMRequestShort0(0, 128);
  case 21: // 1: gasnet_put: this node has not called gasnet_attach yet at @+1
    gasnet_put(0, local, local, 4);
  }
  gasnet_attach(table, 3, GASNET_PAGESIZE, 0);
  gasnet_getSegmentInfo(segments, nodes);
  char *there = segments[nodes - 1].addr;
  if (mode < 20) provoke();
  if (me > 0) for (;;) gasnet_AMPoll();
  switch (mode) {
  case 22: // 2: gasnet_AMRequestShort0: node 2 is not in 0 .. 1 at @+1
    gasnet_AMRequestShort0(2, 128);
  case 23: // 2: gasnet_AMRequestShort1: no handler with index 140: node 1 has not registered it by gasnet_attach at @+1
    gasnet_AMRequestShort1(1, 140, 5);
  case 24: // 2: gasnet_AMRequestShort0: no handler with index 100: programs have 128 .. 255 at @+1
    gasnet_AMRequestShort0(1, 100);
  case 25: // 2: gasnet_AMRequestLong0: 16 bytes at 0x
    gasnet_AMRequestLong0(1, 130, local, 16, there + GASNET_PAGESIZE - 8);
  case 26: // 2: send it in pieces at @+1
    gasnet_AMRequestMedium0(1, 130, local, gasnet_AMMaxMedium() + 1);
  case 27: // 2: gasnet_AMReplyShort0 outside of a handler: only the handler of a request replies, with the token it was given at @+1
    gasnet_AMReplyShort0(kept, 129);
  case 28: // 2: gasnet_put: 8 bytes at 0x
    gasnet_put(1, there - 8, local, 8);
  case 29: // 2: are not in the segment of node 0, [0x
    gasnet_get(local, 0, there, 8);
  case 30: // 2: gasnet_get: node 2 is not in 0 .. 1 at @+1
    gasnet_get(local, 2, there, 8);
  case 31: // 2: is not aligned to 8 bytes; gasnet_put_bulk and gasnet_get_bulk take any address at @+1
    gasnet_put(1, there + 4, local, 8);
  case 32: // 2: gasnet_put: 8 bytes at 0x0: null pointer at @+1
    gasnet_put(1, there, 0, 8);
  case 33: // 2: gasnet_put_val: nbytes is 9; a value has 1 to 8 bytes at @+1
    gasnet_put_val(1, there, 1, 9);
  case 34: // 2: gasnet_wait_syncnb: 0x3 is not the handle of an operation under way (each may be synchronized once) at @+1
    gasnet_wait_syncnb((gasnet_handle_t)3);
  case 35: // 2: gasnet_begin_nbi_accessregion inside an access region: they do not nest at @+2
    gasnet_begin_nbi_accessregion();
    gasnet_begin_nbi_accessregion();
  case 36: // 2: gasnet_end_nbi_accessregion without gasnet_begin_nbi_accessregion at @+1
    handle = gasnet_end_nbi_accessregion();
  case 37: // 2: gasnet_wait_syncnbi_gets inside an access region: end it by gasnet_end_nbi_accessregion and synchronize its handle at @+2
    gasnet_begin_nbi_accessregion();
    gasnet_wait_syncnbi_gets();
  case 40: // 2: gasnet_hsl_lock: this thread holds the handler-safe lock 0x
    gasnet_hsl_lock(&a);
    gasnet_hsl_lock(&a);
  case 41: // 2: gasnet_hsl_trylock: this thread holds the handler-safe lock 0x
    gasnet_hsl_lock(&a);
    gasnet_hsl_trylock(&a);
  case 42: // 2: which is still held; unlock in the reverse order of locking at @+3
    gasnet_hsl_lock(&a);
    gasnet_hsl_lock(&b);
    gasnet_hsl_unlock(&a);
  case 43: // 2: gasnet_hsl_unlock: this thread does not hold the handler-safe lock 0x
    gasnet_hsl_unlock(&a);
  case 44: // 2: is not a handler-safe lock; set it by GASNET_HSL_INITIALIZER or gasnet_hsl_init at @+1
    gasnet_hsl_lock(&raw);
  case 45: // 2: gasnet_hsl_destroy: the handler-safe lock 0x
    gasnet_hsl_lock(&a);
    gasnet_hsl_destroy(&a);
  case 46: // 2: is held: what waits or communicates may run handlers; unlock first at @+2
    gasnet_hsl_lock(&a);
    gasnet_AMRequestShort0(1, 128);
  case 47: // 2: gasnet_AMPoll while the handler-safe lock 0x
    gasnet_hsl_lock(&a);
    gasnet_AMPoll();
  case 48: // 2: gasnet_hold_interrupts: interrupts are held already; no-interrupt sections do not nest at @+2
    gasnet_hold_interrupts();
    gasnet_hold_interrupts();
  case 49: // 2: gasnet_resume_interrupts without gasnet_hold_interrupts at @+1
    gasnet_resume_interrupts();
  case 50: // 2: gasnet_get_nbi between gasnet_hold_interrupts and gasnet_resume_interrupts: what waits or communicates may run handlers; resume first at @+2
    gasnet_hold_interrupts();
    gasnet_get_nbi(local, 1, there, 8);
  case 51: // 2: gasnet_barrier_notify(2): gasnet_barrier_wait for the one before is still to come at @+2
    gasnet_barrier_notify(1, 0);
    gasnet_barrier_notify(2, 0);
  case 52: // 2: gasnet_barrier_wait(1) without a gasnet_barrier_notify before it at @+1
    gasnet_barrier_wait(1, 0);
  case 53: // 1: gasnet_AMRequestShort1 of node 0 has 1 argument, and the handler with index 130 takes 2 at @+1
    gasnet_AMRequestShort1(0, 130, 7);
  case 54: // 1: gasnet_AMRequestMedium0 of node 0 has 0 arguments, and the handler with index 129 is one of short messages at @+1
    gasnet_AMRequestMedium0(0, 129, local, 8);
  }
  return handle != GASNET_INVALID_HANDLE;
}
