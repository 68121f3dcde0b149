/*
 * The path of a name in a directory that is given by its descriptor. (POSIX, openat)
 * Linux shows open directories under /proc/self/fd.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define ROOM 4096

/* NULL with errno where there is none; `room` has ROOM bytes. */
const char *__pgasc_path_at(int directory, const char *name, char *room) {
  struct stat status;
  if (directory == AT_FDCWD || *name == '/') return name;
  if (fstat(directory, &status) < 0) return NULL;
  if (!S_ISDIR(status.st_mode)) return errno = ENOTDIR, (char *)NULL;
  if (snprintf(room, ROOM, "/proc/self/fd/%d/%s", directory, name) < ROOM) return room;
  errno = ENAMETOOLONG;
  return NULL;
}
