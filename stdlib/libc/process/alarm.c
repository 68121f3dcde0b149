/*
 * The timer of real time, and all that waits for it: alarm, setitimer, pause, sigsuspend, sigwait, sleep. (POSIX)
 *
 * A thread cannot be interrupted while it computes: its SIGALRM comes when it waits next, in one of these functions. Where no
 * signal can come, since no timer runs, waiting for one fails with ENOSYS, and a line says so once.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int __pgasc_sleep(const struct timespec *time);
int __pgasc_accept(const sigset_t *set);

#define SECOND 1000000000LL

/* In nanoseconds of the monotonic clock; 0: none runs. */
static int64_t deadline, interval;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

static void sleep_for(int64_t nanoseconds) {
  if (nanoseconds > 0) __pgasc_sleep(&(struct timespec){nanoseconds / SECOND, nanoseconds % SECOND});
}

/* The timer has expired: it is restarted, or ends. Expirations that no wait received count once. */
static void restart(void) {
  int64_t late = now() - deadline;
  deadline = interval ? deadline + interval * (late > 0 ? late / interval + 1 : 1) : 0;
}

static void await_deadline(void) {
  sleep_for(deadline - now());
  restart();
}

/* Sends SIGALRM; whether a handler ran. */
static int ring(void) {
  struct sigaction action;
  sigset_t blocked;
  sigaction(SIGALRM, NULL, &action);
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  raise(SIGALRM);
  return action.sa_handler != SIG_IGN && !sigismember(&blocked, SIGALRM);
}

static int nothing_comes(const char *name) {
  static const char text[] = ": no signal can come, for no alarm is set; what another process sends ends the job\n";
  static int told;
  if (!told++) {
    write(2, name, strlen(name));
    write(2, text, sizeof text - 1);
  }
  sleep_for(SECOND / 100); /* a loop around the call shall not spin */
  errno = ENOSYS;
  return -1;
}

static int wait_for_signal(const char *name) {
  while (deadline) {
    await_deadline();
    if (!ring()) continue;
    errno = EINTR;
    return -1;
  }
  return nothing_comes(name);
}

int pause(void) { return wait_for_signal("pause"); }

int sigsuspend(const sigset_t *mask) {
  sigset_t before, waiting;
  sigpending(&waiting);
  sigprocmask(SIG_SETMASK, mask, &before); /* delivers what waits */
  int failed = waiting & ~*mask ? -1 : wait_for_signal("sigsuspend");
  int number = waiting & ~*mask ? EINTR : errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = number;
  return failed;
}

int sigwait(const sigset_t *restrict set, int *restrict number) {
  int accepted = __pgasc_accept(set);
  while (!accepted) {
    if (!deadline) {
      nothing_comes("sigwait");
      return ENOSYS;
    }
    await_deadline();
    if (sigismember(set, SIGALRM)) accepted = SIGALRM;
    else ring();
  }
  *number = accepted;
  return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= SECOND) {
    errno = EINVAL;
    return -1;
  }
  if (rest) *rest = (struct timespec){0, 0};
  if (!deadline) return __pgasc_sleep(time);
  int64_t end = now() + time->tv_sec * SECOND + time->tv_nsec;
  while (deadline && deadline < end) {
    await_deadline();
    if (!ring()) continue;
    int64_t left = end - now();
    if (rest && left > 0) *rest = (struct timespec){left / SECOND, left % SECOND};
    errno = EINTR;
    return -1;
  }
  sleep_for(end - now());
  return 0;
}

unsigned int sleep(unsigned int seconds) {
  struct timespec rest;
  return nanosleep(&(struct timespec){seconds, 0}, &rest) == 0 ? 0 : rest.tv_sec + (rest.tv_nsec >= SECOND / 2);
}

int usleep(useconds_t microseconds) {
  return nanosleep(&(struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000}, NULL);
}

static int64_t from_timeval(struct timeval time) { return time.tv_sec * SECOND + time.tv_usec * 1000; }
static struct timeval to_timeval(int64_t time) { return (struct timeval){time / SECOND, time % SECOND / 1000}; }

int getitimer(int which, struct itimerval *value) {
  if ((unsigned)which > ITIMER_PROF) {
    errno = EINVAL;
    return -1;
  }
  int64_t left = which == ITIMER_REAL && deadline ? deadline - now() : 0;
  if (deadline && left < 1000) left = which == ITIMER_REAL ? 1000 : 0; /* it has not rung yet */
  *value = (struct itimerval){to_timeval(which == ITIMER_REAL ? interval : 0), to_timeval(left)};
  return 0;
}

int setitimer(int which, const struct itimerval *restrict value, struct itimerval *restrict old) {
  if (which != ITIMER_REAL) {
    errno = (unsigned)which > ITIMER_PROF ? EINVAL : ENOSYS;
    return -1;
  }
  if (old) getitimer(which, old);
  int64_t first = from_timeval(value->it_value);
  deadline = first ? now() + first : 0;
  interval = from_timeval(value->it_interval);
  return 0;
}

unsigned int alarm(unsigned int seconds) {
  struct itimerval old, value = {{0, 0}, {seconds, 0}};
  setitimer(ITIMER_REAL, &value, &old);
  return old.it_value.tv_sec + (old.it_value.tv_usec >= 500000 || (old.it_value.tv_sec == 0 && old.it_value.tv_usec > 0));
}
