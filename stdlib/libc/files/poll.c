/*
 * <poll.h>, <sys/select.h>: which descriptors are ready. (POSIX)
 * The platform does not report whether a read of a pipe or terminal waits, so they count as ready, as files do; a pipe of the
 * thread's own is ready when it holds something. Where nothing is ready nothing will be: the time passes, and a wait
 * without a time ends the job.
 */
#include "../threads/waiting.h"
#include <errno.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Bytes that a descriptor has to read; -1 where there is no such descriptor. */
int __pgasc_readable(int fd);
int __pgasc_is_own_pipe(int fd);

static int readable(int fd) { return !__pgasc_is_own_pipe(fd) || __pgasc_readable(fd) != 0; }

static void pass(double seconds) {
  struct timespec time = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
  nanosleep(&time, NULL);
}

static short ready(int fd, short wanted) {
  int before = errno;
  struct stat status;
  if (fstat(fd, &status) < 0) return errno = before, POLLNVAL;
  short events = wanted & (POLLOUT | POLLWRNORM | POLLWRBAND);
  if (readable(fd)) events |= wanted & (POLLIN | POLLRDNORM);
  return events;
}

int poll(struct pollfd *list, nfds_t count, int milliseconds) {
  int found = 0;
  for (nfds_t i = 0; i < count; i++) {
    list[i].revents = list[i].fd < 0 ? 0 : ready(list[i].fd, list[i].events);
    if (list[i].revents) found++;
  }
  if (found || milliseconds == 0) return found;
  if (milliseconds < 0) __pgasc_wait_for_ever("poll"); /* nothing could ever come */
  pass(milliseconds * 1e-3);
  return 0;
}

static int keep_ready(int count, fd_set *set, short event) {
  int found = 0;
  for (int fd = 0; set && fd < count; fd++) {
    if (!FD_ISSET(fd, set)) continue;
    short events = ready(fd, event);
    if (events == POLLNVAL) return errno = EBADF, -1;
    if (events) found++;
    else FD_CLR(fd, set);
  }
  return found;
}

static int select_for(const char *function, int count, fd_set *reading, fd_set *writing, fd_set *special, double seconds) {
  if (count < 0 || count > FD_SETSIZE) return errno = EINVAL, -1;
  int readers = keep_ready(count, reading, POLLIN), writers = keep_ready(count, writing, POLLOUT);
  if (readers < 0 || writers < 0) return -1;
  if (special) FD_ZERO(special);
  if (readers + writers > 0) return readers + writers;
  if (seconds < 0) __pgasc_wait_for_ever(function); /* nothing could ever come */
  pass(seconds);
  return 0;
}

int select(int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict special,
           struct timeval *restrict time) {
  return select_for("select", count, reading, writing, special, time ? time->tv_sec + time->tv_usec * 1e-6 : -1);
}

int pselect(int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict special,
            const struct timespec *restrict time, const sigset_t *restrict mask) {
  return select_for("pselect", count, reading, writing, special, time ? time->tv_sec + time->tv_nsec * 1e-9 : -1);
}
