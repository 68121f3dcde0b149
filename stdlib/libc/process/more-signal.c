/* <signal.h>, <stdlib.h>: small functions over the others. (C11, POSIX, GNU) */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int sigisemptyset(const sigset_t *set) { return *set == 0; }

/* Whether system calls are restarted after a handler: none is ever interrupted. */
int siginterrupt(int number, int interrupts) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) < 0) return -1;
  action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
  return sigaction(number, &action, NULL);
}

int killpg(int group, int number) { return kill(group, number); }

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  int before = errno, failed = sigprocmask(how, set, old) < 0 ? errno : 0;
  errno = before;
  return failed;
}
