// Waiting for operations: one, some, all, lists with holes and without any, implicit ones, access regions.
#include "conduit.h"

#define MANY 40

int main(int argc, char **argv) {
  gasnet_handle_t handles[MANY];
  int local[MANY];
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  int node = (me + 1) % nodes, *theirs = (int *)SEGMENT(node);

  gasnet_wait_syncnb(GASNET_INVALID_HANDLE);
  CHECK(gasnet_try_syncnb(GASNET_INVALID_HANDLE) == GASNET_OK);
  memset(handles, 0, sizeof handles);
  CHECK(gasnet_try_syncnb_some(handles, MANY) == GASNET_OK && gasnet_try_syncnb_all(handles, MANY) == GASNET_OK);
  CHECK(gasnet_try_syncnb_some(handles, 0) == GASNET_OK && gasnet_try_syncnb_all(handles, 0) == GASNET_OK);
  gasnet_wait_syncnb_some(handles, MANY);
  gasnet_wait_syncnb_all(handles, 0);

  for (int i = 0; i < MANY; i++) handles[i] = i % 3 ? gasnet_put_nb(node, &theirs[i], &i, sizeof i) : GASNET_INVALID_HANDLE;
  while (gasnet_try_syncnb_all(handles, MANY) != GASNET_OK) gasnet_AMPoll();
  for (int i = 0; i < MANY; i++) CHECK(handles[i] == GASNET_INVALID_HANDLE);
  for (int i = 0; i < MANY; i++) handles[i] = gasnet_get_nb(&local[i], node, &theirs[i], sizeof (int));
  for (int i = MANY - 1; i >= 0; i--) {
    gasnet_wait_syncnb(handles[i]);
    if (i % 3) CHECK(local[i] == i);
  }

  CHECK(gasnet_try_syncnbi_all() == GASNET_OK);
  gasnet_wait_syncnbi_all();
  gasnet_begin_nbi_accessregion();
  CHECK(gasnet_end_nbi_accessregion() == GASNET_INVALID_HANDLE);
  int outside = 4711;
  gasnet_put_nbi(node, &theirs[MANY], &outside, sizeof outside);
  gasnet_begin_nbi_accessregion();
  for (int i = 0; i < MANY; i++) {
    int value = 10 * i + me;
    gasnet_put_nbi(node, &theirs[i], &value, sizeof value);
  }
  gasnet_handle_t first = gasnet_end_nbi_accessregion();
  gasnet_begin_nbi_accessregion();
  gasnet_get_nbi_bulk(local, node, &theirs[MANY], sizeof (int) * 0);
  gasnet_handle_t second = gasnet_end_nbi_accessregion();
  CHECK(second == GASNET_INVALID_HANDLE);
  gasnet_wait_syncnb(first);
  gasnet_wait_syncnbi_puts();
  gasnet_get_bulk(local, node, theirs, sizeof local);
  for (int i = 0; i < MANY; i++) CHECK(local[i] == 10 * i + me);
  CHECK(gasnet_get_val(node, &theirs[MANY], sizeof (int)) == 4711);
  end();
}
