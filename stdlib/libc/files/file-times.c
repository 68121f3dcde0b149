/*
 * <utime.h>, <sys/time.h>, <sys/stat.h>: setting the times of a file. (POSIX)
 * The platform sets both times together, as seconds: an omitted one is read from the file first.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <utime.h>

int __pgasc_utimes(const char *, double, double);
int __pgasc_lutimes(const char *, double, double);
typedef int setter_t(const char *, double, double);
typedef int status_t(const char *restrict, struct stat *restrict);

static double seconds(struct timespec time) { return time.tv_sec + time.tv_nsec * 1e-9; }

static struct timespec now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time;
}

static struct timespec chosen(struct timespec wanted, struct timespec present) {
  return wanted.tv_nsec == UTIME_NOW ? now() : wanted.tv_nsec == UTIME_OMIT ? present : wanted;
}

static int is_time(struct timespec time) {
  return time.tv_nsec == UTIME_NOW || time.tv_nsec == UTIME_OMIT || (unsigned long)time.tv_nsec < 1000000000;
}

static int set_times(const char *path, const struct timespec *times, status_t *status, setter_t *set) {
  struct timespec both[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  struct stat present;
  if (times) memcpy(both, times, sizeof both);
  if (!is_time(both[0]) || !is_time(both[1])) return errno = EINVAL, -1;
  if (status(path, &present) < 0) return -1;
  return set(path, seconds(chosen(both[0], present.st_atim)), seconds(chosen(both[1], present.st_mtim)));
}

static const struct timespec *converted(const struct timeval *times, struct timespec *result) {
  for (int i = 0; times && i < 2; i++) result[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
  return times ? result : NULL;
}

int utimes(const char *path, const struct timeval times[2]) {
  struct timespec both[2];
  return set_times(path, converted(times, both), stat, __pgasc_utimes);
}

int lutimes(const char *path, const struct timeval times[2]) {
  struct timespec both[2];
  return set_times(path, converted(times, both), lstat, __pgasc_lutimes);
}

int futimes(int fd, const struct timeval times[2]) {
  struct timespec both[2];
  return futimens(fd, converted(times, both));
}

int utime(const char *path, const struct utimbuf *times) {
  struct timespec both[2] = {{times ? times->actime : 0, 0}, {times ? times->modtime : 0, 0}};
  return set_times(path, times ? both : NULL, stat, __pgasc_utimes);
}

int utimensat(int directory, const char *name, const struct timespec times[2], int flags) {
  char path[4096];
  const char *__pgasc_path_at(int, const char *, char *);
  const char *whole = __pgasc_path_at(directory, name, path);
  if (!whole) return -1;
  return flags & AT_SYMLINK_NOFOLLOW ? set_times(whole, times, lstat, __pgasc_lutimes)
                                     : set_times(whole, times, stat, __pgasc_utimes);
}
