// 65535 operations under way at once, with handles, without, and in an access region, mixed with messages.
#include "conduit.h"

#define DEPTH 65535

static int acknowledged;
static void request(gasnet_token_t token) { SAFE(gasnet_AMReplyShort0(token, 129)); }
static void reply(gasnet_token_t token) { acknowledged++; }

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{128, request}, {129, reply}};
  start(argc, argv, table, 2, (2 * DEPTH * 4 / GASNET_PAGESIZE + 1) * GASNET_PAGESIZE);
  int node = (me + 1) % nodes;
  int *theirs = (int *)SEGMENT(node), *local = calloc(DEPTH, sizeof *local);
  gasnet_handle_t *handles = malloc(DEPTH * sizeof *handles);

  for (int i = 0; i < DEPTH; i++) {
    handles[i] = gasnet_put_nb(node, &theirs[i], &i, sizeof i);
    if (i % 1024 == 0) SAFE(gasnet_AMRequestShort0(node, 128));
  }
  gasnet_wait_syncnb_all(handles, DEPTH);
  for (int i = 0; i < DEPTH; i++) handles[i] = gasnet_get_nb_bulk(&local[i], node, &theirs[i], sizeof (int));
  for (int left = DEPTH; left > 0;) {
    gasnet_wait_syncnb_some(handles, DEPTH);
    left = 0;
    for (int i = 0; i < DEPTH; i++) left += handles[i] != GASNET_INVALID_HANDLE;
  }
  for (int i = 0; i < DEPTH; i++) CHECK(local[i] == i);

  for (int i = 0; i < DEPTH; i++) {
    int value = -i;
    gasnet_put_nbi(node, &theirs[i], &value, sizeof value);
  }
  gasnet_wait_syncnbi_puts();
  for (int i = 0; i < DEPTH; i++) gasnet_get_nbi(&local[i], node, &theirs[i], sizeof (int));
  while (gasnet_try_syncnbi_gets() == GASNET_ERR_NOT_READY) gasnet_AMPoll();
  for (int i = 0; i < DEPTH; i++) CHECK(local[i] == -i);

  gasnet_begin_nbi_accessregion();
  for (int i = 0; i < DEPTH; i++) gasnet_put_nbi_val(node, &theirs[i], 3 * i, sizeof (int));
  gasnet_handle_t region = gasnet_end_nbi_accessregion();
  while (gasnet_try_syncnb(region) != GASNET_OK) continue;
  gasnet_get_bulk(local, node, theirs, DEPTH * sizeof (int));
  for (int i = 0; i < DEPTH; i++) CHECK(local[i] == 3 * i);

  GASNET_BLOCKUNTIL(acknowledged == (DEPTH + 1023) / 1024);
  end();
}
