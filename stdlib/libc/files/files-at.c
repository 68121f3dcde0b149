/* openat and its kin: files by name in a directory that is given by its descriptor. (POSIX) */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM 4096
const char *__pgasc_path_at(int, const char *, char *);

#define AT(directory, name) \
  char room[ROOM]; \
  const char *path = __pgasc_path_at(directory, name, room); \
  if (!path) return -1;

int openat(int directory, const char *name, int flags, ...) {
  AT(directory, name)
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

int fstatat(int directory, const char *restrict name, struct stat *restrict status, int flags) {
  AT(directory, name)
  return flags & AT_SYMLINK_NOFOLLOW ? lstat(path, status) : stat(path, status);
}

int faccessat(int directory, const char *name, int mode, int flags) {
  AT(directory, name)
  return access(path, mode);
}

int unlinkat(int directory, const char *name, int flags) {
  AT(directory, name)
  return flags & AT_REMOVEDIR ? rmdir(path) : unlink(path);
}

int mkdirat(int directory, const char *name, mode_t mode) {
  AT(directory, name)
  return mkdir(path, mode);
}

int fchmodat(int directory, const char *name, mode_t mode, int flags) {
  AT(directory, name)
  return chmod(path, mode);
}

ssize_t readlinkat(int directory, const char *restrict name, char *restrict result, size_t size) {
  AT(directory, name)
  return readlink(path, result, size);
}

int symlinkat(const char *target, int directory, const char *name) {
  AT(directory, name)
  return symlink(target, path);
}

#define AT_BOTH(call) \
  char left_room[ROOM]; \
  const char *left = __pgasc_path_at(left_directory, left_name, left_room); \
  if (!left) return -1; \
  AT(directory, name) \
  return call(left, path);

int renameat(int left_directory, const char *left_name, int directory, const char *name) { AT_BOTH(rename) }

int linkat(int left_directory, const char *left_name, int directory, const char *name, int flags) { AT_BOTH(link) }
