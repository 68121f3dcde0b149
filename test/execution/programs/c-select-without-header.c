// <sys/types.h> brings select, its sets of descriptors and struct timespec, as with glibc; functions of <signal.h> and <time.h> stay the program's.
#include <assert.h>
#include <stdlib.h>
#include <sys/types.h>

static int raise(int level) { return level + 1; }
static int difftime(int from, int to) { return to - from; }

int main(void) {
  fd_set set;
  struct timespec none = {0, 0};
  FD_ZERO(&set);
  FD_SET(33, &set);
  assert(FD_ISSET(33, &set) && !FD_ISSET(1, &set) && none.tv_nsec == 0);
  FD_CLR(33, &set);
  assert(pselect(0, &set, NULL, NULL, &none, NULL) == 0);
  assert(raise(1) == 2 && difftime(1, 3) == 2);
  return 0;
}
