/* Requests (ga_nbhdl_t): copies that go on, until NGA_NbWait or NGA_NbTest ends them. */
#include "copies.h"

/* A handle is a place in the table and how often that has been used; the oldest is waited for when all are in use. */
enum { HANDLES = 256 };
static armci_hdl_t *handles[HANDLES];
static long uses[HANDLES];
static int next_handle;

armci_hdl_t *__ga_new_request(ga_nbhdl_t *nbhandle) {
  int at = next_handle++ % HANDLES;
  if (!handles[at]) {
    handles[at] = calloc(1, sizeof **handles);
    ARMCI_INIT_HANDLE(handles[at]);
  } else if (uses[at] % 2) {
    ARMCI_Wait(handles[at]);
    uses[at]++;
  }
  *nbhandle = ++uses[at] * HANDLES + at;
  return handles[at];
}

/* One that has been waited for is done, and 0 stands for nothing. */
static armci_hdl_t *going_on(const char *name, const ga_nbhdl_t *nbhandle) {
  __ga_open(name);
  if (*nbhandle == 0) return NULL;
  int at = *nbhandle & (HANDLES - 1);
  long use = *nbhandle / HANDLES;
  if (use < 1 || use > uses[at]) __ga_fail("%s: the handle is %ld: no copy has given it", name, *nbhandle);
  return use == uses[at] && use % 2 ? handles[at] : NULL;
}

void NGA_NbWait(ga_nbhdl_t *nbhandle) {
  armci_hdl_t *handle = going_on("NGA_NbWait", nbhandle);
  if (!handle) return;
  ARMCI_Wait(handle);
  uses[*nbhandle & (HANDLES - 1)]++;
}

/* 1 if it is done. */
int NGA_NbTest(ga_nbhdl_t *nbhandle) {
  armci_hdl_t *handle = going_on("NGA_NbTest", nbhandle);
  return !handle || ARMCI_Test(handle) == 0;
}
