// The start and the end of a job, and what may be asked before it is attached.
#include "conduit.h"

int main(int argc, char **argv) {
  CHECK(gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0) == GASNET_ERR_NOT_INIT);
  SAFE(gasnet_init(&argc, &argv));
  CHECK(gasnet_init(&argc, &argv) == GASNET_ERR_NOT_INIT);
  me = gasnet_mynode();
  nodes = gasnet_nodes();
  CHECK(me >= 0 && me < nodes);
  uintptr_t most = gasnet_getMaxLocalSegmentSize();
  CHECK(most >= GASNET_PAGESIZE && most % GASNET_PAGESIZE == 0 && gasnet_getMaxGlobalSegmentSize() <= most);
  CHECK(gasnet_getenv("SURELY_NOT_SET") == NULL);
  CHECK(strcmp(gasnet_getenv("CONDUIT_TEST"), "a value") == 0);
  CHECK(gasnet_attach(NULL, 0, GASNET_PAGESIZE + 1, 0) == GASNET_ERR_BAD_ARG);
  CHECK(gasnet_attach(NULL, 0, most + GASNET_PAGESIZE, 0) == GASNET_ERR_BAD_ARG);
  gasnet_handlerentry_t twice[] = {{200, (void (*)())main}, {200, (void (*)())main}}, reserved[] = {{127, (void (*)())main}};
  CHECK(gasnet_attach(twice, 2, 0, 0) == GASNET_ERR_BAD_ARG);
  CHECK(gasnet_attach(reserved, 1, 0, 0) == GASNET_ERR_BAD_ARG);
  SAFE(gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0));
  CHECK(gasnet_attach(NULL, 0, GASNET_PAGESIZE, 0) == GASNET_ERR_NOT_INIT);
  CHECK(strcmp(gasnet_ErrorName(GASNET_ERR_NOT_READY), "GASNET_ERR_NOT_READY") == 0);
  CHECK(gasnet_ErrorName(4711) != NULL && gasnet_ErrorDesc(GASNET_OK) != NULL);
  CHECK(gasnet_AMMaxArgs() >= 2 * sizeof (void *) && gasnet_AMMaxMedium() >= 512);
  CHECK(gasnet_AMMaxLongRequest() >= 512 && gasnet_AMMaxLongReply() >= 512);
  CHECK(gasnet_set_waitmode(GASNET_WAIT_BLOCK) == GASNET_OK && gasnet_set_waitmode(77) == GASNET_ERR_BAD_ARG);
  meet();
  CHECK(gasnet_set_waitmode(GASNET_WAIT_SPINBLOCK) == GASNET_OK);
  end();
}
