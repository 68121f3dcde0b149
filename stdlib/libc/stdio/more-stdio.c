/* <stdio.h>, <stdlib.h>, <unistd.h>: small functions over the others. (POSIX, GNU) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int fputs_unlocked(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }
size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  return fread(to, size, count, stream);
}
size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(from, size, count, stream);
}
int fflush_unlocked(FILE *stream) { return fflush(stream); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int fputc_unlocked(int byte, FILE *stream) { return fputc(byte, stream); }
char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream) { return fgets(to, size, stream); }

char *ctermid(char *room) {
  static char own[L_ctermid];
  return strcpy(room ? room : own, "/dev/tty");
}

char *ttyname(int fd) { return isatty(fd) ? "/dev/tty" : NULL; }

char *mktemp(char *template) {
  int fd = mkstemp(template);
  if (fd < 0) return *template = 0, template;
  close(fd);
  unlink(template);
  return template;
}

int mkostemp(char *template, int flags) {
  int fd = mkstemp(template);
  if (fd >= 0 && flags & O_APPEND) fcntl(fd, F_SETFL, O_APPEND);
  return fd;
}

char *tempnam(const char *directory, const char *prefix) {
  const char *variable = getenv("TMPDIR"), *where = variable ? variable : directory ? directory : P_tmpdir;
  char *path = malloc(strlen(where) + 16);
  if (!path) return NULL;
  sprintf(path, "%s/%.5sXXXXXX", where, prefix ? prefix : "file");
  return mktemp(path);
}

char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }

char *get_current_dir_name(void) { return getcwd(NULL, 0); }

int dup3(int from, int to, int flags) {
  if (from == to) return errno = EINVAL, -1;
  int fd = dup2(from, to);
  if (fd >= 0 && flags & O_CLOEXEC) fcntl(fd, F_SETFD, FD_CLOEXEC);
  return fd;
}

int pipe2(int ends[2], int flags) { return pipe(ends); }
pid_t gettid(void) { return getpid(); }
int lchmod(const char *path, mode_t mode) { return errno = EOPNOTSUPP, -1; }

int getlogin_r(char *name, size_t size) {
  char *login = getlogin();
  if (strlen(login) >= size) return ERANGE;
  strcpy(name, login);
  return 0;
}

int getgroups(int size, gid_t *list) {
  if (size < 0) return errno = EINVAL, -1;
  if (size > 0) *list = getgid();
  return 1;
}

static long path_limit(int name) {
  static const long LIMITS[] = {127, 255, 255, NAME_MAX, PATH_MAX, PIPE_BUF, 1, 1, 0};
  return (unsigned)name < sizeof LIMITS / sizeof *LIMITS ? LIMITS[name] : (errno = EINVAL, -1L);
}
long pathconf(const char *path, int name) { return access(path, F_OK) < 0 ? -1 : path_limit(name); }
long fpathconf(int fd, int name) { return fcntl(fd, F_GETFD) < 0 ? -1 : path_limit(name); }

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *rest) {
  struct timespec now, time = *wanted;
  int before = errno, failed;
  if (clock_gettime(clock, &now) < 0 || clock == CLOCK_THREAD_CPUTIME_ID) return errno = before, EINVAL;
  if (flags & TIMER_ABSTIME) {
    time.tv_sec -= now.tv_sec;
    time.tv_nsec -= now.tv_nsec;
    if (time.tv_nsec < 0) time.tv_sec--, time.tv_nsec += 1000000000;
    if (time.tv_sec < 0) return 0;
  }
  failed = nanosleep(&time, flags & TIMER_ABSTIME ? NULL : rest) < 0 ? errno : 0;
  errno = before;
  return failed;
}

int clock_getcpuclockid(pid_t process, clockid_t *clock) {
  if (process != 0 && process != getpid()) return ESRCH;
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

int getsubopt(char **options, char *const *names, char **value) {
  char *start = *options, *end = strchrnul(start, ','), *equals = memchr(start, '=', end - start);
  size_t length = (equals ? equals : end) - start;
  *options = *end ? (*end = 0, end + 1) : end;
  for (int i = 0; names[i]; i++)
    if (strlen(names[i]) == length && memcmp(names[i], start, length) == 0) return *value = equals ? equals + 1 : NULL, i;
  *value = start;
  return -1;
}
