// A wait that only another thread of the process could end, when there is none: the job ends, also in a loop over EINTR.
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/select.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int ends[2];
  sem_t semaphore;
  switch (atoi(argv[1])) {
  case 1: // 1: poll: deadlock: only another thread of this process could end the wait, and there is none at @+1
    while (poll(NULL, 0, -1) < 0 && errno == EINTR) {}
    break;
  case 2: // 2: select: deadlock: only another thread of this process could end the wait, and there is none at @+4
    pipe(ends);
    fd_set set;
    FD_ZERO(&set), FD_SET(ends[0], &set);
    while (select(ends[0] + 1, &set, NULL, NULL, NULL) < 0 && errno == EINTR) {}
    break;
  case 3: // 1: sem_wait: deadlock: only another thread of this process could end the wait, and there is none at @+2
    sem_init(&semaphore, 0, 0);
    sem_wait(&semaphore);
    break;
  }
}
