#include "armci-program.h"
int main(int argc, char **argv) {
  begin(&argc, &argv, 1024);
  armci_hdl_t h[3];
  if (me == 0) for (int kind = 0; kind < 2; kind++) for (int n = 1; n < 4; n++) {
    ARMCI_Get(memory[1], own, 16, 1);
    for (int i = 0; i < n; i++) { ARMCI_INIT_HANDLE(&h[i]);
    if (kind) ARMCI_NbGet(memory[1], own, 16, 1, &h[i]); else ARMCI_NbPut(own, memory[1], 16, 1, &h[i]); }
    for (int i = 0; i < n; i++) { ARMCI_Wait(&h[i]); printf("%d %d %d\n", kind, n, i); fflush(stdout); }
  }
  end();
}
