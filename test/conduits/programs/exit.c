// A handler ends the job with its status, whatever the others do; what they have printed is not lost.
// status: 7
#include "conduit.h"

static void quit(gasnet_token_t token, gasnet_handlerarg_t status) { gasnet_exit(status); }

int main(int argc, char **argv) {
  gasnet_handlerentry_t table[] = {{0, quit}};
  start(argc, argv, table, 1, GASNET_PAGESIZE);
  printf("node %d is here\n", me);
  meet();
  if (me == nodes - 1) SAFE(gasnet_AMRequestShort1(0, table[0].index, 7));
  if (me == 0) GASNET_BLOCKUNTIL(0);
  meet();
  printf("nobody gets here\n");
  gasnet_exit(1);
}
