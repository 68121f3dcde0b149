// Handler-safe locks: initialized both ways, held in main and in handlers, tried, nested; interrupts held and resumed.
// flags: -g
#include "conduit.h"

static gasnet_hsl_t fixed = GASNET_HSL_INITIALIZER, made;
static int count, replies;

static void add(gasnet_token_t token, gasnet_handlerarg_t n) {
  gasnet_hold_interrupts(); // without effect here
  gasnet_hsl_lock(&fixed);
  gasnet_hsl_lock(&made);
  gasnet_hold_interrupts();
  count += n;
  gasnet_resume_interrupts();
  gasnet_hsl_unlock(&made);
  gasnet_hsl_unlock(&fixed);
  gasnet_resume_interrupts();
  gasnet_AMReplyShort0(token, 129);
}

static void added(gasnet_token_t token) {
  if (gasnet_hsl_trylock(&made) == GASNET_OK) {
    replies++;
    gasnet_hsl_unlock(&made);
  }
}

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, add}, {129, added}};
  gasnet_hsl_init(&made);
  start(argc, argv, table, 2, GASNET_PAGESIZE);
  for (int i = 0; i < 200; i++) {
    gasnet_AMRequestShort1((me + i) % nodes, 128, 1);
    gasnet_hsl_lock(&made);
    CHECK(gasnet_hsl_trylock(&fixed) == GASNET_OK);
    int before = count;
    count += 1000;
    CHECK(count == before + 1000);
    count -= 1000;
    gasnet_hsl_unlock(&fixed);
    gasnet_hsl_unlock(&made);
    gasnet_hold_interrupts();
    count += 0;
    gasnet_resume_interrupts();
  }
  GASNET_BLOCKUNTIL(replies == 200);
  meet();
  CHECK(count == 200);
  gasnet_hsl_destroy(&made);
  gasnet_hsl_init(&made);
  gasnet_hsl_lock(&made);
  gasnet_hsl_unlock(&made);
  end();
}
