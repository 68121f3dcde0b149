/* Advice that has no effect, and locks and hints that keep nobody out: they succeed. (POSIX, BSD) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int posix_madvise(void *address, size_t size, int advice) { return 0; }
int madvise(void *address, size_t size, int advice) { return 0; }

static int exists(int fd) { return fcntl(fd, F_GETFD) < 0 ? -1 : 0; }

int posix_fadvise(int fd, off_t offset, off_t size, int advice) { return exists(fd) < 0 ? EBADF : 0; }
int flock(int fd, int operation) { return exists(fd); }
int lockf(int fd, int command, off_t size) { return exists(fd); }
int syncfs(int fd) { return fsync(fd); }
void sync(void) {}

int posix_fallocate(int fd, off_t offset, off_t size) {
  struct stat status;
  if (offset < 0 || size <= 0) return EINVAL;
  if (fstat(fd, &status) < 0) return EBADF;
  return status.st_size >= offset + size || ftruncate(fd, offset + size) == 0 ? 0 : errno;
}

void flockfile(FILE *stream) {}
int ftrylockfile(FILE *stream) { return 0; }
void funlockfile(FILE *stream) {}

int sched_yield(void) { return nanosleep(&(struct timespec){0, 0}, NULL); }
