/*
 * Functions that a thread of a job does not support: starting processes, interruption, changing its user. Each fails with
 * ENOSYS, or with the errno of the reason. (POSIX)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail(int number) {
  errno = number;
  return -1;
}

pid_t fork(void) { return fail(ENOSYS); }
pid_t vfork(void) { return fail(ENOSYS); }
int execv(const char *path, char *const arguments[]) { return fail(ENOSYS); }
int execve(const char *path, char *const arguments[], char *const variables[]) { return fail(ENOSYS); }
int execvp(const char *name, char *const arguments[]) { return fail(ENOSYS); }
int execvpe(const char *name, char *const arguments[], char *const variables[]) { return fail(ENOSYS); }
int execl(const char *path, const char *argument, ...) { return fail(ENOSYS); }
int execlp(const char *name, const char *argument, ...) { return fail(ENOSYS); }
int execle(const char *path, const char *argument, ...) { return fail(ENOSYS); }

pid_t wait(int *status) { return fail(ECHILD); }
pid_t waitpid(pid_t process, int *status, int options) { return fail(ECHILD); }

int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) { return fail(ENOSYS); }

/* Setting the present user or group succeeds. */
int setuid(uid_t user) { return user == getuid() ? 0 : fail(ENOSYS); }
int setgid(gid_t group) { return group == getgid() ? 0 : fail(ENOSYS); }
int seteuid(uid_t user) { return user == geteuid() ? 0 : fail(ENOSYS); }
int setegid(gid_t group) { return group == getegid() ? 0 : fail(ENOSYS); }
pid_t setsid(void) { return fail(ENOSYS); }
int setpgid(pid_t process, pid_t group) { return fail(ENOSYS); }
pid_t getpgrp(void) { return getpid(); }
pid_t getpgid(pid_t process) { return process == 0 || process == getpid() ? getpid() : fail(ESRCH); }
pid_t getsid(pid_t process) { return process == 0 || process == getpid() ? getpid() : fail(ESRCH); }
pid_t tcgetpgrp(int fd) { return isatty(fd) ? getpid() : -1; }
int tcsetpgrp(int fd, pid_t group) { return isatty(fd) ? fail(ENOSYS) : -1; }
int nice(int more) { return fail(ENOSYS); }
int chroot(const char *path) { return fail(ENOSYS); }
int sethostname(const char *name, size_t size) { return fail(EPERM); }
int mkfifo(const char *path, mode_t mode) { return fail(ENOSYS); }
int mknod(const char *path, mode_t mode, dev_t device) { return fail(ENOSYS); }

int getrlimit(int resource, struct rlimit *limit) {
  if ((unsigned)resource > 15) return fail(EINVAL);
  *limit = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  return 0;
}
int setrlimit(int resource, const struct rlimit *limit) { return fail(ENOSYS); }
int getpriority(int which, id_t who) { return 0; }
int setpriority(int which, id_t who, int priority) { return fail(ENOSYS); }

int mlock(const void *address, size_t size) { return fail(ENOSYS); }
int munlock(const void *address, size_t size) { return fail(ENOSYS); }

int sched_get_priority_max(int policy) { return 0; }
int sched_get_priority_min(int policy) { return 0; }
int getloadavg(double loads[], int count) { return -1; }
