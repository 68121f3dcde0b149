// <sys/param.h>: the old names of limits, and its arithmetic; HZ agrees with the ticks of times(). <unistd.h> brings struct timeval, as with glibc.
#include <assert.h>
#include <sys/param.h>
#include <unistd.h>

int main(void) {
  char path[MAXPATHLEN], host[MAXHOSTNAMELEN];
  assert(sizeof path >= 256 && sizeof host >= 64 && NBBY == 8);
  assert(HZ == sysconf(_SC_CLK_TCK));
  assert(MIN(2, 3) == 2 && MAX(2, 3) == 3);
  assert(howmany(9, 4) == 3 && roundup(9, 4) == 12);
  assert(powerof2(64) && !powerof2(65));
  struct timeval second = {1, 0};
  assert(second.tv_sec == 1 && second.tv_usec == 0);
  return 0;
}
