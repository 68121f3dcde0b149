/* Sets of descriptors, and select: files, terminals and streams of the system count as ready. (POSIX) */
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <sys/types.h>

#define FD_SETSIZE 1024

typedef struct {
  unsigned int __bits[FD_SETSIZE / 32];
} fd_set;

#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
#define FD_SET(fd, set) ((void)((set)->__bits[(unsigned)(fd) / 32] |= 1u << (fd) % 32))
#define FD_CLR(fd, set) ((void)((set)->__bits[(unsigned)(fd) / 32] &= ~(1u << (fd) % 32)))
#define FD_ISSET(fd, set) (((set)->__bits[(unsigned)(fd) / 32] >> (fd) % 32 & 1) != 0)

int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
int pselect(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, const struct timespec *restrict,
            const sigset_t *restrict);

#endif
